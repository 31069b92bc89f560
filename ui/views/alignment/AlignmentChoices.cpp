// Choices in an alignment. Reading and writing them is in AlignmentChoicesJson.cpp.
#include "ui/views/alignment/AlignmentChoices.h"

#include <QRegularExpression>
#include <algorithm>
#include <numeric>

#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;
using engine::IndexRanges;

namespace {

std::vector<Index> fileOrder(Index count) {
  std::vector<Index> rows(static_cast<size_t>(count));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

QRegularExpression nameExpression(const AlignmentFilter& filter) {
  return QRegularExpression(filter.isRegularExpression ? filter.name : QRegularExpression::escape(filter.name),
                            QRegularExpression::CaseInsensitiveOption);
}

engine::RowFilter engineFilter(const AlignmentFilter& filter) {
  engine::RowFilter result{filter.minIdentity, filter.minCoverage, filter.maxGaps, filter.maxPairwiseIdentity, {}};
  const QRegularExpression wanted = nameExpression(filter);
  if (filter.name.isEmpty() || !wanted.isValid()) return result;
  result.acceptsName = [wanted](const engine::AlignmentRow& row) {
    return QString::fromStdString(row.name + " " + row.description).contains(wanted);
  };
  return result;
}

IndexRanges composed(const IndexRanges& before, const IndexRanges& dragged, SelectionMode mode) {
  if (mode == SelectionMode::replace) return dragged;
  IndexRanges result = before;
  if (mode == SelectionMode::extend)
    result.add(dragged);
  else
    result.toggle(dragged);
  return result;
}

}  // namespace

AlignmentChoices::AlignmentChoices(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_arrangement(std::make_shared<const engine::AlignmentArrangement>()) {}

void AlignmentChoices::setAlignment(std::shared_ptr<const engine::Alignment> alignment, bool isOther) {
  m_alignment = std::move(alignment);
  const Index rows = m_alignment->numRows(), columns = m_alignment->numColumns;
  m_ordered = {fileOrder(rows), false};
  m_filteredOut = {};
  if (isOther) {
    m_order = RowOrder::original;
    m_reference = 0;
    m_filter = {};
    m_hiddenRows = m_hiddenColumns = m_selectedRows = m_selectedColumns = {};
  }
  m_expanded.clear();
  if (m_reference >= rows) m_reference = 0;
  if (isOther || m_cursorRow >= rows || m_cursorColumn >= columns) forgetPlaces();
  m_hiddenRows = m_hiddenRows.within(rows);
  m_hiddenColumns = m_hiddenColumns.within(columns);
  setSelection(m_selectedRows.within(rows), m_selectedColumns.within(columns));
  arrange();
  startOrder();
  startFilter();
}

void AlignmentChoices::forgetPlaces() {
  m_cursorRow = m_cursorColumn = m_anchorRow = m_anchorColumn = -1;
  m_rowDrag = m_columnDrag = {};
}

void AlignmentChoices::arrange() {
  if (!m_alignment) return;
  m_columnDrag.anchor = -1;
  auto arrangement = std::make_shared<engine::AlignmentArrangement>(m_alignment->numRows(), m_alignment->numColumns);
  IndexRanges hidden = m_hiddenRows;
  hidden.add(m_filteredOut);
  arrangement->setRows(m_ordered.rows, hidden);
  arrangement->setColumns(m_hiddenColumns, m_expanded);
  m_arrangement = std::move(arrangement);
  Q_EMIT arrangementChanged();
}

void AlignmentChoices::setOrder(RowOrder order) {
  if (order == m_order) return;
  m_order = order;
  startOrder();
  Q_EMIT changed();
}

void AlignmentChoices::startOrder() {
  if (!m_alignment) return;
  if (m_order == RowOrder::original && m_ordered.rows == fileOrder(m_alignment->numRows())) return;
  Job* job = runJob(
      m_session.jobs(), this, tr("Sort rows by %1").arg(orderName(m_order)), QStringLiteral("order"),
      [alignment = m_alignment, by = m_order, reference = m_reference](engine::Progress& progress) {
        return engine::orderedRows(*alignment, by, reference, 0, progress);
      },
      [alignment = m_alignment, by = m_order](AlignmentChoices& self, engine::OrderedRows ordered) {
        // The order of the file needs no job: it may have been asked for in the meantime.
        if (self.m_alignment != alignment || self.m_order != by) return;
        self.m_ordered = std::move(ordered);
        if (self.m_ordered.isApproximate)
          self.m_session.report(MessageKind::information,
                                tr("The order by similarity is approximate: a tree of %1 rows, every other row beside "
                                   "the one of them that is most like it.")
                                    .arg(engine::kMostTreeRows));
        self.arrange();
        Q_EMIT self.changed();
      });
  waitFor(this, job);
}

void AlignmentChoices::setReference(Index row) {
  if (!m_alignment || row == m_reference || row < 0 || row >= m_alignment->numRows()) return;
  m_reference = row;
  if (m_order == RowOrder::identity || m_order == RowOrder::tree) startOrder();
  startFilter();
  Q_EMIT changed();
}

void AlignmentChoices::setFilter(const AlignmentFilter& filter) {
  if (filter == m_filter) return;
  m_filter = filter;
  startFilter();
  Q_EMIT changed();
}

void AlignmentChoices::startFilter() {
  if (!m_alignment || (m_filter.keepsAll() && m_filteredOut.isEmpty())) return;
  Job* job = runJob(
      m_session.jobs(), this, tr("Filter rows"), QStringLiteral("filter"),
      [alignment = m_alignment, filter = engineFilter(m_filter), reference = m_reference](engine::Progress& progress) {
        return engine::filteredOutRows(*alignment, filter, reference, 0, progress);
      },
      [alignment = m_alignment, filter = m_filter](AlignmentChoices& self, IndexRanges filteredOut) {
        // A filter that was taken away needs no job either.
        if (self.m_alignment != alignment || self.m_filter != filter) return;
        self.m_filteredOut = std::move(filteredOut);
        self.arrange();
        Q_EMIT self.filtered();
      });
  waitFor(this, job);
}

QString AlignmentChoices::filterProblem() const {
  const QRegularExpression expression = nameExpression(m_filter);
  return expression.isValid() ? QString() : expression.errorString();
}

Index AlignmentChoices::numPassing() const { return m_alignment ? m_alignment->numRows() - m_filteredOut.count() : 0; }

void AlignmentChoices::setExpandedInserts(std::vector<engine::ExpandedInsert> inserts) {
  if (inserts == m_expanded) return;
  m_expanded = std::move(inserts);
  arrange();
}

bool AlignmentChoices::wouldHideEverything(const IndexRanges& rows, const IndexRanges& columns) const {
  IndexRanges allRows = m_hiddenRows, allColumns = m_hiddenColumns;
  allRows.add(rows);
  allRows.add(m_filteredOut);
  allColumns.add(columns);
  return allRows.count() >= m_alignment->numRows() || allColumns.count() >= m_alignment->numColumns;
}

void AlignmentChoices::hide(const IndexRanges& rows, const IndexRanges& columns) {
  if (!m_alignment || (rows.isEmpty() && columns.isEmpty())) return;
  if (wouldHideEverything(rows, columns)) {
    m_session.report(MessageKind::information, tr("Nothing would be left to see: this hides every row or column."));
    return;
  }
  m_hiddenRows.add(rows);
  m_hiddenColumns.add(columns);
  clearSelection();
  arrange();
  Q_EMIT changed();
}

void AlignmentChoices::hideSelectedRows() { hide(m_selectedRows, {}); }
void AlignmentChoices::hideSelectedColumns() { hide({}, m_selectedColumns); }

void AlignmentChoices::hideSelected() {
  if (m_selectedColumns.isEmpty())
    hideSelectedRows();
  else
    hideSelectedColumns();
}

void AlignmentChoices::hideUnselected() {
  if (!m_alignment || !hasSelection()) return;
  hide(m_selectedRows.isEmpty() ? IndexRanges() : m_selectedRows.inverted(m_alignment->numRows()),
       m_selectedColumns.isEmpty() ? IndexRanges() : m_selectedColumns.inverted(m_alignment->numColumns));
}

void AlignmentChoices::showAll() {
  m_hiddenRows = m_hiddenColumns = m_filteredOut = {};
  m_filter = {};
  arrange();
  Q_EMIT filtered();
  Q_EMIT changed();
}

void AlignmentChoices::setSelection(IndexRanges rows, IndexRanges columns) {
  if (rows == m_selectedRows && columns == m_selectedColumns) return;
  m_selectedRows = std::move(rows);
  m_selectedColumns = std::move(columns);
  Q_EMIT selectionChanged();
  Q_EMIT changed();
}

void AlignmentChoices::selectAll() {
  if (m_alignment) setSelection({0, m_alignment->numRows()}, {0, m_alignment->numColumns});
}

void AlignmentChoices::invertSelection() {
  if (!m_alignment) return;
  const IndexRanges rows = m_selectedRows.inverted(m_alignment->numRows());
  const IndexRanges columns =
      m_selectedColumns.isEmpty() ? IndexRanges() : m_selectedColumns.inverted(m_alignment->numColumns);
  // Without a row left, or without rows chosen, it is the columns that are chosen.
  const bool isColumns = rows.isEmpty() || (m_selectedRows.isEmpty() && !m_selectedColumns.isEmpty());
  if (isColumns)
    setSelection({}, columns);
  else
    setSelection(rows, m_selectedColumns);
}

IndexRanges AlignmentChoices::rowsBetween(Index from, Index to) const {
  const Index last = m_arrangement->numPlaces() - 1;
  if (from < 0 || to < 0 || last < 0) return {};
  const auto [first, end] = std::minmax(std::min(from, last), std::min(to, last));
  const auto rows = m_arrangement->rows().begin();
  return IndexRanges::of({rows + first, rows + end + 1});
}

IndexRanges AlignmentChoices::columnsBetween(Index from, Index to) const {
  const Index last = m_arrangement->numSlots() - 1;
  if (from < 0 || to < 0 || last < 0) return {};
  const auto [first, end] = std::minmax(std::min(from, last), std::min(to, last));
  IndexRanges result;
  for (Index slot = first; slot <= end; ++slot)
    if (const engine::SlotContent& content = m_arrangement->slot(slot); !content.isInsert())
      result.add(content.column, content.column + 1);
  return result;
}

void AlignmentChoices::pressRows(Index place, SelectionMode mode) {
  // Shift goes on from the row that was pressed last.
  const bool continues = mode == SelectionMode::extend && m_rowDrag.anchor >= 0;
  const Index anchor = continues ? m_rowDrag.anchor : m_arrangement->rowAt(place);
  m_rowDrag = {mode == SelectionMode::replace ? IndexRanges() : m_selectedRows, anchor, mode};
  dragRows(place);
}

void AlignmentChoices::dragRows(Index place) {
  const Index anchor = m_arrangement->placeOf(m_rowDrag.anchor);
  setSelection(composed(m_rowDrag.before, rowsBetween(anchor < 0 ? place : anchor, place), m_rowDrag.mode),
               m_rowDrag.mode == SelectionMode::replace ? IndexRanges() : m_selectedColumns);
}

void AlignmentChoices::pressColumns(Index slot, SelectionMode mode) {
  const bool continues = mode == SelectionMode::extend && m_columnDrag.anchor >= 0;
  const Index anchor = continues ? m_columnDrag.anchor : slot;
  m_columnDrag = {mode == SelectionMode::replace ? IndexRanges() : m_selectedColumns, anchor, mode};
  dragColumns(slot);
}

void AlignmentChoices::dragColumns(Index slot) {
  if (m_columnDrag.anchor < 0) m_columnDrag.anchor = slot;
  setSelection(m_columnDrag.mode == SelectionMode::replace ? IndexRanges() : m_selectedRows,
               composed(m_columnDrag.before, columnsBetween(m_columnDrag.anchor, slot), m_columnDrag.mode));
}

void AlignmentChoices::selectBlock(Index fromPlace, Index fromSlot, Index toPlace, Index toSlot) {
  setSelection(rowsBetween(fromPlace, toPlace), columnsBetween(fromSlot, toSlot));
}

void AlignmentChoices::setCursor(Index row, Index column) {
  m_anchorRow = row;
  m_anchorColumn = column;
  if (row == m_cursorRow && column == m_cursorColumn) return;
  m_cursorRow = row;
  m_cursorColumn = column;
  Q_EMIT cursorChanged();
  Q_EMIT changed();
}

void AlignmentChoices::moveCursorTo(Index place, Index slot, bool extends) {
  const Index places = m_arrangement->numPlaces(), slots = m_arrangement->numSlots();
  if (places == 0 || slots == 0) return;
  place = std::clamp<Index>(place, 0, places - 1);
  const Index column = m_arrangement->slot(std::clamp<Index>(slot, 0, slots - 1)).column;
  // An insert has no column of its own: the cursor stands on the one behind it.
  const Index nearest = m_arrangement->nearestSlot(column);
  if (nearest < 0) return;
  const Index anchorRow = m_anchorRow, anchorColumn = m_anchorColumn;
  setCursor(m_arrangement->rowAt(place), m_arrangement->slot(nearest).column);
  if (!extends) return;
  if (anchorRow >= 0) {
    m_anchorRow = anchorRow;
    m_anchorColumn = anchorColumn;
  }
  const Index from = m_arrangement->placeOf(m_anchorRow);
  selectBlock(from < 0 ? place : from, m_arrangement->nearestSlot(std::max<Index>(0, m_anchorColumn)), place, nearest);
}

std::vector<Index> AlignmentChoices::chosenRows() const {
  if (m_selectedRows.isEmpty()) return m_arrangement->rows();
  std::vector<Index> rows;
  for (const Index row : m_arrangement->rows())
    if (m_selectedRows.contains(row)) rows.push_back(row);
  return rows;
}

std::vector<Index> AlignmentChoices::chosenColumns() const {
  std::vector<Index> columns;
  for (const engine::SlotContent& slot : m_arrangement->slots())
    if (!slot.isInsert() && (m_selectedColumns.isEmpty() || m_selectedColumns.contains(slot.column)))
      columns.push_back(slot.column);
  return columns;
}

QString AlignmentChoices::caption() const {
  QStringList parts;
  if (m_order != RowOrder::original)
    parts << (isOrderApproximate() ? tr("rows sorted by %1 (approximate)") : tr("rows sorted by %1"))
                 .arg(orderName(m_order));
  const Index rows = m_arrangement->numRows() - m_arrangement->numPlaces();
  if (rows > 0) parts << tr("%1 rows not shown").arg(rows);
  Index columns = 0;
  for (const engine::Fold& fold : m_arrangement->columnFolds()) columns += fold.count;
  if (columns > 0) parts << tr("%1 columns folded").arg(columns);
  if (parts.isEmpty()) return {};
  QString text = parts.join(QStringLiteral(", "));
  text[0] = text[0].toUpper();
  return text + u'.';
}

}  // namespace ui
