// MSA2MSA and the embedding before it: golden of MATHEMATICS.md 6.4, invariants of MATHEMATICS.md 8.4 and
// MATHEMATICS.md 7.4.
#include "engine/attention/rosettafold-msa/MsaToMsa.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/rosettafold-msa/MsaEmbedding.h"
#include "engine/network/Encodings.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/layers/LayerFill.h"
#include "tests/engine/attention/msa/MsaGoldens.h"
#include "tests/support/ErrorOf.h"

namespace msa_to_msa_test {

using namespace engine;
using test::errorOf;
using ::testing::HasSubstr;

template <class T>
MsaEmbeddingWeights<T> embeddingWeights() {
  const ArrayBundle bundle = test::filledBundle<T>(3500, {{"emb.weight", {21, 8}}, {"pos_q.pe.weight", {2, 8}}});
  return readMsaEmbedding<T>(NamedWeights(bundle));
}

template <class T>
Array<T> embedMsa(const Array<std::int64_t>& msa, const std::vector<std::int64_t>& positions,
                  const MsaEmbeddingWeights<T>& weights) {
  Progress none;
  return msaEmbedding(msa, positions, weights, none);
}

const Array<std::int64_t> kMsa({2, 3}, {0, 5, 20, 1, 5, 19}, "msa");

TEST(MsaEmbedding, golden) {
  const std::vector<double> expected = {-0.839756586746, 0.345250983287, 0.763144771363,  0.736338326327,
                                        -0.149268784933, 1.092392174085, -0.400451237379, 1.489211578901};
  test::expectValues(embedMsa(kMsa, {0, 1, 5}, embeddingWeights<double>()), 16, expected, 1e-11);
  test::expectValues(embedMsa(kMsa, {0, 1, 5}, embeddingWeights<float>()), 16, expected, 1e-6);
}

TEST(MsaEmbedding, onlyTheFirstSequenceIsTheQuery) {
  const Array<std::int64_t> same({3, 2}, {4, 7, 4, 7, 4, 7}, "msa");
  const auto weights = embeddingWeights<double>();
  const Array<double> X = embedMsa(same, {0, 1}, weights);
  for (Index l = 0; l < 2; ++l)
    for (Index c = 0; c < 8; ++c) {
      EXPECT_EQ(X(1, l, c), X(2, l, c));
      EXPECT_NEAR(X(0, l, c) - X(1, l, c), weights.queries(0, c) - weights.queries(1, c), 1e-15);
    }
}

TEST(MsaEmbedding, aStoredTableOfPositionsIsLookedUp) {
  auto weights = embeddingWeights<double>();
  const Array<double> computed = embedMsa(kMsa, {0, 1, 5}, weights);
  weights.positions = sinusoidalEncoding<double>({0, 1, 2, 3, 4, 5}, 8).reshaped({1, 6, 8});
  EXPECT_EQ(embedMsa(kMsa, {0, 1, 5}, weights), computed);
  EXPECT_THAT(errorOf([&] {
                embedMsa(kMsa, {0, 1, 6}, weights);
              }),
              HasSubstr("array idx of shape (3): value number 2 (in C order) is 6, expected 0 to 5"));
}

TEST(MsaEmbedding, errorsNameTheArray) {
  const auto weights = embeddingWeights<double>();
  EXPECT_THAT(errorOf([&] {
                embedMsa(Array<std::int64_t>({1, 1}, {21}, "msa"), {0}, weights);
              }),
              HasSubstr("array msa of shape (1, 1): value number 0 (in C order) is 21, expected 0 to 20"));
  EXPECT_THAT(errorOf([&] { embedMsa(kMsa, {0, 1}, weights); }), HasSubstr("array idx: found shape (2), expected (3)"));
}

/// Width 8, two heads, hidden width 16, named-model fill 3800, projection of features T(73; 6, 4; 1).
template <class T>
MsaToMsaWeights<T> layerWeights() {
  test::Shapes shapes;
  test::addEncoderLayer(shapes, "encoder_1.layers.0.", 8, 16, AttentionKind::softTied);
  test::addEncoderLayer(shapes, "encoder_2.layers.0.", 8, 16, AttentionKind::performer);
  ArrayBundle bundle = test::filledBundle<T>(3800, shapes);
  bundle[std::string("encoder_2.layers.0.attn") + test::kFeatures] = deterministicArray<T>(73, {6, 4}, 1);
  return readMsaToMsa<T>(NamedWeights(bundle), 8, 2);
}

template <class T>
MsaToMsaResult<T> run(const Array<T>& X, Device* device = nullptr, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  return msaToMsa(X, layerWeights<T>(), false, {device, threads}, diagnostics, none);
}

// The formulae of MATHEMATICS.md 8.4 in PyTorch 1.13, float64 (einsum, softmax, layer_norm, relu).
template <class T>
void expectGolden(const MsaToMsaResult<T>& result, double tolerance) {
  test::expectValues(result.msa, 0,
                     {-0.709433285526, -0.638336357035, -1.375812433057, -0.293567166147, -0.098975255938,
                      0.547383215600, -1.046758800868, -1.200169378776},
                     tolerance);
  test::expectValues(result.msa, 88,
                     {0.006025386823, -1.094733787611, -0.558937622632, 1.174343073754, 0.701295075231, 0.634014529805,
                      -1.251431204802, -0.468916567080},
                     tolerance);
  EXPECT_NEAR(test::sumOf(result.msa), -35.2865552942203, 96 * tolerance);
  test::expectValues(result.A, 24, {0.230246692306, 0.275819425664, 0.265913294998, 0.228020587032}, tolerance);
  const double weights[] = {0.280520183577, 0.344005539703, 0.375474276720};
  for (Index n = 0; n < 3; ++n) EXPECT_NEAR(result.w(n, 1, 0), weights[n], tolerance);
  test::expectValues(result.pair, 2, {0.262722585805, 0.214569250525}, tolerance);
}

TEST(MsaToMsa, goldenInFloat64) { expectGolden(run(test::goldenMsa<double>()), 1e-11); }

TEST(MsaToMsa, goldenInFloat32OnEveryBackend) {
  for (const std::string& backend : test::backends())
    expectGolden(run(test::goldenMsa<float>(), test::deviceOf(backend)), 2e-5);
}

TEST(MsaToMsa, permutingTheSequencesBelowTheTargetPermutesTheOutputsAndLeavesTheMap) {
  const auto X = deterministicArray<double>(5, {5, 4, 8}, 1);
  const Index order[] = {0, 3, 1, 4, 2};
  const auto permuted = [&](const Array<double>& from) {
    const Index row = from.size() / 5;
    Array<double> to(from.shape());
    for (Index n = 0; n < 5; ++n) std::copy_n(from.data() + order[n] * row, row, to.data() + n * row);
    return to;
  };
  const auto one = run(X), other = run(permuted(X));
  test::expectClose(other.msa, permuted(one.msa), 1e-12, "msa");
  test::expectClose(other.w, permuted(one.w), 1e-13, "w");
  test::expectClose(other.A, one.A, 1e-13, "A");
  test::expectClose(other.pair, one.pair, 1e-13, "pair");
}

TEST(MsaToMsa, repeatingTheWholeAlignmentLeavesTheMap) {
  const auto X = test::goldenMsa<double>();
  Array<double> twice({6, 4, 8});
  std::copy_n(X.data(), 96, twice.data());
  std::copy_n(X.data(), 96, twice.data() + 96);
  const auto one = run(X), other = run(twice);
  test::expectClose(other.A, one.A, 1e-13, "A");
  for (Index k = 0; k < 96; ++k) EXPECT_NEAR(other.msa[k], one.msa[k], 1e-12);
}

TEST(MsaToMsa, mapsAreStochasticAndPairsAreSymmetric) {
  const auto result = run(deterministicArray<double>(5, {3, 6, 8}, 2));
  for (Index h = 0; h < 2; ++h)
    for (Index i = 0; i < 6; ++i) {
      double rows = 0, weights = 0;
      for (Index j = 0; j < 6; ++j) rows += result.A(h, i, j);
      for (Index n = 0; n < 3; ++n) weights += result.w(n, i, h);
      EXPECT_NEAR(rows, 1, 1e-12);
      EXPECT_NEAR(weights, 1, 1e-12);
      for (Index j = 0; j < 6; ++j) EXPECT_EQ(result.pair(i, j, h), result.pair(j, i, h));
    }
}

TEST(MsaToMsa, sizesOfOneAndNoResidues) {
  for (const Shape& shape : {Shape{1, 1, 8}, Shape{1, 5, 8}, Shape{4, 1, 8}, Shape{2, 0, 8}}) {
    const auto result = run(deterministicArray<float>(5, shape, 1));
    EXPECT_EQ(result.msa.shape(), shape);
    EXPECT_EQ(result.A.shape(), (Shape{2, shape[1], shape[1]}));
    for (const float value : result.msa) EXPECT_TRUE(std::isfinite(value));
  }
  EXPECT_THAT(errorOf([] { run(Array<float>({0, 3, 8})); }), HasSubstr("(0, 3, 8), expected at least one row"));
}

TEST(MsaToMsa, threadsChangeNoBit) {
  const auto X = deterministicArray<float>(5, {30, 20, 8}, 1);
  const auto one = run(X, nullptr, 1), two = run(X, nullptr, 2);
  EXPECT_EQ(one.msa, two.msa);
  EXPECT_EQ(one.A, two.A);
}

}  // namespace msa_to_msa_test
