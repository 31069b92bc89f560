// How a picture that has depth is seen: turned by hand, drawn flat and from afar.
#pragma once

#include <QPointF>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {

/// By hand, in degrees, on top of what the block of the picture says.
struct PictureTurn {
  double turn = 0;  ///< about the upright axis; more takes what is in front to the right
  double tilt = 0;  ///< more is seen from higher above
  bool operator==(const PictureTurn&) const = default;
};

/// Places in space on a picture: x to the right, y away, z up before any turn.
class DepthView {
 public:
  static constexpr double kTurn = 30, kTilt = 22;  ///< degrees, of a picture that nobody turned

  /// `turn`: of the block, in degrees. Never upside down.
  DepthView(double turn, const PictureTurn& byHand)
      : m_turn((turn + byHand.turn) * std::numbers::pi / 180),
        m_tilt(std::clamp(kTilt + byHand.tilt, -90.0, 90.0) * std::numbers::pi / 180) {}
  /// Across and up.
  QPointF flat(double x, double y, double z) const {
    const double across = x * std::cos(m_turn) - y * std::sin(m_turn),
                 away = x * std::sin(m_turn) + y * std::cos(m_turn);
    return {across, z * std::cos(m_tilt) + away * std::sin(m_tilt)};
  }

 private:
  double m_turn, m_tilt;
};

}  // namespace ui
