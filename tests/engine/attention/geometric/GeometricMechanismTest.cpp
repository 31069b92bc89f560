// The mechanism "geometric": what its parameters add to the outputs and take away.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/support/ErrorOf.h"

namespace geometric_mechanism_test {

using namespace engine;
using test::errorOf;
using ::testing::AllOf;
using ::testing::HasSubstr;

const Mechanism& geometric() { return findMechanism("geometric"); }

ArrayBundle run(const ParameterValues& values, const ArrayBundle& inputs = geometric().sampleInput()) {
  Diagnostics diagnostics;
  Progress none;
  return geometric().run(inputs, values, Precision::float64, {nullptr, 1}, diagnostics, none);
}

std::set<std::string> namesOf(const ArrayBundle& arrays) {
  std::set<std::string> names;
  for (const auto& [name, array] : arrays) names.insert(name);
  return names;
}

const Array<double>& numbers(const ArrayBundle& arrays, const char* name) {
  return std::get<Array<double>>(arrays.at(name));
}

ParameterValues valuesOf(const std::map<std::string, bool>& flags) {
  ParameterValues values;
  for (const auto& [key, flag] : flags) values.set(key, flag);
  return values;
}

TEST(GeometricMechanism, aWrongNumberOfProjectionsIsBlamedOnTheProjection) {
  for (const Index rows : {24, 28, 31}) {
    ArrayBundle inputs = geometric().sampleInput();
    inputs["W_proj"] = deterministicArray<float>(12, {rows, 8}, 0.5, "W_proj");
    const std::string message = errorOf([&] {
      run({}, inputs);
    });
    EXPECT_THAT(message, AllOf(HasSubstr("array W_proj: found shape " + shapeText({rows, 8})),
                                    HasSubstr("expected (30, 8) for the 2 heads of w_r (2)")));
  }
}

TEST(GeometricMechanism, givesWhatIsAskedForAndNoMore) {
  const std::set<std::string> least = {"frames_R", "frames_t", "Y"};
  std::set<std::string> maps = least, scores, vectors = least;
  maps.insert({"R", "D", "A"});
  scores = maps;
  scores.insert({"S", "mask"});
  vectors.insert({"q_r", "k_r", "v", "q_d", "k_d", "o"});
  EXPECT_EQ(namesOf(run({})), maps);
  EXPECT_EQ(namesOf(run(valuesOf({{"maps", false}}))), least);
  EXPECT_EQ(namesOf(run(valuesOf({{"maps", false}, {"scores", true}}))), least);
  EXPECT_EQ(namesOf(run(valuesOf({{"scores", true}}))), scores);
  EXPECT_EQ(namesOf(run(valuesOf({{"maps", false}, {"vectors", true}}))), vectors);
}

TEST(GeometricMechanism, outputIsTheSameWithMapsAndWithout) {
  const Array<double> with = numbers(run({}), "Y"), without = numbers(run(valuesOf({{"maps", false}})), "Y");
  EXPECT_EQ(with, without);
}

TEST(GeometricMechanism, scoresAreShownBesideTheMaps) {
  const std::vector<NamedMaps> maps = geometric().maps(run(valuesOf({{"scores", true}})));
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(maps[0].heads->map(0, 1)->scores.shape(), (Shape{5, 5}));
  EXPECT_TRUE(geometric().maps(run({}))[0].heads->map(0, 1)->scores.empty());
}

/// The formula again, from the vectors that were given: in the world, where q_d and k_d hang on the frames.
TEST(GeometricMechanism, vectorsAreThoseThatTheMapsAreMadeOf) {
  const ArrayBundle all = run(valuesOf({{"vectors", true}}));
  const Array<double>&q_r = numbers(all, "q_r"), &k_r = numbers(all, "k_r"), &q_d = numbers(all, "q_d"),
        &k_d = numbers(all, "k_d"), &v = numbers(all, "v"), &A = numbers(all, "A");
  ASSERT_EQ(v.shape(), (Shape{2, 5, 3}));
  for (Index h = 0; h < 2; ++h)
    for (Index i = 0; i < 5; ++i) {
      double sums[3] = {};
      for (Index j = 0; j < 5; ++j) {
        double dot = 0, square = 0;
        for (Index axis = 0; axis < 3; ++axis) {
          dot += q_r(h, i, axis) * k_r(h, j, axis);
          square += std::pow(q_d(h, i, axis) - k_d(h, j, axis), 2);
          sums[axis] += A(h, i, j) * v(h, j, axis);
        }
        EXPECT_NEAR(numbers(all, "R")(h, i, j), dot / std::sqrt(3.0), 1e-12);
        EXPECT_NEAR(numbers(all, "D")(h, i, j), std::sqrt(square / 3), 1e-12);
      }
      for (Index axis = 0; axis < 3; ++axis) EXPECT_NEAR(numbers(all, "o")(h, i, axis), sums[axis], 1e-12);
    }
}

TEST(GeometricMechanism, pointsHangOnTheFramesOfTheWorld) {
  ArrayBundle inputs = geometric().sampleInput();
  for (float& weight : std::get<Array<float>>(inputs["W_proj"])) weight = 0;
  Array<float> bias({30}, 0.0f, "b_proj");
  for (Index axis = 0; axis < 3; ++axis) bias[18 + 3 + axis] = float(axis + 1);  // q_d of head 1 is (1, 2, 3)
  inputs["b_proj"] = bias;
  for (const char* atom : {"N", "CA", "C"})
    for (float& coordinate : std::get<Array<float>>(inputs[atom])) coordinate += 1000;
  const ArrayBundle all = run(valuesOf({{"vectors", true}}), inputs);
  for (Index i = 0; i < 5; ++i)
    for (Index axis = 0; axis < 3; ++axis) {
      const double origin = numbers(all, "frames_t")(i, axis);
      double point = origin;
      for (Index c = 0; c < 3; ++c) point += numbers(all, "frames_R")(i, axis, c) * double(c + 1);
      EXPECT_NEAR(numbers(all, "q_d")(1, i, axis), point, 1e-9);
      EXPECT_NEAR(numbers(all, "k_d")(1, i, axis), origin, 1e-9);
      EXPECT_EQ(numbers(all, "q_r")(1, i, axis), 0);
    }
}

TEST(GeometricMechanism, memoryWithoutMapsGrowsWithTheLengthAlone) {
  const auto memoryAt = [](Index L, bool maps) {
    ArrayBundle inputs = geometric().sampleInput();
    inputs["s"] = Array<float>({L, 8}, 0.0f, "s");
    for (const char* atom : {"N", "CA", "C"}) inputs[atom] = Array<float>({L, 3}, 0.0f, atom);
    return geometric().costOf(inputs, valuesOf({{"maps", maps}}), Precision::float32).memory;
  };
  EXPECT_DOUBLE_EQ(memoryAt(40'000, false), 2 * memoryAt(20'000, false));
  EXPECT_GT(memoryAt(40'000, true), 3.9 * memoryAt(20'000, true));
}

TEST(GeometricMechanism, mapsThatCannotFitAreRefusedBeforeTheyStart) {
  ArrayBundle inputs = geometric().sampleInput();
  inputs["s"] = Array<float>({2'000'000, 8}, 0.0f, "s");
  for (const char* atom : {"N", "CA", "C"}) inputs[atom] = Array<float>({2'000'000, 3}, 0.0f, atom);
  EXPECT_THAT(errorOf([&] { run({}, inputs); }), AllOf(HasSubstr("GB"), HasSubstr("drop the maps")));
}

}  // namespace geometric_mechanism_test
