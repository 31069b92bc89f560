// A slider beside the field of a number: what it is moved to is written there, what is typed moves it.
#pragma once

#include <QLineEdit>
#include <QSlider>

#include "engine/base/Parameters.h"

namespace ui {

inline constexpr int kShortestSlider = 56;  ///< pixels of the way of a slider in a panel, at least

class ParameterSlider : public QSlider {
  Q_OBJECT

 public:
  /// `parameter` is a number. Where it has no end the slider reaches a hundredth and hundred times its default, in
  /// equal steps of the logarithm; whole numbers reach four times their default.
  ParameterSlider(const engine::Parameter& parameter, QLineEdit& field);
  /// The number at a place of the slider, and the other way round. Whole numbers are whole.
  double numberAt(int place) const;
  int placeOf(double number) const;

 private:
  double m_low, m_high;
  bool m_isWhole, m_isLogarithmic;
};

}  // namespace ui
