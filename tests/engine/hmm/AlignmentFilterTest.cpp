// The fast parts of the redundancy filter against plain ones.
#include "engine/hmm/rows/AlignmentFilter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engine/hmm/profile/TargetNeff.h"
#include "engine/hmm/rows/FilterOrder.h"
#include "engine/hmm/rows/MatchAlignment.h"
#include "engine/hmm/rows/RowBits.h"
#include "engine/hmm/weights/WeightedColumns.h"
#include "tests/engine/hmm/RandomAlignment.h"

using namespace engine;

namespace alignment_filter_test {

/// The quicksort as it is described, recursion and all.
void plainQuicksort(std::vector<size_t>& order, const std::vector<Index>& keys, Index left, Index right) {
  if (left >= right) return;
  const auto at = [&order](Index i) -> size_t& { return order[static_cast<size_t>(i)]; };
  std::swap(at(left), at((left + right) / 2));
  Index last = left;
  for (Index i = left + 1; i <= right; ++i)
    if (keys[at(i)] > keys[at(left)]) std::swap(at(++last), at(i));
  std::swap(at(left), at(last));
  plainQuicksort(order, keys, left, last - 1);
  plainQuicksort(order, keys, last + 1, right);
}

TEST(FilterOrder, isThatOfThePlainQuicksort) {
  Random random(1);
  for (const std::uint32_t kinds : {1U, 2U, 3U, 10U, 1000U})
    for (const size_t count : {0U, 1U, 2U, 3U, 7U, 50U, 301U}) {
      std::vector<Index> keys;
      for (size_t k = 0; k < count; ++k) keys.push_back(static_cast<Index>(random.below(kinds)));
      std::vector<size_t> plain(count);
      std::iota(plain.begin(), plain.end(), size_t{0});
      plainQuicksort(plain, keys, 1, static_cast<Index>(count) - 1);
      EXPECT_EQ(filterOrder(keys), plain) << kinds << " kinds, " << count;
    }
}

RowDifference plainDifference(const MatchRow& a, const MatchRow& b) {
  RowDifference sum;
  for (size_t i = 0; i < a.codes.size(); ++i) {
    if (a.codes[i] >= alphabet::kNumResidues || b.codes[i] >= alphabet::kNumResidues) continue;
    ++sum.common;
    sum.different += a.codes[i] != b.codes[i];
  }
  return sum;
}

bool plainDifferEnough(const MatchRow& a, const MatchRow& b, double percent) {
  const double share = 0.9999 - 0.01 * percent;
  const Index overlap = std::min(a.last, b.last) - std::max(a.first, b.first) + 1;
  const auto enough = static_cast<Index>(share * static_cast<double>(std::min(a.numResidues, overlap)) + 0.999);
  const RowDifference found = plainDifference(a, b);
  return (found.different > 0 && found.different >= enough) ||
         static_cast<double>(found.different) >= share * static_cast<double>(found.common);
}

TEST(RowBits, compareLikePlainLoops) {
  Random random(2);
  for (const Index columns : {Index{1}, Index{63}, Index{64}, Index{65}, Index{200}}) {
    const Alignment alignment = test::randomAlignment(30, columns, 0.3, random);
    const MatchAlignment matched = matchAlignment(alignment, test::allColumns(alignment));
    std::vector<size_t> order(30);
    std::iota(order.rbegin(), order.rend(), size_t{0});
    const RowBits bits(matched, order, 2);
    for (size_t a = 0; a < 30; ++a)
      for (size_t b = 0; b < 30; ++b) {
        const MatchRow &x = matched.rows[order[a]], &y = matched.rows[order[b]];
        const RowDifference found = bits.compare(a, b), expected = plainDifference(x, y);
        EXPECT_EQ(found.common, expected.common);
        EXPECT_EQ(found.different, expected.different);
        for (const double percent : {20.0, 70.0, 90.0, 100.0})
          EXPECT_EQ(bits.differEnough(a, b, percent), plainDifferEnough(x, y, percent)) << a << " " << b;
      }
  }
}

/// One threshold for all columns, row after row.
std::vector<Index> plainFilter(const MatchAlignment& matched, double percent) {
  std::vector<Index> lengths, kept;
  for (const MatchRow& row : matched.rows) lengths.push_back(row.numResidues);
  for (const size_t k : filterOrder(lengths)) {
    const MatchRow& row = matched.rows[k];
    const bool isNew = std::all_of(kept.begin(), kept.end(), [&](Index other) {
      return plainDifferEnough(row, matched.rows[static_cast<size_t>(other)], percent);
    });
    if (k == 0 || (row.numResidues > 0 && isNew)) kept.push_back(static_cast<Index>(k));
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

TEST(AlignmentFilter, blocksAndThreadsChangeNothing) {
  Random random(3);
  Progress progress;
  const Alignment alignment = test::randomAlignment(700, 60, 0.25, random);
  const MatchAlignment matched = matchAlignment(alignment, test::allColumns(alignment));
  for (const double percent : {40.0, 60.0, 80.0}) {
    FilterOptions options;
    options.maxIdentity = percent;
    options.diversity = 0;
    const std::vector<Index> plain = plainFilter(matched, percent);
    EXPECT_GT(plain.size(), 5U);
    EXPECT_LT(plain.size(), 690U);
    for (const int threads : {1, 2})
      EXPECT_EQ(filterRows(matched, options, gonnet(), threads, progress), plain) << percent;
  }
}

TEST(AlignmentFilter, targetNeffDropsTheRowsLeastLikeTheFirst) {
  Random random(4);
  Progress progress;
  Alignment alignment = test::randomAlignment(80, 50, 0.6, random);
  const MatchAlignment matched = matchAlignment(alignment, test::allColumns(alignment));
  FilterOptions options;
  options.maxIdentity = 100;
  options.diversity = 0;
  const std::vector<Index> all = filterRows(matched, options, gonnet(), 1, progress);
  const double whole = profileNeff(matched, all, 1, progress);
  options.targetNeff = whole + 1;
  EXPECT_EQ(filterRows(matched, options, gonnet(), 1, progress), all);
  options.targetNeff = whole - 2;
  const std::vector<Index> some = filterRows(matched, options, gonnet(), 1, progress);
  EXPECT_LT(some.size(), all.size());
  EXPECT_EQ(some.front(), 0);
  // Rows leave by their score alone: every row left out scores below every row kept.
  double worstKept = 100, bestLeft = -100;
  for (const Index k : all) {
    if (k == 0) continue;
    const double score = scoreAgainstMaster(matched, k, gonnet());
    if (std::binary_search(some.begin(), some.end(), k))
      worstKept = std::min(worstKept, score);
    else
      bestLeft = std::max(bestLeft, score);
  }
  EXPECT_LE(bestLeft, worstKept);
}

TEST(AlignmentFilter, oneRowHasNothingToLose) {
  Random random(5);
  Progress progress;
  const Alignment alignment = test::randomAlignment(1, 5, 0, random);
  FilterOptions options;
  options.targetNeff = 1;
  const MatchAlignment matched = matchAlignment(alignment, test::allColumns(alignment));
  EXPECT_EQ(filterRows(matched, options, gonnet(), 0, progress), std::vector<Index>{0});
}

}  // namespace alignment_filter_test
