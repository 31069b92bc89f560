// The fast path of an SE(3)-Transformer layer against its definition, for any irreps, heads and numbers of nodes.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "engine/attention/equivariant/RandomNodes.h"
#include "engine/attention/se3-transformer/Se3Transformer.h"
#include "tests/engine/attention/msa/MsaBackends.h"
#include "tests/engine/attention/pairs/RunPairs.h"
#include "tests/engine/equivariant/Sampling.h"

namespace se3_transformer_native_test {

using namespace engine;

Se3Setting usualSetting() {
  Se3Setting setting;
  setting.in = setting.out = Irreps::parse("4x0e+2x1o");
  setting.key = Irreps::parse("4x0e+4x1o");
  setting.heads = 2;
  return setting;
}

/// Normal features and weights, normal positions times `spread`.
Se3Input<float> randomInput(const Se3Setting& setting, Index N, double spread, Random& random) {
  const Se3Maps maps(setting);
  const Index hidden = 6;
  Se3Input<float> input{setting,
                        normalArray<double>({N, 3}, random),
                        normalArray<float>({N, setting.in.dimension()}, random),
                        normalArray<float>({maps.query.numWeights()}, random),
                        normalArray<float>({maps.self.numWeights()}, random),
                        normalArray<float>({setting.basisCount, hidden}, random),
                        normalArray<float>({hidden, maps.key.numWeights()}, random),
                        normalArray<float>({setting.basisCount, hidden}, random),
                        normalArray<float>({hidden, maps.value.numWeights()}, random)};
  for (double& value : input.pos) value *= spread;
  return input;
}

using Messages = Se3Messages<float> (*)(const Se3Problem<float>&, int, Progress&);

Se3Result<float> resultOf(const Se3Input<float>& input, Messages messages, int threads = 1) {
  Progress none;
  const Se3Problem<float> problem = se3Problem(input, threads, none);
  return se3Attend(problem, messages(problem, threads, none), threads, none);
}

void expectSame(const Se3Result<float>& found, const Se3Result<float>& expected, double tolerance) {
  EXPECT_EQ(found.edges, expected.edges);
  EXPECT_EQ(found.q, expected.q);
  test::expectClose(found.k, expected.k, tolerance, "k");
  test::expectClose(found.v, expected.v, tolerance, "v");
  test::expectClose(found.S, expected.S, tolerance, "S");
  test::expectClose(found.A, expected.A, tolerance, "A");
  test::expectClose(found.out, expected.out, tolerance, "out");
}

TEST(Se3TransformerNative, isTheDefinitionForAnyNumberOfNodes) {
  Random random(17);
  for (const Index N : {0, 1, 2, 5, 17, 33, 150}) {
    SCOPED_TRACE(N);
    const Se3Input<float> input = randomInput(usualSetting(), N, 6, random);
    const Se3Result<float> native = resultOf(input, se3MessagesNative);
    expectSame(native, resultOf(input, se3MessagesPlain<float>), 2e-5);
    EXPECT_EQ(native.S.shape(), Shape({native.edges.length(0), 2}));
    EXPECT_TRUE(N < 17 || native.edges.length(0) > 64);  // several blocks of lanes, the last one not full
  }
}

TEST(Se3TransformerNative, nodesAloneKeepThemselves) {
  Random random(18);
  Se3Input<float> input = randomInput(usualSetting(), 5, 1, random);
  for (Index i = 0; i < 5; ++i) input.pos(i, 0) = 100 * double(i);  // a line with gaps that nobody sees across
  const Se3Result<float> alone = resultOf(input, se3MessagesNative);
  EXPECT_EQ(alone.edges.shape(), Shape({0, 2}));
  EXPECT_EQ(alone.out, resultOf(input, se3MessagesPlain<float>).out);
  input.pos(1, 0) = 3;  // nodes 0 and 1 see each other
  const Se3Result<float> pair = resultOf(input, se3MessagesNative);
  EXPECT_EQ(pair.edges.shape(), Shape({2, 2}));
  for (Index c = 0; c < 10; ++c) {
    EXPECT_NE(pair.out(0, c), alone.out(0, c));
    EXPECT_EQ(pair.out(4, c), alone.out(4, c));
  }
}

/// Copies of every irrep that the heads divide.
Irreps forHeads(const Irreps& irreps, Index heads) {
  std::vector<IrrepBlock> blocks = irreps.blocks();
  for (IrrepBlock& block : blocks) block.multiplicity *= heads;
  return Irreps(blocks);
}

RC_GTEST_PROP(Se3TransformerNative, isTheDefinitionForAnySetting, (std::uint64_t seed)) {
  Random random(seed);
  Se3Setting setting;
  setting.heads = Index(1 + random.below(3));
  setting.in = test::randomIrreps(random);
  setting.key = forHeads(test::randomIrreps(random), setting.heads);
  setting.out = forHeads(test::randomIrreps(random), setting.heads);
  setting.maxDegree = int(random.below(4));
  setting.basisCount = Index(1 + random.below(12));
  const Se3Input<float> input = randomInput(setting, Index(random.below(20)), 6, random);
  expectSame(resultOf(input, se3MessagesNative), resultOf(input, se3MessagesPlain<float>), 5e-4);
}

TEST(Se3TransformerNative, threadsDoNotChangeABit) {
  Random random(19);
  const Se3Input<float> input = randomInput(usualSetting(), 120, 6, random);
  const Se3Result<float> one = resultOf(input, se3MessagesNative);
  for (const int threads : {2, 3}) {
    const Se3Result<float> more = resultOf(input, se3MessagesNative, threads);
    EXPECT_EQ(more.k, one.k);
    EXPECT_EQ(more.v, one.v);
    EXPECT_EQ(more.S, one.S);
    EXPECT_EQ(more.A, one.A);
    EXPECT_EQ(more.out, one.out);
  }
}

TEST(Se3TransformerNative, floatsTakeIt) {
  Random random(20);
  const Se3Input<float> input = randomInput(usualSetting(), 40, 6, random);
  Progress none;
  const Se3Result<float> chosen = se3Transformer(input, 1, none);
  EXPECT_EQ(chosen.k, resultOf(input, se3MessagesNative).k);
  EXPECT_NE(chosen.k, resultOf(input, se3MessagesPlain<float>).k);  // other roundings
}

TEST(Se3TransformerNative, cancelStopsTheWork) {
  Random random(21);
  const Se3Input<float> input = randomInput(usualSetting(), 200, 3, random);
  Progress none;
  const Se3Problem<float> problem = se3Problem(input, 1, none);
  test::CancelSoon progress;
  EXPECT_THROW(se3MessagesNative(problem, 1, progress), Cancelled);
}

}  // namespace se3_transformer_native_test
