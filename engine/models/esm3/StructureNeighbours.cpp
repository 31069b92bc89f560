#include "engine/models/esm3/StructureNeighbours.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "engine/base/Nth.h"

namespace engine {

Array<std::int64_t> structureNeighbours(const Frames& frames) {
  constexpr double kBehindAll = 1e6, kPerResidue = 100;  // Å, beyond every distance in a structure
  const Index L = static_cast<Index>(frames.frames.size()), K = std::min(kStructureNeighbours, L);
  Array<std::int64_t> neighbours({L, K}, Untouched{}, "neighbours");
  std::vector<std::pair<double, Index>> byDistance(static_cast<size_t>(L));
  for (Index i = 0; i < L; ++i) {
    for (Index j = 0; j < L; ++j) {
      const bool arePlaced = frames.valid[static_cast<size_t>(i)] && frames.valid[static_cast<size_t>(j)];
      const double distance = arePlaced ? (nth(frames.frames, i).origin - nth(frames.frames, j).origin).norm()
                                        : kBehindAll + kPerResidue * double(std::abs(i - j));
      byDistance[static_cast<size_t>(j)] = {i == j ? -1.0 : distance, j};
    }
    std::partial_sort(byDistance.begin(), byDistance.begin() + K, byDistance.end());
    for (Index k = 0; k < K; ++k) neighbours(i, k) = nth(byDistance, k).second;
  }
  return neighbours;
}

}  // namespace engine
