#include "engine/trees/TreeDistances.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

namespace {

constexpr size_t kStride = 32;  ///< of tables by two codes; codes that are no residue score 0

std::vector<ResidueCode> standardCodes(const Alignment& alignment) {
  std::vector<ResidueCode> codes;
  codes.reserve(alignment.codes.size());
  for (const ResidueCode code : alignment.codes) codes.push_back(alphabet::standard(code));
  return codes;
}

double identityDistance(const ResidueCode* a, const ResidueCode* b, size_t numColumns) {
  std::uint32_t both = 0, same = 0;
  for (size_t column = 0; column < numColumns; ++column) {
    const bool compare = (a[column] < alphabet::kNumResidues) & (b[column] < alphabet::kNumResidues);
    both += compare;
    same += compare & (a[column] == b[column]);
  }
  return both == 0 ? 1.0 : 1.0 - static_cast<double>(same) / static_cast<double>(both);
}

/// Scores less the one that chance brings, by two codes.
class BlosumDistance {
 public:
  BlosumDistance() {
    const SubstitutionMatrix& matrix = blosum62();
    double chance = 0;
    for (size_t x = 0; x < alphabet::kNumResidues; ++x)
      for (size_t y = 0; y < alphabet::kNumResidues; ++y)
        chance += matrix.background[x] * matrix.background[y] * matrix.score[x][y];
    for (size_t x = 0; x < alphabet::kNumResidues; ++x)
      for (size_t y = 0; y < alphabet::kNumResidues; ++y) {
        m_between[x * kStride + y] = matrix.score[x][y] - chance;
        m_within[x * kStride + y] = (matrix.score[x][x] + matrix.score[y][y]) / 2 - chance;
      }
  }

  double operator()(const ResidueCode* a, const ResidueCode* b, size_t numColumns) const {
    double between = 0, within = 0;
    for (size_t column = 0; column < numColumns; ++column) {
      const size_t pair = a[column] * kStride + b[column];
      between += m_between[pair];
      within += m_within[pair];
    }
    if (within <= 0) return kLargestDistance;
    const double share = std::clamp(between / within, std::exp(-kLargestDistance), 1.0);
    return share == 1 ? 0 : -std::log(share);
  }

 private:
  std::array<double, kStride * kStride> m_between{}, m_within{};
};

template <class Distance>
Array<double> allPairs(const Alignment& alignment, const Distance& distance, int threads, Progress& progress) {
  const Index numRows = alignment.numRows();
  const auto numColumns = static_cast<size_t>(alignment.numColumns);
  const std::vector<ResidueCode> codes = standardCodes(alignment);
  Array<double> result({numRows, numRows}, 0.0, "distances");
  const auto row = [&](Index index) { return codes.data() + static_cast<size_t>(index) * numColumns; };
  parallelFor(numRows, 1, threads, progress, "comparing rows", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < i; ++j) result(i, j) = result(j, i) = distance(row(i), row(j), numColumns);
  });
  return result;
}

}  // namespace

const std::vector<std::string>& rowDistanceNames() {
  static const std::vector<std::string> names{"identity", "blosum62"};
  return names;
}

RowDistance parseRowDistance(const std::string& name) {
  const auto& names = rowDistanceNames();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) fail("unknown distance ", name, ", expected identity or blosum62");
  return static_cast<RowDistance>(found - names.begin());
}

Array<double> rowDistances(const Alignment& alignment, RowDistance by, int threads, Progress& progress) {
  if (by == RowDistance::identity) return allPairs(alignment, identityDistance, threads, progress);
  return allPairs(alignment, BlosumDistance(), threads, progress);
}

}  // namespace engine
