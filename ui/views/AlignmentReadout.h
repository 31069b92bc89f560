// What stands at one cell of an alignment, in words and numbers.
#pragma once

#include <optional>
#include <vector>

#include "engine/alignment/ColumnStatistics.h"
#include "ui/views/View.h"

namespace ui {

/// First number of a row whose name ends in /first-last ("seq/17-121"), else 1.
engine::Index firstResidueNumber(const std::string& name);
/// Number of the residue in a cell: its place in the row without gaps (inserts included), counted from
/// firstResidueNumber; nothing at a gap.
std::optional<engine::Index> residueNumber(const engine::Alignment& alignment, engine::Index row, engine::Index column);
/// "Asp 52"; "gap" where there is no residue.
QString residueText(const engine::Alignment& alignment, engine::Index row, engine::Index column);

/// Lines for a column and, when `row` is not -1, a row. `statistics` may be null.
std::vector<ReadoutLine> alignmentReadout(const engine::Alignment& alignment,
                                          const engine::ColumnStatistics* statistics, engine::Index row,
                                          engine::Index column);

/// "ASP 52 A" for a residue counted over all chains; empty when there is no such residue.
QString structureResidueText(const engine::Structure& structure, engine::Index residue);

}  // namespace ui
