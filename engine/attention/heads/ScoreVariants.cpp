#include "engine/attention/heads/ScoreVariants.h"

#include <algorithm>

#include "engine/base/ParameterKinds.h"

namespace engine {

std::vector<ArrayDescription> biasInputs() {
  return {{"bias", "(B, H, n, m)", "added to the scaled scores; axes that are absent in front are shared", true},
          {"slopes", "(H)", "slopes of ALiBi in place of the usual ones", true}};
}

std::vector<Parameter> variantParameters() {
  std::vector<Parameter> list{flagParameter(
      "alibi", "ALiBi",
      "take a slope of its own per head times the distance of query and key off the scores: 2^(-8 h / H) for head h "
      "from 1",
      false)};
  for (Parameter& parameter : rotaryParameters()) list.push_back(std::move(parameter));
  return grouped("Places", std::move(list));
}

bool hasBias(const ArrayBundle& inputs, const ParameterValues& values) {
  return inputs.count("bias") != 0 || inputs.count("slopes") != 0 || values.flag("alibi");
}

namespace {

template <class T>
Array<T> readGiven(const ArrayBundle& inputs, const Shape& maps, Index leading) {
  Array<T> bias = numbersOf<T>(inputs, "bias");
  // (B, n, m) of Q (B, n, d) has no heads; (H, n, m) of Q (B, H, n, d) no batches.
  Shape full = maps;
  if (leading == 1) full = {maps[0], maps[2], maps[3]};
  if (leading == 0) full = {maps[2], maps[3]};
  const Shape& found = bias.shape();
  const bool fits = found.size() >= 2 && found.size() <= full.size() &&
                    std::equal(found.rbegin(), found.rend(), full.rbegin());
  if (!fits)
    fail("array bias: found shape ", shapeText(found), ", expected ", shapeText(full),
         " or the same without axes in front");
  Shape shape = found;
  if (leading == 1 && shape.size() == 3) shape.insert(shape.begin() + 1, 1);
  while (shape.size() < 4) shape.insert(shape.begin(), 1);
  return std::move(bias).reshaped(shape);
}

}  // namespace

template <class T>
ScoreBias<T> readBias(const ArrayBundle& inputs, const ParameterValues& values, const Shape& maps, Index leading) {
  ScoreBias<T> bias;
  if (inputs.count("bias") != 0) bias.given = readGiven<T>(inputs, maps, leading);
  const Index H = maps[1];
  if (inputs.count("slopes") != 0) {
    bias.slopes = numbersOf<T>(inputs, "slopes");
    requireShape("slopes", bias.slopes.shape(), {H});
  } else if (values.flag("alibi")) {
    const Array<double> slopes = alibiSlopes(H);
    bias.slopes = Array<T>({H}, Untouched{}, "slopes");
    std::transform(slopes.begin(), slopes.end(), bias.slopes.begin(), [](double slope) { return T(slope); });
  }
  return bias;
}

template <class T>
Array<T> sharedByHeads(Array<T> X, Index heads) {
  const Index B = X.length(0), G = X.length(1), size = X.length(2) * X.length(3);
  if (G == heads) return X;
  if (G == 0 || heads % G != 0)
    fail("array ", X.name, ": found ", G, " heads, expected a number that divides ", heads, ", the heads of queries");
  Array<T> shared({B, heads, X.length(2), X.length(3)}, Untouched{}, X.name);
  for (Index b = 0; b < B; ++b)
    for (Index h = 0; h < heads; ++h)
      std::copy_n(X.data() + (b * G + h / (heads / G)) * size, size, shared.data() + (b * heads + h) * size);
  return shared;
}

#define INSTANTIATE(T)                                                                                       \
  template ScoreBias<T> readBias(const ArrayBundle&, const ParameterValues&, const Shape&, Index);           \
  template Array<T> sharedByHeads(Array<T>, Index);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
