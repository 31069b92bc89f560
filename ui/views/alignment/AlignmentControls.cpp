// The alignment view's form in the inspector.
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <cmath>

#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/alignment/tree/AlignmentTree.h"

namespace ui {
namespace {

using engine::Index;

constexpr double kSliderPerDecade = 100;
constexpr int kTrackLines = 6;

/// Calls `follow` now and whenever the look changes, as long as the widget lives.
template <class Follow>
void follow(AlignmentModel& model, QWidget* widget, Follow update) {
  const auto quietly = [widget, update] {
    const QSignalBlocker quiet(widget);
    update();
  };
  quietly();
  QObject::connect(&model, &AlignmentModel::lookChanged, widget, quietly);
}

QCheckBox* makeCheck(AlignmentModel& model, const char* name, const QString& text, const QString& tip,
                     bool AlignmentLook::*member) {
  auto* box = new QCheckBox(text);
  box->setObjectName(QLatin1String(name));
  box->setToolTip(tip);
  follow(model, box, [&model, box, member] { box->setChecked(model.options().*member); });
  QObject::connect(box, &QCheckBox::toggled, &model,
                   [&model, member](bool on) { model.change([&](AlignmentLook& look) { look.*member = on; }); });
  return box;
}

/// A box with a fixed choice: `value` of the look as the index of an item.
template <class Get, class Set>
QComboBox* makeChoice(AlignmentModel& model, const char* name, const QString& label, const QStringList& items, Get get,
                      Set set) {
  auto* box = new QComboBox;
  box->setObjectName(QLatin1String(name));
  box->setAccessibleName(label);
  box->addItems(items);
  follow(model, box, [&model, box, get] { box->setCurrentIndex(get(model.options())); });
  QObject::connect(box, &QComboBox::currentIndexChanged, &model, [&model, set](int index) {
    if (index >= 0) model.change([&](AlignmentLook& look) { set(look, index); });
  });
  return box;
}

QComboBox* makeSchemeBox(AlignmentModel& model, QLabel* rule) {
  QStringList titles;
  for (const AlignmentSchemeInfo& info : alignmentSchemes()) titles << QString::fromStdString(info.title);
  auto* box = makeChoice(
      model, "scheme", QObject::tr("Colour scheme"), titles,
      [](const AlignmentLook& look) { return static_cast<int>(look.scheme); },
      [](AlignmentLook& look, int index) { look.scheme = static_cast<AlignmentScheme>(index); });
  follow(model, rule,
         [&model, rule] { rule->setText(QString::fromStdString(alignmentSchemeInfo(model.options().scheme).rule)); });
  return box;
}

/// The tracks that can colour the cells.
QComboBox* makeColorTrackBox(AlignmentModel& model) {
  auto* box = new QComboBox;
  box->setObjectName(QStringLiteral("colorTrack"));
  box->setAccessibleName(QObject::tr("Track that colours"));
  const auto fill = [&model, box] {
    const QSignalBlocker quiet(box);
    box->clear();
    box->addItem(QObject::tr("Choose a track"), QString());
    for (const AlignmentTrack& track : model.tracks())
      if (track.kind != TrackKind::symbols) box->addItem(track.label, QString::fromStdString(track.id));
    box->setCurrentIndex(std::max(0, box->findData(QString::fromStdString(model.options().colorTrack))));
    box->setEnabled(model.options().scheme == AlignmentScheme::annotation);
  };
  follow(model, box, fill);
  QObject::connect(&model, &AlignmentModel::tracksChanged, box, fill);
  QObject::connect(box, &QComboBox::currentIndexChanged, &model, [&model, box](int index) {
    model.change([&](AlignmentLook& look) { look.colorTrack = box->itemData(index).toString().toStdString(); });
  });
  return box;
}

QSlider* makeThreshold(AlignmentModel& model, QLabel* label) {
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setObjectName(QStringLiteral("threshold"));
  slider->setAccessibleName(QObject::tr("Identity threshold in percent"));
  slider->setRange(0, 100);
  follow(model, slider, [&model, slider, label] {
    const int percent = static_cast<int>(std::lround(100 * model.options().identityThreshold));
    slider->setValue(percent);
    label->setText(percent == 0 ? QObject::tr("Threshold: off") : QObject::tr("Threshold: %1 %").arg(percent));
  });
  slider->setToolTip(QObject::tr("Residues that fewer of the rows have stay uncoloured"));
  QObject::connect(slider, &QSlider::valueChanged, &model, [&model](int percent) {
    model.change([&](AlignmentLook& look) { look.identityThreshold = percent / 100.0; });
  });
  return slider;
}

QComboBox* makeOrderBox(AlignmentModel& model) {
  auto* box = new QComboBox;
  box->setObjectName(QStringLiteral("order"));
  box->setAccessibleName(QObject::tr("Order of the rows"));
  box->addItem(AlignmentView::tr("As in the file"), static_cast<int>(RowOrder::original));
  box->addItem(AlignmentView::tr("Name"), static_cast<int>(RowOrder::name));
  box->addItem(AlignmentView::tr("Identity to the reference"), static_cast<int>(RowOrder::identity));
  box->addItem(AlignmentView::tr("Weight"), static_cast<int>(RowOrder::weight));
  box->addItem(AlignmentView::tr("Length"), static_cast<int>(RowOrder::length));
  box->addItem(AlignmentView::tr("Tree of similarity"), static_cast<int>(RowOrder::tree));
  const auto followOrder = [&model, box] {
    const QSignalBlocker quiet(box);
    box->setCurrentIndex(box->findData(static_cast<int>(model.arranger().options().order)));
  };
  QObject::connect(&model.arranger(), &AlignmentArranger::changed, box, followOrder);
  box->setCurrentIndex(box->findData(static_cast<int>(model.arranger().options().order)));
  QObject::connect(box, &QComboBox::currentIndexChanged, &model, [&model, box](int index) {
    if (index < 0) return;
    model.arranger().change(
        [&](AlignmentChoices& choices) { choices.order = static_cast<RowOrder>(box->itemData(index).toInt()); });
  });
  return box;
}

/// A row of the alignment by its number; `none` is the text of 0.
QSpinBox* makeRowBox(AlignmentModel& model, const char* name, const QString& label, const QString& none,
                     Index (*get)(const AlignmentLook&), void (*set)(AlignmentLook&, Index)) {
  auto* box = new QSpinBox;
  box->setObjectName(QLatin1String(name));
  box->setAccessibleName(label);
  box->setSpecialValueText(none);
  box->setKeyboardTracking(false);
  const auto update = [&model, box, get, isOptional = !none.isEmpty()] {
    const QSignalBlocker quiet(box);
    box->setRange(isOptional ? 0 : 1, std::max(1, static_cast<int>(model.arranger().arrangement()->numRows())));
    box->setValue(static_cast<int>(get(model.options())) + 1);
  };
  follow(model, box, update);
  QObject::connect(&model, &AlignmentModel::tracksChanged, box, update);  // another alignment has come
  QObject::connect(box, &QSpinBox::valueChanged, &model,
                   [&model, set](int value) { model.change([&](AlignmentLook& look) { set(look, value - 1); }); });
  return box;
}

QSlider* makeZoomSlider(AlignmentView& view, const char* name, const QString& label, double AlignmentZoom::*axis) {
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setObjectName(QLatin1String(name));
  slider->setAccessibleName(label);
  slider->setRange(static_cast<int>(-3 * kSliderPerDecade),
                   static_cast<int>(std::log10(kLargestZoom) * kSliderPerDecade));
  const auto update = [&view, slider, axis] {
    const QSignalBlocker quiet(slider);
    slider->setValue(static_cast<int>(std::lround(std::log10(view.camera().zoom.*axis) * kSliderPerDecade)));
  };
  update();
  QObject::connect(&view, &AlignmentView::cameraChanged, slider, update);
  QObject::connect(slider, &QSlider::valueChanged, &view, [&view, axis](int value) {
    AlignmentZoom zoom = view.camera().zoom;
    zoom.*axis = std::pow(10.0, value / kSliderPerDecade);
    view.setZoom(zoom);
  });
  return slider;
}

QLayout* makeZoomRow(AlignmentView& view) {
  auto* fit = new QPushButton(AlignmentView::tr("Fit"));
  fit->setObjectName(QStringLiteral("fit"));
  fit->setToolTip(AlignmentView::tr("The whole alignment in the window"));
  QObject::connect(fit, &QPushButton::clicked, &view, [&view] { view.setZoom(kWholeAlignment); });
  auto* row = new QHBoxLayout;
  row->addWidget(makeZoomSlider(view, "zoom", QObject::tr("Width of columns"), &AlignmentZoom::columns), 1);
  row->addWidget(makeZoomSlider(view, "rowZoom", QObject::tr("Height of rows"), &AlignmentZoom::rows), 1);
  row->addWidget(fit);
  return row;
}

void readTrackList(AlignmentModel& model, const QListWidget& list) {
  model.change([&](AlignmentLook& look) {
    look.tracks.clear();
    for (int k = 0; k < list.count(); ++k)
      look.tracks.push_back(
          {list.item(k)->data(Qt::UserRole).toString().toStdString(), list.item(k)->checkState() == Qt::Checked});
  });
}

/// Checked tracks are shown; drag or the buttons change their order.
QListWidget* makeTrackList(AlignmentModel& model) {
  auto* list = new QListWidget;
  list->setObjectName(QStringLiteral("tracks"));
  list->setAccessibleName(QObject::tr("Tracks above the columns"));
  list->setDragDropMode(QAbstractItemView::InternalMove);
  list->setTextElideMode(Qt::ElideMiddle);  // names of datasets are long and end alike or begin alike
  list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list->setMaximumHeight(kTrackLines * list->fontMetrics().lineSpacing() + 2 * list->frameWidth());
  // Runs later, when the view may be gone.
  const auto fill = [guarded = QPointer<AlignmentModel>(&model), list] {
    if (!guarded) return;
    AlignmentModel& model = *guarded;
    const QSignalBlocker quiet(list);
    const int current = list->currentRow();
    list->clear();
    for (const AlignmentTrackSetting& setting : trackSettings(model.tracks(), model.options().tracks))
      for (const AlignmentTrack& track : model.tracks()) {
        if (track.id != setting.id) continue;
        auto* item = new QListWidgetItem(track.label, list);
        item->setData(Qt::UserRole, QString::fromStdString(track.id));
        item->setToolTip(track.label + u'\n' + track.help);
        item->setCheckState(setting.isShown ? Qt::Checked : Qt::Unchecked);
      }
    list->setCurrentRow(current);
  };
  fill();
  QObject::connect(&model, &AlignmentModel::tracksChanged, list, fill, Qt::QueuedConnection);
  QObject::connect(list, &QListWidget::itemChanged, &model, [&model, list] { readTrackList(model, *list); });
  QObject::connect(list->model(), &QAbstractItemModel::rowsMoved, &model,
                   [&model, list] { readTrackList(model, *list); });
  return list;
}

QToolButton* makeMoveButton(AlignmentModel& model, QListWidget* list, int by) {
  auto* button = new QToolButton;
  button->setArrowType(by < 0 ? Qt::UpArrow : Qt::DownArrow);
  button->setObjectName(by < 0 ? QStringLiteral("trackUp") : QStringLiteral("trackDown"));
  button->setAccessibleName(by < 0 ? QObject::tr("Track up") : QObject::tr("Track down"));
  button->setToolTip(button->accessibleName());
  QObject::connect(button, &QToolButton::clicked, &model, [&model, list, by] {
    const int from = list->currentRow(), to = from + by;
    if (from < 0 || to < 0 || to >= list->count()) return;
    {
      const QSignalBlocker quiet(list);
      list->insertItem(to, list->takeItem(from));
      list->setCurrentRow(to);
    }
    readTrackList(model, *list);
  });
  return button;
}

QLayout* makeTrackRow(AlignmentModel& model) {
  auto* list = makeTrackList(model);
  auto* buttons = new QVBoxLayout;
  buttons->addWidget(makeMoveButton(model, list, -1));
  buttons->addWidget(makeMoveButton(model, list, 1));
  buttons->addStretch();
  auto* row = new QHBoxLayout;
  row->addWidget(list, 1);
  row->addLayout(buttons);
  return row;
}

void addColors(AlignmentModel& model, QFormLayout& layout) {
  auto* rule = new QLabel;
  rule->setWordWrap(true);
  rule->setEnabled(false);
  layout.addRow(AlignmentView::tr("Colours"), makeSchemeBox(model, rule));
  layout.addRow(rule);
  layout.addRow(AlignmentView::tr("By track"), makeColorTrackBox(model));
  auto* threshold = new QLabel;
  auto* slider = makeThreshold(model, threshold);
  threshold->setBuddy(slider);
  layout.addRow(threshold, slider);
  layout.addRow(makeCheck(model, "faded", AlignmentView::tr("Fade by conservation"),
                          AlignmentView::tr("Colours are as strong as their column is conserved"),
                          &AlignmentLook::isFadedByConservation));
  layout.addRow(makeCheck(model, "legend", AlignmentView::tr("Legend"), AlignmentView::tr("What the colours mean"),
                          &AlignmentLook::hasLegend));
}

void addDifferences(AlignmentModel& model, QFormLayout& layout) {
  layout.addRow(makeCheck(model, "differences", AlignmentView::tr("Only differences"),
                          AlignmentView::tr("A dot where a row has the residue of the reference"),
                          &AlignmentLook::hasOnlyDifferences));
  layout.addRow(
      AlignmentView::tr("Reference"),
      makeChoice(
          model, "reference", QObject::tr("Reference"),
          {QObject::tr("First row"), QObject::tr("Consensus"), QObject::tr("Row number")},
          [](const AlignmentLook& look) { return static_cast<int>(look.reference.kind); },
          [](AlignmentLook& look, int index) { look.reference.kind = static_cast<AlignmentReference::Kind>(index); }));
  auto* row = makeRowBox(
      model, "referenceRow", QObject::tr("Reference row"), {},
      [](const AlignmentLook& look) { return look.reference.row; },
      [](AlignmentLook& look, Index index) { look.reference.row = index; });
  follow(model, row,
         [&model, row] { row->setEnabled(model.options().reference.kind == AlignmentReference::Kind::row); });
  layout.addRow(AlignmentView::tr("Row"), row);
}

void addTracks(AlignmentModel& model, QFormLayout& layout) {
  QStringList measures;
  for (const engine::ConservationInfo& info : engine::conservationMeasures())
    measures << QString::fromStdString(info.title);
  layout.addRow(new QLabel(AlignmentView::tr("Tracks")));  // above: the names need the width
  layout.addRow(makeTrackRow(model));
  layout.addRow(
      AlignmentView::tr("Conservation"),
      makeChoice(
          model, "conservation", QObject::tr("Measure of conservation"), measures,
          [](const AlignmentLook& look) { return static_cast<int>(look.conservation); },
          [](AlignmentLook& look, int index) { look.conservation = static_cast<engine::ConservationMeasure>(index); }));
}

}  // namespace

QWidget* makeAlignmentControls(AlignmentView& view, QWidget* parent) {
  AlignmentModel& model = view.model();
  auto* form = new QWidget(parent);
  auto* layout = new QFormLayout(form);
  layout->setContentsMargins(0, 0, 0, 0);
  addColors(model, *layout);
  addDifferences(model, *layout);
  addTracks(model, *layout);
  addTreeControls(view, *layout);
  layout->addRow(AlignmentView::tr("Order"), makeOrderBox(model));
  layout->addRow(AlignmentView::tr("Zoom"), makeZoomRow(view));
  layout->addRow(AlignmentView::tr("Inserts"),
                 makeChoice(
                     model, "inserts", QObject::tr("Inserts"),
                     {QObject::tr("Hidden"), QObject::tr("Ticks"), QObject::tr("Columns")},
                     [](const AlignmentLook& look) { return static_cast<int>(look.inserts); },
                     [](AlignmentLook& look, int index) { look.inserts = static_cast<AlignmentInserts>(index); }));
  layout->addRow(AlignmentView::tr("Ruler row"),
                 makeRowBox(
                     model, "rulerRow", QObject::tr("Row that the ruler numbers"), QObject::tr("Columns"),
                     [](const AlignmentLook& look) { return look.rulerRow; },
                     [](AlignmentLook& look, Index index) { look.rulerRow = index; }));
  layout->addRow(makeCheck(model, "wrapped", AlignmentView::tr("Wrap"),
                           AlignmentView::tr("Blocks of columns below each other"), &AlignmentLook::isWrapped));
  layout->addRow(makeCheck(model, "minimap", AlignmentView::tr("Minimap"),
                           AlignmentView::tr("The whole alignment beside the rows"), &AlignmentLook::hasMinimap));
  layout->addRow(makeCheck(model, "weights", AlignmentView::tr("Row weights"),
                           AlignmentView::tr("Position-based weights as bars beside the names"),
                           &AlignmentLook::hasWeights));
  return form;
}

}  // namespace ui
