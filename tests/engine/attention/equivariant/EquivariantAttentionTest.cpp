// SE(3)-equivariant attention: goldens of MATHEMATICS.md 11.4 and the invariants of MATHEMATICS.md 11.3.
#include "engine/attention/equivariant/EquivariantAttention.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/equivariant/EquivariantSamples.h"
#include "tests/support/ErrorOf.h"

namespace equivariant_attention_test {

using namespace engine;
using test::errorOf;
using test::attention;

const char* const kBackends[] = {"plain", "native"};

template <class T>
void expectRow(const Array<T>& found, Index first, const std::vector<double>& expected, double tolerance) {
  for (size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(found[first + Index(k)], expected[k], tolerance * (1 + std::abs(expected[k]))) << k;
}

template <class T>
void expectGolden(const EquivariantResult<T>& result, double tolerance) {
  EXPECT_EQ(result.edges, Array<std::int32_t>({4, 2}, {1, 2, 1, 3, 2, 1, 3, 1}));
  expectRow(result.lengths, 0, {1.060417586647, 0.633209940085}, tolerance);
  expectRow(result.q, 0, {0.413110582257, -0.300505959317, -0.240080282344, -0.292962811110}, tolerance);
  expectRow(result.q, 20, {-0.628975890716, -0.836590424757, -0.740742168975}, tolerance);
  expectRow(result.k, 0, {0.189312269521, 0.211407759048, -0.101680559827, 0.170652395664}, tolerance);
  expectRow(result.k, 18, {0.033685861129, -0.913624056818, -0.041228288422}, tolerance);
  expectRow(result.s, 0, {-0.081219416981, -0.011865569738, 0.295811077391, -0.016838248673}, tolerance);
  expectRow(result.a, 0, {1, 1, 0.491251508178, 0.508748491822}, tolerance);
  for (Index c = 0; c < 32; ++c) EXPECT_EQ(result.out(0, c), 0);
  expectRow(result.out, 32, {-0.338471256775, -0.108156930598, -0.506137327742, 0.649479309449}, tolerance);
  expectRow(result.out, 32 + 14,
            {0.266115173041, 0.260289120526, 0.084217931684, -0.222314759361, 0.328526320086, 0.150395396951},
            tolerance);
  expectRow(result.out, 96, {-0.431907401385, -0.382991749862, 0.480170362001, -0.222343940496}, tolerance);
  double sum = 0, squares = 0;
  for (const T value : result.out) {
    sum += double(value);
    squares += double(value) * double(value);
  }
  EXPECT_NEAR(sum, -3.214207808467552, tolerance * 4.2);
  EXPECT_NEAR(squares, 10.508074347107984, tolerance * 11.5);
}

TEST(EquivariantAttention, goldenInFloat64) { expectGolden(attention(test::goldenNodes<double>()), 1e-10); }

TEST(EquivariantAttention, goldenInFloat32OnEveryBackend) {
  for (const char* backend : kBackends) expectGolden(attention(test::goldenNodes<float>(), backend), 2e-5);
}

TEST(EquivariantAttention, goldenOfCutoffsAndRadialNetwork) {
  const EquivariantInput<double> input = test::goldenNodes<double>();
  Progress none;
  const EquivariantDetails<double> details = equivariantDetails(equivariantProblem(input, 1, none), 1, none);
  expectRow(details.c, 0, {0.581228809666, 0.822864351277}, 1e-10);
  expectRow(details.w_k, 0, {-0.440197984685, -0.613971105293, 0.189590543803, -0.433450411590, -0.091100791420},
            1e-10);
  EXPECT_EQ(details.b.shape(), (Shape{4, 10}));
  EXPECT_EQ(details.Y.shape(), (Shape{4, 16}));
  EXPECT_EQ(details.w_v.shape(), (Shape{4, 382}));
  double degreeThree = 0;
  for (Index k = 9; k < 16; ++k) degreeThree += details.Y(0, k) * details.Y(0, k);
  EXPECT_NEAR(degreeThree, 7, 1e-12);
}

TEST(EquivariantAttention, byHandWithTwoEdgesOfEqualScore) {
  EquivariantSetting setting;
  Random random(1);
  EquivariantInput<double> input = test::randomNodes<double>(setting, 3, 1, random);
  input.linear = Array<double>({130});  // queries 0, so that scores are equal
  const auto lengthFor = [&](double cutoff) { return setting.maxRadius * (1 + 1 / (10 * std::log(cutoff))); };
  input.pos = Array<double>({3, 3}, {0, 0, 0, lengthFor(0.9), 0, 0, 0, lengthFor(0.3), 0});
  const EquivariantResult<double> result = attention(input);
  ASSERT_EQ(result.edges(2, 0), 1);  // (1,0), and (2,0) is edge 4
  ASSERT_EQ(result.edges(4, 0), 2);
  EXPECT_NEAR(result.a[2], 0.75, 1e-12);
  EXPECT_NEAR(result.a[4], 0.25, 1e-12);
  for (Index c = 0; c < 32; ++c)
    EXPECT_NEAR(result.out(0, c), 0.866025403784 * result.v(2, c) + 0.5 * result.v(4, c), 1e-11);
}

double spreadOf(const Array<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

RC_GTEST_PROP(EquivariantAttention, turnsWithRotationsReflectionsAndTranslations, (std::uint64_t seed)) {
  Random random(seed);
  const EquivariantSetting setting = test::randomSetting(random);
  const EquivariantInput<double> input = test::randomNodes<double>(setting, 10, 0.7, random, 5);
  const Eigen::Matrix3d Q = test::randomOrthogonal(random);
  const EquivariantResult<double> before = attention(input);
  const EquivariantResult<double> after = attention(test::moved(input, Q, test::randomVector(random, 3)));
  RC_ASSERT(before.edges == after.edges);
  test::expectClose(after.out, test::turned(before.out, setting.out, Q), 1e-11 * (1 + spreadOf(before.out)), "out");
  test::expectClose(after.k, test::turned(before.k, setting.key, Q), 1e-11 * (1 + spreadOf(before.k)), "k");
  test::expectClose(after.a, before.a, 1e-10, "a");
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(EquivariantAttention, turnsTo1e12InFloat64With20Nodes) {
  Random random(2);
  for (int trial = 0; trial < 10; ++trial) {
    const EquivariantInput<double> input = test::randomNodes<double>({}, 20, 0.7, random);
    const Eigen::Matrix3d Q = test::randomOrthogonal(random);
    const EquivariantResult<double> after = attention(test::moved(input, Q, Eigen::Vector3d(3, -7, 1)));
    test::expectClose(after.out, test::turned(attention(input).out, input.setting.out, Q), 1e-12, "out");
  }
}

TEST(EquivariantAttention, turnsTo5e4InFloat32OnEveryBackend) {
  Random random(3);
  for (const char* backend : kBackends)
    for (int trial = 0; trial < 10; ++trial) {
      const EquivariantInput<float> input = test::randomNodes<float>({}, 20, 0.7, random);
      const Eigen::Matrix3d Q = test::randomOrthogonal(random);
      const EquivariantResult<float> after = attention(test::moved(input, Q, Eigen::Vector3d(100, -7, 1)), backend);
      test::expectClose(after.out, test::turned(attention(input, backend).out, input.setting.out, Q), 5e-4, "out");
    }
}

TEST(EquivariantAttention, withoutTurningTheFeaturesTheOutputDoesNotTurn) {
  // The other tests could not fail if outputs were zero or scalars.
  Random random(4);
  const EquivariantInput<double> input = test::randomNodes<double>({}, 20, 0.7, random);
  const Eigen::Matrix3d Q = test::randomOrthogonal(random);
  EquivariantInput<double> other = test::moved(input, Q, Eigen::Vector3d::Zero());
  other.f = input.f;
  const Array<double> found = attention(other).out, expected = test::turned(attention(input).out, input.setting.out, Q);
  double difference = 0;
  for (Index k = 0; k < found.size(); ++k) difference = std::max(difference, std::abs(found[k] - expected[k]));
  EXPECT_GT(difference, 0.1);
}

TEST(EquivariantAttention, anotherOrderOfNodesGivesTheOutputsInThatOrder) {
  Random random(5);
  const EquivariantInput<double> input = test::randomNodes<double>({}, 15, 0.7, random);
  EquivariantInput<double> permuted = input;
  const auto place = [](Index i) { return (7 * i + 3) % 15; };
  for (Index i = 0; i < 15; ++i) {
    for (Index axis = 0; axis < 3; ++axis) permuted.pos(place(i), axis) = input.pos(i, axis);
    for (Index c = 0; c < 35; ++c) permuted.f(place(i), c) = input.f(i, c);
  }
  const Array<double> before = attention(input).out, after = attention(permuted).out;
  for (Index i = 0; i < 15; ++i)
    for (Index c = 0; c < 32; ++c) EXPECT_NEAR(after(place(i), c), before(i, c), 1e-12);
}

RC_GTEST_PROP(EquivariantAttention, weightsIntoANodeAddUpToOne, (std::uint64_t seed)) {
  Random random(seed);
  const EquivariantInput<double> input = test::randomNodes<double>(test::randomSetting(random), 12, 0.6, random, 3);
  const EquivariantResult<double> result = attention(input);
  std::vector<double> sums(12, 0);
  for (Index e = 0; e < result.a.size(); ++e) {
    RC_ASSERT(result.a[e] >= 0);
    sums[size_t(result.edges(e, 1))] += result.a[e];
  }
  for (Index i = 0; i < 12; ++i) {
    const double sum = sums[size_t(i)];
    RC_ASSERT(std::abs(sum - 1) < 1e-12 || sum == 0);
    if (sum == 0)
      for (Index c = 0; c < result.out.length(1); ++c) RC_ASSERT(result.out(i, c) == 0);
  }
}

/// Two neighbours at the origin, a third node at `distance` from the first one only.
Array<double> withThirdNode(double distance) {
  Random random(6);
  EquivariantInput<double> input = test::randomNodes<double>({}, 3, 1, random);
  input.pos = Array<double>({3, 3}, {0, 0, 0, 0.5, 0.1, 0, -distance, 0, 0});
  return attention(input).out;
}

TEST(EquivariantAttention, isSmoothWhereANodeEntersTheRadius) {
  const Array<double> without = withThirdNode(1.3 + 1e-6);
  const auto jump = [&](double depth) {
    const Array<double> with = withThirdNode(1.3 - depth);
    double largest = 0;
    for (Index k = 0; k < 2 * 32; ++k) largest = std::max(largest, std::abs(with[k] - without[k]));
    return largest;
  };
  EXPECT_GT(jump(0.1), 1e-2);
  EXPECT_GT(jump(0.01), 0);
  EXPECT_LT(jump(0.01), 1e-5);
  EXPECT_EQ(jump(0.001), 0);
  EXPECT_EQ(jump(0), 0);
}

TEST(EquivariantAttention, normalInputsGiveOutputsOfMeanZeroAndVarianceOne) {
  double sum = 0, squares = 0, count = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    for (const double value : attention(test::randomNodes<double>({}, 60, 0.8, random)).out) {
      sum += value;
      squares += value * value;
      count += value != 0;
    }
  }
  EXPECT_NEAR(sum / count, 0, 0.1);
  EXPECT_NEAR(std::sqrt(squares / count), 1, 0.2);
}

template <class T>
void expectAlone(Index N) {
  Random random(7);
  for (const char* backend : kBackends) {
    const EquivariantResult<T> result = attention(test::randomNodes<T>({}, N, 1e6, random), backend);
    EXPECT_EQ(result.edges.shape(), (Shape{0, 2}));
    EXPECT_EQ(result.k.shape(), (Shape{0, 21}));
    EXPECT_EQ(result.q.shape(), (Shape{N, 23}));
    EXPECT_EQ(result.out, Array<T>({N, 32}));
  }
}

TEST(EquivariantAttention, nodesWithoutNeighboursGiveExactlyZero) {
  for (const Index N : {0, 1, 5}) {
    expectAlone<float>(N);
    expectAlone<double>(N);
  }
}

TEST(EquivariantAttention, nodesAtOnePlaceSeeEachOtherWithoutADirection) {
  Random random(8);
  EquivariantInput<double> input = test::randomNodes<double>({}, 4, 1, random);
  input.pos = Array<double>({4, 3}, 0.5);
  Progress none;
  const EquivariantDetails<double> details = equivariantDetails(equivariantProblem(input, 1, none), 1, none);
  EXPECT_EQ(details.Y(0, 0), 1);
  for (Index k = 1; k < 16; ++k) EXPECT_EQ(details.Y(0, k), 0);
  EXPECT_NEAR(details.c[0], 0.904837418, 1e-9);
  const Eigen::Matrix3d Q = test::randomOrthogonal(random);
  for (const RadialKind kind : {RadialKind::smoothFinite, RadialKind::gaussian, RadialKind::bessel}) {
    input.setting.radial = kind;
    const Array<double> before = attention(input).out;
    test::expectClose(attention(test::moved(input, Q, Eigen::Vector3d::Zero())).out,
                      test::turned(before, input.setting.out, Q), 1e-12, "out");
  }
}

TEST(EquivariantAttention, nativeEqualsPlainForTheGuidesIrreps) {
  Random random(9);
  for (const Index N : {2, 3, 17, 150}) {
    const EquivariantInput<float> input = test::randomNodes<float>({}, N, 0.9, random);
    const EquivariantResult<float> plain = attention(input), native = attention(input, "native");
    EXPECT_EQ(native.edges, plain.edges);
    EXPECT_EQ(native.q, plain.q);
    test::expectClose(native.k, plain.k, 2e-5, "k");
    test::expectClose(native.v, plain.v, 2e-5, "v");
    test::expectClose(native.s, plain.s, 2e-5, "s");
    test::expectClose(native.a, plain.a, 2e-5, "a");
    test::expectClose(native.out, plain.out, 2e-5, "out");
  }
}

RC_GTEST_PROP(EquivariantAttention, nativeEqualsPlainForAnySetting, (std::uint64_t seed)) {
  Random random(seed);
  const EquivariantSetting setting = test::randomSetting(random);
  const Index N = Index(random.below(14)), hidden = Index(random.below(20));
  const EquivariantInput<float> input = test::randomNodes<float>(setting, N, 0.6, random, hidden);
  const EquivariantResult<float> plain = attention(input), native = attention(input, "native");
  test::expectClose(native.k, plain.k, 1e-4, "k");
  test::expectClose(native.v, plain.v, 1e-4, "v");
  test::expectClose(native.out, plain.out, 5e-4, "out");
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(EquivariantAttention, isTheSameOnAnyNumberOfThreads) {
  Random random(10);
  const EquivariantInput<float> input = test::randomNodes<float>({}, 400, 1.5, random);
  for (const char* backend : kBackends) {
    const EquivariantResult<float> one = attention(input, backend, 1), two = attention(input, backend, 2);
    EXPECT_EQ(one.k, two.k);
    EXPECT_EQ(one.s, two.s);
    EXPECT_EQ(one.a, two.a);
    EXPECT_EQ(one.out, two.out);
  }
}

template <class T>
EquivariantResult<T> chosen(const EquivariantInput<T>& input, Diagnostics& diagnostics) {
  Progress none;
  const EquivariantProblem<T> problem = equivariantProblem(input, 1, none);
  return equivariantAttention(problem, 1, diagnostics, none);
}

TEST(EquivariantAttention, largeScoresChooseOneNeighbour) {
  Random random(11);
  EquivariantInput<float> input = test::randomNodes<float>({}, 8, 0.4, random);
  for (float& weight : input.dot) weight *= 1e8f;
  Diagnostics diagnostics;
  const EquivariantResult<float> result = chosen(input, diagnostics);
  float largest = 0;
  for (Index e = 0; e < result.a.size(); ++e) {
    largest = std::max(largest, std::abs(result.s[e]));
    EXPECT_TRUE(result.a[e] == 0 || result.a[e] == 1);
  }
  EXPECT_GT(largest, 1e7f);
}

TEST(EquivariantAttention, whatDoesNotFitIsAnErrorThatNamesTheResult) {
  Random random(12);
  EquivariantInput<float> input = test::randomNodes<float>({}, 4, 0.2, random);
  for (float& value : input.f) value *= 1e30f;
  Diagnostics diagnostics;
  const std::string message = errorOf([&] { chosen(input, diagnostics); });
  EXPECT_NE(message.find("result s of shape (12) does not fit into float32"), std::string::npos)
      << message;
}

TEST(EquivariantAttention, irrepsThatNothingReachesAreWarnedOf) {
  EquivariantSetting setting;
  setting.in = Irreps::parse("2x0e");
  setting.query = Irreps::parse("1o");
  setting.key = Irreps::parse("0e");
  setting.out = Irreps::parse("0e+3x1e");
  Random random(13);
  Diagnostics diagnostics;
  const EquivariantResult<double> result = chosen(test::randomNodes<double>(setting, 5, 0.4, random), diagnostics);
  ASSERT_EQ(diagnostics.warnings().size(), 2u);
  EXPECT_EQ(diagnostics.warnings()[0], "irreps_out: no path leads to 3x1e, they are zero");
  EXPECT_EQ(result.s, Array<double>(result.s.shape()));
  for (Index i = 0; i < 5; ++i)
    for (Index c = 1; c < 10; ++c) EXPECT_EQ(result.out(i, c), 0);
  EXPECT_NE(result.out(0, 0), 0);
}

TEST(EquivariantAttention, wrongShapesAreErrorsWithArrayBothShapesAndIrreps) {
  const auto errorAfter = [](auto&& change) -> std::string {
    EquivariantInput<double> input = test::goldenNodes<double>();
    change(input);
    Progress none;
    return test::errorOf([&] { equivariantProblem(input, 1, none); });
  };
  EXPECT_EQ(errorAfter([](auto& input) { input.linear = Array<double>({131}); }),
            "array linear: found shape (131), expected (130), the weights of 10x0e+5x1o+2x2e -> 11x0e+4x1o");
  EXPECT_EQ(errorAfter([](auto& input) {
              input.mlp_v_1 = Array<double>({16, 276});
            }),
            "array mlp_v_1: found shape (16, 276), expected (16, 382), the weights of 10x0e+5x1o+2x2e x "
            "1x0e+1x1o+1x2e+1x3o -> 14x0e+6x1o");
  EXPECT_EQ(errorAfter([](auto& input) {
              input.dot = Array<double>({12, 12});
            }),
            "array dot: found shape (12, 12), expected (144), the weights of 11x0e+4x1o x 12x0e+3x1o -> 0e");
  EXPECT_NE(errorAfter([](auto& input) {
              input.mlp_k_0 = Array<double>({9, 16});
            }).find("array mlp_k_0"),
            std::string::npos);
  EXPECT_NE(errorAfter([](auto& input) {
              input.f = Array<double>({4, 34});
            }).find("array f: found shape (4, 34), expected (4, 35)"),
            std::string::npos);
  EXPECT_NE(errorAfter([](auto& input) { input.pos = Array<double>({4, 2}); }).find("array pos"), std::string::npos);
  EXPECT_NE(errorAfter([](auto& input) { input.setting.basisCount = 0; }).find("radial basis"), std::string::npos);
}

}  // namespace equivariant_attention_test
