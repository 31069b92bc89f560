#include "engine/models/parts/Rotary.h"

#include <cmath>

#include "engine/attention/heads/Rotary.h"
#include "engine/base/HalfFloat.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

Array<float> rotaryFrequencies(Index depth, bool throughHalf) {
  constexpr double kBase = 10000;
  const std::vector<double> exactly = turnFrequencies(depth, kBase);
  Array<float> frequencies({depth / 2}, 0.0F, "inv_freq");
  for (Index t = 0; t < frequencies.size(); ++t) {
    const auto exact = static_cast<float>(nth(exactly, t));
    frequencies[t] = throughHalf ? floatOfHalf(halfOfFloat(exact)) : exact;
  }
  return frequencies;
}

template <class T>
void rotate(Array<T>& X, Index heads, const Array<float>& frequencies, int threads) {
  requireShape(X.name, X.shape(), {-1, -1});
  const Index width = X.length(1), depth = width / heads, half = depth / 2;
  if (depth % 2 != 0) fail("rotary positions: found heads of width ", depth, ", expected an even one");
  requireShape(frequencies.name, frequencies.shape(), {half});
  constexpr Index kRowsPerPiece = 64;
  parallelFor(X.length(0), kRowsPerPiece, threads, [&](Index begin, Index end) {
    Array<T> cosines({half}, Untouched{}), sines({half}, Untouched{});
    for (Index row = begin; row < end; ++row) {
      for (Index t = 0; t < half; ++t) {
        const double angle = double(row) * double(frequencies[t]);
        cosines[t] = static_cast<T>(std::cos(angle));
        sines[t] = static_cast<T>(std::sin(angle));
      }
      for (Index h = 0; h < heads; ++h)
        turnRow(X.data() + row * width + h * depth, depth, cosines.data(), sines.data(), RotaryPairs::halves);
    }
  });
}

template void rotate(Array<float>&, Index, const Array<float>&, int);
template void rotate(Array<double>&, Index, const Array<float>&, int);

}  // namespace engine
