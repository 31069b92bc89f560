// ESM3 geometric attention in float32 on every backend, in both flavours of the kernels, with maps and without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Geometry>
#include <limits>

#include "tests/engine/attention/geometric/GeometricSupport.h"
#include "tests/support/ErrorOf.h"

namespace geometric_backends_test {

using namespace engine;
using test::errorOf;
using test::makeGeometricInput;

constexpr KeptPairs kEveryKept[] = {KeptPairs::nothing, KeptPairs::maps, KeptPairs::mapsAndScores};

/// The definition in double for an input of floats.
GeometricMaps<double> definitionOf(const GeometricInput<float>& input) {
  const auto asDouble = [](const Array<float>& array) {
    Array<double> copy(array.shape());
    std::copy(array.begin(), array.end(), copy.begin());
    return copy;
  };
  GeometricInput<double> same;
  same.s = asDouble(input.s);
  same.n = input.n;
  same.ca = input.ca;
  same.c = input.c;
  same.W_proj = asDouble(input.W_proj);
  same.W_out = asDouble(input.W_out);
  same.ln_weight = asDouble(input.ln_weight);
  same.w_r = asDouble(input.w_r);
  same.w_d = asDouble(input.w_d);
  same.sequenceId = input.sequenceId;
  same.chainId = input.chainId;
  same.variant = input.variant;
  Progress none;
  return geometricMapsPlain(test::vectorsOf(same), KeptPairs::mapsAndScores, 1, none);
}

void expectAgree(const GeometricMaps<float>& found, KeptPairs kept, const GeometricMaps<double>& expected) {
  test::expectClose(found.o, expected.o, 2e-5, "o");
  if (kept == KeptPairs::nothing) {
    EXPECT_TRUE(found.R.empty() && found.D.empty() && found.A.empty());
  } else {
    test::expectClose(found.R, expected.R, 2e-5, "R");
    test::expectClose(found.D, expected.D, 2e-5, "D");
    test::expectClose(found.A, expected.A, 2e-5, "A");
  }
  if (kept == KeptPairs::mapsAndScores)
    test::expectClose(found.S, expected.S, 2e-5, "S");
  else
    EXPECT_TRUE(found.S.empty());
}

class GeometricWay : public ::testing::TestWithParam<std::string> {
 protected:
  GeometricMaps<float> maps(const GeometricInput<float>& input, KeptPairs kept, int threads = 1) const {
    Progress none;
    return test::geometricMapsBy(GetParam(), test::vectorsOf(input), kept, none, threads);
  }
};

TEST_P(GeometricWay, equalsTheDefinitionInDoubleWithMapsAndWithout) {
  for (const Index L : {0, 1, 2, 15, 16, 17, 63, 64, 65, 150, 513})
    for (const Index M : {1, 3})
      for (const bool masked : {false, true}) {
        GeometricInput<float> input = makeGeometricInput<float>(L, 5, L > 100 ? 1 : 3, M);
        if (masked) test::addMasks(input);
        if (L == 17) input.variant = GeometricVariant::text;
        const GeometricMaps<double> expected = definitionOf(input);
        for (const KeptPairs kept : kEveryKept) {
          SCOPED_TRACE("L " + std::to_string(L) + ", M " + std::to_string(M) + (masked ? ", masked" : ""));
          expectAgree(maps(input, kept), kept, expected);
        }
      }
}

TEST_P(GeometricWay, streamedSumsEqualThoseOfTheMaps) {
  for (const Index L : {1, 40, 200, 1037}) {
    GeometricInput<float> input = makeGeometricInput<float>(L, 6, 2);
    test::addMasks(input);
    test::expectClose(maps(input, KeptPairs::nothing).o, maps(input, KeptPairs::maps).o, 2e-6, "o");
  }
}

TEST_P(GeometricWay, scoresAreGivenBeforeTheMasksAndExplainTheWeights) {
  GeometricInput<float> input = makeGeometricInput<float>(33, 6, 2);
  test::addMasks(input);
  const GeometricMaps<float> all = maps(input, KeptPairs::mapsAndScores);
  for (Index row = 0; row < 2 * 33; ++row) {
    const Index h = row / 33, i = row % 33;
    double sum = 0;
    const auto sees = [&](Index j) { return j % 7 != 3 && input.chainId[size_t(i)] == input.chainId[size_t(j)]; };
    for (Index j = 0; j < 33; ++j) sum += sees(j) ? std::exp(double(all.S(h, i, j))) : 0;
    for (Index j = 0; j < 33; ++j) {
      const double bias = i % 2 == j % 2 ? 1 : 0;
      const GeometricVectors<float> vectors = test::vectorsOf(input);
      EXPECT_NEAR(all.S(h, i, j), vectors.weight_r[h] * all.R(h, i, j) - vectors.weight_d[h] * all.D(h, i, j) + bias,
                  1e-5);
      EXPECT_NEAR(all.A(h, i, j), sees(j) ? std::exp(double(all.S(h, i, j))) / sum : 0, 1e-6);
    }
  }
}

TEST_P(GeometricWay, rowsSumToOneAndThreadsAgreeToTheBit) {
  GeometricInput<float> input = makeGeometricInput<float>(90, 8, 30);
  for (const KeptPairs kept : kEveryKept) {
    const GeometricMaps<float> one = maps(input, kept, 1), two = maps(input, kept, 2);
    EXPECT_TRUE(one.A == two.A && one.o == two.o && one.S == two.S);
    for (Index row = 0; row < one.A.size() / 90; ++row) {
      double sum = 0;
      for (Index j = 0; j < 90; ++j) sum += one.A[row * 90 + j];
      EXPECT_NEAR(sum, 1, 1e-5);
    }
  }
}

TEST_P(GeometricWay, aRowWithoutAnyKeyIsUniformOverAllResidues) {
  // Residues 0..19 are a chain whose frames are all missing: masked by frame or by chain, every key counts the same.
  GeometricInput<float> input = makeGeometricInput<float>(50, 6, 2);
  for (Index i = 0; i < 50; ++i) input.chainId.push_back(i / 20);
  for (size_t i = 0; i < 20; ++i) input.ca[i].setConstant(std::numeric_limits<double>::quiet_NaN());
  const GeometricVectors<float> vectors = test::vectorsOf(input);
  for (const KeptPairs kept : kEveryKept) {
    const GeometricMaps<float> found = maps(input, kept);
    for (Index h = 0; h < 2; ++h)
      for (Index c = 0; c < 3; ++c) {
        double mean = 0;
        for (Index j = 0; j < 50; ++j) mean += double(vectors.v(h, j, c)) / 50;
        for (Index i = 0; i < 20; ++i) EXPECT_NEAR(found.o(h, i, c), mean, 1e-6);
      }
    if (kept == KeptPairs::nothing) continue;
    for (Index j = 0; j < 50; ++j) {
      EXPECT_FLOAT_EQ(found.A(1, 5, j), 0.02f);
      EXPECT_EQ(found.A(1, 25, j) != 0, j / 20 == 1);
    }
  }
}

TEST_P(GeometricWay, outputOfResiduesWithoutAFrameIsZeroUnlessKept) {
  GeometricInput<float> input = makeGeometricInput<float>(20, 6, 2);
  test::addMasks(input);
  for (const KeptPairs kept : kEveryKept) {
    input.kept = kept;
    input.frameless = FramelessOutput::zero;
    const test::GeometricOutcome zeroed = test::geometricBy(GetParam(), input);
    input.frameless = FramelessOutput::keep;
    const test::GeometricOutcome whole = test::geometricBy(GetParam(), input);
    for (Index i = 0; i < 20; ++i)
      for (Index c = 0; c < 6; ++c) {
        EXPECT_EQ(zeroed.Y(i, c), i % 7 == 3 ? 0 : whole.Y(i, c));
        EXPECT_NE(whole.Y(i, c), 0);
      }
  }
}

TEST_P(GeometricWay, rigidMotionsChangeNothing) {
  GeometricInput<float> input = makeGeometricInput<float>(40, 16, 4);
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(2.1, Vector3(1, -2, 0.5).normalized()).toRotationMatrix();
  for (const KeptPairs kept : {KeptPairs::nothing, KeptPairs::maps}) {
    input.kept = kept;
    const test::GeometricOutcome expected = test::geometricBy(GetParam(), input);
    for (const double offset : {0.0, 100.0, 1e4}) {
      GeometricInput<float> moved = input;
      for (auto* atoms : {&moved.n, &moved.ca, &moved.c})
        for (Vector3& position : *atoms) position = rotation * position + Vector3(offset, -offset, offset);
      const test::GeometricOutcome found = test::geometricBy(GetParam(), moved);
      test::expectClose(found.Y, expected.Y, 1e-5, "Y");
      test::expectClose(found.maps.A, expected.maps.A, 1e-5, "A");
    }
  }
}

TEST_P(GeometricWay, mirrorImageChangesTheResult) {
  const GeometricInput<float> input = makeGeometricInput<float>(10, 8, 2);
  GeometricInput<float> mirrored = input;
  for (auto* atoms : {&mirrored.n, &mirrored.ca, &mirrored.c})
    for (Vector3& position : *atoms) position.z() = -position.z();
  const Array<float> a = test::geometricBy(GetParam(), input).Y, b = test::geometricBy(GetParam(), mirrored).Y;
  double largest = 0;
  for (Index k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(double(a[k]) - b[k]));
  EXPECT_GT(largest, 0.1);
}

TEST_P(GeometricWay, largeScoresGiveOneKeyAllTheWeight) {
  for (const float weight : {1e4f, 1e20f, 1e30f}) {
    GeometricInput<float> input = makeGeometricInput<float>(70, 6, 2);
    for (Index h = 0; h < 2; ++h) input.w_r[h] = weight;
    const GeometricVectors<float> vectors = test::vectorsOf(input);
    const GeometricMaps<float> all = maps(input, KeptPairs::maps), sums = maps(input, KeptPairs::nothing);
    for (Index row = 0; row < 2 * 70; ++row) {
      const float* const weights = all.A.data() + row * 70;
      const Index best = std::max_element(weights, weights + 70) - weights;
      if (weight > 1e10f) {
        EXPECT_EQ(weights[best], 1) << row;
      }
      for (Index c = 0; c < 3; ++c) {
        EXPECT_TRUE(std::isfinite(sums.o[row * 3 + c]));
        if (weights[best] != 1) continue;
        EXPECT_EQ(sums.o[row * 3 + c], vectors.v(row / 70, best, c));
      }
    }
  }
}

TEST_P(GeometricWay, aScoreThatOverflowsMakesItsRowNotANumber) {
  GeometricInput<float> input = makeGeometricInput<float>(70, 6, 2);
  input.w_d[1] = 3e38f;
  for (const KeptPairs kept : kEveryKept) {
    const GeometricMaps<float> found = maps(input, kept);
    for (Index i = 0; i < 70; ++i) {
      EXPECT_TRUE(std::isfinite(found.o(0, i, 0)));
      EXPECT_TRUE(std::isnan(found.o(1, i, 0)));
    }
  }
}

TEST_P(GeometricWay, cancelStopsTheWork) {
  struct CancelAtThird : Progress {
    mutable int asked = 0;
    bool cancelled() const override { return ++asked > 2; }
  };
  const GeometricVectors<float> vectors = test::vectorsOf(makeGeometricInput<float>(500, 4, 8));
  for (const KeptPairs kept : {KeptPairs::nothing, KeptPairs::maps}) {
    CancelAtThird progress;
    EXPECT_THROW(test::geometricMapsBy(GetParam(), vectors, kept, progress), Cancelled);
    EXPECT_EQ(progress.asked, 3);
  }
}

TEST_P(GeometricWay, agreesWithTheDefinitionForRandomShapes) {
  const bool holds = rc::check([this] {
    const Index L = *rc::gen::inRange<Index>(0, 90), H = *rc::gen::inRange<Index>(1, 4);
    const Index M = *rc::gen::inRange<Index>(1, 4), D = *rc::gen::inRange<Index>(1, 9);
    GeometricInput<float> input = makeGeometricInput<float>(L, D, H, M);
    for (Index i = 0; i < L; ++i) {
      input.sequenceId.push_back(*rc::gen::inRange(0, 3));
      input.chainId.push_back(*rc::gen::inRange(-1, 2));
      if (*rc::gen::inRange(0, 4) == 0) input.c[size_t(i)].setConstant(std::nan(""));
    }
    const GeometricMaps<double> expected = definitionOf(input);
    for (const KeptPairs kept : kEveryKept) expectAgree(maps(input, kept), kept, expected);
    RC_ASSERT(!::testing::Test::HasFailure());
  });
  EXPECT_TRUE(holds);
}

INSTANTIATE_TEST_SUITE_P(EveryWay, GeometricWay, ::testing::ValuesIn(test::geometricWays()), test::backendTestName);

TEST(GeometricNative, sumsDoNotDependOnTheTile) {
  GeometricInput<float> input = makeGeometricInput<float>(333, 6, 2, 2);
  test::addMasks(input);
  const GeometricVectors<float> vectors = test::vectorsOf(input);
  Progress none;
  const Array<float> whole = geometricMapsNative(vectors, KeptPairs::maps, 1, none).o;
  for (const Index tile : {1, 7, 16, 64, 320, 512, 4096})
    test::expectClose(geometricMapsNative(vectors, KeptPairs::nothing, 1, none, tile).o, whole, 1e-6, "o");
}

TEST(GeometricOnDevice, moreMessagesThanAnItemCanSumAreLeftToTheProcessor) {
  GeometricInput<float> input = makeGeometricInput<float>(3, 4, 1, 40'000);
  input.kept = KeptPairs::nothing;
  Progress none;
  const GeometricVectors<float> vectors = test::vectorsOf(input);
  const Array<float> expected = test::geometricBy("native", input).Y;
  for (const std::string& backend : test::backends()) {
    Device* const device = test::deviceOf(backend);
    if (device == nullptr) continue;
    for (const KernelFlavour flavour : {KernelFlavour::wide, KernelFlavour::tiled})
      EXPECT_THROW(geometricMapsOnDevice(vectors, KeptPairs::nothing, *device, none, flavour), DeviceError);
    Diagnostics diagnostics;
    EXPECT_EQ(geometricAttention(input, {device, 1}, diagnostics, none).Y, expected);
    ASSERT_EQ(diagnostics.warnings().size(), 1u);
    EXPECT_THAT(diagnostics.warnings()[0], ::testing::HasSubstr("too many messages"));
  }
}

TEST(GeometricNative, aScoreThatOverflowsIsAnErrorThatNamesTheArrays) {
  GeometricInput<float> input = makeGeometricInput<float>(20, 6, 2);
  input.w_r[0] = 3e38f;
  Diagnostics diagnostics;
  Progress none;
  for (const KeptPairs kept : kEveryKept) {
    input.kept = kept;
    const std::string message = errorOf([&] { geometricAttention(input, {nullptr, 1}, diagnostics, none); });
    EXPECT_THAT(message, ::testing::HasSubstr("arrays s, W_proj, w_r, w_d and the positions N, CA, C"));
    EXPECT_THAT(message, ::testing::HasSubstr("does not fit into float32"));
  }
}

}  // namespace geometric_backends_test
