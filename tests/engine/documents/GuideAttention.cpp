// A Complete Guide to Protein Folding Prediction with RoseTTAFold, part I: embeddings and axial attention.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/analysis/ReceptiveField.h"
#include "engine/network/Encodings.h"
#include "engine/network/FeedForward.h"
#include "engine/network/LayerNorm.h"
#include "tests/engine/documents/Numbers.h"

namespace documents {
namespace {

Progress none;

// Preface

COMPUTED(normalisedRows) {
  Random random(1);
  const Array<double> X = normal({1, 1000}, random);
  const Array<double> Y = layerNorm(X, {Array<double>({1000}, 1.0), Array<double>({1000}, 0.0)}, 1, none);
  double sum = 0, squares = 0;
  for (const double y : Y) {
    sum += y / 1000;
    squares += y * y / 1000;
  }
  return {{sum, squares - sum * sum}};
}
/// Of (-1, 1) with a = b = 1.
COMPUTED(normalisationWithABias) {
  const Array<double> ones({2}, 1.0);
  const Array<double> Y = layerNorm(Array<double>({1, 2}, {-1, 1}), {ones, ones}, 1, none);
  return {{Y[0], Y[1]}};
}
COMPUTED(feedForwardKeepsTheWidth) {
  const Index d = 6, hidden = 4 * d;
  const FeedForwardWeights<double> weights{some(1, {hidden, d}), some(2, {hidden}), some(3, {d, hidden}), some(4, {d})};
  std::vector<double> found = lengths(weights.W_1.shape());
  found.push_back(double(feedForward(some(5, {3, d}), weights, FeedForwardActivation::relu, 1, none).length(1)));
  return {found, {{"d", double(d)}, {"r_ff", 4}}};
}

// Position and query encodings

Array<double> positions(std::int64_t count, Index width = 64) {
  std::vector<std::int64_t> idx;
  for (std::int64_t i = 0; i < count; ++i) idx.push_back(i);
  return sinusoidalEncoding<double>(idx, width);
}
COMPUTED(shapeOfTheEncoding) { return {lengths(positions(50).shape()), {{"L", 50}, {"d", 64}}}; }
/// omega_k of d = 64 by the angle that position 1 has turned to, beside exp(-2 k ln 10000 / d).
COMPUTED(frequenciesOfTheEncoding) {
  const Array<double> P = positions(2);
  double largest = 0;
  for (Index k = 0; k < 32; ++k)
    largest = std::max(largest, std::abs(std::atan2(P(1, 2 * k), P(1, 2 * k + 1)) -
                                         std::exp(-2.0 * double(k) * std::log(10000.0) / 64)));
  return {{largest}};
}
COMPUTED(firstFrequency) { return {{std::atan2(positions(2)(1, 0), positions(2)(1, 1))}, {{"d", 64}}}; }
COMPUTED(shortestPeriod) {
  const Array<double> P = positions(2);
  return {{2 * std::numbers::pi / std::atan2(P(1, 0), P(1, 1))}};
}
COMPUTED(handsOfTheClock) { return {{double(positions(2).length(1)) / 2}, {{"d", 64}}}; }
COMPUTED(rangeOfTheEncoding) { return {rangeOf(positions(5000))}; }
COMPUTED(evenPlacesAreSinesOddOnesCosines) { return {{positions(3)(2, 0), positions(3)(2, 1)}}; }
/// Largest |P(i + 7) - M(k, 7) P(i)| over i < 100 and k.
COMPUTED(encodingTurnedByAFixedMatrix) {
  const Array<double> P = positions(110);
  double largest = 0;
  for (Index i = 0; i < 100; ++i)
    for (Index k = 0; k < 32; ++k) {
      const double turn = 7 * std::exp(-2.0 * double(k) * std::log(10000.0) / 64);
      const double s = P(i, 2 * k), c = P(i, 2 * k + 1);
      largest = std::max({largest, std::abs(P(i + 7, 2 * k) - (std::cos(turn) * s + std::sin(turn) * c)),
                          std::abs(P(i + 7, 2 * k + 1) - (std::cos(turn) * c - std::sin(turn) * s))});
    }
  return {{largest}};
}

ArrayBundle roseTtaFoldInput() { return findMechanism("rosettafold-msa").sampleInput(); }
COMPUTED(rowsOfTheQueryEncoding) {
  return {{double(shapeOf(roseTtaFoldInput().at("msa_emb.pos_q.pe.weight"))[0])}};
}
COMPUTED(rowsOfTheTokenEmbedding) { return {{double(shapeOf(roseTtaFoldInput().at("msa_emb.emb.weight"))[0])}}; }
COMPUTED(embeddingIsTheSumOfThree) {
  const ArrayBundle inputs = roseTtaFoldInput();
  const Array<double> E = numbers(inputs, "msa_emb.emb.weight"), Q = numbers(inputs, "msa_emb.pos_q.pe.weight"),
                      msa = numbers(inputs, "msa"), idx = numbers(inputs, "idx");
  const ArrayBundle outputs = outputsOf("rosettafold-msa", inputs, {{"intermediates", true}});
  const Array<double> X = numbers(outputs, "embedding");
  Array<double> expected(X.shape());
  const Array<double> P = positions(7, 8);
  for (Index n = 0; n < 3; ++n)
    for (Index i = 0; i < 4; ++i)
      for (Index c = 0; c < 8; ++c)
        expected(n, i, c) = E(Index(msa(n, i)), c) + P(Index(idx[i]), c) + Q(n == 0 ? 0 : 1, c);
  std::vector<double> found = lengths(X.shape());
  found.push_back(largestDifference(expected, X));
  return {found, {{"N", 3}, {"L", 4}, {"d_msa", 8}}};
}

// Axial attention: N = 3 sequences, L = 5 positions, d_msa = 8, H = 2

const Sizes kSizes{{"N", 3}, {"L", 5}, {"d_msa", 8}, {"H", 2}, {"d_h", 4}};
ArrayBundle msaInput(const std::string& mechanism) {
  ArrayBundle inputs{{"X", some(1, {3, 5, 8})}};
  for (const char* name : {"W_q", "W_k", "W_v", "W_o"}) inputs[name] = some(inputs.size() + 1, {8, 8}, 0.6);
  if (mechanism == "soft-tied")
    for (const char* name : {"seqw_W_q", "seqw_W_k"}) inputs[name] = some(inputs.size() + 1, {8, 8}, 0.6);
  return inputs;
}
ArrayBundle onMsa(const std::string& mechanism) {
  return outputsOf(mechanism, msaInput(mechanism), {{"heads", std::int64_t{2}}, {"intermediates", true}});
}
/// Product of the query of one cell and the key of another in head h; q and k are (N, L, H, d_h).
double product(const ArrayBundle& made, Index h, Index n, Index i, Index m, Index j) {
  const Array<double> q = numbers(made, "q"), k = numbers(made, "k");
  double sum = 0;
  for (Index c = 0; c < 4; ++c) sum += q(n, i, h, c) * k(m, j, h, c);
  return sum;
}

COMPUTED(widthOfAHead) { return {lengths(onMsa("axial-row"), "q", 2), kSizes}; }
COMPUTED(rowAttention) {
  std::vector<double> found = lengths(onMsa("axial-row"), "A", 4);
  for (const double sum : rangeOfRowSums(numbers(onMsa("axial-row"), "A"))) found.push_back(sum);
  return {found, kSizes};
}
COMPUTED(columnAttention) {
  std::vector<double> found = lengths(onMsa("axial-column"), "A", 4);
  for (const double length : lengths(onMsa("axial-column"), "Y", 3)) found.push_back(length);
  return {found, kSizes};
}
COMPUTED(scaleOfColumnScores) {
  const ArrayBundle made = onMsa("axial-column");
  return {{numbers(made, "S")(2, 1, 0, 2) / product(made, 1, 0, 2, 2, 2)}, kSizes};
}
/// Growth of the operations of the scores and sums of values with twice the positions and twice the sequences.
Found growth(const char* mechanism) {
  const auto flops = [&](double rows, double columns) {
    const Mechanism& axial = findMechanism(mechanism);
    const CostFormulas formulas = axial.cost(completed(axial.parameters(), {}));
    // Without widths of features there are no projections.
    return evaluateFormula(formulas.flops,
                           {{"R", rows}, {"C", columns}, {"H", 2}, {"d", 4}, {"v", 4}, {"D", 0}, {"Dout", 0}});
  };
  return {{flops(10, 40) / flops(10, 20), flops(20, 20) / flops(10, 20)}};
}
COMPUTED(growthOfRowAttention) { return growth("axial-row"); }
COMPUTED(growthOfColumnAttention) { return growth("axial-column"); }

double countOf(const Array<double>& shares) {
  double count = 0;
  for (const double share : shares) count += share > 0;
  return count;
}
COMPUTED(cellsSeenAfterEachPass) {
  const ReceptiveField field = receptiveField(equalWeights(6, 9), 2, 3, PassOrder::rowsFirst);
  return {{countOf(field.rowPass), countOf(field.columnPass), countOf(field.bothPasses)}, {{"N", 6}, {"L", 9}}};
}
COMPUTED(tiedMap) {
  std::vector<double> found = lengths(onMsa("tied-row"), "A", 3);
  for (const double sum : rangeOfRowSums(numbers(onMsa("tied-row"), "A"))) found.push_back(sum);
  return {found, kSizes};
}
COMPUTED(tiedScores) {
  const ArrayBundle made = onMsa("tied-row");
  const Array<double> S = numbers(made, "S");
  double largest = 0;
  for (Index h = 0; h < 2; ++h)
    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < 5; ++j) {
        double sum = 0;
        for (Index n = 0; n < 3; ++n) sum += product(made, h, n, i, n, j);
        largest = std::max(largest, std::abs(S(h, i, j) - sum / std::sqrt(3 * 4.0)));
      }
  return {{largest}};
}
COMPUTED(tiedColumnMap) { return {lengths(onMsa("tied-column"), "A", 3), kSizes}; }
COMPUTED(sequenceWeights) {
  const ArrayBundle made = onMsa("soft-tied");
  const Array<double> w = numbers(made, "w");
  Array<double> ofAPosition({5, 2, 3});
  for (Index n = 0; n < 3; ++n)
    for (Index i = 0; i < 5; ++i)
      for (Index h = 0; h < 2; ++h) ofAPosition(i, h, n) = w(n, i, h);
  std::vector<double> found = lengths(made, "w", 3);
  for (const double sum : rangeOfRowSums(ofAPosition)) found.push_back(sum);
  return {found, kSizes};
}
/// With the weights of the position that asks, not of the one that is asked.
COMPUTED(softTiedScores) {
  const ArrayBundle made = onMsa("soft-tied");
  const Array<double> S = numbers(made, "S"), w = numbers(made, "w");
  double largest = 0;
  for (Index h = 0; h < 2; ++h)
    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < 5; ++j) {
        double sum = 0;
        for (Index n = 0; n < 3; ++n) sum += w(n, i, h) * product(made, h, n, i, n, j);
        largest = std::max(largest, std::abs(S(h, i, j) - sum / std::sqrt(4.0)));
      }
  return {{largest}};
}
COMPUTED(symmetrisedPairFeatures) {
  const ArrayBundle made = onMsa("soft-tied");
  const Array<double> A = numbers(made, "A"), pair = numbers(made, "pair");
  Array<double> expected(pair.shape());
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j)
      for (Index h = 0; h < 2; ++h) expected(i, j, h) = 0.5 * (A(h, i, j) + A(h, j, i));
  std::vector<double> found = lengths(pair.shape());
  found.push_back(largestDifference(expected, pair));
  return {found, kSizes};
}
COMPUTED(axialEncoderKeepsTheShape) {
  const ArrayBundle inputs = findMechanism("axial-encoder").sampleInput();
  const std::vector<double> X = lengths(shapeOf(inputs.at("X")));
  return {lengths(outputsOf("axial-encoder", inputs), "Y", 3), {{"N", X[0]}, {"L", X[1]}, {"d_msa", X[2]}}};
}

}  // namespace
}  // namespace documents
