#include "ui/panels/ParameterSlider.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kPlaces = 400;
/// Numbers between bounds that lie closer than this are evenly spaced.
constexpr double kEvenSpan = 1000;

double standardOf(const engine::Parameter& parameter) {
  if (const auto* whole = std::get_if<std::int64_t>(&parameter.standard)) return static_cast<double>(*whole);
  return std::get<double>(parameter.standard);
}

}  // namespace

ParameterSlider::ParameterSlider(const engine::Parameter& parameter, QLineEdit& field)
    : QSlider(Qt::Horizontal),
      m_low(parameter.minimum),
      m_high(parameter.maximum),
      m_isWhole(std::holds_alternative<std::int64_t>(parameter.standard)),
      m_isLogarithmic(!m_isWhole && parameter.maximum - parameter.minimum > kEvenSpan) {
  const double standard = std::max(standardOf(parameter), m_isWhole ? 4.0 : 0.0);
  if (m_isWhole) m_high = std::min(m_high, std::max(4 * standard, m_low + 1));
  if (m_isLogarithmic) {
    const double middle = standard > 0 ? standard : 1;
    m_low = std::max(m_low, middle / 100);
    m_high = std::min(m_high, middle * 100);
  }
  setRange(0, m_isWhole ? static_cast<int>(m_high - m_low) : kPlaces);
  const auto follow = [this, parameter](const QString& text) {
    const QSignalBlocker blocker(this);
    try {
      const engine::ParameterValue value = engine::parseParameter(parameter, text.trimmed().toStdString());
      const auto* whole = std::get_if<std::int64_t>(&value);
      setValue(placeOf(whole ? static_cast<double>(*whole) : std::get<double>(value)));
    } catch (const engine::Error&) {  // half typed
    }
  };
  follow(field.text());
  connect(&field, &QLineEdit::textChanged, this, follow);
  connect(this, &QSlider::valueChanged, &field, [this, &field](int place) {
    field.setText(QString::number(numberAt(place), 'g', m_isWhole ? 9 : 3));
  });
}

double ParameterSlider::numberAt(int place) const {
  if (m_isWhole) return m_low + place;
  const double share = static_cast<double>(place) / kPlaces;
  return m_isLogarithmic ? m_low * std::pow(m_high / m_low, share) : m_low + share * (m_high - m_low);
}

int ParameterSlider::placeOf(double number) const {
  const double inside = std::clamp(number, m_low, m_high);
  if (m_isWhole) return static_cast<int>(std::lround(inside - m_low));
  const double share =
      m_isLogarithmic ? std::log(inside / m_low) / std::log(m_high / m_low) : (inside - m_low) / (m_high - m_low);
  return static_cast<int>(std::lround(share * kPlaces));
}

}  // namespace ui
