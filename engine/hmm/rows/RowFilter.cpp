// Rows that pass a filter.
#include "engine/hmm/rows/RowFilter.h"

#include <algorithm>
#include <numeric>

#include "engine/alignment/RowOrder.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/hmm/rows/AlignmentFilter.h"

namespace engine {

namespace {

constexpr Index kRowsPerPiece = 256;

bool hasCoverageAndGaps(const Alignment& alignment, Index row, const RowFilter& filter) {
  const ResidueCode* codes = alignment.row(row);
  Index residues = 0, first = -1, last = -1;
  for (Index column = 0; column < alignment.numColumns; ++column) {
    if (alphabet::isGap(codes[column])) continue;
    ++residues;
    if (first < 0) first = column;
    last = column;
  }
  const auto percent = [](Index part, Index whole) {
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
  };
  const Index span = first < 0 ? 0 : last - first + 1;
  return percent(residues, alignment.numColumns) >= filter.minCoverage &&
         percent(span - residues, span) <= filter.maxGaps;
}

/// The rows of `rows` that the redundancy filter keeps; rows[0] always.
std::vector<Index> withoutRedundant(const Alignment& alignment, const std::vector<Index>& rows, double maxIdentity,
                                    int threads, Progress& progress) {
  PartProgress copying(progress, 0.0, 0.2), filtering(progress, 0.2, 1.0);
  Alignment chosen;
  chosen.numColumns = alignment.numColumns;
  chosen.codes.reserve(rows.size() * static_cast<size_t>(alignment.numColumns));
  for (const Index row : rows) {
    chosen.rows.emplace_back().name = nth(alignment.rows, row).name;
    chosen.codes.insert(chosen.codes.end(), alignment.row(row), alignment.row(row) + alignment.numColumns);
  }
  std::vector<Index> columns(static_cast<size_t>(alignment.numColumns));
  std::iota(columns.begin(), columns.end(), Index{0});
  const MatchAlignment match = matchAlignment(chosen, std::move(columns), threads, copying);
  FilterOptions options;
  options.maxIdentity = maxIdentity;
  options.diversity = 0;
  std::vector<Index> kept;
  for (const Index k : filterRows(match, options, gonnet(), threads, filtering))
    kept.push_back(nth(rows, k));
  return kept;
}

}  // namespace

IndexRanges filteredOutRows(const Alignment& alignment, const RowFilter& filter, Index reference, int threads,
                            Progress& progress) {
  if (filter.keepsAll() || alignment.numRows() == 0) return {};
  const auto numRows = static_cast<size_t>(alignment.numRows());
  std::vector<float> identity(numRows, 1.0f);
  PartProgress comparing(progress, 0.0, 0.3), counting(progress, 0.3, 0.4), thinning(progress, 0.4, 1.0);
  if (filter.minIdentity > 0) identity = identityToRow(alignment, reference, threads, comparing);
  std::vector<char> passes(numRows, 0);
  parallelFor(alignment.numRows(), kRowsPerPiece, threads, counting, "filtering rows", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row)
      nth(passes, row) =
          100.0 * static_cast<double>(nth(identity, row)) >= filter.minIdentity &&
          hasCoverageAndGaps(alignment, row, filter);
  });
  std::vector<Index> kept{reference};
  for (Index row = 0; row < alignment.numRows(); ++row)
    if (row != reference && nth(passes, row) &&
        (!filter.acceptsName || filter.acceptsName(nth(alignment.rows, row))))
      kept.push_back(row);
  if (filter.maxPairwiseIdentity < 100 && alignment.numColumns > 0)
    kept = withoutRedundant(alignment, kept, filter.maxPairwiseIdentity, threads, thinning);
  return IndexRanges::of(std::move(kept)).inverted(alignment.numRows());
}

}  // namespace engine
