// Packing of kept rows, and their global weights.
#include "engine/hmm/rows/PackedRows.h"

#include <algorithm>
#include <array>

#include "engine/base/Nth.h"

namespace engine {

PackedRows packRows(const MatchAlignment& alignment, const std::vector<Index>& kept) {
  constexpr Index kVector = 64, kTile = 64;
  PackedRows packed;
  packed.numRows = static_cast<Index>(kept.size());
  packed.numColumns = alignment.numColumns;
  packed.stride = (packed.numRows + kVector - 1) / kVector * kVector;
  packed.byRow.resize(static_cast<size_t>(packed.numRows * packed.numColumns));
  packed.byColumn.assign(static_cast<size_t>(packed.stride * packed.numColumns), match::kEndGap);
  packed.inserts.resize(static_cast<size_t>(packed.numColumns) + 1);
  for (Index k = 0; k < packed.numRows; ++k) {
    const MatchRow& row = nth(alignment.rows, nth(kept, k));
    std::copy(row.codes.begin(), row.codes.end(), packed.byRow.begin() + k * packed.numColumns);
    packed.numResidues.push_back(row.numResidues);
    for (size_t slot = 0; slot < row.inserts.size(); ++slot)
      if (row.inserts[slot] > 0) packed.inserts[slot].push_back({static_cast<std::int32_t>(k), row.inserts[slot]});
  }
  // Tiles, so that neither side of the transposition jumps through memory.
  for (Index first = 0; first < packed.numRows; first += kTile)
    for (Index i = 0; i < packed.numColumns; ++i)
      for (Index k = first; k < std::min(first + kTile, packed.numRows); ++k)
        nth(packed.byColumn, i * packed.stride + k) = packed.row(k)[i];
  return packed;
}

std::vector<double> globalWeights(const PackedRows& rows) {
  constexpr size_t kCodes = match::kEndGap + 1;
  std::vector<std::array<double, kCodes>> shares(static_cast<size_t>(rows.numColumns));
  for (Index i = 0; i < rows.numColumns; ++i) {
    std::array<int, kCodes> counts{};
    for (Index k = 0; k < rows.numRows; ++k) ++counts[rows.column(i)[k]];
    const auto kinds = static_cast<double>(
        std::count_if(counts.begin(), counts.begin() + alphabet::kNumResidues, [](int n) { return n > 0; }));
    for (size_t a = 0; a < alphabet::kNumResidues; ++a)
      nth(shares, i)[a] = counts[a] > 0 ? 1.0 / (counts[a] * kinds) : 0.0;
  }
  std::vector<double> weights;
  double total = 0;
  for (Index k = 0; k < rows.numRows; ++k) {
    double sum = 0;
    for (Index i = 0; i < rows.numColumns; ++i) sum += nth(shares, i)[rows.row(k)[i]];
    weights.push_back(1e-6 + sum / (static_cast<double>(nth(rows.numResidues, k)) + 30.0));
    total += weights.back();
  }
  for (double& w : weights) w /= total;
  return weights;
}

}  // namespace engine
