#include "engine/training/CouplingPanels.h"

#include <cmath>

#include "engine/base/ParallelFor.h"
#include "engine/training/LetterCount.h"

namespace engine {

namespace {}  // namespace

std::vector<PositionPair> positionPairs(Index length) {
  std::vector<PositionPair> pairs;
  for (Index i = 0; i < length; ++i)
    for (Index j = i + 1; j < length; ++j) pairs.push_back({std::int32_t(i), std::int32_t(j)});
  return pairs;
}

template <class T>
Array<double> couplingSizes(const CouplingPanels<T>& W, int threads) {
  const Index length = W.length();
  Array<double> sizes({length, length}, 0.0, "sizes");
  parallelFor(length, 4, threads, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < length; ++j) {
        if (i == j) continue;
        double sum = 0, all = 0, ofLetters = 0, rows[K] = {};
        for (Index b = 0; b < K; ++b) {
          double column = 0;
          for (Index a = 0; a < K; ++a) {
            const double value = double(W.letters(i, j, b)[a]);
            column += value;
            rows[a] += value;
            sum += value * value;
          }
          all += column;
          ofLetters += column * column;
        }
        for (const double row : rows) ofLetters += row * row;
        // Sum of squares less that of the means: the gauge takes orthogonal parts away.
        sizes(i, j) = std::sqrt(std::max(0.0, sum - ofLetters / double(K) + all * all / double(K * K)));
      }
  });
  return sizes;
}
template Array<double> couplingSizes(const CouplingPanels<float>&, int);
template Array<double> couplingSizes(const CouplingPanels<double>&, int);

}  // namespace engine
