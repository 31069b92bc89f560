// Where the inserts of rows go when their columns are edited.
#pragma once

#include <vector>

#include "engine/alignment/AlignmentEdit.h"

namespace engine {

/// Two neighbouring stretches of a row that change places; `isFirstGaps`: the first is the one without residues.
struct Exchange {
  Index begin = 0, middle = 0, end = 0;
  bool isFirstGaps = false;
};
/// Throws Error when both stretches of the row hold residues, or an insert where the other has some.
Exchange exchangeOf(const Alignment& alignment, Index row, const ExchangeCells& step);
std::vector<Insert> movedInserts(std::vector<Insert> inserts, const Exchange& exchange);
/// Without columns that are removed, counted as before.
std::vector<Insert> insertsWithout(std::vector<Insert> inserts, const IndexRanges& columns);
/// With columns that are added, counted as after.
std::vector<Insert> insertsWith(std::vector<Insert> inserts, const IndexRanges& columns);

/// Of all rows that have some.
std::vector<RowInserts> allInserts(const Alignment& alignment);
/// Throws Error when there is no such row, or its inserts do not fit the columns.
void setInserts(Alignment& alignment, const std::vector<RowInserts>& inserts);

}  // namespace engine
