// Counts columns in blocks narrow enough for their table to stay in the first-level cache.
#include "engine/alignment/ColumnStatistics.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/ParallelFor.h"

namespace engine {
namespace {

constexpr Index kColumnsPerBlock = 256;
constexpr Index kRowsPerUpdate = 4096;

std::array<ResidueCode, 256> standardTable() {
  std::array<ResidueCode, 256> table{};
  for (size_t code = 0; code < table.size(); ++code) table[code] = alphabet::standard(static_cast<ResidueCode>(code));
  return table;
}

void countBlock(const Alignment& alignment, const std::array<ResidueCode, 256>& standard, Index first, Index last,
                ColumnStatistics& result, const Progress& progress) {
  std::int32_t* counts = result.counts.data() + first * kNumColumnCounts;
  for (Index row = 0; row < alignment.numRows(); ++row) {
    if (row % kRowsPerUpdate == 0 && progress.cancelled()) throw Cancelled{};
    const ResidueCode* codes = alignment.row(row);
    for (Index column = first; column < last; ++column)
      ++counts[(column - first) * kNumColumnCounts + standard[codes[column]]];
  }
}

void summarise(Index column, ColumnStatistics& result) {
  const std::int32_t* counts = result.counts.data() + column * kNumColumnCounts;
  const auto* best = std::max_element(counts, counts + alphabet::kNumResidues);
  std::int32_t known = 0;
  for (int residue = 0; residue < alphabet::kNumResidues; ++residue) known += counts[residue];
  double entropy = 0;
  for (int residue = 0; residue < alphabet::kNumResidues; ++residue) {
    if (counts[residue] == 0) continue;
    const double share = static_cast<double>(counts[residue]) / known;
    entropy -= share * std::log2(share);
  }
  const auto at = static_cast<size_t>(column);
  const auto numRows = static_cast<double>(std::max<Index>(result.numRows, 1));
  result.occupancy[at] = static_cast<float>((known + counts[alphabet::kUnknown]) / numRows);
  result.entropy[at] = static_cast<float>(std::max(entropy, 0.0));
  result.conservation[at] =
      known > 0 ? static_cast<float>(std::max(0.0, std::log2(static_cast<double>(alphabet::kNumResidues)) - entropy))
                : 0.0f;
  result.consensusShare[at] = static_cast<float>(*best / numRows);
  result.consensus[at] = known > 0                        ? static_cast<ResidueCode>(best - counts)
                         : counts[alphabet::kUnknown] > 0 ? alphabet::kUnknown
                                                          : alphabet::kGap;
}

}  // namespace

ColumnStatistics columnStatistics(const Alignment& alignment, int threads, Progress& progress) {
  const Index columns = alignment.numColumns;
  const auto size = static_cast<size_t>(columns);
  ColumnStatistics result;
  result.numRows = alignment.numRows();
  result.counts = Array<std::int32_t>({columns, kNumColumnCounts}, 0, "column counts");
  result.occupancy.resize(size);
  result.entropy.resize(size);
  result.conservation.resize(size);
  result.consensusShare.resize(size);
  result.consensus.resize(size);
  const auto standard = standardTable();
  const Index numBlocks = (columns + kColumnsPerBlock - 1) / kColumnsPerBlock;
  progress.update(0, "counting columns");
  parallelFor(numBlocks, 1, threads, progress, "counting columns", [&](Index firstBlock, Index lastBlock) {
    for (Index block = firstBlock; block < lastBlock; ++block) {
      const Index first = block * kColumnsPerBlock, last = std::min(columns, first + kColumnsPerBlock);
      countBlock(alignment, standard, first, last, result, progress);
      for (Index column = first; column < last; ++column) summarise(column, result);
    }
  });
  return result;
}

}  // namespace engine
