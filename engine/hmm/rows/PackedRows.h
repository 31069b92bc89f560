// The rows that a profile is made from, laid out for speed: residue codes by row and by column, inserts by column.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/hmm/rows/MatchAlignment.h"

namespace engine {

struct PackedRows {
  /// An insert of `length` residues in row `row` (its place among the kept rows).
  struct InsertOfRow {
    std::int32_t row = 0, length = 0;
  };

  Index numRows = 0, numColumns = 0;
  Index stride = 0;                               ///< numRows, rounded up to whole vectors
  std::vector<std::uint8_t> byRow;                ///< numRows x numColumns: codes of MatchRow
  std::vector<std::uint8_t> byColumn;             ///< numColumns x stride, padded with match::kEndGap
  std::vector<Index> numResidues;                 ///< numRows: as in MatchRow
  std::vector<std::vector<InsertOfRow>> inserts;  ///< numColumns + 1: before column i, by row

  const std::uint8_t* row(Index k) const { return byRow.data() + k * numColumns; }
  const std::uint8_t* column(Index i) const { return byColumn.data() + i * stride; }
};

PackedRows packRows(const MatchAlignment& alignment, const std::vector<Index>& kept);

/// globalWeights (SequenceWeights.h) of the packed rows.
std::vector<double> globalWeights(const PackedRows& rows);

}  // namespace engine
