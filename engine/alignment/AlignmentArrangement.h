// What of an alignment is shown, where: the order of rows, hidden rows and columns, expanded inserts.
//
// Three kinds of numbers, never mixed: a row or column is that of the alignment and is what people see as a number; a
// *place* counts the shown rows from the top; a *slot* counts what is shown along a row, from the left.
#pragma once

#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/alignment/IndexRanges.h"

namespace engine {

/// What stands at one slot.
struct SlotContent {
  std::int32_t column = 0;   ///< of the alignment; in an expanded insert: number of columns before it, 0..C
  std::int32_t offset = -1;  ///< -1: a column; else which residue of the expanded insert
  bool isInsert() const { return offset >= 0; }
  bool operator==(const SlotContent&) const = default;
};

/// Hidden rows or columns between two that are shown: what the fold mark stands for.
struct Fold {
  Index at = 0;     ///< the place or slot right of (below) the fold; their number when it is at the end
  Index first = 0;  ///< the first row or column in it
  Index count = 0;
  bool operator==(const Fold&) const = default;
};

/// An insert that is drawn as slots of its own.
struct ExpandedInsert {
  std::int32_t after = 0;  ///< number of columns before it, 0..C
  std::int32_t width = 0;  ///< slots: residues of the longest insert there
  bool operator==(const ExpandedInsert&) const = default;
};

/// A value. Every question is answered in O(1); changes cost O(N) or O(C + slots).
class AlignmentArrangement {
 public:
  AlignmentArrangement() = default;
  /// Everything in the order of the file, inserts closed.
  AlignmentArrangement(Index numRows, Index numColumns);

  Index numRows() const { return static_cast<Index>(m_placeOfRow.size()); }       ///< N, hidden ones included
  Index numColumns() const { return static_cast<Index>(m_slotOfColumn.size()); }  ///< C, hidden ones included

  /// `order`: all rows or some, each once; `hidden` of them are left out. Throws Error for rows that are not there.
  void setRows(const std::vector<Index>& order, const IndexRanges& hidden);
  Index numPlaces() const { return static_cast<Index>(m_rows.size()); }
  Index rowAt(Index place) const { return m_rows[static_cast<size_t>(place)]; }
  Index placeOf(Index row) const;                            ///< -1: hidden or not there
  const std::vector<Index>& rows() const { return m_rows; }  ///< row at each place
  const std::vector<Fold>& rowFolds() const { return m_rowFolds; }

  /// `expanded`: by increasing `after`. An insert is shown when a column beside it is (or the alignment has none).
  void setColumns(const IndexRanges& hidden, const std::vector<ExpandedInsert>& expanded);
  Index numSlots() const { return static_cast<Index>(m_slots.size()); }
  const SlotContent& slot(Index slot) const { return m_slots[static_cast<size_t>(slot)]; }
  const std::vector<SlotContent>& slots() const { return m_slots; }
  Index slotOf(Index column) const;  ///< -1: hidden or not there
  /// The slot of the column, or of the next shown column right of it, else of the last one; -1 when none is shown.
  Index nearestSlot(Index column) const;
  const std::vector<Fold>& columnFolds() const { return m_columnFolds; }  ///< by increasing `at`
  bool areColumnsPlain() const { return m_slots.size() == m_slotOfColumn.size() && m_columnFolds.empty(); }

  bool operator==(const AlignmentArrangement&) const = default;

 private:
  std::vector<Index> m_rows;
  std::vector<std::int32_t> m_placeOfRow;
  std::vector<Fold> m_rowFolds;
  std::vector<SlotContent> m_slots;
  std::vector<std::int32_t> m_slotOfColumn;
  std::vector<Fold> m_columnFolds;
};

/// The code that a row shows at a slot: '.' where its insert is shorter than the slots of the insert.
ResidueCode codeAt(const Alignment& alignment, Index row, const SlotContent& slot);

}  // namespace engine
