// The alignment view's form in the inspector.
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <cmath>

#include "ui/views/AlignmentView.h"

namespace ui {
namespace {

constexpr double kSliderPerDecade = 100;

QComboBox* makeSchemeBox(AlignmentView& view, QLabel& rule) {
  auto* box = new QComboBox;
  box->setObjectName(QStringLiteral("scheme"));
  box->setAccessibleName(QObject::tr("Colour scheme"));
  const auto& schemes = alignmentSchemes();
  for (const AlignmentSchemeInfo& info : schemes) box->addItem(QString::fromStdString(info.title));
  const auto showRule = [&rule](int index) {
    rule.setText(QString::fromStdString(alignmentSchemes()[static_cast<size_t>(index)].rule));
  };
  for (size_t k = 0; k < schemes.size(); ++k)
    if (schemes[k].scheme == view.scheme()) box->setCurrentIndex(static_cast<int>(k));
  showRule(box->currentIndex());
  QObject::connect(box, &QComboBox::currentIndexChanged, &view, [&view](int index) {
    if (index >= 0) view.setScheme(alignmentSchemes()[static_cast<size_t>(index)].scheme);
  });
  QObject::connect(box, &QComboBox::currentIndexChanged, &rule, showRule);
  return box;
}

QComboBox* makeOrderBox(AlignmentView& view) {
  auto* box = new QComboBox;
  box->setObjectName(QStringLiteral("order"));
  box->setAccessibleName(QObject::tr("Order of the rows"));
  box->addItem(AlignmentView::tr("As in the file"), static_cast<int>(RowOrder::original));
  box->addItem(AlignmentView::tr("Name"), static_cast<int>(RowOrder::name));
  box->addItem(AlignmentView::tr("Identity to the first row"), static_cast<int>(RowOrder::identity));
  box->setCurrentIndex(box->findData(static_cast<int>(view.rowOrder())));
  QObject::connect(box, &QComboBox::currentIndexChanged, &view, [&view, box](int index) {
    if (index >= 0) view.setRowOrder(static_cast<RowOrder>(box->itemData(index).toInt()));
  });
  return box;
}

QLayout* makeZoomRow(AlignmentView& view) {
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setObjectName(QStringLiteral("zoom"));
  slider->setRange(static_cast<int>(-2 * kSliderPerDecade),
                   static_cast<int>(std::log10(kLargestZoom) * kSliderPerDecade));
  const auto follow = [&view, slider] {
    const QSignalBlocker quiet(slider);
    slider->setValue(static_cast<int>(std::lround(std::log10(view.zoom().columns) * kSliderPerDecade)));
  };
  follow();
  QObject::connect(&view, &AlignmentView::viewportChanged, slider, follow);
  QObject::connect(slider, &QSlider::valueChanged, &view, [&view](int value) {
    const double zoom = std::pow(10.0, value / kSliderPerDecade);
    view.setZoom({zoom, zoom});
  });
  auto* fit = new QPushButton(AlignmentView::tr("Fit"));
  fit->setObjectName(QStringLiteral("fit"));
  fit->setToolTip(AlignmentView::tr("The whole alignment in the window"));
  QObject::connect(fit, &QPushButton::clicked, &view, &AlignmentView::fitAll);
  auto* row = new QHBoxLayout;
  row->addWidget(slider, 1);
  row->addWidget(fit);
  return row;
}

}  // namespace

QWidget* makeAlignmentControls(AlignmentView& view, QWidget* parent) {
  auto* form = new QWidget(parent);
  auto* layout = new QFormLayout(form);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* rule = new QLabel;
  rule->setWordWrap(true);
  rule->setEnabled(false);
  layout->addRow(AlignmentView::tr("Colours"), makeSchemeBox(view, *rule));
  layout->addRow(rule);
  layout->addRow(AlignmentView::tr("Order"), makeOrderBox(view));
  layout->addRow(AlignmentView::tr("Zoom"), makeZoomRow(view));
  auto* inserts = new QCheckBox(AlignmentView::tr("Mark inserts"));
  inserts->setObjectName(QStringLiteral("inserts"));
  inserts->setToolTip(AlignmentView::tr("A tick where a row has residues between two columns (lower case in A3M)"));
  inserts->setChecked(view.look().inserts != AlignmentInserts::hidden);
  QObject::connect(inserts, &QCheckBox::toggled, &view, [&view](bool on) {
    AlignmentLook look = view.look();
    look.inserts = on ? AlignmentInserts::ticks : AlignmentInserts::hidden;
    view.setLook(look);
  });
  layout->addRow(inserts);
  return form;
}

QWidget* AlignmentView::makeControls(QWidget* parent) { return makeAlignmentControls(*this, parent); }

}  // namespace ui
