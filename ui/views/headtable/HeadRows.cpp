#include "ui/views/headtable/HeadRows.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

class HeadCellDelegate : public QStyledItemDelegate {
 public:
  HeadCellDelegate(const HeadRowsContent& content, QObject* parent) : QStyledItemDelegate(parent), m_content(content) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const HeadTableShown& shown = m_content.shown;
    painter->save();
    painter->setClipRect(option.rect);
    painter->fillRect(option.rect, theme().panel);  // over the style's own selection
    paintHeadCell(*painter, theme(), option.rect, shown, engine::nth(shown.rows, index.row()),
                  engine::nth(shown.shown, index.column()), (option.state & QStyle::State_Selected) != 0);
    painter->restore();
  }

 private:
  const HeadRowsContent& m_content;
};

/// The names of the heads, which stay in sight when the columns are scrolled.
class HeadNames : public QHeaderView {
 public:
  HeadNames(const HeadRowsContent& content, QWidget* parent) : QHeaderView(Qt::Vertical, parent), m_content(content) {
    setSectionsClickable(true);
    setHighlightSections(false);
    setSectionResizeMode(Fixed);
  }

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override {
    const HeadTableShown& shown = m_content.shown;
    if (shown.isEmpty() || section >= static_cast<int>(shown.rows.size())) return;
    painter->save();
    painter->fillRect(rect, theme().panel);
    const Index head = engine::nth(shown.rows, section);
    paintHeadName(*painter, theme(), rect, shown, head, head == m_content.state.current);
    painter->restore();
  }

 private:
  const HeadRowsContent& m_content;
};

QString headingHelp(const HeadTableShown& shown, const ShownHeadColumn& column, Index current) {
  QString text = column.unit.isEmpty() ? QStringLiteral("%1: %2").arg(column.title, column.help)
                                       : QStringLiteral("%1 (%2): %3").arg(column.title, column.unit, column.help);
  const engine::HeadColumn* const of = shown.columnOf(column);
  if (column.kind == HeadCellKind::number && of) {
    if (!column.histogram.all.empty())
      text +=
          QObject::tr("\nHeads: %1 to %2").arg(shownNumber(column.histogram.low), shownNumber(column.histogram.high));
    if (current >= 0)
      text += QObject::tr("\n%1: %2")
                  .arg(headName(*shown.table, current), headValueText(*of, engine::nth(shown.table->heads, current)));
  }
  return text;
}

}  // namespace

int HeadRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_content.shown.rows.size());
}

int HeadRowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_content.shown.shown.size());
}

QVariant HeadRowsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const HeadTableShown& shown = m_content.shown;
  const Index head = engine::nth(shown.rows, index.row());
  const ShownHeadColumn& column = engine::nth(shown.shown, index.column());
  if (role == Qt::DisplayRole) return shown.text(head, column);
  if (role == Qt::ToolTipRole && column.kind == HeadCellKind::label) return shown.reasons(head);
  return {};
}

QVariant HeadRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  const HeadTableShown& shown = m_content.shown;
  if (role != Qt::DisplayRole || shown.isEmpty()) return {};
  if (orientation == Qt::Horizontal) return engine::nth(shown.shown, section).title;
  return headName(*shown.table, engine::nth(shown.rows, section));
}

HeadHeadings::HeadHeadings(const HeadRowsContent& content, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent), m_content(content) {
  setSectionsClickable(true);
  setHighlightSections(false);
  setMouseTracking(true);
}

QSize HeadHeadings::sizeHint() const {
  return {QHeaderView::sizeHint().width(), static_cast<int>(headGroupHeight(theme()) + headHeadingHeight(theme()))};
}

QRect HeadHeadings::groupRect(const HeadGroup& group) const {
  const int left = sectionViewportPosition(group.first);
  const int right = sectionViewportPosition(group.last - 1) + sectionSize(group.last - 1);
  const int first = std::max(left, 0), last = std::min(right, viewport()->width());
  return {first, 0, std::max(last - first, 0), static_cast<int>(headGroupHeight(theme()))};
}

int HeadHeadings::groupAt(QPoint position) const {
  const std::vector<HeadGroup>& groups = m_content.shown.groups;
  const auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const HeadGroup& group) { return groupRect(group).contains(position); });
  return found == groups.end() ? -1 : static_cast<int>(found - groups.begin());
}

void HeadHeadings::paintSection(QPainter* painter, const QRect& rect, int section) const {
  const HeadTableShown& shown = m_content.shown;
  if (shown.isEmpty() || section >= static_cast<int>(shown.shown.size())) return;
  painter->save();
  painter->setClipRect(rect);
  painter->fillRect(rect, theme().panel);
  for (const HeadGroup& group : shown.groups) {
    if (section < group.first || section >= group.last) continue;
    paintHeadGroup(*painter, theme(), groupRect(group), shown, group);
    if (section == group.first && section > 0) {
      painter->setPen(QPen(theme().line, theme().lineScale));
      painter->drawLine(rect.left(), rect.top() + theme().space(1), rect.left(), rect.bottom());
    }
  }
  const double above = headGroupHeight(theme());
  paintHeadHeading(*painter, theme(), QRectF(rect).adjusted(0, above, 0, 0), shown, engine::nth(shown.shown, section),
                   m_content.state);
  painter->fillRect(QRectF(rect.left(), rect.bottom(), rect.width(), 1), theme().line);
  painter->restore();
}

void HeadHeadings::mousePressEvent(QMouseEvent* event) {
  if (groupAt(event->pos()) < 0) QHeaderView::mousePressEvent(event);
}

void HeadHeadings::mouseReleaseEvent(QMouseEvent* event) {
  const int group = groupAt(event->pos());
  if (group < 0) return QHeaderView::mouseReleaseEvent(event);
  if (event->button() == Qt::LeftButton) Q_EMIT groupClicked(group);
}

void HeadHeadings::mouseMoveEvent(QMouseEvent* event) {
  if (groupAt(event->pos()) < 0 || event->buttons() != Qt::NoButton) return QHeaderView::mouseMoveEvent(event);
  setCursor(Qt::PointingHandCursor);
}

bool HeadHeadings::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip || m_content.shown.isEmpty()) return QHeaderView::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const HeadTableShown& shown = m_content.shown;
  const int group = groupAt(help->pos()), section = logicalIndexAt(help->pos());
  QString text;
  if (group >= 0) {
    const HeadGroup& of = engine::nth(shown.groups, group);
    text = of.isFolded ? tr("Show all %1 columns").arg(of.numAll) : tr("Show the leading columns alone");
    const QStringList chance = shown.chanceTexts();
    if (of.name == "Contacts" && !chance.isEmpty())
      text += u'\n' + chance[0] + tr("\nThe contact map is shifted along the chain; all shifts, best head of each.");
  } else if (section >= 0) {
    text = headingHelp(shown, engine::nth(shown.shown, section), m_content.state.current);
  }
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

HeadRows::HeadRows(QWidget* parent)
    : QTableView(parent),
      m_model(new HeadRowsModel(m_content, this)),
      m_headings(new HeadHeadings(m_content, this)),
      m_corner(new QToolButton(this)) {
  setObjectName(QStringLiteral("heads"));
  setAccessibleName(tr("Statistics of heads"));
  setModel(m_model);
  setItemDelegate(new HeadCellDelegate(m_content, this));
  setHorizontalHeader(m_headings);
  setVerticalHeader(new HeadNames(m_content, this));
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setMouseTracking(true);
  setHorizontalScrollMode(ScrollPerPixel);
  setCornerButtonEnabled(false);
  m_corner->setAutoRaise(true);
  m_corner->setText(tr("layer ·\nhead"));
  m_corner->setToolTip(tr("Order by layer and head"));
  m_corner->setFocusPolicy(Qt::NoFocus);
  connect(m_corner, &QToolButton::clicked, this, [this] { Q_EMIT sortAsked(-1); });
  connect(m_headings, &QHeaderView::sectionClicked, this, &HeadRows::sortAsked);
  connect(m_headings, &HeadHeadings::groupClicked, this, &HeadRows::foldAsked);
  m_headings->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_headings, &QWidget::customContextMenuRequested, this, [this](QPoint position) {
    if (const int column = m_headings->logicalIndexAt(position); column >= 0)
      Q_EMIT columnMenuAsked(column, m_headings->viewport()->mapToGlobal(position));
  });
  // Names of groups stay in sight: they are painted elsewhere when the columns move.
  connect(horizontalScrollBar(), &QScrollBar::valueChanged, m_headings->viewport(), qOverload<>(&QWidget::update));
  applyTheme();
}

void HeadRows::applyTheme() {
  setFont(theme().labelFont());
  m_corner->setFont(theme().labelFont());
  const int height = static_cast<int>(headRowHeight(theme()));
  verticalHeader()->setMinimumSectionSize(height);
  verticalHeader()->setDefaultSectionSize(height);
  fitColumns();
}

void HeadRows::fitColumns() {
  const HeadTableShown& shown = m_content.shown;
  m_headings->setMinimumSectionSize(theme().space(5));
  if (shown.isEmpty()) return;
  verticalHeader()->setFixedWidth(static_cast<int>(headNamesWidth(theme(), *shown.table)));
  const std::vector<double> widths = headColumnWidths(theme(), shown);
  for (size_t k = 0; k < widths.size(); ++k) setColumnWidth(static_cast<int>(k), static_cast<int>(widths[k]));
  updateGeometries();
}

void HeadRows::setContent(HeadTableShown shown, const HeadHeaderState& state) {
  const QScopedValueRollback settling(m_isSettling, true);
  const std::vector<Index> selected = selectedHeads();
  const int left = horizontalScrollBar()->value();
  const HeadHeaderState& before = m_content.state;
  const bool isOrderNew = state.sortedBy != before.sortedBy || state.isDescending != before.isDescending;
  m_model->reset([&] {
    m_content.shown = std::move(shown);
    m_content.state = state;
  });
  fitColumns();
  setCurrentHead(state.current);
  if (selected.size() > 1) selectHeads(selected);
  if (isOrderNew) scrollToTop();  // who sorts wants to see what comes first, not where the current head went
  horizontalScrollBar()->setValue(left);
}

void HeadRows::setCurrentHead(Index head) {
  const QScopedValueRollback settling(m_isSettling, true);
  const bool isSame = std::exchange(m_content.state.current, head) == head;
  m_headings->viewport()->update();
  verticalHeader()->viewport()->update();
  const int row = m_content.shown.isEmpty() ? -1 : m_content.shown.rowOf(head);
  if (row < 0) return selectionModel()->clear();
  if (!isSame || currentIndex().row() != row) moveTo(row);
}

void HeadRows::moveTo(int row) {
  const int left = horizontalScrollBar()->value();
  const QModelIndex index = m_model->index(row, std::max(currentIndex().column(), 0));
  selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  scrollTo(index);
  horizontalScrollBar()->setValue(left);
}

Index HeadRows::currentHead() const {
  const int row = currentIndex().row();
  return row < 0 ? -1 : engine::nth(m_content.shown.rows, row);
}

std::vector<Index> HeadRows::selectedHeads() const {
  std::vector<int> rows;
  for (const QModelIndex& index : selectionModel()->selectedRows()) rows.push_back(index.row());
  std::sort(rows.begin(), rows.end());
  std::vector<Index> heads;
  for (const int row : rows) heads.push_back(engine::nth(m_content.shown.rows, row));
  return heads;
}

void HeadRows::selectHeads(const std::vector<Index>& heads) {
  const QScopedValueRollback settling(m_isSettling, true);
  QItemSelection rows;
  for (const Index head : heads)
    if (const int row = m_content.shown.rowOf(head); row >= 0) {
      const QModelIndex index = m_model->index(row, 0);
      rows.select(index, index);
    }
  selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

Index HeadRows::headAt(QPoint position) const {
  const int row = rowAt(position.y());
  return row < 0 ? -1 : engine::nth(m_content.shown.rows, row);
}

void HeadRows::keyboardSearch(const QString& typed) {
  if (!m_sinceTyped.isValid() || m_sinceTyped.elapsed() > QApplication::keyboardInputInterval()) m_typed.clear();
  const bool isNew = m_typed.isEmpty();
  m_typed += typed;
  m_sinceTyped.start();
  const QString wanted = QString(m_typed).replace(u' ', u'.').toLower();
  const HeadTableShown& shown = m_content.shown;
  const int count = static_cast<int>(shown.rows.size());
  const auto fits = [&](int row) {
    const QString name =
        headShortName(*shown.table, engine::nth(shown.rows, row)).replace(QStringLiteral(" · "), QStringLiteral("."));
    const QString label = QString::fromStdString(shown.headAt(row).label()).toLower().replace(u' ', u'.');
    return name.startsWith(wanted) || label.startsWith(wanted);
  };
  const int from = std::max(currentIndex().row(), 0) + (isNew ? 1 : 0);
  for (int step = 0; step < count; ++step)
    if (const int row = (from + step) % count; fits(row)) return moveTo(row);
}

bool HeadRows::event(QEvent* event) {
  // Letters and digits find rows here, whatever they mean to the view elsewhere.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isTyped = !key->text().isEmpty() && (key->text()[0].isLetterOrNumber() || key->text()[0] == u'.');
    const Qt::KeyboardModifiers modifiers = key->modifiers();
    if (isTyped && (modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier)) {
      event->accept();
      return true;
    }
  }
  return QTableView::event(event);
}

void HeadRows::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return Q_EMIT copyRequested();
  const int last = m_model->rowCount() - 1;
  const bool isPlain = event->modifiers() == Qt::NoModifier;
  if (event->key() == Qt::Key_Escape) return Q_EMIT released();
  if (isPlain && last >= 0 && event->key() == Qt::Key_Home) return moveTo(0);
  if (isPlain && last >= 0 && event->key() == Qt::Key_End) return moveTo(last);
  QTableView::keyPressEvent(event);
}

void HeadRows::mouseMoveEvent(QMouseEvent* event) {
  QTableView::mouseMoveEvent(event);
  if (event->buttons() == Qt::NoButton) Q_EMIT headHovered(headAt(event->pos()));
}

void HeadRows::leaveEvent(QEvent* event) {
  QTableView::leaveEvent(event);
  Q_EMIT headHovered(-1);
}

void HeadRows::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (m_isSettling || !current.isValid()) return;
  m_content.state.current = currentHead();
  m_headings->viewport()->update();
  verticalHeader()->viewport()->update();
  Q_EMIT headChosen(m_content.state.current);
}

void HeadRows::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
  QTableView::selectionChanged(selected, deselected);
  if (!m_isSettling) Q_EMIT headsSelected(selectedHeads());
}

void HeadRows::updateGeometries() {
  QTableView::updateGeometries();
  const int frame = frameWidth();
  m_corner->setGeometry(frame, frame, verticalHeader()->width(), m_headings->height());
}

}  // namespace ui
