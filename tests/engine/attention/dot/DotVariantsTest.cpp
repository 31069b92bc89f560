// What today's models do to scores, each against its definition in plain loops: additive biases, ALiBi, rotary places,
// shared heads of keys and values, sliding windows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>

#include "engine/attention/Mechanism.h"
#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/Rotary.h"
#include "engine/base/Random.h"
#include "engine/compute/Device.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/support/ErrorOf.h"

namespace dot_variants_test {

using namespace engine;
using test::errorOf;
using test::expectGradientsOfMechanism;
using test::GradientCase;
using testing::HasSubstr;

constexpr Index B = 2, H = 4, n = 5, m = 7, d = 6, v = 3;

ArrayBundle inputsOf(Index groups) {
  return {{"Q", deterministicArray<double>(1, {B, H, n, d}, 1, "Q")},
          {"K", deterministicArray<double>(2, {B, groups, m, d}, 1, "K")},
          {"V", deterministicArray<double>(3, {B, groups, m, v}, 1, "V")}};
}

ParameterValues valuesOf(std::initializer_list<std::pair<const char*, ParameterValue>> given) {
  ParameterValues values;
  for (const auto& [key, value] : given) values.set(key, value);
  return values;
}

ArrayBundle run(const ArrayBundle& inputs, const ParameterValues& values, Precision precision = Precision::float64,
                Device* device = nullptr) {
  Diagnostics diagnostics;
  Progress none;
  return findMechanism("dot").run(inputs, values, precision, {device, 1}, diagnostics, none);
}

/// The definition: scores by `score`, which is not-a-number for hidden keys, softmax, means of the values of the group.
void expectDefinition(const ArrayBundle& found, const ArrayBundle& inputs,
                      const std::function<double(Index b, Index h, Index i, Index j)>& score, double tolerance) {
  const Array<double> V = numbersOf<double>(inputs, "V"), A = numbersOf<double>(found, "A"),
                      O = numbersOf<double>(found, "O");
  const Index G = V.length(1);
  for (Index b = 0; b < B; ++b)
    for (Index h = 0; h < H; ++h)
      for (Index i = 0; i < n; ++i) {
        double sum = 0;
        std::vector<double> weights(m), means(v, 0);
        for (Index j = 0; j < m; ++j) {
          const double s = score(b, h, i, j);
          sum += weights[size_t(j)] = std::isnan(s) ? 0 : std::exp(s);
        }
        for (Index j = 0; j < m; ++j) {
          const double weight = sum == 0 ? 0 : weights[size_t(j)] / sum;
          ASSERT_NEAR(A(b, h, i, j), weight, tolerance) << b << " " << h << " " << i << " " << j;
          for (Index c = 0; c < v; ++c) means[size_t(c)] += weight * V(b, h * G / H, j, c);
        }
        for (Index c = 0; c < v; ++c) ASSERT_NEAR(O(b, h, i, c), means[size_t(c)], 3 * tolerance);
      }
}

double product(const ArrayBundle& inputs, Index b, Index h, Index i, Index j) {
  const Array<double> Q = numbersOf<double>(inputs, "Q"), K = numbersOf<double>(inputs, "K");
  double sum = 0;
  for (Index c = 0; c < d; ++c) sum += Q(b, h, i, c) * K(b, h * K.length(1) / H, j, c);
  return sum / std::sqrt(double(d));
}

/// With and without maps, in both precisions.
void expectEverywhere(const ArrayBundle& inputs, const ParameterValues& values,
                      const std::function<double(Index b, Index h, Index i, Index j)>& score) {
  const ArrayBundle definition = run(inputs, values);
  expectDefinition(definition, inputs, score, 1e-12);
  expectDefinition(run(inputs, values, Precision::float32), inputs, score, 2e-6);
  ParameterValues dropped = values;
  dropped.set("maps", false);
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const ArrayBundle without = run(inputs, dropped, precision);
    const double tolerance = precision == Precision::float64 ? 1e-12 : 5e-6;
    for (const char* name : {"O", "lse"}) {
      const Array<double> is = numbersOf<double>(without, name), should = numbersOf<double>(definition, name);
      for (Index k = 0; k < is.size(); ++k) ASSERT_NEAR(is[k], should[k], tolerance) << name;
    }
  }
}

TEST(DotVariants, biasesAreAddedAndSharedAlongAxesThatAreAbsent) {
  for (const Shape& shape : {Shape{B, H, n, m}, Shape{H, n, m}, Shape{n, m}}) {
    ArrayBundle inputs = inputsOf(H);
    const Array<double> bias = deterministicArray<double>(4, shape, 2, "bias");
    inputs["bias"] = bias;
    const Index perMap = n * m, maps = bias.size() / perMap;
    expectEverywhere(inputs, {}, [&](Index b, Index h, Index i, Index j) {
      const Index map = maps == 1 ? 0 : maps == H ? h : b * H + h;
      return product(inputs, b, h, i, j) + bias[map * perMap + i * m + j];
    });
  }
}

TEST(DotVariants, aBiasBesideMaskAndLengthsIsHiddenWhereTheyHide) {
  ArrayBundle inputs = inputsOf(H);
  inputs["bias"] = Array<double>({n, m}, 5.0, "bias");
  inputs["valid_lens"] = Array<std::int64_t>({B}, {3, 6}, "valid_lens");
  expectEverywhere(inputs, valuesOf({{"causal", true}}), [&](Index b, Index h, Index i, Index j) {
    return j >= (b == 0 ? 3 : 6) || j > i + m - n ? std::nan("") : product(inputs, b, h, i, j);
  });
}

TEST(DotVariants, slopesOfAlibiAreThoseOfTheirPaper) {
  EXPECT_EQ(alibiSlopes(8), Array<double>({8}, {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625}));
  // Of twelve heads: those of eight, then every second one of sixteen.
  const Array<double> twelve = alibiSlopes(12);
  EXPECT_DOUBLE_EQ(twelve[7], std::exp2(-8));
  EXPECT_DOUBLE_EQ(twelve[8], std::exp2(-0.5));
  EXPECT_DOUBLE_EQ(twelve[11], std::exp2(-3.5));
  EXPECT_EQ(alibiSlopes(1)[0], std::exp2(-8));
  EXPECT_TRUE(alibiSlopes(0).empty());
}

TEST(DotVariants, alibiTakesTheDistanceOff) {
  const double slopes[] = {0.25, 0.0625, 0.015625, 0.00390625};
  ArrayBundle inputs = inputsOf(H);
  const auto alibi = [&](Index b, Index h, Index i, Index j) {
    return product(inputs, b, h, i, j) - slopes[h] * double(std::abs(i + m - n - j));
  };
  expectEverywhere(inputs, valuesOf({{"alibi", true}}), alibi);
  const Array<double> own({H}, {1, 0, -0.5, 3}, "slopes");
  inputs["slopes"] = own;
  expectEverywhere(inputs, {}, [&](Index b, Index h, Index i, Index j) {
    return product(inputs, b, h, i, j) - own[h] * double(std::abs(i + m - n - j));
  });
}

TEST(DotVariants, keysOutsideOfAWindowAreNotLookedAt) {
  // A not-a-number that is computed with shows; beyond the window, and the tile about it, nothing is.
  DotProductInput<float> input;
  input.Q = deterministicArray<float>(1, {1, 1, 1000, 4}, 1);
  input.K = deterministicArray<float>(2, {1, 1, 1000, 4}, 1);
  input.V = deterministicArray<float>(3, {1, 1, 1000, 2}, 1);
  input.mask = fullMask(1, 1000, 1000);
  makeSliding(input.mask, 1000, 50);
  Progress none;
  const auto far = [](Index query, Index key) { return std::abs(query - key) > 300; };
  for (const Maps maps : {Maps::drop, Maps::keep}) {
    input.maps = maps;
    const DotProductResult<float> before = dotProductNative(input, 1, none);
    for (const Index query : {0, 500, 999}) {
      DotProductInput<float> holes = input;
      for (Index key = 0; key < 1000; ++key) {
        for (Index c = 0; c < 2 && far(query, key); ++c) holes.V[key * 2 + c] = std::nanf("");
        for (Index c = 0; c < 4 && far(query, key); ++c) holes.K[key * 4 + c] = std::nanf("");
      }
      const DotProductResult<float> after = dotProductNative(holes, 1, none);
      for (Index c = 0; c < 2; ++c) EXPECT_EQ(after.O[query * 2 + c], before.O[query * 2 + c]) << query;
      for (Index key = 0; key < 1000 && maps == Maps::keep; ++key) {
        EXPECT_EQ(after.S[query * 1000 + key], before.S[query * 1000 + key]);
        EXPECT_EQ(after.A[query * 1000 + key], before.A[query * 1000 + key]);
      }
    }
  }
}

TEST(DotVariants, mapsAreExactlyZeroOutsideOfAWindowAndScoresUnmaskedInside) {
  ArrayBundle inputs = inputsOf(H);
  inputs["valid_lens"] = Array<std::int64_t>({B}, {4, 7}, "valid_lens");  // hides keys inside windows, too
  for (const bool isCausal : {false, true})
    for (const char* rule : {"empty-zero", "d2l"})
      for (const Precision precision : {Precision::float32, Precision::float64}) {
        const ParameterValues values =
            valuesOf({{"window", std::int64_t{2}}, {"causal", isCausal}, {"mask_rule", std::string(rule)}});
        const ArrayBundle found = run(inputs, values, precision);
        const Array<double> S = numbersOf<double>(found, "S"), A = numbersOf<double>(found, "A");
        for (Index b = 0; b < B; ++b)
          for (Index h = 0; h < H; ++h)
            for (Index i = 0; i < n; ++i)
              for (Index j = 0; j < m; ++j) {
                const Index back = i + m - n - j;
                const bool isInside = std::abs(back) < 2 && (!isCausal || back >= 0);
                EXPECT_NEAR(S(b, h, i, j), isInside ? product(inputs, b, h, i, j) : 0, isInside ? 1e-5 : 0);
                if (!isInside && std::string(rule) == "empty-zero") {
                  EXPECT_EQ(A(b, h, i, j), 0);
                }
              }
      }
}

TEST(DotVariants, aWindowHasGradients) {
  for (const char* id : {"dot", "multi-head"}) {
    GradientCase given(id);
    given.without("valid_lens").set("window", std::int64_t{2});
    if (std::string(id) == "multi-head") given.set("heads", std::int64_t{2}).set("intermediates", true);
    expectGradientsOfMechanism(given);
    expectGradientsOfMechanism(given.set("causal", true));
  }
}

TEST(DotVariants, theCostOfAWindowIsThatOfItsKeys) {
  const ArrayBundle inputs{{"Q", Array<float>({100, 4})}, {"K", Array<float>({100, 4})}, {"V", Array<float>({100, 4})}};
  const auto flops = [&](const ParameterValues& given) {
    const Mechanism& dot = findMechanism("dot");
    return dot.costOf(inputs, completed(dot.parameters(), given), Precision::float32).flops;
  };
  EXPECT_EQ(flops(valuesOf({{"maps", false}, {"window", std::int64_t{8}}})), 2 * 100 * 15 * 8.0);
  EXPECT_EQ(flops(valuesOf({{"maps", false}, {"window", std::int64_t{8}}, {"causal", true}})), 2 * 100 * 8 * 8.0);
  EXPECT_EQ(flops(valuesOf({{"maps", false}, {"window", std::int64_t{80}}})), 2 * 100 * 100 * 8.0);
  EXPECT_EQ(flops(valuesOf({{"window", std::int64_t{8}}})), 2 * 100 * 15 * 8.0) << "maps are 0 elsewhere";
  EXPECT_EQ(flops(valuesOf({{"window", std::int64_t{8}}, {"mask_rule", std::string("d2l")}})), 2 * 100 * 100 * 8.0);
}

TEST(DotVariants, theNarrowerOfTwoWindowsHolds) {
  KeyMask mask = fullMask(1, n, m);
  makeSliding(mask, m, 4);
  makeSliding(mask, m, 2);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) EXPECT_EQ(mask.sees(0, i, j), std::abs(i + m - n - j) < 2);
}

TEST(DotVariants, aSlidingWindowHidesWhatIsFurtherAway) {
  const ArrayBundle inputs = inputsOf(H);
  for (const std::int64_t window : {1, 2, 100}) {
    expectEverywhere(inputs, valuesOf({{"window", window}}), [&](Index b, Index h, Index i, Index j) {
      return std::abs(i + m - n - j) >= window ? std::nan("") : product(inputs, b, h, i, j);
    });
    // With causal: the last `window` keys, the query's own place among them.
    expectEverywhere(inputs, valuesOf({{"window", window}, {"causal", true}}),
                     [&](Index b, Index h, Index i, Index j) {
                       const Index back = i + m - n - j;
                       return back < 0 || back >= window ? std::nan("") : product(inputs, b, h, i, j);
                     });
  }
}

TEST(DotVariants, groupsOfHeadsShareKeysAndValues) {
  for (const Index groups : {1, 2, 4}) {
    const ArrayBundle inputs = inputsOf(groups);
    expectEverywhere(inputs, {},
                     [&](Index b, Index h, Index i, Index j) { return product(inputs, b, h, i, j); });
  }
  EXPECT_THAT(errorOf([] { run(inputsOf(3), {}); }),
              HasSubstr("array K: found 3 heads, expected a number that divides 4"));
}

/// Channels of x as complex numbers, times e^(i place 10000^(-2t/d)), RoFormer's definition.
std::vector<std::complex<double>> rotated(const double* x, Index place, bool areNeighbours) {
  std::vector<std::complex<double>> turned;
  for (Index t = 0; t < d / 2; ++t) {
    const std::complex<double> pair =
        areNeighbours ? std::complex(x[2 * t], x[2 * t + 1]) : std::complex(x[t], x[t + d / 2]);
    turned.push_back(pair * std::polar(1.0, double(place) * std::pow(10000.0, -2.0 * double(t) / double(d))));
  }
  return turned;
}

TEST(DotVariants, rotaryPlacesTurnPairsOfChannels) {
  const ArrayBundle inputs = inputsOf(H);
  const Array<double> Q = numbersOf<double>(inputs, "Q"), K = numbersOf<double>(inputs, "K");
  for (const bool areNeighbours : {false, true})
    expectEverywhere(inputs, valuesOf({{"rotary", std::string(areNeighbours ? "neighbours" : "halves")}}),
                     [&](Index b, Index h, Index i, Index j) {
                       const auto q = rotated(&Q(b, h, i, 0), i + m - n, areNeighbours),
                                  k = rotated(&K(b, h, j, 0), j, areNeighbours);
                       double sum = 0;
                       for (size_t t = 0; t < q.size(); ++t) sum += (std::conj(q[t]) * k[t]).real();
                       return sum / std::sqrt(double(d));
                     });
}

TEST(DotVariants, rotaryScoresKnowDistancesOnly) {
  Array<double> near = deterministicArray<double>(5, {4, d}, 1, "X"), far = near;
  for (const RotaryPairs pairs : {RotaryPairs::halves, RotaryPairs::neighbours}) {
    Array<double> a = near, b = far;
    turnPlaces(a, 0, {pairs, 10000});
    turnPlaces(b, 1000, {pairs, 10000});
    for (Index i = 0; i < 4; ++i)
      for (Index j = 0; j < 4; ++j) {
        double first = 0, second = 0;
        for (Index c = 0; c < d; ++c) {
          first += a(i, c) * a(j, c);
          second += b(i, c) * b(j, c);
        }
        EXPECT_NEAR(first, second, 1e-11);
      }
  }
  Array<double> odd({2, 3}, 1.0, "Q");
  EXPECT_THAT(errorOf([&] { turnPlaces(odd, 0, {RotaryPairs::halves, 10000}); }),
              HasSubstr("array Q: found 3 channels"));
  Array<double> none({0, 4});
  EXPECT_NO_THROW(turnPlaces(none, 0, {RotaryPairs::halves, 10000}));
}

TEST(DotVariants, allTogetherEqualTheDefinitionAndHaveGradients) {
  ArrayBundle inputs = inputsOf(2);
  inputs["bias"] = deterministicArray<double>(4, {H, n, m}, 1, "bias");
  const ParameterValues values = valuesOf(
      {{"alibi", true}, {"rotary", std::string("halves")}, {"window", std::int64_t{4}}, {"causal", true}});
  const ArrayBundle definition = run(inputs, values), fast = run(inputs, values, Precision::float32);
  for (const char* name : {"S", "A", "O", "lse"}) {
    const Array<double> is = numbersOf<double>(fast, name), should = numbersOf<double>(definition, name);
    for (Index k = 0; k < is.size(); ++k) ASSERT_NEAR(is[k], should[k], 5e-6) << name;
  }
  GradientCase all("dot");
  all.without("valid_lens");
  for (const auto& [name, array] : inputs) all.with(name, std::get<Array<double>>(array));
  all.set("alibi", true).set("rotary", std::string("halves")).set("window", std::int64_t{4}).set("causal", true);
  expectGradientsOfMechanism(all);
  GradientCase slopes("dot");
  slopes.without("valid_lens").with("slopes", Array<double>({1}, {0.3}, "slopes"));
  slopes.set("rotary", std::string("neighbours"));
  expectGradientsOfMechanism(slopes);
}

TEST(DotVariants, leadingAxesOfTheBiasFollowThoseOfTheQueries) {
  const auto runs = [](const Shape& leading, const Shape& bias) {
    const auto shape = [&](Index rows) {
      Shape full = leading;
      full.insert(full.end(), {rows, 2});
      return full;
    };
    run({{"Q", deterministicArray<double>(1, shape(3), 1)},
         {"K", deterministicArray<double>(2, shape(4), 1)},
         {"V", deterministicArray<double>(3, shape(4), 1)},
         {"bias", deterministicArray<double>(4, bias, 1)}},
        {});
  };
  EXPECT_NO_THROW(runs({}, {3, 4}));
  EXPECT_NO_THROW(runs({2}, {2, 3, 4}));
  EXPECT_NO_THROW(runs({2}, {3, 4}));
  EXPECT_THAT(errorOf([&] { runs({}, {1, 3, 4}); }), HasSubstr("array bias: found shape (1, 3, 4), expected (3, 4)"));
  EXPECT_THAT(errorOf([&] { runs({2}, {3, 5}); }), HasSubstr("expected (2, 3, 4) or the same without axes in front"));
}

TEST(DotVariants, biasesAreNativeAndTheRestMayRunOnADevice) {
  const Mechanism& dot = findMechanism("dot");
  ArrayBundle inputs = inputsOf(2);
  EXPECT_TRUE(dot.runsOnDevice(inputs, valuesOf({{"window", std::int64_t{3}}}), Precision::float32));
  EXPECT_FALSE(dot.runsOnDevice(inputs, valuesOf({{"alibi", true}}), Precision::float32));
  const DeviceChoice choice = openDevice("opencl");
  const ParameterValues values = valuesOf({{"window", std::int64_t{3}}, {"rotary", std::string("halves")}});
  const ArrayBundle definition = run(inputs, values),
                    found = run(inputs, values, Precision::float32, choice.device.get());
  const Array<double> is = numbersOf<double>(found, "O"), should = numbersOf<double>(definition, "O");
  for (Index k = 0; k < is.size(); ++k) ASSERT_NEAR(is[k], should[k], 1e-4);
}

TEST(DotVariants, sizesZeroAndOne) {
  for (const Index queries : {0, 1})
    for (const Index keys : {0, 1}) {
      const ParameterValues values =
          valuesOf({{"alibi", true}, {"rotary", std::string("halves")}, {"window", std::int64_t{1}}});
      for (const Precision precision : {Precision::float32, Precision::float64}) {
        const ArrayBundle found = run({{"Q", deterministicArray<double>(1, {queries, 2}, 1)},
                                       {"K", deterministicArray<double>(2, {keys, 2}, 1)},
                                       {"V", deterministicArray<double>(3, {keys, 1}, 1)},
                                       {"bias", Array<double>({queries, keys}, 0.5, "bias")}},
                                      values, precision);
        if (queries == 1 && keys == 1) {
          EXPECT_EQ(numbersOf<double>(found, "A")[0], 1);
        }
      }
    }
}

}  // namespace dot_variants_test
