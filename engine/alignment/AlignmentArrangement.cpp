// Tables between rows and places, columns and slots.
#include "engine/alignment/AlignmentArrangement.h"

#include <algorithm>
#include <numeric>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

AlignmentArrangement::AlignmentArrangement(Index numRows, Index numColumns)
    : m_rows(static_cast<size_t>(numRows)),
      m_placeOfRow(static_cast<size_t>(numRows)),
      m_slotOfColumn(static_cast<size_t>(numColumns)) {
  std::iota(m_rows.begin(), m_rows.end(), Index{0});
  std::iota(m_placeOfRow.begin(), m_placeOfRow.end(), 0);
  setColumns({}, {});
}

void AlignmentArrangement::setRows(const std::vector<Index>& order, const IndexRanges& hidden) {
  std::vector<Index> rows;
  std::vector<Fold> folds;
  rows.reserve(order.size());
  std::fill(m_placeOfRow.begin(), m_placeOfRow.end(), -1);
  for (const Index row : order) {
    if (row < 0 || row >= numRows()) fail("row ", row + 1, " is not one of the ", numRows(), " rows");
    const auto place = static_cast<Index>(rows.size());
    if (!hidden.contains(row)) {
      nth(m_placeOfRow, row) = static_cast<std::int32_t>(place);
      rows.push_back(row);
    } else if (!folds.empty() && folds.back().at == place) {
      ++folds.back().count;
    } else {
      folds.push_back({place, row, 1});
    }
  }
  m_rows = std::move(rows);
  m_rowFolds = std::move(folds);
}

Index AlignmentArrangement::placeOf(Index row) const {
  return row >= 0 && row < numRows() ? nth(m_placeOfRow, row) : -1;
}

void AlignmentArrangement::setColumns(const IndexRanges& hidden, const std::vector<ExpandedInsert>& expanded) {
  m_slots.clear();
  m_columnFolds.clear();
  m_slots.reserve(m_slotOfColumn.size());
  const Index count = numColumns();
  auto insert = expanded.begin();
  auto range = hidden.ranges().begin();
  for (Index column = 0; column <= count; ++column) {
    while (range != hidden.ranges().end() && range->end <= column) ++range;
    const bool isHidden = column < count && range != hidden.ranges().end() && range->begin <= column;
    const bool wasHidden = column > 0 && nth(m_slotOfColumn, column - 1) < 0;
    const bool isInside = (isHidden || column == count) && (wasHidden || column == 0) && count > 0;
    for (; insert != expanded.end() && insert->after <= column; ++insert)
      for (std::int32_t offset = 0; insert->after == column && !isInside && offset < insert->width; ++offset)
        m_slots.push_back({static_cast<std::int32_t>(column), offset});
    if (column == count) break;
    nth(m_slotOfColumn, column) = isHidden ? -1 : static_cast<std::int32_t>(m_slots.size());
    if (!isHidden)
      m_slots.push_back({static_cast<std::int32_t>(column), -1});
    else if (wasHidden)
      ++m_columnFolds.back().count;
    else
      m_columnFolds.push_back({static_cast<Index>(m_slots.size()), column, 1});
  }
}

Index AlignmentArrangement::slotOf(Index column) const {
  return column >= 0 && column < numColumns() ? nth(m_slotOfColumn, column) : -1;
}

Index AlignmentArrangement::nearestSlot(Index column) const {
  // Columns of the slots never decrease; behind its columns stands an insert at most.
  const auto found =
      std::lower_bound(m_slots.begin(), m_slots.end(), column, [](const SlotContent& slot, Index wanted) {
        return slot.column < wanted || (slot.column == wanted && slot.isInsert());
      });
  auto nearest = std::find_if(found, m_slots.end(), [](const SlotContent& slot) { return !slot.isInsert(); });
  if (nearest != m_slots.end()) return nearest - m_slots.begin();
  const auto last =
      std::find_if(m_slots.rbegin(), m_slots.rend(), [](const SlotContent& slot) { return !slot.isInsert(); });
  return last == m_slots.rend() ? -1 : m_slots.rend() - last - 1;
}

ResidueCode codeAt(const Alignment& alignment, Index row, const SlotContent& slot) {
  if (!slot.isInsert()) return alignment.at(row, slot.column);
  const std::vector<Insert>& inserts = nth(alignment.rows, row).inserts;
  const auto found = std::lower_bound(inserts.begin(), inserts.end(), slot.column,
                                      [](const Insert& insert, std::int32_t after) { return insert.after < after; });
  if (found == inserts.end() || found->after != slot.column) return alphabet::kDot;
  const auto offset = static_cast<size_t>(slot.offset);
  return offset < found->codes.size() ? found->codes[offset] : alphabet::kDot;
}

}  // namespace engine
