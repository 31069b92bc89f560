#include "engine/attention/heads/Rotary.h"

#include <cmath>

#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"

namespace engine {

std::vector<double> turnFrequencies(Index depth, double base) {
  std::vector<double> frequencies;
  for (Index t = 0; t < depth / 2; ++t) frequencies.push_back(std::pow(base, -2.0 * double(t) / double(depth)));
  return frequencies;
}

std::vector<Parameter> rotaryParameters() {
  return {choiceParameter("rotary", "Rotary places",
                          "turn the channels of queries and keys by their places; halves: channel t with t + d/2 "
                          "(ESM-2, LLaMA); neighbours: 2t with 2t + 1 (RoFormer)",
                          {"none", "halves", "neighbours"}),
          numberParameter("rotary_base", "Rotary base", "", "pair t turns by base^(-2t/d) per place", 10000, 1e-6,
                          1e12)};
}

RotaryPlaces rotaryPlaces(const ParameterValues& values) {
  const std::string& pairs = values.text("rotary");
  return {pairs == "halves"       ? RotaryPairs::halves
          : pairs == "neighbours" ? RotaryPairs::neighbours
                                  : RotaryPairs::none,
          values.real("rotary_base")};
}

template <class T>
void turnPlaces(Array<T>& X, Index first, const RotaryPlaces& places) {
  if (places.pairs == RotaryPairs::none) return;
  const Index rows = X.length(X.rank() - 2), d = X.length(X.rank() - 1);
  if (d % 2 != 0)
    fail("array ", X.name, ": found ", d, " channels per head, expected an even number for rotary places");
  if (X.empty()) return;
  const std::vector<double> frequencies = turnFrequencies(d, places.base);
  std::vector<T> cosines(frequencies.size()), sines(frequencies.size());
  for (Index r = 0; r < rows; ++r) {
    for (size_t t = 0; t < frequencies.size(); ++t) {
      cosines[t] = static_cast<T>(std::cos(double(first + r) * frequencies[t]));
      sines[t] = static_cast<T>(std::sin(double(first + r) * frequencies[t]));
    }
    for (Index stack = 0; stack < X.size() / (rows * d); ++stack)
      turnRow(X.data() + (stack * rows + r) * d, d, cosines.data(), sines.data(), places.pairs);
  }
}

template void turnPlaces(Array<float>&, Index, const RotaryPlaces&);
template void turnPlaces(Array<double>&, Index, const RotaryPlaces&);

}  // namespace engine
