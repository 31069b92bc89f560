// The structure view's form in the inspector.
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>

#include "ui/views/StructureView.h"

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

/// Choices with a value each.
template <class Value, class Chosen>
QComboBox* makeChoice(StructureView& view, const std::vector<std::pair<QString, Value>>& choices, Value current,
                      const Chosen& chosen) {
  auto* box = new QComboBox;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  for (size_t k = 0; k < choices.size(); ++k) {
    box->addItem(choices[k].first);
    if (choices[k].second == current) box->setCurrentIndex(static_cast<int>(k));
  }
  QObject::connect(box, &QComboBox::currentIndexChanged, &view, [choices, chosen](int index) {
    if (index >= 0) chosen(choices[static_cast<size_t>(index)].second);
  });
  return box;
}

QSlider* makeSlider(int low, int high, int value) {
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setRange(low, high);
  slider->setValue(value);
  return slider;
}

QSpinBox* makeSpinBox(int low, int high, int value) {
  auto* box = new QSpinBox;
  box->setRange(low, high);
  box->setValue(value);
  return box;
}

void addLook(StructureView& view, QFormLayout* form) {
  addRow(form, "style", tr("Style"),
         makeChoice<StructureStyle>(view,
                                    {{tr("Cartoon"), StructureStyle::cartoon},
                                     {tr("Tube"), StructureStyle::tube},
                                     {tr("CA trace"), StructureStyle::trace},
                                     {tr("Balls and sticks"), StructureStyle::ballAndStick}},
                                    view.style(), [&view](StructureStyle style) { view.setStyle(style); }));
  std::vector<std::pair<QString, ResidueColoring>> colorings;
  for (const ResidueColoringInfo& info : residueColorings())
    colorings.push_back({QString::fromStdString(info.title), info.coloring});
  auto* coloring = addRow(form, "coloring", tr("Colour by"),
                          makeChoice<ResidueColoring>(view, colorings, view.coloring(),
                                                      [&view](ResidueColoring chosen) { view.setColoring(chosen); }));
  auto* value =
      addRow(form, "columnValue", tr("Column value"),
             makeChoice<ColumnValue>(view,
                                     {{tr("Conservation"), ColumnValue::conservation},
                                      {tr("Occupancy"), ColumnValue::occupancy},
                                      {tr("Entropy"), ColumnValue::entropy},
                                      {tr("Share of the consensus"), ColumnValue::consensus}},
                                     view.columnValue(), [&view](ColumnValue chosen) { view.setColumnValue(chosen); }));
  std::vector<std::pair<QString, std::string>> alignments;
  for (const engine::DatasetPtr& dataset : view.linkedAlignments())
    alignments.push_back({QString::fromStdString(dataset->title), dataset->id});
  auto* alignment = addRow(form, "columnAlignment", tr("Alignment"),
                           makeChoice<std::string>(view, alignments, view.columnAlignment(),
                                                   [&view](const std::string& id) { view.setColumnAlignment(id); }));
  const auto enable = [=, &view] {
    const bool isColumn = view.coloring() == ResidueColoring::column;
    value->setEnabled(isColumn);
    alignment->setEnabled(isColumn && alignment->count() > 0);
  };
  enable();
  QObject::connect(coloring, &QComboBox::currentIndexChanged, value, enable);
  auto* frames = new QCheckBox(tr("Residue frames"));
  frames->setToolTip(tr("Axes of N, CA and C: x red, y green, z blue, 1.5 Å long"));
  frames->setObjectName(QStringLiteral("frames"));
  frames->setChecked(view.areFramesShown());
  QObject::connect(frames, &QCheckBox::toggled, &view, &StructureView::setFramesShown);
  form->addRow(frames);
}

void addAttention(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Attention bars"));
  auto* limit =
      addRow(form, "limit", tr("Limit"),
             makeChoice<WeightLimit>(
                 view, {{tr("Share of the strongest"), WeightLimit::share}, {tr("Weight"), WeightLimit::weight}},
                 view.weightLimit(), [&view](WeightLimit chosen) { view.setWeightLimit(chosen); }));
  constexpr int kWeightSteps = 1000;
  auto* share = addRow(form, "threshold", tr("Least share"), makeSlider(0, 100, qRound(view.threshold() * 100)));
  share->setToolTip(tr("Bars of at least this share of the head's strongest pair"));
  QObject::connect(share, &QSlider::valueChanged, &view, [&view](int value) { view.setThreshold(value / 100.0); });
  auto* weight = addRow(form, "lowestWeight", tr("Least weight"),
                        makeSlider(0, qRound(StructureView::kMostLowestWeight * kWeightSteps),
                                   qRound(view.lowestWeight() * kWeightSteps)));
  weight->setToolTip(tr("Bars of at least this weight, 0 to 0.4"));
  QObject::connect(weight, &QSlider::valueChanged, &view,
                   [&view](int value) { view.setLowestWeight(value / double(kWeightSteps)); });
  const auto enable = [=, &view] {
    share->setEnabled(view.weightLimit() == WeightLimit::share);
    weight->setEnabled(view.weightLimit() == WeightLimit::weight);
  };
  enable();
  QObject::connect(limit, &QComboBox::currentIndexChanged, share, enable);
  auto* most = addRow(form, "perResidue", tr("Strongest per residue"),
                      makeSpinBox(1, StructureView::kMostPerResidue, view.perResidue()));
  QObject::connect(most, &QSpinBox::valueChanged, &view, &StructureView::setPerResidue);
  auto* separation = addRow(form, "separation", tr("Farther apart than"),
                            makeSpinBox(0, StructureView::kMostSeparation, view.separation()));
  separation->setToolTip(tr("Bars join residues i and j of a chain only when |i - j| is larger"));
  QObject::connect(separation, &QSpinBox::valueChanged, &view, &StructureView::setSeparation);
}

void addMeasures(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Measure"));
  addRow(form, "measuring", tr("Clicks"),
         makeChoice<MeasureKind>(view,
                                 {{tr("Lock a residue"), MeasureKind::none},
                                  {tr("Measure distances (2 atoms)"), MeasureKind::distance},
                                  {tr("Measure angles (3 atoms)"), MeasureKind::angle},
                                  {tr("Measure dihedrals (4 atoms)"), MeasureKind::dihedral}},
                                 view.measuring(), [&view](MeasureKind kind) { view.setMeasuring(kind); }));
  auto* clear = new QPushButton(tr("Remove all measurements"));
  clear->setObjectName(QStringLiteral("clearMeasurements"));
  clear->setEnabled(!view.measurements().empty());
  QObject::connect(clear, &QPushButton::clicked, &view, [&view] { view.setMeasurements({}); });
  form->addRow(clear);
}

void addMotion(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Move the coordinates"));
  constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
  for (int axis = 0; axis < 3; ++axis) {
    const QString name = QLatin1String(kAxes[static_cast<size_t>(axis)]);
    auto* turn = addRow(form, qPrintable(QStringLiteral("turn") + name), tr("Turn about %1 (°)").arg(name),
                        makeSlider(-180, 180, qRound(view.motionSettings().degrees[axis])));
    QObject::connect(turn, &QSlider::valueChanged, &view, [&view, axis](int value) {
      MotionSettings settings = view.motionSettings();
      settings.degrees[axis] = value;
      view.setMotionSettings(settings);
    });
  }
  for (int axis = 0; axis < 3; ++axis) {
    const QString name = QLatin1String(kAxes[static_cast<size_t>(axis)]);
    const int most = static_cast<int>(MotionSettings::kMostShift);
    auto* shift = addRow(form, qPrintable(QStringLiteral("shift") + name), tr("Shift along %1 (Å)").arg(name),
                         makeSlider(-most, most, qRound(view.motionSettings().shift[axis])));
    QObject::connect(shift, &QSlider::valueChanged, &view, [&view, axis](int value) {
      MotionSettings settings = view.motionSettings();
      settings.shift[axis] = value;
      view.setMotionSettings(settings);
    });
  }
  auto* mirror = new QCheckBox(tr("Mirror image"));
  mirror->setObjectName(QStringLiteral("mirror"));
  mirror->setChecked(view.motionSettings().isMirrored);
  QObject::connect(mirror, &QCheckBox::toggled, &view, [&view](bool on) {
    MotionSettings settings = view.motionSettings();
    settings.isMirrored = on;
    view.setMotionSettings(settings);
  });
  form->addRow(mirror);
}

void addSuperposition(StructureView& view, QFormLayout* form) {
  addHeading(form, tr("Superpose"));
  std::vector<std::pair<QString, std::string>> structures{{tr("Nothing"), {}}};
  const std::vector<std::string> own = view.datasetIds();
  for (const engine::DatasetPtr& dataset : view.session().document().datasets())
    if (dataset->as<engine::Structure>() && (own.empty() || dataset->id != own.front()))
      structures.push_back({QString::fromStdString(dataset->title), dataset->id});
  addRow(form, "superposed", tr("Lay on it"),
         makeChoice<std::string>(view, structures, view.superposed(),
                                 [&view](const std::string& id) { view.superpose(id); }));
  addRow(form, "pairing", tr("Pair residues by"),
         makeChoice<Pairing>(
             view, {{tr("Alignment or profile path"), Pairing::alignment}, {tr("Sequence"), Pairing::sequence}},
             view.pairing(), [&view](Pairing pairing) { view.setPairing(pairing); }));
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
