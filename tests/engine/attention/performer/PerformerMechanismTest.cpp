// The mechanism "performer": parameters, seeds, optional outputs and errors by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/Mechanism.h"
#include "engine/attention/performer/RandomFeatures.h"
#include "tests/engine/attention/Backends.h"
#include "tests/support/ErrorOf.h"

namespace performer_mechanism_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

const Mechanism& performerMechanism() { return findMechanism("performer"); }

ParameterValues with(std::initializer_list<std::pair<const char*, ParameterValue>> settings) {
  ParameterValues values;
  for (const auto& [key, value] : settings) values.set(key, value);
  return values;
}

ArrayBundle run(const ArrayBundle& inputs, const ParameterValues& values = {},
                Precision precision = Precision::float64) {
  Diagnostics diagnostics;
  Progress none;
  return performerMechanism().run(inputs, values, precision, {nullptr, 1}, diagnostics, none);
}

std::string errorOf(const ArrayBundle& inputs, const ParameterValues& values = {}) {
  return test::errorOf([&] { run(inputs, values, Precision::float32); });
}

Array<double> doubles(const ArrayBundle& arrays, const char* name) { return std::get<Array<double>>(arrays.at(name)); }

ArrayBundle sampleWithoutProjection() {
  ArrayBundle inputs = performerMechanism().sampleInput();
  inputs.erase("W");
  return inputs;
}

TEST(PerformerMechanism, drawnProjectionFollowsSeedNumberAndKind) {
  const ArrayBundle inputs = sampleWithoutProjection();
  const ParameterValues standard = with({{"features", std::int64_t{7}}, {"seed", std::int64_t{3}}});
  Random random(3);
  EXPECT_EQ(doubles(run(inputs, standard), "W"), randomFeatures(7, 4, {}, random));
  EXPECT_EQ(run(inputs, standard), run(inputs, standard));
  EXPECT_EQ(shapeOf(run(inputs).at("W")), (Shape{5, 4})) << "int(4 ln 4)";
  Random forRaw(0), forRoot(0), forIndependent(0);
  EXPECT_EQ(doubles(run(inputs, with({{"sign_fix", false}})), "W"),
            randomFeatures(5, 4, {true, SignFix::raw, RowLengths::chi}, forRaw));
  EXPECT_EQ(doubles(run(inputs, with({{"scaling", std::int64_t{1}}})), "W"),
            randomFeatures(5, 4, {true, SignFix::corrected, RowLengths::root}, forRoot));
  EXPECT_EQ(doubles(run(inputs, with({{"orthogonal", false}})), "W"),
            randomFeatures(5, 4, {false, SignFix::corrected, RowLengths::chi}, forIndependent));
}

TEST(PerformerMechanism, sameProjectionInBothPrecisions) {
  const ArrayBundle inputs = sampleWithoutProjection();
  const auto single = std::get<Array<float>>(run(inputs, {}, Precision::float32).at("W"));
  const Array<double> exact = doubles(run(inputs), "W");
  for (Index k = 0; k < exact.size(); ++k) EXPECT_EQ(single[k], static_cast<float>(exact[k]));
}

TEST(PerformerMechanism, leadingAxesMayBeAbsentAndComeBackTheSame) {
  const Shape leadings[] = {{}, {2}, {2, 3}};
  for (const Shape& leading : leadings) {
    const auto shape = [&](std::initializer_list<Index> tail) {
      Shape full = leading;
      full.insert(full.end(), tail);
      return full;
    };
    const ArrayBundle outputs = run({{"Q", deterministicArray<float>(1, shape({4, 5}), 1)},
                                     {"K", deterministicArray<float>(2, shape({6, 5}), 1)},
                                     {"V", deterministicArray<float>(3, shape({6, 7}), 1)}},
                                    with({{"kind", std::string("trigonometric")}, {"compare", true}}));
    EXPECT_EQ(shapeOf(outputs.at("phi_q")), shape({4, 16}));
    EXPECT_EQ(shapeOf(outputs.at("phi_k")), shape({6, 16}));
    EXPECT_EQ(shapeOf(outputs.at("A")), shape({4, 6}));
    EXPECT_EQ(shapeOf(outputs.at("A_exact")), shape({4, 6}));
    EXPECT_EQ(shapeOf(outputs.at("O")), shape({4, 7}));
    EXPECT_EQ(shapeOf(outputs.at("denominator")), shape({4}));
    EXPECT_EQ(shapeOf(outputs.at("error_A")), leading);
  }
}

TEST(PerformerMechanism, costCountsABatchOfThreeAxesOnce) {
  const auto flops = [](Shape leading) {
    const auto array = [&](Index rows, Index columns) {
      Shape shape = leading;
      shape.insert(shape.end(), {rows, columns});
      return Array<float>(shape);
    };
    const ArrayBundle inputs = {
        {"Q", array(4, 5)}, {"K", array(6, 5)}, {"V", array(6, 7)}, {"mask", Array<Bool>(Shape{leading[0], 6})}};
    return performerMechanism().costOf(inputs, {}, Precision::float32).flops;
  };
  EXPECT_EQ(flops({3}), 3 * flops({1}));
  EXPECT_EQ(flops({3, 2}), 6 * flops({1}));
}

TEST(PerformerMechanism, memoryCountsFeaturesThatMapsNeedAndTheSumsOfEveryChunk) {
  const ArrayBundle inputs = {{"Q", Array<float>({8, 4096, 4})},
                              {"K", Array<float>({8, 4096, 4})},
                              {"V", Array<float>({8, 4096, 64})},
                              {"W", Array<float>({1024, 4})}};
  const auto memory = [&](const char* flag, Precision precision = Precision::float32) {
    ParameterValues values;
    values.set("phi", false);
    if (*flag != '\0') values.set(flag, true);
    return performerMechanism().costOf(inputs, values, precision).memory;
  };
  const double features = 4.0 * 8 * 2 * 4096 * 1024, map = 4.0 * 8 * 4096 * 4096, sums = 4.0 * 8 * 1024 * 65;
  EXPECT_GE(memory("maps"), features + map);
  EXPECT_GE(memory("compare"), features + 3 * map);
  EXPECT_GE(memory("causal"), 4096.0 / 128 * sums);  // chunks of 128 keys on a device
  EXPECT_GE(memory(""), 4096.0 / 256 * sums);        // of 256 on the processor
  EXPECT_LT(memory(""), features);
  EXPECT_GE(memory("", Precision::float64), 2 * features);  // the definition
}

TEST(PerformerMechanism, onlyWhatIsAskedForComesBack) {
  const ArrayBundle inputs = performerMechanism().sampleInput();
  const auto names = [&](const ParameterValues& values) {
    std::string text;
    for (const auto& [name, array] : run(inputs, values)) text += name + " ";
    return text;
  };
  EXPECT_EQ(names({}), "O W denominator phi_k phi_q ");
  EXPECT_EQ(names(with({{"maps", true}})), "A O W denominator phi_k phi_q ");
  EXPECT_EQ(names(with({{"phi", false}})), "O W denominator ");
  EXPECT_EQ(names(with({{"phi", false}, {"compare", true}})), "A A_exact O W denominator error_A error_O ");
}

TEST(PerformerMechanism, mapTimesValuesIsTheOutputAndHiddenKeysHaveNoWeight) {
  const ArrayBundle inputs = performerMechanism().sampleInput();
  const auto& V = std::get<Array<float>>(inputs.at("V"));
  for (const char* kind : {"positive", "trigonometric", "hyperbolic", "relu"})
    for (const bool causal : {false, true}) {
      const ArrayBundle outputs = run(inputs, with({{"kind", std::string(kind)}, {"causal", causal}, {"maps", true}}));
      const Array<double> A = doubles(outputs, "A"), O = doubles(outputs, "O");
      for (Index row = 0; row < 2 * 2 * 3; ++row) {
        for (Index c = 0; c < 3; ++c) {
          double sum = 0;
          for (Index j = 0; j < 5; ++j) sum += A[row * 5 + j] * double(V[(row / 3 * 5 + j) * 3 + c]);
          EXPECT_NEAR(sum, O[row * 3 + c], 1e-12) << kind;
        }
        EXPECT_EQ(A[row * 5 + (row / 6 == 0 ? 3 : 4)], 0) << kind << ": hidden by the mask";
        if (causal && row % 3 == 0) {
          EXPECT_EQ(A[row * 5 + 4], 0) << kind << ": query 0 of 3 sees keys 0, 1, 2 of 5";
        }
      }
    }
}

TEST(PerformerMechanism, comparisonMeasuresTheDistanceFromSoftmax) {
  const ArrayBundle inputs = performerMechanism().sampleInput();
  const ArrayBundle outputs = run(inputs, with({{"compare", true}}));
  const Array<double> A = doubles(outputs, "A"), exact = doubles(outputs, "A_exact");
  for (Index head = 0; head < 4; ++head) {
    double difference = 0, norm = 0;
    for (Index k = head * 15; k < head * 15 + 15; ++k) {
      difference += std::pow(A[k] - exact[k], 2);
      norm += std::pow(exact[k], 2);
    }
    EXPECT_NEAR(doubles(outputs, "error_A")[head], std::sqrt(difference / norm), 1e-12);
  }
  ArrayBundle dotInputs = inputs;
  dotInputs.erase("W");
  Array<Bool> mask({2, 3, 5});
  for (Index k = 0; k < mask.size(); ++k) mask[k] = std::get<Array<Bool>>(inputs.at("mask"))(k / 15, k % 5);
  dotInputs["mask"] = mask;
  Diagnostics diagnostics;
  Progress none;
  const ArrayBundle dot = findMechanism("dot").run(dotInputs, {}, Precision::float64, {nullptr, 1}, diagnostics, none);
  test::expectClose(exact, doubles(dot, "A"), 1e-14, "A_exact");
}

TEST(PerformerMechanism, mapsWithNegativeWeightsAreNotCalledStochastic) {
  ArrayBundle inputs = {{"Q", deterministicArray<float>(32, {2, 5, 4}, 2)},
                        {"K", deterministicArray<float>(33, {2, 5, 4}, 2)},
                        {"V", deterministicArray<float>(34, {2, 5, 3}, 1)},
                        {"W", deterministicArray<float>(31, {6, 4}, 2)}};
  const auto stochastic = [&](const char* kind) {
    const std::vector<NamedMaps> maps =
        performerMechanism().maps(run(inputs, with({{"kind", std::string(kind)}, {"maps", true}}), Precision::float32));
    return maps.at(0).heads->maps.at(0)->isStochastic;
  };
  EXPECT_TRUE(stochastic("positive"));
  EXPECT_FALSE(stochastic("trigonometric"));
}

TEST(PerformerMechanism, kindsWithoutProjectionNeedAndGiveNoMatrix) {
  const ArrayBundle inputs = sampleWithoutProjection();
  for (const ParameterValues& values :
       {with({{"kind", std::string("efficient")}}), with({{"kind", std::string("relu")}, {"projection", false}})}) {
    const ArrayBundle outputs = run(inputs, values);
    EXPECT_EQ(outputs.count("W"), 0u);
    EXPECT_EQ(shapeOf(outputs.at("phi_q")), (Shape{2, 2, 3, 4}));
    EXPECT_THAT(errorOf(performerMechanism().sampleInput(), values),
                AllOf(HasSubstr("array W: found shape (6, 4)"), HasSubstr("expected none")));
  }
  EXPECT_THAT(errorOf(inputs, with({{"projection", false}})), HasSubstr("array W is missing"));
}

TEST(PerformerMechanism, wrongShapesAreErrorsWithBothShapes) {
  ArrayBundle inputs = performerMechanism().sampleInput();
  EXPECT_THAT(errorOf(inputs, with({{"features", std::int64_t{9}}})),
              HasSubstr("array W: found shape (6, 4), expected (9, 4)"));
  inputs["W"] = Array<float>({6, 5}, 1.0f, "W");
  EXPECT_THAT(errorOf(inputs), HasSubstr("array W: found shape (6, 5), expected (any, 4) = (m, d)"));
  inputs["W"] = Array<float>({0, 4}, 1.0f, "W");
  EXPECT_THAT(errorOf(inputs), HasSubstr("array W: found shape (0, 4), expected at least one row"));
  inputs = performerMechanism().sampleInput();
  inputs["mask"] = Array<Bool>({5, 2});
  EXPECT_THAT(errorOf(inputs), AllOf(HasSubstr("mask"), HasSubstr("(5, 2)"), HasSubstr("(2, 5)")));
  inputs = performerMechanism().sampleInput();
  EXPECT_THAT(errorOf(inputs, with({{"eps", -0.5}})), HasSubstr("found -0.5"));
}

TEST(PerformerMechanism, queriesThatSeeNothingGiveZerosAndAWarning) {
  ArrayBundle inputs = performerMechanism().sampleInput();
  inputs["mask"] = Array<Bool>({2, 5});
  Diagnostics diagnostics;
  Progress none;
  const ArrayBundle outputs =
      performerMechanism().run(inputs, with({{"maps", true}}), Precision::float32, {nullptr, 1}, diagnostics, none);
  for (const char* name : {"O", "denominator", "A", "phi_k"})
    for (const float value : std::get<Array<float>>(outputs.at(name))) ASSERT_EQ(value, 0) << name;
  ASSERT_EQ(diagnostics.warnings().size(), 1u);
  EXPECT_THAT(diagnostics.warnings()[0], HasSubstr("12 query row(s)"));
}

TEST(PerformerMechanism, hugeInputsGiveFiniteOutputsOrAClearError) {
  for (const double size : {1e4, 1e15, 1e30})
    for (const char* kind : {"positive", "trigonometric", "hyperbolic", "relu", "efficient"}) {
      ArrayBundle inputs =
          std::string(kind) == "efficient" ? sampleWithoutProjection() : performerMechanism().sampleInput();
      for (const char* name : {"Q", "K"})
        for (float& value : std::get<Array<float>>(inputs[name])) value *= static_cast<float>(size);
      const ParameterValues values = with({{"kind", std::string(kind)}});
      const std::string error = errorOf(inputs, values);
      if (error != "no error") {
        EXPECT_THAT(error, AllOf(HasSubstr("arrays Q (2, 2, 3, 4)"), HasSubstr("do not fit into float32")));
        continue;
      }
      for (const auto& [name, array] : run(inputs, values, Precision::float32))
        for (const float value : std::get<Array<float>>(array))
          ASSERT_TRUE(std::isfinite(value)) << kind << " " << name;
    }
}

TEST(PerformerMechanism, aTrainingDrawsAnewOnceEveryIntervalPlusOneForwards) {
  const ArrayBundle inputs = sampleWithoutProjection();
  const auto projectionAt = [&](std::int64_t step, std::int64_t seed) {
    return doubles(run(inputs, with({{"step", step}, {"redraw", std::int64_t{4}}, {"seed", seed}})), "W");
  };
  for (const std::int64_t step : {0, 1, 3}) EXPECT_EQ(projectionAt(step, 2), projectionAt(0, 2)) << step;
  for (const std::int64_t step : {4, 8}) EXPECT_EQ(projectionAt(step, 2), projectionAt(0, 3)) << step;
  EXPECT_EQ(projectionAt(9, 2), projectionAt(0, 4));
  EXPECT_NE(projectionAt(4, 2), projectionAt(3, 2));
}

}  // namespace performer_mechanism_test
