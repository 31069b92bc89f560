// The inspector's form of the DP view.
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "ui/views/dp/DpView.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

using engine::Index;

namespace {

constexpr int kSpeedTicks = 40;
constexpr double kSlowest = 0.5, kFastest = 50000;
constexpr int kMostListed = 50;  ///< alternatives and co-optimal paths that the form offers
constexpr int kTicksPerPage = 10;

QVariant number(auto value) { return QVariant(static_cast<int>(value)); }
Qt::CheckState checked(bool on) { return on ? Qt::Checked : Qt::Unchecked; }

QString kindText(engine::DpKind kind) {
  switch (kind) {
    case engine::DpKind::viterbi:
      return QStringLiteral("Viterbi: best path");
    case engine::DpKind::forward:
      return QStringLiteral("Forward: all paths to here");
    case engine::DpKind::backward:
      return QStringLiteral("Backward: all paths from here");
    case engine::DpKind::posterior:
      return QStringLiteral("Posterior probability");
  }
  return {};
}

/// What a slider moves: `ticks` + 1 values, and how each is written.
struct Scale {
  int ticks = 100;
  std::function<double(int)> valueAt;
  std::function<QString(double)> text;
};

Scale linearScale(double low, double high, double step, const QString& unit) {
  const int decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0;
  return {static_cast<int>(std::lround((high - low) / step)), [=](int tick) { return low + tick * step; },
          [=](double value) { return QString::number(value, 'f', decimals).replace(u'-', u'−') + unit; }};
}

/// A labelled slider with its value beside it; `moved` is called while it moves.
QSlider* addSlider(QFormLayout& form, QObject& owner, const QString& label, const Scale& scale, double current,
                   std::function<void(double)> moved) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setObjectName(label);
  slider->setAccessibleName(label);
  slider->setRange(0, scale.ticks);
  slider->setPageStep(std::max(1, scale.ticks / kTicksPerPage));
  int nearest = 0;
  for (int tick = 1; tick <= scale.ticks; ++tick)
    if (std::abs(scale.valueAt(tick) - current) < std::abs(scale.valueAt(nearest) - current)) nearest = tick;
  slider->setValue(nearest);
  auto* value = new QLabel(scale.text(current));
  // As wide as the longest text, so that the slider does not change its length while it moves.
  for (const int tick : {0, scale.ticks})
    value->setMinimumWidth(
        std::max(value->minimumWidth(), value->fontMetrics().horizontalAdvance(scale.text(scale.valueAt(tick)))));
  layout->addWidget(slider, 1);
  layout->addWidget(value);
  QObject::connect(slider, &QSlider::valueChanged, &owner, [scale, value, moved = std::move(moved)](int tick) {
    value->setText(scale.text(scale.valueAt(tick)));
    moved(scale.valueAt(tick));
  });
  form.addRow(label, row);
  if (auto* text = qobject_cast<QLabel*>(form.labelForField(row))) text->setBuddy(slider);
  return slider;
}

void addButton(QFormLayout& form, QObject& owner, const QString& text, std::function<void()> pressed) {
  auto* button = new QPushButton(text);
  button->setObjectName(text);
  QObject::connect(button, &QPushButton::clicked, &owner, std::move(pressed));
  form.addRow(button);
}

}  // namespace

QWidget* DpView::makeControls(QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addPlaneControls(*form);
  addLookControls(*form);
  addPathControls(*form);
  addStepControls(*form);
  addKnobControls(*form);
  return widget;
}

void DpView::addPlaneControls(QFormLayout& form) {
  std::vector<Choice> matrixKinds, planes;
  for (const engine::DpKind kind : kinds()) matrixKinds.push_back({kindText(kind), number(kind)});
  for (int plane = 0; plane < numPlanes(); ++plane)
    planes.push_back({stateText(matrices().states[static_cast<size_t>(plane)]), plane});
  if (matrixKinds.size() > 1)
    addChoice(form, *this, QStringLiteral("Matrix"), matrixKinds, number(m_kind),
              [this](const QVariant& value) { setMatrixKind(static_cast<engine::DpKind>(value.toInt())); });
  addChoice(form, *this, QStringLiteral("Plane"), planes, m_main,
            [this](const QVariant& value) { setMainPlane(value.toInt()); });
  addChoice(form, *this, QStringLiteral("Arrangement"),
            {{QStringLiteral("One large"), number(PlaneArrangement::oneLarge)},
             {QStringLiteral("Side by side"), number(PlaneArrangement::sideBySide)},
             {QStringLiteral("Beside its posterior"), number(PlaneArrangement::withPosterior)},
             {QStringLiteral("Lanes of the vector code"), number(PlaneArrangement::lanes)}},
            number(m_arrangement),
            [this](const QVariant& value) { setArrangement(static_cast<PlaneArrangement>(value.toInt())); });
}

void DpView::addLookControls(QFormLayout& form) {
  addChoice(form, *this, QStringLiteral("Show"),
            {{QStringLiteral("Behind the best"), number(PlaneQuantity::behindBest)},
             {QStringLiteral("Scores"), number(PlaneQuantity::score)}},
            number(m_quantity),
            [this](const QVariant& value) { setQuantity(static_cast<PlaneQuantity>(value.toInt())); });
  addChoice(form, *this, QStringLiteral("Range"),
            {{QStringLiteral("Same for all planes"), number(PlaneRange::common)},
             {QStringLiteral("Each plane its own"), number(PlaneRange::perPlane)}},
            number(m_range), [this](const QVariant& value) { setRange(static_cast<PlaneRange>(value.toInt())); });
  std::vector<Choice> maps = colorMapChoices();
  maps.insert(maps.begin(), {QStringLiteral("By the values"), QString()});
  addChoice(form, *this, QStringLiteral("Colours"), maps, m_colorMap,
            [this](const QVariant& value) { setColorMap(value.toString()); });
  addChoice(form, *this, QStringLiteral("Letters"),
            {{QStringLiteral("First sequence"), number(ProfileLetters::firstSequence)},
             {QStringLiteral("Consensus"), number(ProfileLetters::consensus)}},
            number(m_letters),
            [this](const QVariant& value) { setLetters(static_cast<ProfileLetters>(value.toInt())); });
  if (!m_queryLogo.empty() && !m_templateLogo.empty())
    addSwitch(form, *this, QStringLiteral("Show the logos"), checked(m_areLogosShown),
              [this](bool on) { setLogosShown(on); });
  addSwitch(form, *this, QStringLiteral("Open the cell"), checked(m_isCardShown),
            [this](bool on) { setCardShown(on); });
}

void DpView::fillPathBox() {
  if (!m_pathBox) return;
  const QSignalBlocker blocker(m_pathBox.data());
  m_pathBox->clear();
  for (int k = 0; k < numPaths(); ++k)
    m_pathBox->addItem(pathChoiceText(m_choices[static_cast<size_t>(k)], m_choices.front()), k);
  m_pathBox->setCurrentIndex(m_path);
}

void DpView::addPathControls(QFormLayout& form) {
  if (numPaths() > 1) {
    addChoice(form, *this, QStringLiteral("Path"), {}, m_path, [this](const QVariant& value) {
      if (value.isValid()) setPath(value.toInt());
    });
    m_pathBox = form.parentWidget()->findChild<QComboBox*>(QStringLiteral("Path"));
    fillPathBox();
  }
  addSwitch(form, *this, QStringLiteral("Show the path"), checked(m_isPathShown),
            [this](bool on) { setPathShown(on); });
  if (numPaths() > 1)
    addSwitch(form, *this, QStringLiteral("Show the other paths"), checked(m_areRivalsShown),
              [this](bool on) { setRivalsShown(on); });
  addSwitch(form, *this, QStringLiteral("List the paths"), checked(m_isListShown),
            [this](bool on) { setListShown(on); });
  if (isPosteriorKnown())
    addSwitch(form, *this, QStringLiteral("Colour the path by posterior"), checked(m_isPosteriorShown),
              [this](bool on) { setPosteriorShown(on); });
}

void DpView::addStepControls(QFormLayout& form) {
  addSwitch(form, *this, QStringLiteral("Fill step by step"), checked(m_isStepping),
            [this](bool on) { setStepping(on); });
  if (!m_isStepping) return;
  addChoice(form, *this, QStringLiteral("Step by"),
            {{QStringLiteral("Cell"), number(StepUnit::cell)},
             {QStringLiteral("Row"), number(StepUnit::row)},
             {QStringLiteral("Anti-diagonal"), number(StepUnit::antiDiagonal)}},
            number(m_stepper.unit()),
            [this](const QVariant& value) { setStepUnit(static_cast<StepUnit>(value.toInt())); });
  const Scale speed{
      kSpeedTicks, [](int tick) { return kSlowest * std::pow(kFastest / kSlowest, tick / double(kSpeedTicks)); },
      [](double value) { return QStringLiteral("%1 steps/s").arg(QString::number(value, 'f', value < 10 ? 1 : 0)); }};
  addSlider(form, *this, QStringLiteral("Speed"), speed, m_speed, [this](double value) { setSpeed(value); });
  const auto last = static_cast<int>(std::min<Index>(m_stepper.numPositions(), std::numeric_limits<int>::max()));
  auto* position = new QSlider(Qt::Horizontal);
  position->setObjectName(QStringLiteral("Progress"));
  position->setAccessibleName(QStringLiteral("Progress"));
  position->setRange(0, last);
  position->setValue(static_cast<int>(std::min<Index>(m_stepper.position(), last)));
  connect(position, &QSlider::valueChanged, this, [this](int value) { setStepPosition(value); });
  m_positionSlider = position;
  form.addRow(QStringLiteral("Progress"), position);
  addButton(form, *this, QStringLiteral("Play or pause"), [this] { setPlaying(!isPlaying()); });
}

void DpView::addKnobControls(QFormLayout& form) {
  if (!m_live->isPossible()) return;
  const engine::AlignmentKnobs& now = m_live->knobs();
  const auto addKnob = [&](const char* label, const Scale& scale, double engine::AlignmentKnobs::*knob) {
    return addSlider(form, *this, QString::fromUtf8(label), scale, now.*knob, [this, knob](double value) {
      engine::AlignmentKnobs knobs = m_live->knobs();
      knobs.*knob = value;
      m_live->setKnobs(knobs);
    });
  };
  addKnob("Score offset", linearScale(-1, 1, 0.01, QStringLiteral(" bit")), &engine::AlignmentKnobs::shift);
  addKnob("Gap opening", linearScale(0, 3, 0.05, QStringLiteral(" ×")), &engine::AlignmentKnobs::gapOpening);
  QSlider* structure =
      addKnob("Structure weight", linearScale(0, 1, 0.01, {}), &engine::AlignmentKnobs::structureWeight);
  structure->setEnabled(m_live->hasStructure());
  if (!m_live->hasStructure())
    structure->setToolTip(QStringLiteral("Needs secondary structure in both profiles, predicted in one at least"));
  addKnob("Correlation weight", linearScale(0, 0.5, 0.01, {}), &engine::AlignmentKnobs::correlation);
  const auto addCount = [&](const char* label, int least, auto member) {
    addSlider(form, *this, QString::fromUtf8(label), linearScale(least, kMostListed, 1, {}),
              static_cast<double>(now.*member), [this, member](double value) {
                engine::AlignmentKnobs knobs = m_live->knobs();
                knobs.*member = static_cast<std::remove_reference_t<decltype(knobs.*member)>>(std::lround(value));
                m_live->setKnobs(knobs);
              });
  };
  addCount("Alignments", 1, &engine::AlignmentKnobs::alternatives);
  addCount("Co-optimal paths", 0, &engine::AlignmentKnobs::coOptimal);
  addButton(form, *this, QStringLiteral("As the alignment was made"), [this] { resetKnobs(); });
  addButton(form, *this, QStringLiteral("Keep as a dataset"), [this] { keepAlignment(); });
}

}  // namespace ui
