// The structure view's form in the inspector.
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSlider>
#include <QSpinBox>

#include "ui/views/StructureView.h"

namespace ui {
namespace {

QComboBox* makeStyleBox(StructureView& view) {
  auto* box = new QComboBox;
  box->setObjectName(QStringLiteral("style"));
  box->addItem(StructureView::tr("Cartoon"), static_cast<int>(StructureStyle::cartoon));
  box->addItem(StructureView::tr("CA trace"), static_cast<int>(StructureStyle::trace));
  box->addItem(StructureView::tr("Balls and sticks"), static_cast<int>(StructureStyle::ballAndStick));
  box->setCurrentIndex(box->findData(static_cast<int>(view.style())));
  QObject::connect(box, &QComboBox::currentIndexChanged, &view, [&view, box](int index) {
    if (index >= 0) view.setStyle(static_cast<StructureStyle>(box->itemData(index).toInt()));
  });
  return box;
}

QComboBox* makeColoringBox(StructureView& view) {
  auto* box = new QComboBox;
  box->setObjectName(QStringLiteral("coloring"));
  for (const ResidueColoringInfo& info : residueColorings())
    box->addItem(QString::fromStdString(info.title), static_cast<int>(info.coloring));
  box->setCurrentIndex(box->findData(static_cast<int>(view.coloring())));
  QObject::connect(box, &QComboBox::currentIndexChanged, &view, [&view, box](int index) {
    if (index >= 0) view.setColoring(static_cast<ResidueColoring>(box->itemData(index).toInt()));
  });
  return box;
}

QSpinBox* makeSpinBox(const char* name, int low, int high, int value) {
  auto* box = new QSpinBox;
  box->setObjectName(QLatin1String(name));
  box->setRange(low, high);
  box->setValue(value);
  return box;
}

}  // namespace

QWidget* makeStructureControls(StructureView& view, QWidget* parent) {
  auto* form = new QWidget(parent);
  auto* layout = new QFormLayout(form);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addRow(StructureView::tr("Style"), makeStyleBox(view));
  layout->addRow(StructureView::tr("Colour by"), makeColoringBox(view));
  auto* frames = new QCheckBox(StructureView::tr("Residue frames"));
  frames->setToolTip(StructureView::tr("Axes of N, CA and C: x red, y green, z blue, 1.5 Å long"));
  frames->setObjectName(QStringLiteral("frames"));
  frames->setChecked(view.areFramesShown());
  QObject::connect(frames, &QCheckBox::toggled, &view, &StructureView::setFramesShown);
  layout->addRow(frames);
  auto* threshold = new QSlider(Qt::Horizontal);
  threshold->setObjectName(QStringLiteral("threshold"));
  threshold->setRange(0, 100);
  threshold->setValue(static_cast<int>(view.threshold() * 100));
  threshold->setToolTip(StructureView::tr("Attention lines of at least this share of the head's strongest pair"));
  QObject::connect(threshold, &QSlider::valueChanged, &view, [&view](int value) { view.setThreshold(value / 100.0); });
  layout->addRow(StructureView::tr("Threshold"), threshold);
  auto* most = makeSpinBox("perResidue", 1, StructureView::kMostPerResidue, view.perResidue());
  QObject::connect(most, &QSpinBox::valueChanged, &view, &StructureView::setPerResidue);
  layout->addRow(StructureView::tr("Strongest per residue"), most);
  auto* separation = makeSpinBox("separation", 0, 100, view.separation());
  separation->setToolTip(StructureView::tr("Lines join residues i and j of a chain only when |i - j| is larger"));
  QObject::connect(separation, &QSpinBox::valueChanged, &view, &StructureView::setSeparation);
  layout->addRow(StructureView::tr("Farther apart than"), separation);
  return form;
}

QWidget* StructureView::makeControls(QWidget* parent) { return makeStructureControls(*this, parent); }

}  // namespace ui
