// Nadaraya-Watson regression: goldens of MATHEMATICS.md 5.3 and the invariants of MATHEMATICS.md 14.
#include "engine/attention/nadaraya-watson/NadarayaWatson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/support/ErrorOf.h"

namespace nadaraya_watson_test {

using namespace engine;
using test::errorOf;
using enum RegressionKernel;
using ::testing::HasSubstr;

template <class T>
NadarayaWatsonResult<T> run(const NadarayaWatsonInput<T>& input, int threads = 1, Diagnostics* warnings = nullptr) {
  Diagnostics unseen;
  Progress none;
  return nadarayaWatson(input, threads, warnings ? *warnings : unseen, none);
}

template <class T>
NadarayaWatsonInput<T> goldenInput(RegressionKernel kernel, double width) {
  NadarayaWatsonInput<T> input{Array<T>({5}, {0, 1, 2, 3, 4}), Array<T>({5}), Array<T>({2}, {T(0.5), T(2.25)}), kernel,
                               width};
  for (Index i = 0; i < 5; ++i) input.values[i] = static_cast<T>(2 * std::sin(double(i)) + double(i));
  return input;
}

TEST(NadarayaWatson, goldensOfSection4InBothPrecisions) {
  struct Golden {
    RegressionKernel kernel;
    double width, y[2];
  };
  const Golden goldens[] = {{gaussian, 1, {1.759109605075, 3.206455892976}},
                            {gaussian, 0.5, {1.363956017266, 3.637400659215}},
                            {boxcar, 1, {1.341470984808, 3.550417434886}},
                            {triangular, 1, {1.341470984808, 3.684506144268}},
                            {constant, 1, {2.454034369754, 2.454034369754}}};
  for (const Golden& golden : goldens)
    for (const Index q : {0, 1}) {
      EXPECT_NEAR(run(goldenInput<double>(golden.kernel, golden.width)).y[q], golden.y[q], 1e-10 * 5);
      EXPECT_NEAR(run(goldenInput<float>(golden.kernel, golden.width)).y[q], golden.y[q], 2e-5 * 5);
    }
  const double weights[] = {0.413198338058, 0.413198338058, 0.152007173698, 0.020571933906, 0.001024216280};
  for (Index i = 0; i < 5; ++i) EXPECT_NEAR(run(goldenInput<double>(gaussian, 1)).A(0, i), weights[i], 1e-10);
}

/// Views name axes by these letters: n counts queries, m keys, as in all mechanisms.
TEST(NadarayaWatson, itsLettersAreThoseOfQueriesAndKeys) {
  const Mechanism& mechanism = findMechanism("nadaraya-watson");
  std::vector<std::string> shapes;
  for (const ArrayDescription& array : mechanism.inputs()) shapes.push_back(array.name + array.shape);
  for (const ArrayDescription& array : mechanism.outputs()) shapes.push_back(array.name + array.shape);
  EXPECT_THAT(shapes, ::testing::ElementsAre("keys(m)", "values(m)", "queries(n)", "u(n, m)", "K(n, m)", "A(n, m)",
                                             "y(n)"));
}

TEST(NadarayaWatson, epanechikovIsTheParabolaAndNotTheTriangle) {
  NadarayaWatsonInput<double> input{Array<double>({3}, {0, 1, 2}), Array<double>({3}, {0, 1, 2}),
                                    Array<double>({1}, {0.25}), epanechikov, 1};
  // 3/4 (1 - u^2) at u = 1/4 and 3/4 by hand: 45/64 and 21/64, so the weights are 45/66 and 21/66.
  EXPECT_NEAR(run(input).A[0], 45.0 / 66, 1e-15);
  EXPECT_NEAR(run(input).A[1], 21.0 / 66, 1e-15);
  EXPECT_EQ(run(input).A[2], 0.0);
  input.kernel = triangular;
  EXPECT_NEAR(run(input).A[0], 0.75, 1e-15);
}

TEST(NadarayaWatson, boxcarIsOpenAtItsEdge) {
  const NadarayaWatsonInput<double> input{Array<double>({2}, {0, 1}), Array<double>({2}, {5, 7}),
                                          Array<double>({1}, {1}), boxcar, 1};
  EXPECT_EQ(run(input).A, Array<double>({1, 2}, {0, 1}));
}

/// Random keys, values and queries; some keys and queries coincide.
NadarayaWatsonInput<double> anyInput() {
  const Index n = *rc::gen::inRange<Index>(0, 40), m = *rc::gen::inRange<Index>(0, 12);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  NadarayaWatsonInput<double> input{deterministicArray<double>(seed, {n}, 5),
                                    deterministicArray<double>(seed + 1, {n}, 1),
                                    deterministicArray<double>(seed + 2, {m}, 6),
                                    *rc::gen::element(gaussian, boxcar, triangular, epanechikov, constant),
                                    *rc::gen::element(1e-30, 1e-5, 0.05, 0.5, 3.0, 1e30)};
  for (Index k = 0; k < std::min(n, m); k += 3) input.queries[k] = input.keys[k];
  return input;
}

RC_GTEST_PROP(NadarayaWatson, rowsSumToOneOrAreZeroAndCountedAndEstimatesStayBetweenTheValues, ()) {
  const NadarayaWatsonInput<double> input = anyInput();
  const Index n = input.keys.size(), m = input.queries.size();
  Diagnostics diagnostics;
  const NadarayaWatsonResult<double> result = run(input, 2, &diagnostics);
  Index numEmpty = 0;
  for (Index q = 0; q < m; ++q) {
    double sum = 0, lowest = 0, highest = 0;
    for (Index i = 0; i < n; ++i) {
      RC_ASSERT(result.A(q, i) >= 0);
      sum += result.A(q, i);
      if (result.A(q, i) == 0) continue;
      const bool isFirst = sum == result.A(q, i);
      lowest = isFirst ? input.values[i] : std::min(lowest, input.values[i]);
      highest = isFirst ? input.values[i] : std::max(highest, input.values[i]);
    }
    numEmpty += sum == 0;
    RC_ASSERT(sum == 0 || std::abs(sum - 1) <= 1e-12);
    RC_ASSERT(result.y[q] >= lowest - 1e-12 && result.y[q] <= highest + 1e-12);
    if (n > 0 && (input.kernel == gaussian || input.kernel == constant)) RC_ASSERT(sum > 0);
  }
  RC_ASSERT(diagnostics.warnings().size() == (numEmpty > 0 ? 1u : 0u));
  if (numEmpty > 0)
    RC_ASSERT(
        diagnostics.warnings()[0].starts_with(std::to_string(numEmpty) + " of " + std::to_string(m) + " queries"));
}

RC_GTEST_PROP(NadarayaWatson, theGaussianIsASoftmaxOfTheNegativeHalfSquaredDistance, ()) {
  NadarayaWatsonInput<double> input = anyInput();
  input.kernel = gaussian;
  input.width = *rc::gen::element(0.3, 1.0, 4.0);
  const NadarayaWatsonResult<double> result = run(input);
  for (Index q = 0; q < input.queries.size(); ++q) {
    std::vector<double> logits;
    for (const double key : input.keys) logits.push_back(-std::pow((input.queries[q] - key) / input.width, 2) / 2);
    double sum = 0;
    for (const double logit : logits) sum += std::exp(logit - *std::max_element(logits.begin(), logits.end()));
    for (Index i = 0; i < input.keys.size(); ++i) {
      const double logit = logits[size_t(i)] - *std::max_element(logits.begin(), logits.end());
      RC_ASSERT(std::abs(result.A(q, i) - std::exp(logit) / sum) <= 1e-12);
    }
  }
}

RC_GTEST_PROP(NadarayaWatson, theConstantKernelGivesTheMean, ()) {
  NadarayaWatsonInput<double> input = anyInput();
  input.kernel = constant;
  double mean = 0;
  for (const double value : input.values) mean += value / double(input.values.size());
  const NadarayaWatsonResult<double> result = run(input);
  for (const double y : result.y) RC_ASSERT(std::abs(y - mean) <= 1e-12);
}

RC_GTEST_PROP(NadarayaWatson, aVanishingGaussianGivesTheNearestNeighbour, ()) {
  NadarayaWatsonInput<double> input = anyInput();
  RC_PRE(input.keys.size() > 0);
  input.kernel = gaussian;
  input.width = *rc::gen::element(1e-30, 1e-12, 1e-7);
  const NadarayaWatsonResult<double> result = run(input);
  for (Index q = 0; q < input.queries.size(); ++q) {
    Index nearest = 0;
    for (Index i = 1; i < input.keys.size(); ++i)
      if (std::abs(input.keys[i] - input.queries[q]) < std::abs(input.keys[nearest] - input.queries[q])) nearest = i;
    RC_ASSERT(result.y[q] == input.values[nearest]);
  }
}

TEST(NadarayaWatson, aGaussianFarFromAllKeysStillHasWeights) {
  for (const double far : {1e3, 1e10, 1e30}) {
    NadarayaWatsonInput<float> input = goldenInput<float>(gaussian, 0.1);
    input.queries = Array<float>({1}, {float(far)});
    const NadarayaWatsonResult<float> result = run(input);
    double sum = 0;
    for (const float weight : result.A) sum += weight;
    EXPECT_NEAR(sum, 1, 1e-5) << far;
    EXPECT_TRUE(std::isfinite(result.y[0]));
  }
}

TEST(NadarayaWatson, noKeysAtAllGiveZerosAndAWarning) {
  for (const RegressionKernel kernel : {gaussian, boxcar, triangular, epanechikov, constant}) {
    Diagnostics diagnostics;
    const NadarayaWatsonInput<float> input{Array<float>({0}), Array<float>({0}), Array<float>({3}), kernel, 1};
    EXPECT_EQ(run(input, 1, &diagnostics).y, Array<float>({3}, {0, 0, 0}));
    ASSERT_EQ(diagnostics.warnings().size(), 1u);
    EXPECT_THAT(diagnostics.warnings()[0], HasSubstr("3 of 3 queries have no key inside the kernel"));
  }
}

TEST(NadarayaWatson, impossibleWidthsAndDistancesAreErrors) {
  NadarayaWatsonInput<double> input = goldenInput<double>(gaussian, 0);
  EXPECT_THROW(run(input), Error);
  input.width = 1;
  input.queries[1] = 1.7e308;
  input.keys[2] = -1.7e308;
  EXPECT_THAT(errorOf([&] { run(input); }),
              HasSubstr("arrays queries (2) and keys (5): the distance of query 1 and key 2"));
}

TEST(NadarayaWatson, sameBitsEveryTimeAndWithOneOrTwoThreads) {
  const NadarayaWatsonInput<float> input{deterministicArray<float>(1, {700}, 5), deterministicArray<float>(2, {700}, 1),
                                         deterministicArray<float>(3, {900}, 5), gaussian, 0.3};
  const NadarayaWatsonResult<float> one = run(input, 1), two = run(input, 2);
  EXPECT_TRUE(one.A == two.A && one.y == two.y);
}

TEST(NadarayaWatsonMechanism, everyKernelIsReachedByItsName) {
  // At 2.25 the parabola weighs the keys 2 and 3 by 15/16 and 7/16.
  const double parabola = (15 * (2 * std::sin(2.0) + 2) + 7 * (2 * std::sin(3.0) + 3)) / 22;
  const std::pair<std::string, double> estimates[] = {{"gaussian", 3.206455892976},
                                                      {"boxcar", 3.550417434886},
                                                      {"triangular", 3.684506144268},
                                                      {"epanechikov", parabola},
                                                      {"constant", 2.454034369754}};
  for (const auto& [kernel, estimate] : estimates) {
    ParameterValues values;
    values.set("kernel", kernel);
    Diagnostics diagnostics;
    Progress none;
    const Mechanism& mechanism = findMechanism("nadaraya-watson");
    const ArrayBundle outputs =
        mechanism.run(mechanism.sampleInput(), values, Precision::float32, {nullptr, 1}, diagnostics, none);
    EXPECT_NEAR(std::get<Array<float>>(outputs.at("y"))[1], estimate, 1e-5) << kernel;
    EXPECT_EQ(shapeOf(outputs.at("A")), (Shape{2, 5}));
  }
}

}  // namespace nadaraya_watson_test
