// The structure view's form in the inspector.
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <algorithm>
#include <functional>

#include "ui/views/structure/StructureView.h"

namespace ui {
namespace {

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

/// Choices with a value each.
template <class Value>
QComboBox* makeChoice(StructureView& view, const std::vector<std::pair<QString, Value>>& choices,
                      const std::function<Value()>& current, const std::function<void(const Value&)>& choose) {
  auto* box = new QComboBox;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  for (const auto& choice : choices) box->addItem(choice.first);
  follow(view, box, [box, choices, current] {
    const auto at = std::find_if(choices.begin(), choices.end(),
                                 [value = current()](const auto& choice) { return choice.second == value; });
    if (at != choices.end()) box->setCurrentIndex(static_cast<int>(at - choices.begin()));
  });
  QObject::connect(box, &QComboBox::currentIndexChanged, &view, [choices, choose](int index) {
    if (index >= 0) choose(choices[static_cast<size_t>(index)].second);
  });
  return box;
}

/// A slider or a spin box.
template <class Control>
Control* makeNumber(StructureView& view, Control* control, int low, int high, const std::function<int()>& current,
                    const std::function<void(int)>& choose) {
  control->setRange(low, high);
  follow(view, control, [control, current] { control->setValue(current()); });
  QObject::connect(control, &Control::valueChanged, &view, choose);
  return control;
}

QCheckBox* addCheck(StructureView& view, QFormLayout* form, const char* name, const QString& text,
                    const std::function<bool()>& current, const std::function<void(bool)>& choose) {
  auto* box = new QCheckBox(text);
  box->setObjectName(QLatin1String(name));
  follow(view, box, [box, current] { box->setChecked(current()); });
  QObject::connect(box, &QCheckBox::toggled, &view, choose);
  form->addRow(box);
  return box;
}

QSlider* newSlider() { return new QSlider(Qt::Horizontal); }

void addColumns(StructureView& view, QFormLayout* form) {
  auto* value =
      addRow(form, "columnValue", tr("Column value"),
             makeChoice<ColumnValue>(
                 view,
                 {{tr("Conservation"), ColumnValue::conservation},
                  {tr("Occupancy"), ColumnValue::occupancy},
                  {tr("Entropy"), ColumnValue::entropy},
                  {tr("Share of the consensus"), ColumnValue::consensus}},
                 [&view] { return view.columnValue(); }, [&view](auto chosen) { view.setColumnValue(chosen); }));
  std::vector<std::pair<QString, std::string>> alignments;
  for (const engine::DatasetPtr& dataset : view.linkedAlignments())
    alignments.push_back({QString::fromStdString(dataset->title), dataset->id});
  auto* alignment = addRow(form, "columnAlignment", tr("Alignment"),
                           makeChoice<std::string>(
                               view, alignments, [&view] { return view.columnAlignment(); },
                               [&view](const std::string& id) { view.setColumnAlignment(id); }));
  follow(view, value, [value, alignment, &view] {
    const bool isColumn = view.coloring() == ResidueColoring::column;
    value->setEnabled(isColumn);
    alignment->setEnabled(isColumn && alignment->count() > 0);
  });
}

void addLook(StructureView& view, QFormLayout* form) {
  addRow(form, "style", tr("Style"),
         makeChoice<StructureStyle>(
             view,
             {{tr("Cartoon"), StructureStyle::cartoon},
              {tr("Tube"), StructureStyle::tube},
              {tr("CA trace"), StructureStyle::trace},
              {tr("Balls and sticks"), StructureStyle::ballAndStick}},
             [&view] { return view.style(); }, [&view](auto style) { view.setStyle(style); }));
  std::vector<std::pair<QString, ResidueColoring>> colorings;
  for (const ResidueColoringInfo& info : residueColorings())
    colorings.push_back({QString::fromStdString(info.title), info.coloring});
  addRow(form, "coloring", tr("Colour by"),
         makeChoice<ResidueColoring>(
             view, colorings, [&view] { return view.coloring(); }, [&view](auto chosen) { view.setColoring(chosen); }));
  addColumns(view, form);
  addCheck(
      view, form, "frames", tr("Residue frames"), [&view] { return view.areFramesShown(); },
      [&view](bool on) { view.setFramesShown(on); })
      ->setToolTip(tr("Axes of N, CA and C: x red, y green, z blue, 1.5 Å long"));
}

/// Attention of a file: the chain it is shown on.
void addPlaces(StructureView& view, QFormLayout* form) {
  if (view.places().empty()) return;
  std::vector<std::pair<QString, std::string>> chains;
  if (view.headsChain().empty()) chains.push_back({tr("Choose"), {}});
  for (const HeadsPlace& place : view.places())
    chains.push_back({QString::fromStdString(place.chain().id), place.chain().id});
  addRow(form, "headsChain", tr("On chain"),
         makeChoice<std::string>(
             view, chains, [&view] { return view.headsChain(); },
             [&view](const std::string& chain) { view.setHeadsChain(chain); }));
}

void addLimits(StructureView& view, QFormLayout* form) {
  constexpr double kShareSteps = 100, kWeightSteps = 1000;
  addRow(form, "limit", tr("Limit"),
         makeChoice<WeightLimit>(
             view, {{tr("Share of the strongest"), WeightLimit::share}, {tr("Weight"), WeightLimit::weight}},
             [&view] { return view.weightLimit(); }, [&view](auto chosen) { view.setWeightLimit(chosen); }));
  auto* share = addRow(form, "threshold", tr("Least share"),
                       makeNumber(
                           view, newSlider(), 0, static_cast<int>(kShareSteps),
                           [&view] { return qRound(view.threshold() * kShareSteps); },
                           [&view](int value) { view.setThreshold(value / kShareSteps); }));
  share->setToolTip(tr("Bars of at least this share of the head's strongest pair"));
  auto* weight = addRow(form, "lowestWeight", tr("Least weight"),
                        makeNumber(
                            view, newSlider(), 0, qRound(StructureView::kMostLowestWeight * kWeightSteps),
                            [&view] { return qRound(view.lowestWeight() * kWeightSteps); },
                            [&view](int value) { view.setLowestWeight(value / kWeightSteps); }));
  weight->setToolTip(tr("Bars of at least this weight, 0 to 0.4"));
  follow(view, share, [share, weight, &view] {
    share->setEnabled(view.weightLimit() == WeightLimit::share);
    weight->setEnabled(view.weightLimit() == WeightLimit::weight);
  });
}

void addAttention(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Attention bars"));
  addPlaces(view, form);
  addLimits(view, form);
  addRow(form, "perResidue", tr("Strongest per residue"),
         makeNumber(
             view, new QSpinBox, 1, StructureView::kMostPerResidue, [&view] { return view.perResidue(); },
             [&view](int count) { view.setPerResidue(count); }));
  addRow(form, "separation", tr("Farther apart than"),
         makeNumber(
             view, new QSpinBox, 0, StructureView::kMostSeparation, [&view] { return view.separation(); },
             [&view](int separation) { view.setSeparation(separation); }))
      ->setToolTip(tr("Bars join residues i and j of a chain only when |i - j| is larger"));
}

void addMeasures(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Measure"));
  addRow(form, "measuring", tr("Clicks"),
         makeChoice<MeasureKind>(
             view,
             {{tr("Lock a residue"), MeasureKind::none},
              {tr("Measure distances (2 atoms)"), MeasureKind::distance},
              {tr("Measure angles (3 atoms)"), MeasureKind::angle},
              {tr("Measure dihedrals (4 atoms)"), MeasureKind::dihedral}},
             [&view] { return view.measuring(); }, [&view](auto kind) { view.setMeasuring(kind); }));
  auto* clear = new QPushButton(tr("Remove all measurements"));
  clear->setObjectName(QStringLiteral("clearMeasurements"));
  QObject::connect(clear, &QPushButton::clicked, &view, [&view] { view.setMeasurements({}); });
  follow(view, clear, [clear, &view] { clear->setEnabled(!view.measurements().empty()); });
  form->addRow(clear);
}

void addMotion(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Move the coordinates"));
  constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
  const auto addSlider = [&](const char* name, const QString& label, int axis, int most,
                             engine::Vector3 MotionSettings::*part) {
    const QByteArray fullName = QByteArray(name) + kAxes[static_cast<size_t>(axis)];
    addRow(
        form, fullName.constData(), label.arg(QLatin1String(kAxes[static_cast<size_t>(axis)])),
        makeNumber(
            view, newSlider(), -most, most, [&view, axis, part] { return qRound((view.motionSettings().*part)[axis]); },
            [&view, axis, part](int value) {
              MotionSettings settings = view.motionSettings();
              (settings.*part)[axis] = value;
              view.setMotionSettings(settings);
            }));
  };
  for (int axis = 0; axis < 3; ++axis) addSlider("turn", tr("Turn about %1 (°)"), axis, 180, &MotionSettings::degrees);
  for (int axis = 0; axis < 3; ++axis)
    addSlider("shift", tr("Shift along %1 (Å)"), axis, static_cast<int>(MotionSettings::kMostShift),
              &MotionSettings::shift);
  addCheck(
      view, form, "mirror", tr("Mirror image"), [&view] { return view.motionSettings().isMirrored; },
      [&view](bool on) {
        MotionSettings settings = view.motionSettings();
        settings.isMirrored = on;
        view.setMotionSettings(settings);
      });
}

void addSuperposition(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Superpose"));
  std::vector<std::pair<QString, std::string>> structures{{tr("Nothing"), {}}};
  const std::vector<std::string> own = view.datasetIds();
  for (const engine::DatasetPtr& dataset : view.session().document().datasets())
    if (dataset->as<engine::Structure>() && (own.empty() || dataset->id != own.front()))
      structures.push_back({QString::fromStdString(dataset->title), dataset->id});
  addRow(form, "superposed", tr("Lay on it"),
         makeChoice<std::string>(
             view, structures, [&view] { return view.superposed(); },
             [&view](const std::string& id) { view.superpose(id); }));
  addRow(form, "pairing", tr("Pair residues by"),
         makeChoice<Pairing>(
             view, {{tr("Alignment or profile path"), Pairing::alignment}, {tr("Sequence"), Pairing::sequence}},
             [&view] { return view.pairing(); }, [&view](auto pairing) { view.setPairing(pairing); }));
}

}  // namespace

QWidget* makeStructureControls(StructureView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addLook(view, form);
  addAttention(view, form);
  addMeasures(view, form);
  addMotion(view, form);
  addSuperposition(view, form);
  return widget;
}

QWidget* StructureView::makeControls(QWidget* parent) { return makeStructureControls(*this, parent); }

}  // namespace ui
