// Graph transformer with edges: against its formula written anew, by hand, and by what must hold.
#include "engine/attention/graph-transformer/GraphTransformer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/engine/attention/pairs/RunPairs.h"

namespace graph_transformer_test {

using namespace engine;
using test::numbers;

const std::string kId = "graph-transformer";

ParameterValues heads(std::int64_t count, bool intermediates = false) {
  ParameterValues values;
  values.set("heads", count);
  values.set("intermediates", intermediates);
  return values;
}

/// Node by node, with every edge mapped.
test::Grid reference(const ArrayBundle& inputs, const Array<Bool>& seen, size_t H) {
  const test::PairReference weights(inputs);
  const Array<double> x = numbersOf<double>(inputs, "x"), e = numbersOf<double>(inputs, "e");
  const auto row = [](const Array<double>& array, Index at) {
    const Index width = array.length(array.rank() - 1);
    return test::Vector(array.data() + at * width, array.data() + (at + 1) * width);
  };
  const Index n = x.length(0);
  test::Grid result(1);
  for (Index i = 0; i < n; ++i) {
    const test::Vector q = weights.linear("lin_query", row(x, i));
    test::Vector y = weights.linear("lin_skip", row(x, i));
    const size_t d = q.size() / H;
    for (size_t h = 0; h < H; ++h) {
      double total = 0;
      test::Vector sum(q.size(), 0.0);
      for (Index j = 0; j < n; ++j) {
        if (!seen(i, j)) continue;
        const test::Vector edge = weights.linear("lin_edge", row(e, i * n + j));
        const test::Vector key = test::plus(weights.linear("lin_key", row(x, j)), edge),
                           value = test::plus(weights.linear("lin_value", row(x, j)), edge);
        const double share = std::exp(test::dot(q, key, h * d, (h + 1) * d) / std::sqrt(double(d)));
        total += share;
        for (size_t c = 0; c < sum.size(); ++c) sum[c] += share * value[c];
      }
      for (size_t c = h * d; c < (h + 1) * d; ++c) y[c] += total == 0 ? 0 : sum[c] / total;
    }
    result[0].push_back(y);
  }
  return result;
}

Array<Bool> allOthers(Index n) {
  Array<Bool> seen({n, n}, Bool{1});
  for (Index i = 0; i < n; ++i) seen(i, i) = Bool{0};
  return seen;
}

/// A ring in one direction; the last node sees nothing.
Array<Bool> ring() {
  Array<Bool> seen({4, 4});
  seen(0, 1) = seen(1, 2) = seen(2, 3) = seen(2, 2) = Bool{1};
  return seen;
}

ArrayBundle onRing() {
  ArrayBundle inputs = findMechanism(kId).sampleInput();
  inputs["neighbours"] = ring();
  return inputs;
}

TEST(GraphTransformer, isItsFormulaOnAllOthersAndOnAGraph) {
  for (const std::int64_t H : {1, 2}) {
    const ArrayBundle inputs = findMechanism(kId).sampleInput();
    const auto whole = numbers(test::run(kId, inputs, heads(H)), "Y"),
               part = numbers(test::run(kId, onRing(), heads(H)), "Y");
    test::expectGrid(whole.reshaped({1, 4, 4}), reference(inputs, allOthers(4), size_t(H)));
    test::expectGrid(part.reshaped({1, 4, 4}), reference(inputs, ring(), size_t(H)));
  }
}

TEST(GraphTransformer, weightsLieOnEdgesAndSumToOneWhereThereIsOne) {
  const ArrayBundle outputs = test::run(kId, onRing(), heads(2, true));
  const Array<double>& A = numbers(outputs, "A");
  EXPECT_EQ(std::get<Array<Bool>>(outputs.at("mask")), ring());
  for (Index h = 0; h < 2; ++h) {
    EXPECT_EQ(A(h, 0, 1), 1);
    for (Index j = 0; j < 4; ++j) EXPECT_EQ(A(h, 3, j), 0);
    EXPECT_NEAR(A(h, 2, 2) + A(h, 2, 3), 1, 1e-15);
  }
  for (Index c = 0; c < 4; ++c) EXPECT_EQ(numbers(outputs, "O")[12 + c], 0);  // keeps W_s x alone
}

TEST(GraphTransformer, nodesInAnotherOrderGiveTheSameInThatOrder) {
  test::expectEquivariant(kId, {2, 0, 3, 1}, {{"x", {0}}, {"e", {0, 1}}}, {{"A", {1, 2}}, {"Y", {0}}});
}

TEST(GraphTransformer, fastPathIsTheDefinitionAtAnySize) {
  for (const Index n : {0, 1, 2, 23})
    test::expectFastPath(kId, test::withShapes(kId, {{"x", {n, 5}}, {"e", {n, n, 3}}}), heads(2, true));
  test::expectFastPath(kId, onRing(), heads(2, true));
}

TEST(GraphTransformer, edgesThatSayNothingLeaveAttentionOfTheNodes) {
  ArrayBundle inputs = findMechanism(kId).sampleInput();
  inputs["lin_edge.weight"] = Array<float>({4, 3}, 0.0f, "lin_edge.weight");
  const auto before = test::run(kId, inputs);
  inputs["e"] = deterministicArray<float>(5, {4, 4, 3}, 10, "e");
  EXPECT_EQ(test::run(kId, inputs), before);
}

TEST(GraphTransformer, theSampleLooksAlongItsEdges) {
  const Sample sample = findMechanism(kId).sample();
  const ArrayBundle outputs = test::run(kId, sample.arrays, sample.values);
  const Array<double>& A = numbers(outputs, "A");
  EXPECT_GT(A(1, 7, 8), 0.9);               // the next residue
  EXPECT_GT(A(2, 5, 9), 0.9);               // D 46 to K 50, the only positive residue
  EXPECT_NEAR(A(0, 3, 12), 1 / 3.0, 0.05);  // of the contacts 11, 12 and 13
}

TEST(GraphTransformer, scoresThatDoNotFitAreErrors) {
  ArrayBundle inputs = findMechanism(kId).sampleInput();
  for (float& value : std::get<Array<float>>(inputs["lin_query.weight"])) value = 3e38f;
  EXPECT_THROW(test::run(kId, inputs, {}, Precision::float32), Error);
}

TEST(GraphTransformer, hasGradients) {
  test::expectGradientsOfMechanism(test::GradientCase(kId));
  test::expectGradientsOfMechanism(
      test::GradientCase(kId).set("heads", std::int64_t{2}).set("intermediates", true).with("neighbours", ring()));
}

}  // namespace graph_transformer_test
