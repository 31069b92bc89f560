#include "ui/panels/figure/FigureForm.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include "ui/look/Theme.h"
#include "ui/panels/figure/FigurePanels.h"
#include "ui/views/base/View.h"
#include "ui/views/base/figure/HasColorBar.h"

namespace ui {

namespace {

/// Enough for 2000 mm at 2400 dots per inch.
constexpr double kMostLength = 200000;
constexpr int kMostLayers = 9999;
/// Of a choice in a narrow window.
constexpr int kLeastLetters = 8;

QDoubleSpinBox* numberBox(const char* name, double low, double high, int decimals, const QString& suffix = {}) {
  auto* box = new QDoubleSpinBox;
  box->setObjectName(QLatin1String(name));
  box->setRange(low, high);
  box->setDecimals(decimals);
  box->setSuffix(suffix);
  box->setKeyboardTracking(false);
  return box;
}

QComboBox* choiceBox(const char* name, const QStringList& texts) {
  auto* box = new QComboBox;
  box->setObjectName(QLatin1String(name));
  box->addItems(texts);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(kLeastLetters);
  return box;
}

QCheckBox* tickBox(const char* name, const QString& text, const QString& help) {
  auto* box = new QCheckBox(text);
  box->setObjectName(QLatin1String(name));
  box->setToolTip(help);
  return box;
}

template <class Choice>
Choice choiceOf(const QComboBox& box) {
  return static_cast<Choice>(box.currentIndex());
}

}  // namespace

FigureForm::FigureForm(const View& view, QWidget* parent) : QWidget(parent) {
  auto* rows = new QFormLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setVerticalSpacing(ThemeModel::instance().theme().space(1));
  addContent(*rows, hasHeads(view));
  addSize(*rows);
  addLook(*rows, dynamic_cast<const HasColorBar*>(&view) != nullptr);
  setOptions({});
  for (QComboBox* box : {m_content, m_colorBar})
    connect(box, &QComboBox::currentIndexChanged, this, &FigureForm::changed);
  for (QDoubleSpinBox* box : {m_width, m_height, m_dots, m_points})
    connect(box, &QDoubleSpinBox::valueChanged, this, &FigureForm::changed);
  for (QCheckBox* box : {m_legend, m_transparent, m_marks})
    connect(box, &QCheckBox::toggled, this, &FigureForm::changed);
  connect(m_layer, &QSpinBox::valueChanged, this, &FigureForm::changed);
  connect(m_heads, &QLineEdit::editingFinished, this, &FigureForm::changed);
  connect(m_unit, &QComboBox::currentIndexChanged, this, &FigureForm::changeUnit);
  connect(m_preset, &QComboBox::activated, this, [this](int preset) {
    if (preset > 0) takePreset(preset == 1 ? kSingleColumn : kDoubleColumn);
  });
  connect(this, &FigureForm::changed, this, &FigureForm::showWhatApplies);
}

void FigureForm::addContent(QFormLayout& rows, bool hasHeads) {
  QStringList contents{tr("Whole view"), tr("Picture alone")};
  if (hasHeads) contents << tr("Heads of a layer");
  m_content = choiceBox("content", contents);
  m_content->setToolTip(
      tr("The picture alone has no thumbnails and nothing beside it; heads become panels A, B, C, …"));
  m_layer = new QSpinBox;
  m_layer->setObjectName(QStringLiteral("layer"));
  m_layer->setRange(1, kMostLayers);
  m_heads = new QLineEdit;
  m_heads->setObjectName(QStringLiteral("heads"));
  m_heads->setPlaceholderText(tr("all, or 1, 3, 5-8"));
  rows.addRow(tr("&What"), m_content);
  rows.addRow(tr("La&yer"), m_layer);
  rows.addRow(tr("H&eads"), m_heads);
}

void FigureForm::addSize(QFormLayout& rows) {
  m_preset = choiceBox("preset", {tr("As below"), tr("Single column, 88 mm"), tr("Double column, 180 mm")});
  m_unit = choiceBox("unit", {tr("mm"), tr("pixels")});
  m_width = numberBox("width", 1, kMostLength, 1);
  m_height = numberBox("height", 0, kMostLength, 1);
  m_height->setSpecialValueText(tr("as it fits"));
  m_height->setToolTip(tr("0: as high as the content needs, so that no part of the page stays empty"));
  m_dots = numberBox("dotsPerInch", 36, 2400, 0, tr(" dpi"));
  m_points = numberBox("fontPoints", 3, 72, 1, tr(" pt"));
  m_points->setToolTip(tr("Labels and numbers as large as they will be on paper"));
  rows.addRow(tr("&Journal"), m_preset);
  rows.addRow(tr("Wi&dth"), m_width);
  rows.addRow(tr("Hei&ght"), m_height);
  rows.addRow(tr("&Unit"), m_unit);
  rows.addRow(tr("&Resolution"), m_dots);
  rows.addRow(tr("Le&tters"), m_points);
}

void FigureForm::addLook(QFormLayout& rows, bool hasColorBar) {
  m_colorBar = choiceBox("colorBar", {tr("Below"), tr("At the right"), tr("None")});
  m_legend = tickBox("legend", tr("Titles and &notes"), tr("What is seen and how to read it, in the figure itself"));
  m_transparent = tickBox("transparent", tr("Tr&ansparent ground"), tr("Otherwise white, whatever the window's theme"));
  m_marks = tickBox("marks", tr("&Marks of the selection"), tr("What is pointed at, selected, kept or found"));
  rows.addRow(tr("Colour &bar"), m_colorBar);
  rows.setRowVisible(m_colorBar, hasColorBar);
  for (QCheckBox* box : {m_legend, m_transparent, m_marks}) rows.addRow(box);
}

FigureOptions FigureForm::options() const {
  FigureOptions options;
  options.content = choiceOf<FigureContent>(*m_content);
  options.layer = m_layer->value();
  options.heads = headsIn(m_heads->text());
  options.unit = m_shownUnit;
  options.width = m_width->value();
  options.height = m_height->value();
  options.dotsPerInch = m_dots->value();
  options.fontPoints = m_points->value();
  options.colorBar = choiceOf<ColorBarPlace>(*m_colorBar);
  options.isLegendShown = m_legend->isChecked();
  options.isTransparent = m_transparent->isChecked();
  options.areMarksShown = m_marks->isChecked();
  return admissible(options);
}

void FigureForm::setOptions(const FigureOptions& options) {
  {
    const QSignalBlocker silence(this);
    const int content = static_cast<int>(options.content);
    const QSignalBlocker unit(m_unit);  // the lengths below are in it already
    m_content->setCurrentIndex(content < m_content->count() ? content : 0);
    m_layer->setValue(options.layer);
    m_heads->setText(headsText(options.heads));
    m_unit->setCurrentIndex(static_cast<int>(options.unit));
    m_shownUnit = options.unit;
    m_width->setValue(options.width);
    m_height->setValue(options.height);
    m_dots->setValue(options.dotsPerInch);
    m_points->setValue(options.fontPoints);
    m_colorBar->setCurrentIndex(static_cast<int>(options.colorBar));
    m_legend->setChecked(options.isLegendShown);
    m_transparent->setChecked(options.isTransparent);
    m_marks->setChecked(options.areMarksShown);
  }
  showWhatApplies();
  Q_EMIT changed();
}

void FigureForm::takePreset(double width) {
  FigureOptions next = options();
  next.unit = FigureUnit::millimetres;
  next.width = width;
  next.height = 0;
  setOptions(next);
}

void FigureForm::changeUnit() {
  FigureOptions next = options();
  const double width = millimetres(next, next.width), height = millimetres(next, next.height);
  next.unit = choiceOf<FigureUnit>(*m_unit);
  next.width = fromMillimetres(next, width);
  next.height = fromMillimetres(next, height);
  setOptions(next);
}

void FigureForm::showWhatApplies() {
  const bool areHeads = choiceOf<FigureContent>(*m_content) == FigureContent::heads;
  auto* rows = qobject_cast<QFormLayout*>(layout());
  for (QWidget* field : {static_cast<QWidget*>(m_layer), static_cast<QWidget*>(m_heads)})
    rows->setRowVisible(field, areHeads);
  m_legend->setEnabled(!areHeads);  // labels stand in their place
  const FigureOptions now = options();
  const double width = now.unit == FigureUnit::millimetres ? now.width : 0;
  m_preset->setCurrentIndex(width == kSingleColumn ? 1 : width == kDoubleColumn ? 2 : 0);
}

}  // namespace ui
