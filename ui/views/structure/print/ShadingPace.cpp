#include "ui/views/structure/print/ShadingPace.h"

namespace ui {

namespace {

constexpr double kSlowestFrame = 1000.0 / 30;
constexpr double kComfortableFrame = 0.75 * kSlowestFrame;  ///< apart from the other, so that it does not flicker

}  // namespace

void ShadingPace::frameDrawn(double frame, double shading) {
  if (shading > 0) {
    m_shading = shading;
    m_isLive = frame <= (m_isLive ? kSlowestFrame : kComfortableFrame);
  } else if (m_shading > 0) {
    m_isLive = frame + m_shading <= kComfortableFrame;
  }
}

}  // namespace ui
