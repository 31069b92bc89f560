#include "ui/views/alignment/AlignmentSelection.h"

#include <algorithm>

#include "ui/views/alignment/AlignmentReadout.h"

namespace ui {

using engine::Index;
using engine::IndexRanges;

namespace {

/// Columns that other views are told of: more would be no selection but a list.
constexpr Index kMostPublished = 2000;

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

AlignmentSelection::AlignmentSelection(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_arrangement(std::make_shared<const engine::AlignmentArrangement>()) {
  connect(&session.selection(), &SelectionModel::keptChanged, this, &AlignmentSelection::followKept);
}

void AlignmentSelection::setDataset(engine::DatasetPtr dataset, bool isOther) {
  if (isOther) clear();  // so that the columns of the other one are no longer put aside for other views
  m_dataset = std::move(dataset);
  m_pressedRow = -1;
  const auto* alignment = m_dataset->as<engine::Alignment>();
  m_numRows = alignment->numRows();
  m_numColumns = alignment->numColumns;
  if (isOther || cursorRow() >= m_numRows || cursorColumn() >= m_numColumns) {
    m_selected.cursorRow = m_selected.cursorColumn = m_anchorRow = m_anchorColumn = -1;
    m_rowDrag = m_columnDrag = {};
  }
  select(rows().within(m_numRows), columns().within(m_numColumns));
}

void AlignmentSelection::setArrangement(std::shared_ptr<const engine::AlignmentArrangement> arrangement) {
  m_arrangement = std::move(arrangement);
  m_columnDrag.anchor = -1;
}

void AlignmentSelection::select(IndexRanges rows, IndexRanges columns) {
  if (rows == m_selected.rows && columns == m_selected.columns) return;
  m_selected.rows = std::move(rows);
  m_selected.columns = std::move(columns);
  publish();
  Q_EMIT changed();
}

void AlignmentSelection::selectAll() { select({0, m_numRows}, {0, m_numColumns}); }

void AlignmentSelection::invert() {
  const IndexRanges otherRows = rows().inverted(m_numRows);
  const IndexRanges otherColumns = columns().isEmpty() ? IndexRanges() : columns().inverted(m_numColumns);
  // Without a row left, or without rows chosen, it is the columns that are chosen.
  if (otherRows.isEmpty() || (rows().isEmpty() && !columns().isEmpty()))
    select({}, otherColumns);
  else
    select(otherRows, columns());
}

IndexRanges AlignmentSelection::rowsBetween(Index from, Index to) const {
  const Index last = m_arrangement->numPlaces() - 1;
  if (from < 0 || to < 0 || last < 0) return {};
  const auto [first, end] = std::minmax(std::min(from, last), std::min(to, last));
  const auto rows = m_arrangement->rows().begin();
  return IndexRanges::of({rows + first, rows + end + 1});
}

IndexRanges AlignmentSelection::columnsBetween(Index from, Index to) const {
  const Index last = m_arrangement->numSlots() - 1;
  if (from < 0 || to < 0 || last < 0) return {};
  const auto [first, end] = std::minmax(std::min(from, last), std::min(to, last));
  IndexRanges result;
  for (Index slot = first; slot <= end; ++slot)
    if (const engine::SlotContent& content = m_arrangement->slot(slot); !content.isInsert())
      result.add(content.column, content.column + 1);
  return result;
}

void AlignmentSelection::pressRows(Index place, SelectionMode mode) {
  // Shift goes on from the row that was pressed last.
  const bool continues = mode == SelectionMode::extend && m_rowDrag.anchor >= 0;
  const Index anchor = continues ? m_rowDrag.anchor : m_arrangement->rowAt(place);
  m_rowDrag = {mode == SelectionMode::replace ? IndexRanges() : rows(), anchor, mode};
  m_pressedRow = m_arrangement->rowAt(place);
  dragRows(place);
}

void AlignmentSelection::dragRows(Index place) {
  const Index anchor = m_arrangement->placeOf(m_rowDrag.anchor);
  select(composed(m_rowDrag.before, rowsBetween(anchor < 0 ? place : anchor, place), m_rowDrag.mode),
         m_rowDrag.mode == SelectionMode::replace ? IndexRanges() : columns());
}

void AlignmentSelection::pressColumns(Index slot, SelectionMode mode) {
  const bool continues = mode == SelectionMode::extend && m_columnDrag.anchor >= 0;
  const Index anchor = continues ? m_columnDrag.anchor : slot;
  m_columnDrag = {mode == SelectionMode::replace ? IndexRanges() : columns(), anchor, mode};
  dragColumns(slot);
}

void AlignmentSelection::dragColumns(Index slot) {
  if (m_columnDrag.anchor < 0) m_columnDrag.anchor = slot;
  select(m_columnDrag.mode == SelectionMode::replace ? IndexRanges() : rows(),
         composed(m_columnDrag.before, columnsBetween(m_columnDrag.anchor, slot), m_columnDrag.mode));
}

void AlignmentSelection::selectBlock(Index fromPlace, Index fromSlot, Index toPlace, Index toSlot) {
  select(rowsBetween(fromPlace, toPlace), columnsBetween(fromSlot, toSlot));
}

void AlignmentSelection::setCursor(Index row, Index column) {
  m_anchorRow = row;
  m_anchorColumn = column;
  m_pressedRow = -1;
  if (row == cursorRow() && column == cursorColumn()) return;
  m_selected.cursorRow = row;
  m_selected.cursorColumn = column;
  Q_EMIT changed();
}

void AlignmentSelection::moveCursorTo(Index place, Index slot, bool extends) {
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

std::vector<Index> AlignmentSelection::chosenRows() const {
  if (rows().isEmpty()) return m_arrangement->rows();
  std::vector<Index> chosen;
  for (const Index row : m_arrangement->rows())
    if (rows().contains(row)) chosen.push_back(row);
  return chosen;
}

std::vector<Index> AlignmentSelection::chosenColumns() const {
  std::vector<Index> chosen;
  for (const engine::SlotContent& slot : m_arrangement->slots())
    if (!slot.isInsert() && (columns().isEmpty() || columns().contains(slot.column))) chosen.push_back(slot.column);
  return chosen;
}

void AlignmentSelection::publish() {
  if (!m_dataset || m_isPublishing) return;
  SelectionModel& shared = m_session.selection();
  std::vector<Focus> kept;
  for (const Focus& focus : shared.kept()) {
    const bool isOurs = focus.first.dataset == m_dataset->id && !focus.isPair() && focus.row < 0;
    if (!isOurs || !m_published.contains(focus.first.index)) kept.push_back(focus);
  }
  // Everything is no choice of columns.
  const bool isAll = columns().count() >= m_numColumns;
  const std::vector<Index> published = isAll ? std::vector<Index>() : columns().indices(kMostPublished);
  for (const Index column : published) kept.push_back({{m_dataset->id, column}, {}, -1});
  m_published = IndexRanges::of(published);
  m_isPublishing = true;
  shared.setKept(std::move(kept));
  m_isPublishing = false;
}

/// Kept columns that were forgotten in another view are no longer selected here.
void AlignmentSelection::followKept() {
  if (m_isPublishing || m_published.isEmpty() || !m_session.selection().kept().empty()) return;
  m_published = {};
  m_isPublishing = true;
  select(rows(), {});
  m_isPublishing = false;
}

IndexRanges AlignmentSelection::keptColumns() const {
  std::vector<Index> kept;
  for (const Focus& focus : m_session.selection().kept())
    for (const Position& position : {focus.first, focus.second}) {
      const Index column = indexIn(*m_dataset, position, m_session.document());
      if (column >= 0 && !(position.dataset == m_dataset->id && m_published.contains(column))) kept.push_back(column);
    }
  return IndexRanges::of(std::move(kept));
}

}  // namespace ui
