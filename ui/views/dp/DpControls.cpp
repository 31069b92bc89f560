#include "ui/views/dp/DpControls.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "ui/views/dp/DpCommands.h"
#include "ui/views/dp/DpView.h"
#include "ui/views/maps/MapControls.h"
#include "ui/views/readout/ShownNumber.h"

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
          [=](double value) { return withMinus(QString::number(value, 'f', decimals)) + unit; }};
}

/// A slider over the ticks of a scale; the place nearest to the value that is stands for that very value.
QSlider* addSlider(QFormLayout& form, QObject& owner, const QString& label, const Scale& scale, double current,
                   std::function<void(double)> moved) {
  int nearest = 0;
  for (int tick = 1; tick <= scale.ticks; ++tick)
    if (std::abs(scale.valueAt(tick) - current) < std::abs(scale.valueAt(nearest) - current)) nearest = tick;
  const auto valueAt = [=](int tick) { return tick == nearest ? current : scale.valueAt(tick); };
  QSlider* slider = ui::addSlider(
      form, owner, label, 0, scale.ticks, nearest, [=](int tick) { return scale.text(valueAt(tick)); },
      [=, moved = std::move(moved)](int tick) { moved(valueAt(tick)); });
  slider->setPageStep(std::max(1, scale.ticks / kTicksPerPage));
  return slider;
}

void addButton(QFormLayout& form, QObject& owner, const QString& text, std::function<void()> pressed) {
  auto* button = new QPushButton(text);
  button->setObjectName(text);
  QObject::connect(button, &QPushButton::clicked, &owner, std::move(pressed));
  form.addRow(button);
}

/// A list of the values of one option.
template <class Value>
void addOption(QFormLayout& form, DpView& view, const char* label, const std::vector<std::pair<QString, Value>>& values,
               Value DpOptions::*option) {
  std::vector<Choice> choices;
  for (const auto& [text, value] : values) choices.push_back({text, static_cast<int>(value)});
  addChoice(form, view, QString::fromUtf8(label), choices, static_cast<int>(view.options().*option),
            [&view, option](const QVariant& chosen) {
              view.change([&](DpOptions& options) { options.*option = static_cast<Value>(chosen.toInt()); });
            });
}

void addFlag(QFormLayout& form, DpView& view, const char* label, bool DpOptions::*option) {
  addSwitch(form, view, QString::fromUtf8(label), checked(view.options().*option), [&view, option](bool on) {
    view.change([&](DpOptions& options) { options.*option = on; });
  });
}

void addPlaneControls(QFormLayout& form, DpView& view) {
  std::vector<std::pair<QString, engine::DpKind>> kinds;
  std::vector<std::pair<QString, int>> planes;
  if (const engine::ProfileAlignment* alignment = view.picture().alignment()) {
    for (const engine::DpKind kind : kindsOf(*alignment)) kinds.emplace_back(kindText(kind), kind);
    for (const engine::PairState state : view.picture().matrices().states)
      planes.emplace_back(stateText(state), static_cast<int>(planes.size()));
  }
  if (kinds.size() > 1) addOption(form, view, "Matrix", kinds, &DpOptions::kind);
  addOption(form, view, "Plane", planes, &DpOptions::mainPlane);
  addOption(form, view, "Arrangement",
            {{QStringLiteral("One large"), PlaneArrangement::oneLarge},
             {QStringLiteral("Side by side"), PlaneArrangement::sideBySide},
             {QStringLiteral("Beside its posterior"), PlaneArrangement::withPosterior},
             {QStringLiteral("Lanes of the vector code"), PlaneArrangement::lanes}},
            &DpOptions::arrangement);
}

void addLookControls(QFormLayout& form, DpView& view) {
  addOption(form, view, "Show",
            {{QStringLiteral("Behind the best"), PlaneQuantity::behindBest},
             {QStringLiteral("Scores"), PlaneQuantity::score}},
            &DpOptions::quantity);
  addOption(form, view, "Range",
            {{QStringLiteral("Same for all planes"), PlaneRange::common},
             {QStringLiteral("Each plane its own"), PlaneRange::perPlane}},
            &DpOptions::range);
  std::vector<Choice> maps = colorMapChoices();
  maps.insert(maps.begin(), {QStringLiteral("By the values"), QString()});
  addChoice(form, view, QStringLiteral("Colours"), maps, view.options().colorMap, [&view](const QVariant& value) {
    view.change([&](DpOptions& options) { options.colorMap = value.toString(); });
  });
  addOption(form, view, "Letters",
            {{QStringLiteral("First sequence"), ProfileLetters::firstSequence},
             {QStringLiteral("Consensus"), ProfileLetters::consensus}},
            &DpOptions::letters);
  if (!view.picture().logos().isEmpty()) addFlag(form, view, "Show the logos", &DpOptions::areLogosShown);
  addFlag(form, view, "Open the cell", &DpOptions::isCardShown);
}

void fillPaths(QComboBox& box, const DpPicture& picture) {
  const QSignalBlocker blocker(&box);
  box.clear();
  for (const PathChoice& choice : picture.paths())
    box.addItem(pathChoiceText(choice, picture.paths().front()), box.count());
  box.setCurrentIndex(picture.options().path);
}

void addPathControls(QFormLayout& form, DpView& view) {
  const bool areSeveral = view.picture().paths().size() > 1;
  if (areSeveral) {
    QComboBox* box = addChoice(form, view, QStringLiteral("Path"), {}, view.options().path,
                               [&view](const QVariant& value) {
                                 if (!value.isValid()) return;
                                 view.change([&](DpOptions& options) { options.path = value.toInt(); });
                               });
    fillPaths(*box, view.picture());
    QObject::connect(&view, &DpView::pathsChanged, box, [box, &view] { fillPaths(*box, view.picture()); });
  }
  addFlag(form, view, "Show the path", &DpOptions::isPathShown);
  if (areSeveral) addFlag(form, view, "Show the other paths", &DpOptions::areRivalsShown);
  addFlag(form, view, "List the paths", &DpOptions::isListShown);
  if (view.picture().isPosteriorKnown())
    addFlag(form, view, "Colour the path by posterior", &DpOptions::isPosteriorShown);
}

/// Follows the player, and moves it.
void addProgress(QFormLayout& form, DpPlayer& player) {
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setObjectName(QStringLiteral("Progress"));
  slider->setAccessibleName(QStringLiteral("Progress"));
  const auto follow = [slider, &player] {
    const QSignalBlocker blocker(slider);
    const DpStepper& stepper = player.stepper();
    slider->setMaximum(static_cast<int>(std::min<Index>(stepper.numPositions(), std::numeric_limits<int>::max())));
    slider->setValue(static_cast<int>(std::min<Index>(stepper.position(), slider->maximum())));
  };
  follow();
  QObject::connect(&player, &DpPlayer::stepped, slider, follow);
  QObject::connect(slider, &QSlider::valueChanged, &player, [&player](int value) { player.setPosition(value); });
  form.addRow(QStringLiteral("Progress"), slider);
}

void addStepControls(QFormLayout& form, DpView& view) {
  DpPlayer& player = view.player();
  addSwitch(form, player, QStringLiteral("Fill step by step"), checked(player.isOn()),
            [&player](bool on) { player.setOn(on); });
  if (!player.isOn()) return;
  addChoice(form, player, QStringLiteral("Step by"),
            {{QStringLiteral("Cell"), number(StepUnit::cell)},
             {QStringLiteral("Row"), number(StepUnit::row)},
             {QStringLiteral("Anti-diagonal"), number(StepUnit::antiDiagonal)}},
            number(player.stepper().unit()),
            [&player](const QVariant& value) { player.setUnit(static_cast<StepUnit>(value.toInt())); });
  const Scale speed{
      kSpeedTicks, [](int tick) { return kSlowest * std::pow(kFastest / kSlowest, tick / double(kSpeedTicks)); },
      [](double value) { return QStringLiteral("%1 steps/s").arg(QString::number(value, 'f', value < 10 ? 1 : 0)); }};
  addSlider(form, player, QStringLiteral("Speed"), speed, player.speed(),
            [&player](double value) { player.setSpeed(value); });
  addProgress(form, player);
  addButton(form, player, QStringLiteral("Play or pause"), [&player] { player.setPlaying(!player.isPlaying()); });
}

/// A slider that moves one of the knobs.
template <class Value>
QSlider* addKnob(QFormLayout& form, DpLive& live, const char* label, const Scale& scale,
                 Value engine::AlignmentKnobs::*knob) {
  return addSlider(form, live, QString::fromUtf8(label), scale, static_cast<double>(live.knobs().*knob),
                   [&live, knob](double value) {
                     engine::AlignmentKnobs knobs = live.knobs();
                     knobs.*knob = static_cast<Value>(std::is_integral_v<Value> ? std::round(value) : value);
                     live.setKnobs(knobs);
                   });
}

void addKnobControls(QFormLayout& form, DpView& view) {
  DpLive& live = view.live();
  if (!live.isPossible()) return;
  addKnob(form, live, "Score offset", linearScale(-1, 1, 0.01, QStringLiteral(" bit")),
          &engine::AlignmentKnobs::shift);
  addKnob(form, live, "Gap opening", linearScale(0, 3, 0.05, QStringLiteral(" ×")),
          &engine::AlignmentKnobs::gapOpening);
  QSlider* structure = addKnob(form, live, "Structure weight", linearScale(0, 1, 0.01, {}),
                               &engine::AlignmentKnobs::structureWeight);
  structure->setEnabled(live.hasStructure());
  if (!live.hasStructure())
    structure->setToolTip(QStringLiteral("Needs secondary structure in both profiles, predicted in one at least"));
  addKnob(form, live, "Correlation weight", linearScale(0, 0.5, 0.01, {}), &engine::AlignmentKnobs::correlation);
  addKnob(form, live, "Alignments", linearScale(1, kMostListed, 1, {}), &engine::AlignmentKnobs::alternatives);
  addKnob(form, live, "Co-optimal paths", linearScale(0, kMostListed, 1, {}), &engine::AlignmentKnobs::coOptimal);
  addButton(form, view, QStringLiteral("As the alignment was made"), [&view] {
    view.live().reset();
    Q_EMIT view.controlsOutdated();
  });
  addButton(form, view, QStringLiteral("Keep as a dataset"), [&view] { keepAlignment(view); });
}

}  // namespace

QWidget* makeDpControls(DpView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addPlaneControls(*form, view);
  addLookControls(*form, view);
  addPathControls(*form, view);
  addStepControls(*form, view);
  addKnobControls(*form, view);
  return widget;
}

}  // namespace ui

