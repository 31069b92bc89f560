// Rows sorted by name, identity, weight and length. The tree is in TreeOrder.cpp.
#include "engine/alignment/RowOrder.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kRowsPerPiece = 256;

const std::array<ResidueCode, 64>& standardCodes() {
  static const std::array<ResidueCode, 64> table = [] {
    std::array<ResidueCode, 64> codes{};
    for (size_t code = 0; code < codes.size(); ++code) codes[code] = alphabet::standard(static_cast<ResidueCode>(code));
    return codes;
  }();
  return table;
}

std::vector<Index> fileOrder(Index count) {
  std::vector<Index> rows(static_cast<size_t>(count));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

template <class Value>
std::vector<Index> largestFirst(const std::vector<Value>& values) {
  std::vector<Index> rows = fileOrder(static_cast<Index>(values.size()));
  std::stable_sort(rows.begin(), rows.end(),
                   [&](Index a, Index b) { return nth(values, a) > nth(values, b); });
  return rows;
}

std::vector<Index> residueCounts(const Alignment& alignment, int threads, Progress& progress) {
  std::vector<Index> counts(static_cast<size_t>(alignment.numRows()), 0);
  parallelFor(alignment.numRows(), kRowsPerPiece, threads, progress, "counting residues", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      const ResidueCode* codes = alignment.row(row);
      Index count = 0;
      for (Index column = 0; column < alignment.numColumns; ++column) count += !alphabet::isGap(codes[column]);
      for (const Insert& insert : nth(alignment.rows, row).inserts)
        count += static_cast<Index>(insert.codes.size());
      nth(counts, row) = count;
    }
  });
  return counts;
}

void moveToFront(std::vector<Index>& rows, Index row) {
  const auto found = std::find(rows.begin(), rows.end(), row);
  if (found != rows.end()) std::rotate(rows.begin(), found, found + 1);
}

}  // namespace

std::vector<float> identityToRow(const Alignment& alignment, Index reference, int threads, Progress& progress) {
  std::vector<float> identity(static_cast<size_t>(alignment.numRows()), 0.0f);
  if (alignment.numRows() == 0) return identity;
  const auto& standard = standardCodes();
  std::vector<ResidueCode> wanted(static_cast<size_t>(alignment.numColumns));
  for (Index column = 0; column < alignment.numColumns; ++column)
    nth(wanted, column) = standard[alignment.at(reference, column)];
  parallelFor(alignment.numRows(), kRowsPerPiece, threads, progress, "comparing rows", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      Index both = 0, same = 0;
      const ResidueCode* codes = alignment.row(row);
      for (Index column = 0; column < alignment.numColumns; ++column) {
        const ResidueCode x = nth(wanted, column), y = standard[codes[column]];
        const bool compare = x < alphabet::kNumResidues && y < alphabet::kNumResidues;
        both += compare;
        same += compare && x == y;
      }
      if (both > 0) nth(identity, row) = static_cast<float>(same) / static_cast<float>(both);
    }
  });
  return identity;
}

std::vector<float> positionBasedWeights(const Alignment& alignment, Progress& progress) {
  const auto& standard = standardCodes();
  const auto numColumns = static_cast<size_t>(alignment.numColumns);
  std::vector<std::array<float, 64>> shares(numColumns);
  for (Index row = 0; row < alignment.numRows(); ++row) {
    if (row % kRowsPerPiece == 0)
      progress.update(0.5 * static_cast<double>(row) / static_cast<double>(alignment.numRows()), "counting residues");
    for (size_t column = 0; column < numColumns; ++column) ++shares[column][standard[alignment.row(row)[column]]];
  }
  for (auto& counts : shares) {
    const auto kinds =
        std::count_if(counts.begin(), counts.begin() + alphabet::kNumResidues, [](float n) { return n > 0; });
    for (size_t code = 0; code < counts.size(); ++code)
      counts[code] =
          code < alphabet::kNumResidues && counts[code] > 0 ? 1 / (counts[code] * static_cast<float>(kinds)) : 0;
  }
  std::vector<float> weights(static_cast<size_t>(alignment.numRows()), 0.0f);
  double total = 0;
  for (Index row = 0; row < alignment.numRows(); ++row) {
    if (row % kRowsPerPiece == 0)
      progress.update(0.5 + 0.5 * static_cast<double>(row) / static_cast<double>(alignment.numRows()),
                      "weighting rows");
    double sum = 0;
    Index residues = 0;
    for (size_t column = 0; column < numColumns; ++column) {
      const ResidueCode code = standard[alignment.row(row)[column]];
      sum += shares[column][code];
      residues += code < alphabet::kNumResidues;
    }
    const double weight = residues > 0 ? sum / static_cast<double>(residues) : 0;
    nth(weights, row) = static_cast<float>(weight);
    total += weight;
  }
  for (float& weight : weights) weight = total > 0 ? static_cast<float>(weight / total) : 0;
  return weights;
}

OrderedRows orderedRows(const Alignment& alignment, RowOrder by, Index reference, int threads, Progress& progress) {
  OrderedRows result{fileOrder(alignment.numRows()), false};
  if (by == RowOrder::name) {
    std::stable_sort(result.rows.begin(), result.rows.end(), [&](Index a, Index b) {
      return nth(alignment.rows, a).name < nth(alignment.rows, b).name;
    });
  } else if (by == RowOrder::identity) {
    result.rows = largestFirst(identityToRow(alignment, reference, threads, progress));
  } else if (by == RowOrder::weight) {
    result.rows = largestFirst(positionBasedWeights(alignment, progress));
  } else if (by == RowOrder::length) {
    result.rows = largestFirst(residueCounts(alignment, threads, progress));
  } else if (by == RowOrder::tree) {
    result = treeOrder(alignment, threads, progress);
  }
  if (by == RowOrder::identity || by == RowOrder::tree) moveToFront(result.rows, reference);
  return result;
}

}  // namespace engine
