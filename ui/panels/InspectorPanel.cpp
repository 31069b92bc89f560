// What is under the pointer, the controls of the active view, and where its data come from.
#include "ui/panels/InspectorPanel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/DatasetText.h"
#include "ui/panels/FoldedLabel.h"
#include "ui/panels/LiveParameters.h"
#include "ui/panels/ParameterSlider.h"
#include "ui/panels/ReadableForm.h"
#include "ui/panels/ReadoutGrid.h"
#include "ui/panels/ResultParts.h"
#include "ui/views/readout/ProfileReadout.h"

namespace ui {

namespace {

/// Letters that a list of choices shows at least.
constexpr int kShortestList = 6;
/// Pixels of the panel without controls at least.
constexpr int kNarrowest = 180;
/// Pixels around what is scrolled, by the style sheet.
constexpr int kBorder = 1;
/// More than there are, to be shared out.
constexpr int kManyPixels = 10000;
/// Lines of the readout, and of the controls, that can be seen at least.
constexpr int kLeastLines = 4;

/// How a control is found again among others that were made anew.
QString nameOf(const QWidget& control) {
  const auto* button = qobject_cast<const QAbstractButton*>(&control);
  const QString name = control.accessibleName() + (button ? button->text() : QString());
  return name.isEmpty() ? name : QLatin1String(control.metaObject()->className()) + name;
}

/// Where Tab stops in a widget, in the order of its layouts.
void collectTabStops(QWidget& widget, std::vector<QWidget*>& stops);

/// A form counts its items as they came, not as they stand.
std::vector<QLayoutItem*> itemsOf(const QLayout& layout) {
  std::vector<QLayoutItem*> items;
  const auto* form = qobject_cast<const QFormLayout*>(&layout);
  for (int row = 0; form && row < form->rowCount(); ++row)
    for (const auto role : {QFormLayout::LabelRole, QFormLayout::FieldRole, QFormLayout::SpanningRole}) {
      QLayoutItem* item = form->itemAt(row, role);
      if (item && (items.empty() || items.back() != item)) items.push_back(item);
    }
  for (int k = 0; !form && k < layout.count(); ++k) items.push_back(layout.itemAt(k));
  return items;
}

void collectTabStops(const QLayout& layout, std::vector<QWidget*>& stops) {
  for (QLayoutItem* item : itemsOf(layout)) {
    if (item->widget()) collectTabStops(*item->widget(), stops);
    if (item->layout()) collectTabStops(*item->layout(), stops);
  }
}

void collectTabStops(QWidget& widget, std::vector<QWidget*>& stops) {
  if (widget.isWindow()) return;
  if ((widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy()) stops.push_back(&widget);
  if (widget.layout()) return collectTabStops(*widget.layout(), stops);
  for (QObject* child : widget.children())
    if (auto* part = qobject_cast<QWidget*>(child)) collectTabStops(*part, stops);
}

}  // namespace

InspectorPanel::InspectorPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_splitter(new QSplitter(Qt::Vertical, this)),
      m_readoutArea(new QScrollArea),
      m_controlsArea(new QScrollArea) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  m_splitter->setChildrenCollapsible(false);
  outer->addWidget(m_splitter);
  m_splitter->addWidget(m_readoutArea);
  m_splitter->addWidget(m_controlsArea);
  for (const int pane : {0, 1}) m_splitter->setStretchFactor(pane, 1);
  m_splitter->setSizes({kManyPixels, kManyPixels});  // half of what there is
  makeReadout();
  makeControls();
  connect(&session.document(), &Document::replaced, this, &InspectorPanel::showProvenance);
  connect(&session.document(), &Document::removed, this, &InspectorPanel::showParameters);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    // After the application's own fonts and style sheet have changed, which would undo this.
    QTimer::singleShot(0, this, [this] {
      showReadout();
      delete m_parameters;
      showControls();
      showProvenance();
    });
  });
  setActiveView(nullptr);
}

void InspectorPanel::makeReadout() {
  m_readoutArea->setAccessibleName(tr("Under the pointer"));
  QVBoxLayout* readout = addPane(*m_readoutArea);
  addHeading(*readout, tr("Under the pointer"));
  m_readoutHint = new QLabel;
  m_readoutHint->setWordWrap(true);
  m_readoutHint->setForegroundRole(QPalette::PlaceholderText);
  readout->addWidget(m_readoutHint);
  readout->addWidget(m_readout = new ReadoutGrid);
  readout->addStretch();
}

void InspectorPanel::makeControls() {
  m_controlsArea->setAccessibleName(tr("Controls and data"));
  m_controlsPane = addPane(*m_controlsArea);
  m_controlsPane->addWidget(m_parts = new ResultParts(m_session));
  connect(m_parts, &ResultParts::wanted, this, &InspectorPanel::partWanted);
  addParametersHeading();  // before the controls, which are many: a lesson is about a parameter
  m_controlsHeading = addHeading(*m_controlsPane, tr("Controls"));
  m_dataHeading = addHeading(*m_controlsPane, tr("Data"));
  m_controlsPane->addWidget(m_provenance = new QWidget);
  m_controlsPane->addStretch();
}

QByteArray InspectorPanel::split() const { return m_splitter->saveState(); }

void InspectorPanel::restoreSplit(const QByteArray& split) { m_splitter->restoreState(split); }

QVBoxLayout* InspectorPanel::addPane(QScrollArea& area) {
  area.setWidgetResizable(true);
  area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // Coming and going it would change the width, and with it how high wrapped lines are, after these were laid out.
  area.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  area.setFrameShape(QFrame::NoFrame);
  auto* content = new QWidget;
  content->setBackgroundRole(QPalette::Base);
  content->setAutoFillBackground(true);
  area.setWidget(content);
  auto* layout = new QVBoxLayout(content);
  const int margin = theme().space(3);
  layout->setContentsMargins(margin, theme().space(2), margin, margin);
  layout->setSpacing(theme().space(1));
  return layout;
}

QLabel* InspectorPanel::addHeading(QVBoxLayout& pane, const QString& text) {
  auto* label = new QLabel(text);
  label->setObjectName(QStringLiteral("heading"));
  if (pane.count() > 0) pane.addSpacing(theme().space(2));
  pane.addWidget(label);
  return label;
}

void InspectorPanel::addParametersHeading() {
  m_parametersHeading = new QToolButton;
  m_parametersHeading->setText(tr("Parameters"));
  m_parametersHeading->setObjectName(QStringLiteral("heading"));
  m_parametersHeading->setToolTip(tr("Of how this result was computed: moved, they compute it anew"));
  m_parametersHeading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_parametersHeading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_parametersHeading->setAutoRaise(true);
  m_parametersHeading->setFocusPolicy(Qt::StrongFocus);
  m_parametersHeading->setCheckable(true);
  m_parametersHeading->setChecked(true);
  m_parametersHeading->setArrowType(Qt::DownArrow);
  connect(m_parametersHeading, &QToolButton::toggled, this, [this](bool isOpen) {
    m_parametersHeading->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    if (m_parameters) m_parameters->setVisible(isOpen);
  });
  m_controlsPane->addWidget(m_parametersHeading);
}

View* InspectorPanel::readoutView() const { return m_hovered ? m_hovered.data() : m_active.data(); }

void InspectorPanel::setActiveView(View* view) {
  setHoveredView(nullptr);  // a pointer that rests somewhere else counts again when it moves
  if (m_active) m_active->disconnect(this);
  m_active = view;
  if (view) {
    connect(view, &View::titleChanged, this, [this] {
      if (m_active && m_active->datasetIds() != m_shownIds) showControls();
      showProvenance();
    });
    // Later: the signal may come from one of the controls that are thrown away then.
    connect(view, &View::controlsOutdated, this, &InspectorPanel::renewControls, Qt::QueuedConnection);
  }
  followReadout();
  showControls();
  showProvenance();
}

void InspectorPanel::setHoveredView(View* view) {
  if (m_hovered && m_hovered != m_active) m_hovered->disconnect(this);
  m_hovered = view;
  followReadout();
}

void InspectorPanel::setSelected(const engine::DatasetId& id) {
  m_selected = id;
  showProvenance();
}

void InspectorPanel::followReadout() {
  for (View* view : {m_active.data(), m_hovered.data()}) {
    if (view) connect(view, &View::readoutChanged, this, &InspectorPanel::showReadout, Qt::UniqueConnection);
  }
  showReadout();
}

void InspectorPanel::showReadout() {
  const View* view = readoutView();
  const std::vector<ReadoutLine> lines = readoutLines();
  m_readoutHint->setVisible(lines.empty());
  m_readoutHint->setText(view ? tr("Point at something in a view; click to keep it, Escape to let go.")
                              : tr("Nothing is open."));
  m_readout->setLines(lines);
}

std::vector<ReadoutLine> InspectorPanel::readoutLines() const {
  const View* view = readoutView();
  if (!view || view->datasetIds().empty()) return {};
  std::vector<ReadoutLine> lines = view->readout();
  const std::vector<ReadoutLine> columns = columnLinesAt(m_session.document(), view->readoutFocus());
  lines.insert(lines.end(), columns.begin(), columns.end());
  return lines;
}

QString InspectorPanel::readoutText() const {
  QString text;
  for (const ReadoutLine& line : readoutLines()) text += line.label + u'\t' + line.value + u'\n';
  return text;
}

void InspectorPanel::showControls() {
  delete m_controls;
  m_shownIds = m_active ? m_active->datasetIds() : std::vector<engine::DatasetId>{};
  showParameters();
  m_controls = m_active && !m_shownIds.empty() ? m_active->makeControls(m_controlsArea->widget()) : nullptr;
  m_controlsHeading->setVisible(m_controls);
  m_parts->setShown(m_shownIds);
  for (QScrollArea* area : {m_readoutArea, m_controlsArea})
    area->setMinimumHeight(kLeastLines * QFontMetrics(theme().labelFont()).lineSpacing());
  if (m_controls) makeControlsFit();
  fitWidth();
  orderTabs();
}

void InspectorPanel::orderTabs() {
  std::vector<QWidget*> stops;
  collectTabStops(*m_splitter, stops);
  for (size_t k = 1; k < stops.size(); ++k) QWidget::setTabOrder(stops[k - 1], stops[k]);
}

bool InspectorPanel::focusNextPrevChild(bool next) {
  orderTabs();  // parts and groups come and go
  return QWidget::focusNextPrevChild(next);
}

void InspectorPanel::showParameters() {
  std::optional<engine::Request> request;
  for (const engine::DatasetId& id : m_active ? m_active->datasetIds() : std::vector<engine::DatasetId>{})
    if (const engine::DatasetPtr dataset = m_session.document().find(id); dataset && !request)
      request = LiveRequest::of(*dataset, m_session.document());
  m_parametersHeading->setVisible(request.has_value());
  // Those that the user may be moving stay.
  if (m_parameters && request && m_parameters->datasetId() == request->output) return;
  delete m_parameters;
  if (!request) return;
  m_parameters = new LiveParameters(m_session, *request, m_controlsArea->widget(), roomForForms());
  connect(m_parameters, &LiveParameters::settled, this, &InspectorPanel::parametersChanged);
  m_controlsPane->insertWidget(m_controlsPane->indexOf(m_parametersHeading) + 1, m_parameters);
  m_parameters->setVisible(m_parametersHeading->isChecked());
  m_parameters->installEventFilter(this);  // for groups that are opened
}

int InspectorPanel::marginsWidth() const {
  return 2 * (theme().space(3) + kBorder) + m_controlsArea->verticalScrollBar()->sizeHint().width();
}

int InspectorPanel::roomForForms() const {
  const int spare = theme().space(4);  // numbers beside sliders become longer
  return qRound(kUsualWidth * theme().scale) - marginsWidth() - spare;
}

void InspectorPanel::fitWidth() {
  const int margins = marginsWidth();
  int wanted = 0;
  for (const QWidget* content : {m_controls.data(), static_cast<QWidget*>(m_parameters.data())})
    if (content) wanted = std::max(wanted, content->minimumSizeHint().width() + margins);
  setMinimumWidth(std::max(wanted, qRound(kNarrowest * theme().scale)));
}

void InspectorPanel::makeControlsFit() {
  auto* form = qobject_cast<QFormLayout*>(m_controls->layout());
  // Lists with long entries must not make the panel wider than its dock.
  for (QComboBox* list : m_controls->findChildren<QComboBox*>()) {
    list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list->setMinimumContentsLength(kShortestList);
    if (list->accessibleName().isEmpty() && form) {
      if (const auto* label = qobject_cast<QLabel*>(form->labelForField(list))) list->setAccessibleName(label->text());
    }
  }
  for (QSlider* slider : m_controls->findChildren<QSlider*>())
    slider->setMinimumWidth(qRound(kShortestSlider * theme().scale));
  if (form) new ReadableForm(*form, roomForForms(), m_controls);
  for (QWidget* control : m_controls->findChildren<QWidget*>()) control->installEventFilter(this);
  for (QAbstractButton* button : m_controls->findChildren<QAbstractButton*>()) {
    if ((button->text() + button->accessibleName()).isEmpty()) button->setAccessibleName(button->toolTip());
  }
  m_controlsPane->insertWidget(m_controlsPane->indexOf(m_controlsHeading) + 1, m_controls);
  m_controls->show();
  m_controls->installEventFilter(this);  // for values that become longer
}

void InspectorPanel::renewControls() {
  const QWidget* focused = m_controls ? m_controls->focusWidget() : nullptr;
  const QString name = focused && focused->hasFocus() ? nameOf(*focused) : QString();
  showControls();
  if (name.isEmpty() || !m_controls) return;
  for (QWidget* control : m_controls->findChildren<QWidget*>())
    if (nameOf(*control) == name) return control->setFocus();
}

bool InspectorPanel::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  if ((watched == m_controls || watched == m_parameters) && type == QEvent::LayoutRequest) fitWidth();
  // Forms squeeze lines that wrap when the panel has to scroll; a new text paints before it is laid out.
  if (auto* label = qobject_cast<QLabel*>(watched);
      label && label->wordWrap() && (type == QEvent::Resize || type == QEvent::Paint))
    label->setMinimumHeight(label->heightForWidth(label->width()));
  if (m_active && (type == QEvent::MouseButtonPress || type == QEvent::KeyPress)) Q_EMIT controlsUsed(m_active);
  return QWidget::eventFilter(watched, event);
}

void InspectorPanel::showProvenance() {
  auto* shown = new QWidget;
  auto* layout = new QVBoxLayout(shown);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(theme().space(1));
  auto ids = m_active ? m_active->datasetIds() : std::vector<engine::DatasetId>{};
  const engine::DatasetPtr selected = m_session.document().find(m_selected);
  if (selected && selected->kind() == engine::DatasetKind::modelWeights) ids.insert(ids.begin(), m_selected);
  for (const engine::DatasetId& id : ids) {
    const engine::DatasetPtr dataset = m_session.document().find(id);
    if (!dataset) continue;
    auto* title = new FoldedLabel;
    title->setFont(theme().labelFont());
    title->setWholeText(QString::fromStdString(dataset->title));
    auto* lines = new ReadoutGrid;
    lines->setLines(provenanceLines(*dataset, m_session.document()));
    layout->addWidget(title);
    layout->addWidget(lines);
  }
  m_dataHeading->setVisible(layout->count() > 0);
  delete m_controlsPane->replaceWidget(m_provenance, shown);
  delete m_provenance;
  m_provenance = shown;
}

}  // namespace ui
