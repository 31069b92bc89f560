#include "ui/lessons/controls/NumberControl.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QRandomGenerator>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kPlaces = 1000;
constexpr double kSnapPlaces = 15;  ///< of the slider
constexpr double kMovePlaces = 4;   ///< for a pixel of a drag
constexpr int kFrameMilliseconds = 33;
constexpr int kMostSeed = 9999;
constexpr int kNumberLetters = 7, kMostDecimals = 4;

bool isWhole(const engine::LessonControl& control) {
  return control.kind == engine::ControlKind::stepper || control.kind == engine::ControlKind::seed;
}

/// So many that this number is told whole.
int decimalsOf(double number) {
  int decimals = 0;
  for (; decimals < kMostDecimals; ++decimals, number *= 10)
    if (std::abs(number - std::round(number)) < 1e-6 * std::max(1.0, std::abs(number))) break;
  return decimals;
}

/// So many that a step can be seen; of steps that are given, as many as they have.
int decimalsOf(const engine::LessonControl& control) {
  if (isWhole(control)) return 0;
  if (control.by > 0) return std::max(decimalsOf(control.by), decimalsOf(control.from));
  const double step = (control.to - control.from) / 100;
  // 0.1 to 10 has steps of 0.099, which count as 0.1.
  return std::clamp(static_cast<int>(std::ceil(-std::log10(std::max(step, 1e-6)) - 0.1)), 0, kMostDecimals) +
         (control.isLogarithmic ? 1 : 0);
}

/// Letters may grow after it was made, for a projector.
class Field : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QSize minimumSizeHint() const override {
    const int letters = fontMetrics().averageCharWidth() * kNumberLetters + ThemeModel::instance().theme().space(5);
    return QDoubleSpinBox::minimumSizeHint().expandedTo({letters, 0});
  }
};

}  // namespace

NumberControl::NumberControl(const engine::LessonControl& control, QWidget* parent)
    : ControlWidget(control, parent), m_number(control.start) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(ThemeModel::instance().theme().space(2));
  auto* label = new QLabel(controlTitle(control), this);
  row->addWidget(label);
  makeField();
  if (!isWhole(control) || control.to - control.from > 12) makeSlider();
  if (m_slider) row->addWidget(m_slider, 1);
  row->addWidget(m_field);
  makeButton();
  if (m_button) row->addWidget(m_button);
  if (!m_slider) row->addStretch(1);
  label->setBuddy(m_field);
  m_playing.setInterval(kFrameMilliseconds);
  connect(&m_playing, &QTimer::timeout, this, &NumberControl::playOn);
  show(m_number);
}

void NumberControl::makeField() {
  m_field = new Field(this);
  m_field->setDecimals(decimalsOf(control()));
  const bool isSeed = control().kind == engine::ControlKind::seed;
  m_field->setRange(isSeed ? 0 : control().from, isSeed ? kMostSeed : control().to);
  m_field->setSingleStep(control().by > 0     ? control().by
                         : isWhole(control()) ? 1
                                              : (control().to - control().from) / 20);
  m_field->setKeyboardTracking(false);
  m_field->setStepType(control().isLogarithmic ? QAbstractSpinBox::AdaptiveDecimalStepType
                                               : QAbstractSpinBox::DefaultStepType);
  m_field->setAccessibleName(accessibleName());
  connect(m_field, &QDoubleSpinBox::valueChanged, this, [this](double number) {
    m_playing.stop();
    choose(number);
  });
}

void NumberControl::makeSlider() {
  m_slider = new QSlider(Qt::Horizontal, this);
  m_slider->setRange(0, kPlaces);
  m_slider->setSingleStep(control().by > 0 ? std::max(1, placeOf(control().from + control().by)) : kPlaces / 50);
  m_slider->setPageStep(kPlaces / 10);
  m_slider->setMinimumWidth(ThemeModel::instance().theme().space(16));
  m_slider->setAccessibleName(accessibleName());
  connect(m_slider, &QSlider::valueChanged, this, [this](int place) {
    m_playing.stop();
    choose(snapped(numberAt(place)));
  });
}

void NumberControl::makeButton() {
  const bool isSeed = control().kind == engine::ControlKind::seed;
  if (!isSeed && !control().play) return;
  m_button = new QToolButton(this);
  m_button->setFocusPolicy(Qt::TabFocus);
  if (isSeed) {
    m_button->setText(tr("Draw again"));
    connect(m_button, &QToolButton::clicked, this, &NumberControl::drawAgain);
    return;
  }
  m_button->setText(QStringLiteral("▶"));
  m_button->setAccessibleName(
      tr("Play %1 from %2 to %3").arg(controlTitle(control())).arg(control().play->from).arg(control().play->to));
  m_button->setToolTip(m_button->accessibleName());
  connect(m_button, &QToolButton::clicked, this, &NumberControl::play);
}

void NumberControl::setValue(const engine::LessonValue& value) {
  const auto* array = std::get_if<engine::LessonArray>(&value);
  if (!array || array->size() != 1) return;
  show((*array)[0]);
}

void NumberControl::show(double number) {
  m_number = number;
  const QSignalBlocker noField(m_field);
  m_field->setValue(number);
  if (!m_slider) return;
  const QSignalBlocker noSlider(m_slider);
  if (!m_slider->isSliderDown()) m_slider->setValue(placeOf(number));
}

void NumberControl::choose(double number) {
  const double low = m_field->minimum(), high = m_field->maximum();
  double chosen = number;
  if (control().by > 0) chosen = control().from + std::round((number - control().from) / control().by) * control().by;
  if (isWhole(control())) chosen = std::round(chosen);
  chosen = std::clamp(chosen, low, high);
  if (std::abs(chosen) < 1e-12) chosen = 0;
  const bool isOther = chosen != m_number;
  show(chosen);
  if (isOther) Q_EMIT changed(control().name, engine::numberValue(chosen));
}

double NumberControl::numberAt(int place) const {
  const double share = static_cast<double>(place) / kPlaces, from = control().from, to = control().to;
  return control().isLogarithmic && from > 0 ? from * std::pow(to / from, share) : from + share * (to - from);
}

int NumberControl::placeOf(double number) const {
  const double from = control().from, to = control().to;
  if (to <= from) return 0;
  const bool isLogarithmic = control().isLogarithmic && from > 0 && number > 0;
  const double share = isLogarithmic ? std::log(number / from) / std::log(to / from) : (number - from) / (to - from);
  return static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * kPlaces));
}

double NumberControl::snapped(double number) const {
  for (const double place : control().snap)
    if (std::abs(placeOf(place) - placeOf(number)) <= kSnapPlaces) return place;
  return number;
}

void NumberControl::move(double steps) {
  m_playing.stop();
  if (control().by > 0 || isWhole(control()))
    return choose(m_number + std::copysign(std::max(1.0, std::round(std::abs(steps) / kMovePlaces)), steps) *
                                 (control().by > 0 ? control().by : 1));
  const int place = placeOf(m_number) + static_cast<int>(std::lround(steps * kMovePlaces));
  choose(numberAt(std::clamp(place, 0, kPlaces)));
}

bool NumberControl::isHeld() const { return m_playing.isActive() || (m_slider && m_slider->isSliderDown()); }

void NumberControl::play() {
  if (!control().play) return;
  if (m_playing.isActive()) return m_playing.stop();
  m_played.start();
  if (isMotionReduced()) return choose(m_number == control().play->to ? control().play->from : control().play->to);
  m_playing.start();
  playOn();
}

void NumberControl::playOn() {
  const auto& play = *control().play;
  const double share = std::min(1.0, m_played.elapsed() * 1e-3 / std::max(play.seconds, 0.1));
  const bool isLogarithmic = control().isLogarithmic && play.from > 0 && play.to > 0;
  choose(isLogarithmic ? play.from * std::pow(play.to / play.from, share) : play.from + share * (play.to - play.from));
  if (share >= 1) m_playing.stop();
}

void NumberControl::drawAgain() { choose(QRandomGenerator::global()->bounded(kMostSeed)); }

ControlWidget* makeNumberControl(const engine::LessonControl& control, QWidget* parent) {
  return new NumberControl(control, parent);
}

}  // namespace ui
