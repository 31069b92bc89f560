// Encoder layers: goldens of MATHEMATICS.md 8.6 and the relations between rows, columns and kinds.
#include "engine/attention/layers/EncoderLayer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/axial-encoder/AxialEncoderLayer.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/layers/LayerFill.h"
#include "tests/engine/attention/msa/MsaGoldens.h"
#include "tests/support/ErrorOf.h"

namespace encoder_layer_test {

using namespace engine;
using test::errorOf;
using ::testing::AllOf;
using ::testing::HasSubstr;
using Kind = AttentionKind;

/// AxialEncoderLayer of width 8, two heads, hidden width 16, named-model fill 3600; projections of features T(71) for
/// rows and T(72) for columns.
template <class T>
AxialEncoderLayerWeights<T> axialWeights(Kind rows, Kind columns) {
  test::Shapes shapes;
  test::addAttention(shapes, "attn_L", 8, rows);
  test::addAttention(shapes, "attn_N", 8, columns);
  test::addFeedForward(shapes, "ff", 8, 16);
  for (const char* name : {"norm1", "norm2", "norm3"}) test::addRoseTtaFoldNorm(shapes, name, 8);
  ArrayBundle bundle = test::filledBundle<T>(3600, shapes);
  bundle[std::string("attn_L") + test::kFeatures] = deterministicArray<T>(71, {6, 4}, 1);
  bundle[std::string("attn_N") + test::kFeatures] = deterministicArray<T>(72, {6, 4}, 1);
  return readAxialEncoderLayer<T>(NamedWeights(bundle), rows, columns, 8, 2);
}

template <class T>
Array<T> axial(Array<T> X, const AxialEncoderLayerWeights<T>& weights, Device* device = nullptr, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  axialEncoderLayer(X, weights, {}, {device, threads}, diagnostics, none);
  return X;
}

template <class T>
EncoderLayerWeights<T> layerWeights(Kind kind, Index D = 8, Index F = 16) {
  test::Shapes shapes;
  test::addEncoderLayer(shapes, "", D, F, kind);
  ArrayBundle bundle = test::filledBundle<T>(3900, shapes);
  bundle[std::string("attn") + test::kFeatures] = deterministicArray<T>(73, {6, D / 2}, 1);
  return readEncoderLayer<T>(NamedWeights(bundle), kind, D, 2);
}

template <class T>
struct Encoded {
  Array<T> X;
  AxisAttentionResult<T> maps;
};

template <class T>
Encoded<T> encode(Array<T> X, MsaAxis axis, const EncoderLayerWeights<T>& weights,
                  const AxisAttentionOptions& options = {}, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  auto maps = encoderLayer(X, axis, weights, options, {nullptr, threads}, diagnostics, none);
  return {std::move(X), std::move(maps)};
}

template <class T>
Array<T> transposed(const Array<T>& X) {
  Array<T> Y({X.length(1), X.length(0), X.length(2)});
  for (Index r = 0; r < X.length(0); ++r)
    for (Index c = 0; c < X.length(1); ++c)
      for (Index k = 0; k < X.length(2); ++k) Y(c, r, k) = X(r, c, k);
  return Y;
}

// Soft-tied, tied and plain: MATHEMATICS.md 8.6. Performer on both axes: the formulae in PyTorch 1.13, float64.
const struct {
  Kind rows, columns;
  double sum;
} kGoldens[] = {{Kind::softTied, Kind::plain, 1.0720155478869549},
                {Kind::tied, Kind::plain, -4.148699537868421},
                {Kind::plain, Kind::plain, -4.0447932299086204},
                {Kind::performer, Kind::performer, -2.5464846022050}};

TEST(AxialEncoderLayer, goldensInFloat64) {
  for (const auto& [rows, columns, sum] : kGoldens)
    EXPECT_NEAR(test::sumOf(axial(test::goldenMsa<double>(), axialWeights<double>(rows, columns))), sum, 1e-10);
}

TEST(AxialEncoderLayer, goldensInFloat32OnEveryBackend) {
  for (const std::string& backend : test::backends())
    for (const auto& [rows, columns, sum] : kGoldens) {
      const auto X = axial(test::goldenMsa<float>(), axialWeights<float>(rows, columns), test::deviceOf(backend));
      test::expectClose(X, axial(test::goldenMsa<double>(), axialWeights<double>(rows, columns)), 2e-5, "X");
    }
}

TEST(AxialEncoderLayer, performerGoldenOfOneCell) {
  const auto X = axial(test::goldenMsa<double>(), axialWeights<double>(Kind::performer, Kind::performer));
  test::expectValues(X, 0,
                     {-0.7548232467576352, -0.7542096583315354, -0.3588216062385434, -1.3649942736777645,
                      -0.20660981130869632, 1.316837095572395, 0.3687850470773234, -0.8312336280076609},
                     1e-12);
}

TEST(AxialEncoderLayer, permutingTheSequencesBelowTheFirstPermutesTheOutputs) {
  const auto X = deterministicArray<double>(5, {5, 3, 8}, 1);
  const Index order[] = {0, 3, 1, 4, 2};
  const auto permuted = [&](const Array<double>& from) {
    Array<double> to(from.shape());
    for (Index r = 0; r < 5; ++r) std::copy_n(from.data() + order[r] * 24, 24, to.data() + r * 24);
    return to;
  };
  for (const Kind rows : {Kind::plain, Kind::tied, Kind::softTied, Kind::performer})
    for (const Kind columns : {Kind::plain, Kind::performer}) {
      const auto weights = axialWeights<double>(rows, columns);
      test::expectClose(axial(permuted(X), weights), permuted(axial(X, weights)), 1e-12, "X");
    }
}

TEST(AxialEncoderLayer, everyChoiceTakesSizesOfOneAndNoColumns) {
  const Shape shapes[] = {{1, 1, 8}, {1, 4, 8}, {3, 1, 8}, {3, 0, 8}};
  for (const Kind rows : {Kind::plain, Kind::tied, Kind::softTied, Kind::performer})
    for (const Kind columns : {Kind::plain, Kind::tied, Kind::performer})
      for (const Shape& shape : shapes) {
        const auto X = axial(deterministicArray<float>(5, shape, 1), axialWeights<float>(rows, columns));
        EXPECT_EQ(X.shape(), shape);
        for (const float value : X) EXPECT_TRUE(std::isfinite(value));
      }
}

TEST(AxialEncoderLayer, threadsChangeNoBit) {
  const auto X = deterministicArray<float>(5, {21, 35, 8}, 1);
  for (const Kind rows : {Kind::plain, Kind::tied, Kind::softTied, Kind::performer})
    for (const Kind columns : {Kind::plain, Kind::tied, Kind::performer}) {
      const auto weights = axialWeights<float>(rows, columns);
      EXPECT_EQ(axial(X, weights, nullptr, 1), axial(X, weights, nullptr, 2));
    }
}

TEST(AxialEncoderLayer, layersWithoutOutputsPassTheFeaturesOn) {
  auto weights = axialWeights<double>(Kind::tied, Kind::plain);
  for (Array<double>* array : {&weights.rowAttention.projections.W_o, &weights.rowAttention.projections.b_o,
                               &weights.columnAttention.projections.W_o, &weights.columnAttention.projections.b_o,
                               &weights.feedForward.W_2, &weights.feedForward.b_2})
    std::fill(array->begin(), array->end(), 0.0);
  EXPECT_EQ(axial(test::goldenMsa<double>(), weights), test::goldenMsa<double>());
}

TEST(EncoderLayer, columnsAreTheRowsOfTheTransposedAlignment) {
  const auto X = deterministicArray<double>(5, {4, 6, 8}, 1);
  for (const Kind kind : {Kind::plain, Kind::tied, Kind::performer}) {
    const auto weights = layerWeights<double>(kind);
    const auto columns = encode(X, MsaAxis::column, weights), rows = encode(transposed(X), MsaAxis::row, weights);
    test::expectClose(columns.X, transposed(rows.X), 1e-13, "X");
    test::expectClose(columns.maps.A, rows.maps.A, 1e-13, "A");
  }
}

TEST(EncoderLayer, twoHalvesOfAnAxialLayerAreTwoEncoderLayersWhenTheFirstFeedsNothingForward) {
  auto first = layerWeights<double>(Kind::plain);
  for (Array<double>* array : {&first.feedForward.W_2, &first.feedForward.b_2})
    std::fill(array->begin(), array->end(), 0.0);
  const auto second = layerWeights<double>(Kind::tied);
  const AxialEncoderLayerWeights<double> both{first.norm1,          second.norm1,       second.norm2,
                                              first.attention,      second.attention,   second.feedForward,
                                              AttentionKind::plain, AttentionKind::tied};
  const auto X = deterministicArray<double>(5, {4, 6, 8}, 1);
  const auto stepwise = encode(encode(X, MsaAxis::row, first).X, MsaAxis::column, second).X;
  test::expectClose(axial(X, both), stepwise, 1e-14, "X");
}

/// ReLU features, weights of all pairs, for one row of an alignment: number by number.
Array<double> performerRowByHand(const Array<double>& X, const AxisAttentionWeights<double>& weights) {
  const Index L = X.length(1), D = X.length(2), H = weights.projections.heads, d = D / H,
              m = weights.features.length(0);
  const auto mapped = [&](const Array<double>& W, const Array<double>& b, Index i, Index o) {
    double sum = b[o];
    for (Index c = 0; c < D; ++c) sum += W(o, c) * X(0, i, c);
    return sum;
  };
  const auto feature = [&](const Array<double>& W, const Array<double>& b, Index i, Index h, Index r) {
    double u = 0;
    for (Index c = 0; c < d; ++c) u += weights.features(r, c) * mapped(W, b, i, h * d + c) / std::pow(double(d), 0.25);
    return std::max(u, 0.0) + 1e-3;
  };
  const Projections<double>& p = weights.projections;
  Array<double> O({L, D}), Y({1, L, D});
  for (Index i = 0; i < L; ++i)
    for (Index h = 0; h < H; ++h) {
      double total = 0;
      for (Index j = 0; j < L; ++j) {
        double weight = 0;
        for (Index r = 0; r < m; ++r) weight += feature(p.W_q, p.b_q, i, h, r) * feature(p.W_k, p.b_k, j, h, r);
        total += weight;
        for (Index c = h * d; c < (h + 1) * d; ++c) O(i, c) += weight * mapped(p.W_v, p.b_v, j, c);
      }
      for (Index c = h * d; c < (h + 1) * d; ++c) O(i, c) /= total;
    }
  for (Index i = 0; i < L; ++i)
    for (Index o = 0; o < D; ++o) {
      Y(0, i, o) = p.b_o[o];
      for (Index c = 0; c < D; ++c) Y(0, i, o) += p.W_o(o, c) * O(i, c);
    }
  return Y;
}

TEST(AxisAttention, performerIsReluFeaturesWithTheStoredProjection) {
  const auto X = deterministicArray<double>(5, {1, 7, 8}, 1);
  const auto weights = layerWeights<double>(Kind::performer).attention;
  Diagnostics diagnostics;
  Progress none;
  const auto result = attendAlong(MsaAxis::row, Kind::performer, X, weights, {}, {}, diagnostics, none);
  test::expectClose(result.Y, performerRowByHand(X, weights), 1e-13, "Y");
  EXPECT_TRUE(result.A.empty());
}

TEST(EncoderLayer, manyLinesInPiecesGiveWhatFewGive) {
  const auto X = deterministicArray<float>(5, {300, 500, 8}, 1);
  const Array<float> few({2, 500, 8}, std::vector<float>(X.begin(), X.begin() + 8000));
  const auto weights = layerWeights<float>(Kind::performer);
  const Array<float> all = encode(X, MsaAxis::row, weights, {}, 2).X;
  EXPECT_EQ(all, encode(X, MsaAxis::row, weights, {}, 1).X);
  const Array<float> first({2, 500, 8}, std::vector<float>(all.begin(), all.begin() + 8000));
  test::expectClose(first, encode(few, MsaAxis::row, weights).X, 1e-5, "X");
}

TEST(AxisAttention, droppingTheMapsChangesNoFeature) {
  const auto X = deterministicArray<float>(5, {4, 9, 8}, 1);
  const auto weights = layerWeights<float>(Kind::plain);
  const auto kept = encode(X, MsaAxis::row, weights), dropped = encode(X, MsaAxis::row, weights, {{}, Maps::drop});
  EXPECT_EQ(kept.maps.A.shape(), (Shape{4, 2, 9, 9}));
  EXPECT_TRUE(dropped.maps.A.empty());
  test::expectClose(dropped.X, kept.X, 2e-6, "X");
}

TEST(AxisAttention, softTiedMapsComeWithWeightsAndPairFeatures) {
  const auto maps =
      encode(deterministicArray<double>(5, {3, 5, 8}, 1), MsaAxis::row, layerWeights<double>(Kind::softTied)).maps;
  EXPECT_EQ(maps.w.shape(), (Shape{3, 5, 2}));
  EXPECT_EQ(maps.A.shape(), (Shape{2, 5, 5}));
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j) EXPECT_NEAR(maps.pair(i, j, 1), (maps.A(1, i, j) + maps.A(1, j, i)) / 2, 1e-16);
}

TEST(AxisAttention, whatDoesNotExistIsAnError) {
  const auto X = deterministicArray<double>(5, {3, 5, 8}, 1);
  EXPECT_THAT(errorOf([&] { encode(X, MsaAxis::column, layerWeights<double>(Kind::softTied)); }),
              HasSubstr("soft-tied attention along columns"));
  const AxisAttentionOptions padded{Array<Bool>({3, 5})};
  for (const Kind kind : {Kind::softTied, Kind::performer})
    EXPECT_THAT(errorOf([&] { encode(X, MsaAxis::row, layerWeights<double>(kind), padded); }),
                HasSubstr("array padding: found shape (3, 5), expected none"));
  EXPECT_THAT(errorOf([&] {
                encode(X.reshaped({15, 8}), MsaAxis::row, layerWeights<double>(Kind::plain));
              }),
              AllOf(HasSubstr("array X"), HasSubstr("(15, 8)")));
}

TEST(EncoderLayer, weightsOfAWrongShapeAreErrorsWithTheirFullName) {
  test::Shapes shapes;
  test::addEncoderLayer(shapes, "encoder.0.", 8, 16, Kind::softTied);
  const auto errorWith = [&](const std::string& name, Shape shape, Index heads = 2) {
    ArrayBundle bundle = test::filledBundle<float>(1, shapes);
    bundle[name] = Array<float>(std::move(shape), 0.0f, name);
    return errorOf(
        [&] { readEncoderLayer<float>(NamedWeights(bundle).under("encoder").under("0"), Kind::softTied, 8, heads); });
  };
  for (const auto& [name, shape] : shapes) {
    Shape wrong = shape;
    wrong.back() += 1;
    EXPECT_THAT(errorWith(name, wrong), AllOf(HasSubstr("array encoder.0."), HasSubstr("expected"))) << name;
  }
  EXPECT_THAT(errorWith("encoder.0.attn.to_query.weight", {8, 8}, 3),
              HasSubstr("array encoder.0.attn.to_query.weight: found shape (8, 8), expected a first length that is a "
                        "multiple of the 3 heads"));
}

}  // namespace encoder_layer_test
