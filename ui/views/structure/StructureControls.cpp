// The structure view's form in the inspector, and its commands.
#include "ui/views/structure/StructureControls.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <algorithm>

#include "engine/base/Nth.h"
#include "ui/views/readout/LinkedGroups.h"
#include "ui/views/structure/ColumnColoring.h"
#include "ui/views/structure/StructureView.h"

namespace ui {
namespace {

using Options = StructureOptions;

QString tr(const char* text) { return StructureView::tr(text); }

/// A row whose label names the control for screen readers and takes its shortcut.
template <class Control>
Control* addRow(QFormLayout* form, const char* name, const QString& label, Control* control) {
  control->setObjectName(QLatin1String(name));
  control->setAccessibleName(label);
  form->addRow(label, control);
  return control;
}

void addHeading(QFormLayout* form, const QString& text) {
  auto* label = new QLabel(text);
  label->setFont(ThemeModel::instance().theme().titleFont());
  form->addRow(label);
}

/// Calls `show` now and whenever the view's state changes, without the control telling the view about it.
template <class Show>
void follow(StructureView& view, QWidget* control, const Show& show) {
  const auto quietly = [control, show] {
    const QSignalBlocker quiet(control);
    show();
  };
  quietly();
  QObject::connect(&view, &View::stateChanged, control, quietly);
}

/// Calls `edit(options, value)` with a new value of the control.
template <class Edit>
auto changing(StructureView& view, const Edit& edit) {
  return [&view, edit](const auto& value) { view.change([&](Options& options) { edit(options, value); }); };
}

/// Choices with a value each. Of the options: `current(options)`, and `choose(options, value)`.
template <class Value, class Current, class Choose>
QComboBox* makeChoice(StructureView& view, const std::vector<std::pair<QString, Value>>& choices,
                      const Current& current, const Choose& choose) {
  auto* box = new QComboBox;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  for (const auto& choice : choices) box->addItem(choice.first);
  follow(view, box, [box, choices, current, &view] {
    const auto at = std::find_if(choices.begin(), choices.end(),
                                 [&](const auto& choice) { return choice.second == current(view.options()); });
    if (at != choices.end()) box->setCurrentIndex(static_cast<int>(at - choices.begin()));
  });
  QObject::connect(box, &QComboBox::currentIndexChanged, &view, [choices, set = changing(view, choose)](int index) {
    if (index >= 0) set(engine::nth(choices, index).second);
  });
  return box;
}

/// Choices of one option.
template <class Value>
QComboBox* makeChoice(StructureView& view, const std::vector<std::pair<QString, Value>>& choices,
                      Value Options::*option) {
  return makeChoice(
      view, choices, [option](const Options& options) { return options.*option; },
      [option](Options& options, const Value& value) { options.*option = value; });
}

/// A slider or a spin box; `current` and `choose` as above.
template <class Control, class Current, class Choose>
Control* makeNumber(StructureView& view, Control* control, int low, int high, const Current& current,
                    const Choose& choose) {
  control->setRange(low, high);
  follow(view, control, [control, current, &view] { control->setValue(current(view.options())); });
  QObject::connect(control, &Control::valueChanged, &view, changing(view, choose));
  return control;
}

/// For a whole number.
QSpinBox* makeNumber(StructureView& view, int low, int high, int Options::*option) {
  return makeNumber(
      view, new QSpinBox, low, high, [option](const Options& options) { return options.*option; },
      [option](Options& options, int value) { options.*option = value; });
}

/// For a fraction, in so many steps from one whole number to the next.
QSlider* makeSlider(StructureView& view, double high, double steps, double Options::*option) {
  return makeNumber(
      view, new QSlider(Qt::Horizontal), 0, qRound(high * steps),
      [option, steps](const Options& options) { return qRound(options.*option * steps); },
      [option, steps](Options& options, int value) { options.*option = value / steps; });
}

template <class Current, class Choose>
QCheckBox* addCheck(StructureView& view, QFormLayout* form, const char* name, const QString& text,
                    const Current& current, const Choose& choose) {
  auto* box = new QCheckBox(text);
  box->setObjectName(QLatin1String(name));
  follow(view, box, [box, current, &view] { box->setChecked(current(view.options())); });
  QObject::connect(box, &QCheckBox::toggled, &view, changing(view, choose));
  form->addRow(box);
  return box;
}

void addColumns(StructureView& view, QFormLayout* form) {
  auto* value = addRow(form, "columnValue", tr("Column value"),
                       makeChoice<ColumnValue>(view,
                                               {{tr("Conservation"), ColumnValue::conservation},
                                                {tr("Occupancy"), ColumnValue::occupancy},
                                                {tr("Entropy"), ColumnValue::entropy},
                                                {tr("Consensus share"), ColumnValue::consensus}},
                                               &Options::columnValue));
  std::vector<std::pair<QString, std::string>> alignments;
  for (const engine::DatasetPtr& dataset : linkedAlignments(view.session().document(), view.picture().structure))
    alignments.push_back({QString::fromStdString(dataset->title), dataset->id});
  auto* alignment = addRow(form, "columnAlignment", tr("Alignment"),
                           makeChoice<std::string>(view, alignments, &Options::columnAlignment));
  std::vector<std::pair<QString, std::string>> groups;
  if (const engine::DatasetPtr& structure = view.picture().structure.dataset())
    for (const LinkedGroups& linked : groupsOn(*structure, view.session().document()))
      groups.push_back({linked.title, linked.id});
  follow(view, value, [value, alignment, &view] {
    const bool isColumn = view.options().coloring == ResidueColoring::column;
    value->setEnabled(isColumn);
    alignment->setEnabled(isColumn && alignment->count() > 0);
  });
  if (groups.empty()) return;
  auto* named = addRow(form, "groups", tr("Groups"), makeChoice<std::string>(view, groups, &Options::groups));
  follow(view, named, [named, &view] { named->setEnabled(view.options().coloring == ResidueColoring::group); });
}

void addLook(StructureView& view, QFormLayout* form) {
  addRow(form, "style", tr("Style"),
         makeChoice<StructureStyle>(view,
                                    {{tr("Cartoon"), StructureStyle::cartoon},
                                     {tr("Tube"), StructureStyle::tube},
                                     {tr("CA trace"), StructureStyle::trace},
                                     {tr("Balls and sticks"), StructureStyle::ballAndStick}},
                                    &Options::style));
  std::vector<std::pair<QString, ResidueColoring>> colorings;
  for (const ResidueColoringInfo& info : residueColorings())
    colorings.push_back({QString::fromStdString(info.title), info.coloring});
  addRow(form, "coloring", tr("Colour by"), makeChoice<ResidueColoring>(view, colorings, &Options::coloring));
  addColumns(view, form);
  addCheck(
      view, form, "frames", tr("Residue frames"), [](const Options& options) { return options.areFramesShown; },
      [](Options& options, bool on) { options.areFramesShown = on; })
      ->setToolTip(tr("Axes of N, CA and C: x red, y green, z blue"));
  addRow(form, "frameLength", tr("Length of their axes"),
         makeNumber(
             view, new QSlider(Qt::Horizontal), qRound(10 * kShortestFrame), qRound(10 * kLongestFrame),
             [](const Options& options) { return qRound(10 * options.frameLength); },
             [](Options& options, int value) { options.frameLength = value / 10.0; }))
      ->setToolTip(tr("0.5 to 6 Å"));
}

/// How it looks in print.
void addShading(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Shading and ground"));
  const auto addFlag = [&](const char* name, const QString& text, const QString& help, bool ShadingSettings::*flag) {
    addCheck(
        view, form, name, text, [flag](const Options& options) { return options.shading.*flag; },
        [flag](Options& options, bool on) { options.shading.*flag = on; })
        ->setToolTip(help);
  };
  addFlag("outlines", tr("Outlines"), tr("Dark lines where a surface ends in front of another"),
          &ShadingSettings::hasOutlines);
  addFlag("occlusion", tr("Soft shadows"),
          tr("Folds are darker (ambient occlusion). While the picture turns only where that is fast enough"),
          &ShadingSettings::hasOcclusion);
  addFlag("depthCue", tr("Depth cueing"), tr("Far parts fade into the ground"), &ShadingSettings::isDepthCued);
  addRow(form, "ground", tr("Ground"),
         makeChoice(
             view,
             std::vector<std::pair<QString, PageGround>>{{tr("Of the window"), PageGround::theme},
                                                         {tr("White"), PageGround::white},
                                                         {tr("Black"), PageGround::black},
                                                         {tr("Transparent"), PageGround::transparent}},
             [](const Options& options) { return options.shading.ground; },
             [](Options& options, PageGround ground) { options.shading.ground = ground; }))
      ->setToolTip(tr("Transparent: exported PNG files have no ground"));
  auto* labels = addRow(form, "labels", tr("Label residues"), new QLineEdit);
  labels->setPlaceholderText(tr("52 97-99 B:10"));
  labels->setToolTip(tr("Numbers as in the file, ranges, a chain and a colon before them"));
  follow(view, labels, [labels, &view] {
    const QString text = QString::fromStdString(view.options().labels);
    if (text != labels->text()) labels->setText(text);  // the cursor stays where one writes
  });
  QObject::connect(labels, &QLineEdit::textEdited, &view,
                   changing(view, [](Options& options, const QString& text) { options.labels = text.toStdString(); }));
}

/// Attention of a file: the chain it is shown on.
void addPlaces(StructureView& view, QFormLayout* form) {
  if (view.places().empty()) return;
  std::vector<std::pair<QString, std::string>> chains;
  if (view.options().headsChain.empty()) chains.push_back({tr("Choose"), {}});
  for (const HeadsPlace& place : view.places())
    chains.push_back({QString::fromStdString(place.chain().id), place.chain().id});
  addRow(form, "headsChain", tr("On chain"), makeChoice<std::string>(view, chains, &Options::headsChain));
}

void addLimits(StructureView& view, QFormLayout* form) {
  addRow(form, "limit", tr("Limit"),
         makeChoice<WeightLimit>(view,
                                 {{tr("Share of strongest"), WeightLimit::share}, {tr("Weight"), WeightLimit::weight}},
                                 &Options::weightLimit));
  auto* share = addRow(form, "threshold", tr("Least share"), makeSlider(view, 1, 100, &Options::threshold));
  share->setToolTip(tr("Bars of at least this share of the head's strongest pair"));
  auto* weight = addRow(form, "lowestWeight", tr("Least weight"),
                        makeSlider(view, kMostLowestWeight, 1000, &Options::lowestWeight));
  weight->setToolTip(tr("Bars of at least this weight, 0 to 0.4"));
  follow(view, share, [share, weight, &view] {
    const bool areKeys = view.options().barPairs == BarPairs::strongestKeys;
    share->setEnabled(areKeys && view.options().weightLimit == WeightLimit::share);
    weight->setEnabled(areKeys && view.options().weightLimit == WeightLimit::weight);
  });
}

void addAttention(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Attention bars"));
  addPlaces(view, form);
  addRow(form, "pairs", tr("Pairs"),
         makeChoice<BarPairs>(view,
                              {{tr("Strongest keys of residues"), BarPairs::strongestKeys},
                               {tr("Best L, as contacts"), BarPairs::bestPairs}},
                              &Options::barPairs))
      ->setToolTip(tr("Best L: as many pairs as residues, at least 6 apart, by the symmetric corrected map, which the "
                      "head table's P@L is told of; coloured by whether they touch"));
  addLimits(view, form);
  auto* perResidue = addRow(form, "perResidue", tr("Strongest per residue"),
                            makeNumber(view, 1, kMostPerResidue, &Options::perResidue));
  auto* cutoff = addRow(form, "contactCutoff", tr("Touching below (Å)"),
                        makeNumber(
                            view, new QSpinBox, qRound(kShortestContact), qRound(kLongestContact),
                            [](const Options& options) { return qRound(options.contactCutoff); },
                            [](Options& options, int value) { options.contactCutoff = value; }));
  follow(view, perResidue, [perResidue, cutoff, &view] {
    const bool areKeys = view.options().barPairs == BarPairs::strongestKeys;
    perResidue->setEnabled(areKeys);
    cutoff->setEnabled(!areKeys);
  });
  auto* most = addRow(form, "mostBars", tr("Bars at most"), makeNumber(view, 0, kMostBars, &Options::mostBars));
  most->setSpecialValueText(tr("all"));
  most->setToolTip(tr("The strongest of those above the limit"));
  auto* separation =
      addRow(form, "separation", tr("Farther apart than"), makeNumber(view, 0, kMostSeparation, &Options::separation));
  follow(view, separation,
         [separation, &view] { separation->setEnabled(view.options().barPairs == BarPairs::strongestKeys); });
  separation->setToolTip(tr("Bars join residues i and j of a chain only when |i - j| is larger"));
}

void addMeasures(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Measure"));
  addRow(form, "measuring", tr("Clicks"),
         makeChoice<MeasureKind>(view,
                                 {{tr("Lock a residue"), MeasureKind::none},
                                  {tr("Measure distances (2 atoms)"), MeasureKind::distance},
                                  {tr("Measure angles (3 atoms)"), MeasureKind::angle},
                                  {tr("Measure dihedrals (4 atoms)"), MeasureKind::dihedral}},
                                 &Options::measuring));
  addCheck(
      view, form, "planes", tr("Planes and normals of angles"),
      [](const Options& options) { return options.arePlanesShown; },
      [](Options& options, bool on) { options.arePlanesShown = on; });
  auto* clear = new QPushButton(tr("Remove all measurements"));
  clear->setObjectName(QStringLiteral("clearMeasurements"));
  QObject::connect(clear, &QPushButton::clicked, &view,
                   [&view] { view.change([](Options& options) { options.measurements.clear(); }); });
  follow(view, clear, [clear, &view] { clear->setEnabled(!view.options().measurements.empty()); });
  form->addRow(clear);
}

void addMotion(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Move the coordinates"));
  constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
  const auto addSlider = [&](const char* name, const QString& label, int axis, int most,
                             engine::Vector3 MotionSettings::*part) {
    const char* letter = engine::nth(kAxes, axis);
    addRow(form, (QByteArray(name) + letter).constData(), label.arg(QLatin1String(letter)),
           makeNumber(
               view, new QSlider(Qt::Horizontal), -most, most,
               [axis, part](const Options& options) { return qRound((options.motion.*part)[axis]); },
               [axis, part](Options& options, int value) { (options.motion.*part)[axis] = value; }));
  };
  for (int axis = 0; axis < 3; ++axis) addSlider("turn", tr("Turn about %1 (°)"), axis, 180, &MotionSettings::degrees);
  for (int axis = 0; axis < 3; ++axis)
    addSlider("shift", tr("Shift along %1 (Å)"), axis, static_cast<int>(MotionSettings::kMostShift),
              &MotionSettings::shift);
  addCheck(
      view, form, "mirror", tr("Mirror image"), [](const Options& options) { return options.motion.isMirrored; },
      [](Options& options, bool on) { options.motion.isMirrored = on; });
}

void addSuperposition(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Superpose"));
  std::vector<std::pair<QString, std::string>> structures{{tr("Nothing"), {}}};
  const std::vector<engine::DatasetId> own = view.datasetIds();
  for (const engine::DatasetPtr& dataset : view.session().document().datasets())
    if (dataset->as<engine::Structure>() && (own.empty() || dataset->id != own.front()))
      structures.push_back({QString::fromStdString(dataset->title), dataset->id});
  addRow(form, "superposed", tr("Lay on it"),
         makeChoice(
             view, structures, [](const Options& options) { return options.superposed; }, &superpose));
  addRow(form, "pairing", tr("Pair residues by"),
         makeChoice<Pairing>(
             view, {{tr("Alignment or profile path"), Pairing::alignment}, {tr("Sequence"), Pairing::sequence}},
             &Options::pairing));
}

/// Of the marked pair; reports that there is none.
void measurePair(StructureView& view, PairFeature feature) {
  const ResiduePair pair = view.marks().current;
  if (pair.first < 0 || pair.second < 0 || pair.first == pair.second)
    return view.session().report(
        MessageKind::information,
        tr("Measuring %1: no pair of residues is marked. Click a cell of a map first.").arg(pairFeatureName(feature)));
  const Measurement wanted = pairMeasurement(feature, pair.first, pair.second);
  view.change([&wanted](Options& options) {
    std::erase(options.measurements, wanted);
    options.measurements.push_back(wanted);
  });
  view.centreOnSelection(StructureView::LookFrom::pair);
}

}  // namespace

QWidget* makeStructureControls(StructureView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addLook(view, form);
  addShading(view, form);
  addAttention(view, form);
  addMeasures(view, form);
  addMotion(view, form);
  addSuperposition(view, form);
  return widget;
}

void addStructureCommands(StructureView& view) {
  const auto changes = [&view](void (*edit)(Options&)) { return [&view, edit] { view.change(edit); }; };
  // Atoms that were picked already are forgotten, also by the kind that is being measured.
  const auto measure = [&view](MeasureKind kind) {
    return [&view, kind] {
      for (const MeasureKind next : {MeasureKind::none, kind})
        view.change([next](Options& options) { options.measuring = next; });
    };
  };
  view.addCommand(QStringLiteral("structure.distance"), tr("Measure a distance"), QKeySequence(Qt::Key_D),
                  measure(MeasureKind::distance));
  view.addCommand(QStringLiteral("structure.angle"), tr("Measure an angle"), QKeySequence(Qt::Key_A),
                  measure(MeasureKind::angle));
  view.addCommand(QStringLiteral("structure.dihedral"), tr("Measure a dihedral"), QKeySequence(Qt::SHIFT | Qt::Key_D),
                  measure(MeasureKind::dihedral));
  for (const auto& [id, feature] : {std::pair{"pairDistance", PairFeature::distance},
                                    {"pairOmega", PairFeature::omega},
                                    {"pairTheta", PairFeature::theta},
                                    {"pairPhi", PairFeature::phi}})
    view.addCommand(QStringLiteral("structure.") + QLatin1String(id),
                    tr("Measure %1 of the marked pair").arg(pairFeatureName(feature)), {},
                    [&view, feature = feature] { measurePair(view, feature); });
  view.addCommand(QStringLiteral("structure.clearMeasurements"), tr("Remove all measurements"), {},
                  changes([](Options& options) { options.measurements.clear(); }));
  view.addCommand(QStringLiteral("structure.centre"), tr("Centre on the selection"), QKeySequence(Qt::Key_C),
                  [&view] { view.centreOnSelection(); });
  view.addCommand(QStringLiteral("structure.frameSide"), tr("Look at the residue frame from the side"), {},
                  [&view] { view.centreOnSelection(StructureView::LookFrom::frameSide); });
  view.addCommand(QStringLiteral("structure.mirror"), tr("Mirror the coordinates"), {},
                  changes([](Options& options) { options.motion.isMirrored = !options.motion.isMirrored; }));
  view.addCommand(QStringLiteral("structure.resetMotion"), tr("Put the coordinates back"), {},
                  changes([](Options& options) { options.motion = {}; }));
  view.addCommand(QStringLiteral("structure.frames"), tr("Show or hide residue frames"), QKeySequence(Qt::Key_F),
                  changes([](Options& options) { options.areFramesShown = !options.areFramesShown; }));
}

}  // namespace ui
