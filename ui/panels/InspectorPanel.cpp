// What is under the pointer, the controls of the active view, and where its data come from.
#include "ui/panels/InspectorPanel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSlider>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/DatasetText.h"
#include "ui/views/profile/ProfileReadout.h"

namespace ui {

namespace {

/// Lines kept free for the readout, so that the controls below do not jump while the pointer moves.
constexpr int kReservedLines = 8;
/// Pixels of the names beside the values; longer ones go over several lines.
constexpr int kWidestLabel = 110;
/// Of those that would otherwise break into lines of a word each.
constexpr int kNarrowestLabel = 76;
/// Letters that a list of choices shows at least.
constexpr int kShortestList = 6;
/// Pixels of the way of a slider at least.
constexpr int kShortestSlider = 56;
/// Pixels that the controls may ask for.
constexpr int kWidest = 320;

const Theme& theme() { return ThemeModel::instance().theme(); }

/// Parts of a line: label and value beside each other, a table below them over the whole width.
enum class Part { label, value, table };

QLabel* gridLabel(QGridLayout& grid, int line, Part part) {
  const int row = 2 * line + (part == Part::table ? 1 : 0), column = part == Part::value ? 1 : 0;
  if (QLayoutItem* item = grid.itemAtPosition(row, column)) return qobject_cast<QLabel*>(item->widget());
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(part != Part::table);
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  if (part == Part::label) {
    label->setForegroundRole(QPalette::PlaceholderText);
  } else {
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  grid.addWidget(label, row, column, 1, part == Part::table ? 2 : 1);
  return label;
}

}  // namespace

InspectorPanel::InspectorPanel(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // Coming and going it would change the width, and with it how high wrapped lines are, after these were laid out.
  scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setAccessibleName(tr("Inspector"));
  outer->addWidget(scroll);
  m_content = new QWidget(scroll);
  m_content->setBackgroundRole(QPalette::Base);
  m_content->setAutoFillBackground(true);
  scroll->setWidget(m_content);

  m_layout = new QVBoxLayout(m_content);
  const int margin = theme().space(3);
  m_layout->setContentsMargins(margin, theme().space(2), margin, margin);
  m_layout->setSpacing(theme().space(1));
  addHeading(tr("Under the pointer"));
  m_readout = new QWidget(m_content);
  m_readoutGrid = new QGridLayout(m_readout);
  m_readoutGrid->setContentsMargins(0, 0, 0, 0);
  m_readoutGrid->setHorizontalSpacing(theme().space(2));
  m_readoutGrid->setVerticalSpacing(2);
  m_readoutGrid->setColumnStretch(1, 1);
  m_readoutGrid->setAlignment(Qt::AlignTop);
  m_readoutHint = new QLabel(m_content);
  m_readoutHint->setWordWrap(true);
  m_readoutHint->setForegroundRole(QPalette::PlaceholderText);
  m_layout->addWidget(m_readoutHint);
  m_layout->addWidget(m_readout);
  m_controlsHeading = addHeading(tr("Controls"));
  m_dataHeading = addHeading(tr("Data"));
  m_provenance = new QLabel(m_content);
  m_provenance->setTextFormat(Qt::RichText);
  m_provenance->setWordWrap(true);
  m_provenance->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_layout->addWidget(m_provenance);
  m_layout->addStretch();

  connect(&session.document(), &Document::replaced, this, &InspectorPanel::showProvenance);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    // After the application's own fonts and style sheet have changed, which would undo this.
    QTimer::singleShot(0, this, [this] {
      showReadout();
      showControls();
      showProvenance();
    });
  });
  setActiveView(nullptr);
}

QLabel* InspectorPanel::addHeading(const QString& text) {
  auto* label = new QLabel(text, m_content);
  label->setObjectName(QStringLiteral("heading"));
  if (m_layout->count() > 0) m_layout->addSpacing(theme().space(2));
  m_layout->addWidget(label);
  return label;
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
  m_readout->setVisible(!lines.empty());
  m_numLines = std::max(m_numLines, static_cast<int>(lines.size()));
  for (int k = 0; k < m_numLines; ++k) {
    const bool isUsed = k < static_cast<int>(lines.size());
    const ReadoutLine line = isUsed ? lines[static_cast<size_t>(k)] : ReadoutLine{};
    for (const Part part : {Part::label, Part::value, Part::table}) {
      QLabel* label = gridLabel(*m_readoutGrid, k, part);
      const bool isShown = isUsed && (part == Part::label || line.isTable == (part == Part::table));
      label->setVisible(isShown);
      label->setText(!isShown ? QString() : part == Part::label ? line.label : line.value);
      label->setFont(part == Part::table ? theme().residueFont() : theme().labelFont());
      if (part != Part::label) continue;
      const int widest = qRound(kWidestLabel * theme().scale);
      label->setMaximumWidth(widest);
      label->setMinimumWidth(std::min(qRound(kNarrowestLabel * theme().scale),
                                      QFontMetrics(label->font()).horizontalAdvance(label->text())));
    }
  }
  m_readout->setMinimumHeight(kReservedLines * (QFontMetrics(theme().labelFont()).height() + 2));
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
  m_shownIds = m_active ? m_active->datasetIds() : std::vector<std::string>{};
  m_controls = m_active && !m_shownIds.empty() ? m_active->makeControls(m_content) : nullptr;
  m_controlsHeading->setVisible(m_controls);
  if (!m_controls) return;
  const auto* form = qobject_cast<QFormLayout*>(m_controls->layout());
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
  for (QWidget* control : m_controls->findChildren<QWidget*>()) control->installEventFilter(this);
  for (QAbstractButton* button : m_controls->findChildren<QAbstractButton*>()) {
    if ((button->text() + button->accessibleName()).isEmpty()) button->setAccessibleName(button->toolTip());
  }
  m_layout->insertWidget(m_layout->indexOf(m_controlsHeading) + 1, m_controls);
  m_controls->show();
  const QWidget* viewport = m_content->parentWidget();
  const int frame = viewport->parentWidget()->width() - viewport->width();  // scroll bar and border
  const int wanted = m_controls->minimumSizeHint().width() + 2 * theme().space(3) + frame;
  setMinimumWidth(std::min(wanted, qRound(kWidest * theme().scale)));
}

void InspectorPanel::renewControls() {
  const QWidget* focused = m_controls ? m_controls->focusWidget() : nullptr;
  const QString name = focused && focused->hasFocus() ? focused->accessibleName() : QString();
  showControls();
  if (name.isEmpty() || !m_controls) return;
  for (QWidget* control : m_controls->findChildren<QWidget*>())
    if (control->accessibleName() == name) return control->setFocus();
}

bool InspectorPanel::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  // Forms squeeze lines that wrap when the panel has to scroll; a new text paints before it is laid out.
  if (auto* label = qobject_cast<QLabel*>(watched);
      label && label->wordWrap() && (type == QEvent::Resize || type == QEvent::Paint))
    label->setMinimumHeight(label->heightForWidth(label->width()));
  if (m_active && (type == QEvent::MouseButtonPress || type == QEvent::KeyPress)) Q_EMIT controlsUsed(m_active);
  return QWidget::eventFilter(watched, event);
}

void InspectorPanel::showProvenance() {
  QString html;
  const auto ids = m_active ? m_active->datasetIds() : std::vector<std::string>{};
  const QString muted = theme().muted.name();
  for (const std::string& id : ids) {
    const engine::DatasetPtr dataset = m_session.document().find(id);
    if (!dataset) continue;
    html += QStringLiteral("<p>%1<br>").arg(QString::fromStdString(dataset->title).toHtmlEscaped());
    for (const ReadoutLine& line : provenanceLines(*dataset, m_session.document())) {
      html += QStringLiteral("<span style='color:%1'>%2</span> %3<br>")
                  .arg(muted, line.label.toHtmlEscaped(), line.value.toHtmlEscaped());
    }
    html += QStringLiteral("</p>");
  }
  m_dataHeading->setVisible(!html.isEmpty());
  m_provenance->setText(html);
  m_provenance->setFont(theme().labelFont());
}

}  // namespace ui
