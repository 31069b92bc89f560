// Biological Applications of Deep Learning, lecture 12 (A. Schönhuth, Bielefeld University, 2023).
#include <algorithm>
#include <cmath>

#include "engine/attention/layers/LayerComplexity.h"
#include "tests/engine/documents/Numbers.h"

namespace documents {
namespace {

COMPUTED(gaussianKernelIsASoftmax) {
  const Array<double> keys({3}, {0, 1, 2.5}), queries({2}, {0.5, -1});
  const Array<double> A =
      numbers(outputsOf("nadaraya-watson", {{"keys", keys}, {"values", some(1, {3})}, {"queries", queries}}), "A");
  Array<double> softmax({2, 3});
  for (Index i = 0; i < 2; ++i) {
    double sum = 0;
    for (Index j = 0; j < 3; ++j) sum += softmax(i, j) = std::exp(-std::pow(queries[i] - keys[j], 2) / 2);
    for (Index j = 0; j < 3; ++j) softmax(i, j) /= sum;
  }
  return {{largestDifference(A, softmax)}};
}

COMPUTED(weightsOfAQueryAddUpToOne) {
  return {rangeOfRowSums(numbers(outputsOf("dot", findMechanism("dot").sampleInput()), "A"))};
}

/// n = 4 queries of q = 3, m = 5 keys of k = 6 with values of v = 2, h = 7 hidden units.
ArrayBundle additiveInput() {
  return {{"Q", some(1, {4, 3})},   {"K", some(2, {5, 6})},   {"V", some(3, {5, 2})},
          {"W_q", some(4, {7, 3})}, {"W_k", some(5, {7, 6})}, {"w_v", some(6, {7})}};
}
const Sizes kAdditive{{"n", 4}, {"q", 3}, {"m", 5}, {"k", 6}, {"v", 2}, {"h", 7}};

COMPUTED(pooledValuesAreAsWideAsValues) { return {lengths(outputsOf("additive", additiveInput()), "O", 2), kAdditive}; }

COMPUTED(additiveScoresAreNumbers) { return {lengths(outputsOf("additive", additiveInput()), "S", 2), kAdditive}; }

COMPUTED(additiveScoreIsANetworkOfBoth) {
  ArrayBundle joined = additiveInput();
  const Array<double> W_q = numbers(joined, "W_q"), W_k = numbers(joined, "W_k");
  Array<double> W({7, 9});
  for (Index unit = 0; unit < 7; ++unit)
    for (Index c = 0; c < 9; ++c) W(unit, c) = c < 3 ? W_q(unit, c) : W_k(unit, c - 3);
  joined["W"] = W;
  joined["v"] = joined["w_v"];
  for (const char* name : {"W_q", "W_k", "w_v"}) joined.erase(name);
  const ArrayBundle network = outputsOf("multiplicative", joined, {{"form", std::string("concat")}});
  return {{largestDifference(numbers(network, "S"), numbers(outputsOf("additive", additiveInput()), "S"))}};
}

/// Mean and variance of the scores of 200 normal queries and keys of width 64.
Found momentsOfScores(double scale) {
  Random random(3);
  const Array<double> S = numbers(
      outputsOf("dot",
                {{"Q", normal({200, 64}, random)}, {"K", normal({200, 64}, random)}, {"V", normal({200, 1}, random)}},
                {{"scale", scale}}),
      "S");
  double sum = 0, squares = 0;
  for (const double score : S) {
    sum += score;
    squares += score * score;
  }
  const double mean = sum / double(S.size());
  return {{mean, squares / double(S.size()) - mean * mean}, {{"d", 64}}};
}
COMPUTED(dotProductsOfNormalVectors) { return momentsOfScores(1); }
COMPUTED(scaledDotProductsOfNormalVectors) {
  const Found moments = momentsOfScores(1.0 / 8);
  return {{std::sqrt(moments.numbers[1])}};
}

COMPUTED(minibatchOfQueries) {
  const ArrayBundle outputs =
      outputsOf("dot", {{"Q", some(1, {4, 3})}, {"K", some(2, {5, 3})}, {"V", some(3, {5, 2})}});
  return {lengths(outputs, "O", 2), {{"n", 4}, {"m", 5}, {"d", 3}, {"v", 2}}};
}

/// h = 2 heads; d_q = 3, d_k = 4, d_v = 5, p_q = p_k = 6, p_v = 7, p_o = 8; 2 queries, 3 keys.
const Sizes kHeads{{"h", 2}, {"d_q", 3}, {"d_k", 4}, {"d_v", 5}, {"p_k", 6}, {"p_v", 7}, {"p_o", 8}};
ArrayBundle multiHead() {
  const ArrayBundle inputs{{"X_q", some(1, {2, 3})},  {"X_k", some(2, {3, 4})},  {"X_v", some(3, {3, 5})},
                           {"W_q", some(4, {12, 3})}, {"W_k", some(5, {12, 4})}, {"W_v", some(6, {14, 5})},
                           {"W_o", some(7, {8, 14})}};
  ArrayBundle all = outputsOf("multi-head", inputs, {{"heads", std::int64_t{2}}, {"intermediates", true}});
  all["W_o"] = inputs.at("W_o");
  return all;
}
COMPUTED(headsAreAsWideAsTheirValues) { return {lengths(multiHead(), "O", 1), kHeads}; }
COMPUTED(outputMatrixTakesAllHeads) { return {lengths(multiHead(), "W_o", 2), kHeads}; }
COMPUTED(multiHeadOutputIsThatOfTheJoinedHeads) {
  const ArrayBundle all = multiHead();
  const Array<double> O = numbers(all, "O").reshaped({2, 2, 7}), W = numbers(all, "W_o"), Y = numbers(all, "Y");
  Array<double> expected({2, 8}, 0.0);
  for (Index i = 0; i < 2; ++i)
    for (Index out = 0; out < 8; ++out)
      for (Index c = 0; c < 14; ++c) expected(i, out) += W(out, c) * O(c / 7, i, c % 7);
  return {{largestDifference(expected, Y)}};
}

/// What the decoder of the sample does without a target, or fed with its own tokens behind the start token.
ArrayBundle decoder(bool isFed, std::int64_t end = -1) {
  ArrayBundle inputs = findMechanism("bahdanau-decoder").sampleInput();
  inputs.erase("target");
  std::map<std::string, ParameterValue> values{{"intermediates", true}, {"steps", std::int64_t{4}}, {"end", end}};
  const ArrayBundle free = outputsOf("bahdanau-decoder", inputs, values);
  if (!isFed) return free;
  Array<std::int64_t> target = std::get<Array<std::int64_t>>(free.at("tokens"));
  const Index T = target.length(target.rank() - 1);
  for (Index k = target.size() - 1; k >= 0; --k) target[k] = k % T == 0 ? 0 : target[k - 1];
  inputs["target"] = target;
  return outputsOf("bahdanau-decoder", inputs, values);
}
COMPUTED(teacherForcingWithOwnTokensShiftedByOne) {
  return {{largestDifference(numbers(decoder(true), "logits"), numbers(decoder(false), "logits"))}};
}
COMPUTED(stepsUntilTheEndToken) {
  // In a batch every output has to end: with one source alone the first token written is made the end.
  ArrayBundle inputs = findMechanism("bahdanau-decoder").sampleInput();
  for (const char* name : {"target", "valid_lens"}) inputs.erase(name);
  const Array<double> source = numbersOf<double>(inputs, "source");
  Array<std::int64_t> one({source.length(source.rank() - 1)});
  for (Index t = 0; t < one.size(); ++t) one[t] = static_cast<std::int64_t>(source[t]);
  inputs["source"] = one;
  const auto first = static_cast<std::int64_t>(
      numbers(outputsOf("bahdanau-decoder", inputs, {{"steps", std::int64_t{4}}}), "tokens")[0]);
  return {lengths(outputsOf("bahdanau-decoder", inputs, {{"steps", std::int64_t{4}}, {"end", first}}), "tokens", 1)};
}

COMPUTED(contextIsAsWideAsTheEncodersState) {
  const ArrayBundle inputs = findMechanism("bahdanau-decoder").sampleInput();
  const Shape& hidden = shapeOf(inputs.at("encoder.rnn.weight_hh_l0"));
  return {lengths(decoder(false), "contexts", 1), {{"h", double(hidden[1])}}};
}
COMPUTED(contextIsTheWeightedSumOfStates) {
  const ArrayBundle outputs = decoder(false);
  const Array<double> A = numbers(outputs, "A"), H = numbers(outputs, "annotations"), c = numbers(outputs, "contexts");
  const Index h = H.length(H.rank() - 1), S = H.length(H.rank() - 2), T = A.length(A.rank() - 2);
  Array<double> expected(c.shape(), 0.0);
  for (Index row = 0; row < A.size() / S; ++row)
    for (Index t = 0; t < S; ++t)
      for (Index unit = 0; unit < h; ++unit)
        expected[row * h + unit] += A[row * S + t] * H[(row / T * S + t) * h + unit];
  return {{largestDifference(expected, c)}};
}
COMPUTED(bahdanauWeightsAreAdditiveAttention) {
  const ArrayBundle inputs = findMechanism("bahdanau-decoder").sampleInput(), outputs = decoder(false);
  const Array<double> w = numbers(inputs, "decoder.attention.w_v.weight");
  const ArrayBundle additive = outputsOf("additive", {{"Q", outputs.at("queries")},
                                                      {"K", outputs.at("annotations")},
                                                      {"V", outputs.at("annotations")},
                                                      {"W_q", numbers(inputs, "decoder.attention.W_q.weight")},
                                                      {"W_k", numbers(inputs, "decoder.attention.W_k.weight")},
                                                      {"w_v", w.reshaped({w.size()})}});
  return {{largestDifference(numbers(additive, "S"), numbers(outputs, "S"))}};
}

COMPUTED(selfAttentionKeepsItsShape) {
  const Array<double> X = some(1, {6, 4});
  return {lengths(outputsOf("dot", {{"Q", X}, {"K", X}, {"V", X}}), "O", 2), {{"n", 6}, {"d", 4}}};
}

/// Layer 0: convolution, 1: recurrence, 2: self-attention.
LayerComplexity layer(size_t which, Index n, Index d = 32, Index k = 5) {
  return lectureLayers(d, k).at(which)->complexity(n);
}
/// By how much operations grow with twice the length, twice the width and, in a convolution, three times the kernel.
Found growthOfOperations(size_t which) {
  const double once = layer(which, 1000).flops;
  std::vector<double> growth{layer(which, 2000).flops / once, layer(which, 1000, 64).flops / once};
  if (which == 0) growth.push_back(layer(which, 1000, 32, 9).flops / layer(which, 1000, 32, 3).flops);
  return {growth};
}
COMPUTED(operationsOfConvolution) { return growthOfOperations(0); }
COMPUTED(operationsOfRecurrence) { return growthOfOperations(1); }
COMPUTED(operationsOfSelfAttention) { return growthOfOperations(2); }

/// Steps at n = 1000 and 2000.
Found steps(size_t which) {
  return {{double(layer(which, 1000).sequentialSteps), double(layer(which, 2000).sequentialSteps)}, {{"n", 1000}}};
}
COMPUTED(stepsOfConvolution) { return steps(0); }
COMPUTED(stepsOfRecurrence) { return steps(1); }
COMPUTED(stepsOfSelfAttention) { return steps(2); }

/// Growth of the longest path with twice the length, and, in a convolution, with three times the reach: kernels of 3
/// and 7.
Found growthOfPaths(size_t which) {
  const double once = double(layer(which, 1000).longestPath);
  std::vector<double> growth{double(layer(which, 2000).longestPath) / once};
  if (which == 0)
    growth.push_back(double(layer(which, 1000, 32, 7).longestPath) / double(layer(which, 1000, 32, 3).longestPath));
  return {growth};
}
COMPUTED(pathOfConvolution) { return growthOfPaths(0); }
COMPUTED(pathOfRecurrence) { return growthOfPaths(1); }
COMPUTED(pathOfSelfAttention) { return growthOfPaths(2); }

/// Measured by changing the first position of 24.
COMPUTED(measuredPaths) {
  Progress none;
  std::vector<double> paths;
  for (const auto& layer : lectureLayers(4, 3)) paths.push_back(double(measuredPath(*layer, 24, 4, none)));
  return {{paths[1] / paths[2], paths[2]}, {{"n", 24}}};
}

}  // namespace
}  // namespace documents
