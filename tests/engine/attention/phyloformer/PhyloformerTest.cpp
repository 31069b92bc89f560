// Axial attention on pairs of sequences: against its formula written anew, by hand, and by what must hold.
#include "engine/attention/phyloformer/Phyloformer.h"

#include <gtest/gtest.h>

#include "engine/attention/samples/HairpinSample.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/engine/attention/pairs/RunPairs.h"

namespace phyloformer_test {

using namespace engine;
using test::numbers;
using test::Vector;

const std::string kId = "phyloformer";

ParameterValues heads(std::int64_t count, bool maps = true) {
  ParameterValues values;
  values.set("heads", count);
  values.set("maps", maps);
  return values;
}

Vector features(Vector x) {
  for (double& value : x) value = value > 0 ? value + 1 : std::exp(value);
  return x;
}

/// One query by the kernel: all weights, then the sum.
Vector attend(const test::PairReference& weights, const std::string& name, const Vector& x,
              const std::vector<Vector>& keys, size_t H) {
  const Vector q = features(weights.linear(name + ".q_net", x));
  const size_t d = q.size() / H;
  Vector o(q.size(), 0.0);
  for (size_t h = 0; h < H; ++h) {
    double total = 1e-6;
    for (const Vector& key : keys)
      total += test::dot(q, features(weights.linear(name + ".k_net", key)), h * d, h * d + d);
    for (const Vector& key : keys) {
      const double share = test::dot(q, features(weights.linear(name + ".k_net", key)), h * d, h * d + d) / total;
      for (size_t c = h * d; c < h * d + d; ++c) o[c] += share * weights.linear(name + ".v_net", key)[c];
    }
  }
  return weights.linear(name + ".proj_net", o);
}

/// Distances of all pairs, pair by pair and site by site.
std::vector<double> reference(const ArrayBundle& inputs, size_t H) {
  const test::PairReference weights(inputs);
  const test::Grid X = test::gridOf(inputs, "X");
  test::Grid pairs;
  for (size_t a = 0; a < X.size(); ++a)
    for (size_t b = a + 1; b < X.size(); ++b) {
      pairs.emplace_back();
      for (size_t s = 0; s < X[a].size(); ++s) {
        Vector mean = test::plus(weights.linear("embed", X[a][s]), weights.linear("embed", X[b][s]));
        for (double& value : mean) value /= 2;
        pairs.back().push_back(mean);
      }
    }
  test::Grid next = pairs;
  for (size_t p = 0; p < pairs.size(); ++p)
    for (size_t s = 0; s < pairs[p].size(); ++s) {
      std::vector<Vector> keys;
      for (const Vector& cell : pairs[p]) keys.push_back(weights.norm("row_norm", cell));
      next[p][s] = test::plus(pairs[p][s], attend(weights, "row", keys[s], keys, H));
    }
  pairs = next;
  for (size_t p = 0; p < pairs.size(); ++p)
    for (size_t s = 0; s < pairs[p].size(); ++s) {
      std::vector<Vector> keys;
      for (const auto& row : pairs) keys.push_back(weights.norm("column_norm", row[s]));
      next[p][s] = test::plus(pairs[p][s], attend(weights, "column", keys[p], keys, H));
    }
  std::vector<double> distances;
  for (const auto& row : next) {
    double sum = 0;
    for (const Vector& x : row) {
      Vector hidden = weights.linear("ff.linear_1", weights.norm("ff_norm", x));
      for (double& value : hidden) value = value / 2 * (1 + std::erf(value / std::sqrt(2.0)));
      sum += std::log(1 + std::exp(weights.linear("out", test::plus(x, weights.linear("ff.linear_2", hidden)))[0]));
    }
    distances.push_back(sum / double(row.size()));
  }
  return distances;
}

TEST(Phyloformer, isItsFormula) {
  for (const std::int64_t H : {1, 2}) {
    const ArrayBundle inputs = findMechanism(kId).sampleInput();
    const std::vector<double> expected = reference(inputs, size_t(H));
    const ArrayBundle outputs = test::run(kId, inputs, heads(H));
    const Array<double>& found = numbers(outputs, "distances");
    EXPECT_NEAR(found(0, 1), expected[0], 1e-12);
    EXPECT_NEAR(found(0, 2), expected[1], 1e-12);
    EXPECT_NEAR(found(1, 2), expected[2], 1e-12);
    for (Index a = 0; a < 3; ++a)
      for (Index b = 0; b < 3; ++b) EXPECT_EQ(found(a, b), a == b ? 0 : found(b, a));
  }
}

TEST(Phyloformer, sequencesAndSitesInAnotherOrderGiveTheSame) {
  test::expectEquivariant(kId, {2, 0, 1}, {{"X", {0}}}, {{"distances", {0, 1}}});
  test::expectEquivariant(kId, {2, 0, 3, 1}, {{"X", {1}}}, {{"distances", {}}, {"site", {1}}, {"A_sites", {2, 3}}});
}

TEST(Phyloformer, linearPathIsTheDefinitionAtAnySize) {
  for (const auto& [N, L] : std::vector<std::pair<Index, Index>>{{0, 4}, {1, 4}, {2, 1}, {3, 0}, {5, 19}})
    for (const bool maps : {true, false})
      test::expectFastPath(kId, test::withShapes(kId, {{"X", {N, L, 3}}}), heads(2, maps));
}

TEST(Phyloformer, weightsSumToOne) {
  const ArrayBundle outputs = test::run(kId, findMechanism(kId).sampleInput(), heads(2));
  for (const char* name : {"A_sites", "A_pairs"}) {
    const Array<double>& A = numbers(outputs, name);
    const Index n = A.length(3);
    for (Index row = 0; row < A.size() / n; ++row) {
      double sum = 0;
      for (Index j = 0; j < n; ++j) sum += A[row * n + j];
      EXPECT_NEAR(sum, 1, 1e-5) << name;
    }
  }
}

TEST(Phyloformer, theSampleCountsSitesThatDiffer) {
  const ArrayBundle outputs = test::run(kId, findMechanism(kId).sample().arrays);
  const Array<double>& found = numbers(outputs, "distances");
  for (size_t a = 0; a < 5; ++a)
    for (size_t b = 0; b < 5; ++b) {
      double differing = 0;
      for (size_t s = 0; s < 16; ++s) differing += hairpinRows()[a][s] != hairpinRows()[b][s] ? 1 / 16.0 : 0;
      EXPECT_NEAR(found(Index(a), Index(b)), differing, 0.01) << a << ", " << b;
    }
}

TEST(Phyloformer, hasGradients) {
  test::expectGradientsOfMechanism(test::GradientCase(kId), 4);
  test::expectGradientsOfMechanism(test::GradientCase(kId).set("heads", std::int64_t{2}), 4);
}

}  // namespace phyloformer_test
