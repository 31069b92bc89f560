#include "engine/alignment/EditInserts.h"

#include <algorithm>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

/// `place` gives where an insert goes; it never changes their order, but some may meet.
template <class Place>
std::vector<Insert> placed(std::vector<Insert> inserts, Place place) {
  std::vector<Insert> result;
  for (Insert& insert : inserts) {
    insert.after = static_cast<std::int32_t>(place(Index{insert.after}));
    if (!result.empty() && result.back().after == insert.after)
      result.back().codes.insert(result.back().codes.end(), insert.codes.begin(), insert.codes.end());
    else
      result.push_back(std::move(insert));
  }
  return result;
}

}  // namespace

Exchange exchangeOf(const Alignment& alignment, Index row, const ExchangeCells& step) {
  const ResidueCode* codes = alignment.row(row);
  Exchange exchange{step.begin, step.middle, step.end, false};
  exchange.isFirstGaps = std::all_of(codes + step.begin, codes + step.middle, alphabet::isGap);
  if (!exchange.isFirstGaps && !std::all_of(codes + step.middle, codes + step.end, alphabet::isGap))
    fail(nth(alignment.rows, row).name, ": the residues of columns ", step.begin + 1, " to ", step.end,
         " would change their order");
  return exchange;
}

std::vector<Insert> movedInserts(std::vector<Insert> inserts, const Exchange& exchange) {
  const auto [begin, middle, end, isFirstGaps] = exchange;
  return placed(std::move(inserts), [=, begin = begin, middle = middle, end = end, first = isFirstGaps](Index after) {
    if (after <= begin || after >= end || begin == middle || middle == end) return after;
    if (first) return after <= middle ? begin : after - (middle - begin);
    return after < middle ? after + (end - middle) : end;
  });
}

std::vector<Insert> insertsWithout(std::vector<Insert> inserts, const IndexRanges& columns) {
  if (inserts.empty()) return inserts;
  return placed(std::move(inserts), [&columns](Index after) { return after - columns.within(after).count(); });
}

std::vector<Insert> insertsWith(std::vector<Insert> inserts, const IndexRanges& columns) {
  return placed(std::move(inserts), [&columns](Index after) {
    if (after == 0) return after;
    Index last = after - 1;  // the column on the left, counted as after
    for (const IndexRange& range : columns.ranges())
      if (range.begin <= last) last += range.size();
    return last + 1;
  });
}

std::vector<RowInserts> allInserts(const Alignment& alignment) {
  std::vector<RowInserts> result;
  for (Index row = 0; row < alignment.numRows(); ++row)
    if (const auto& inserts = nth(alignment.rows, row).inserts; !inserts.empty()) result.push_back({row, inserts});
  return result;
}

void setInserts(Alignment& alignment, const std::vector<RowInserts>& inserts) {
  for (const RowInserts& given : inserts) {
    if (given.row < 0 || given.row >= alignment.numRows()) fail("an edit has inserts of row ", given.row + 1);
    Index previous = -1;
    for (const Insert& insert : given.inserts) {
      const auto isResidue = [](ResidueCode code) { return alphabet::isValid(code) && !alphabet::isGap(code); };
      if (insert.after <= previous || insert.after > alignment.numColumns || insert.codes.empty() ||
          !std::all_of(insert.codes.begin(), insert.codes.end(), isResidue))
        fail(nth(alignment.rows, given.row).name, ": an edit has an insert that does not fit");
      previous = insert.after;
    }
    nth(alignment.rows, given.row).inserts = given.inserts;
  }
}

}  // namespace engine
