// The mechanism "position-encoding": the waves of both kinds as arrays and as maps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/Mechanism.h"
#include "engine/network/Encodings.h"
#include "tests/support/ErrorOf.h"

namespace position_encoding_test {

using namespace engine;
using test::errorOf;
using ::testing::HasSubstr;

ArrayBundle run(const ArrayBundle& inputs, const std::string& axes, std::int64_t width) {
  ParameterValues values;
  values.set("axes", axes);
  values.set("width", width);
  Diagnostics ignored;
  Progress none;
  return findMechanism("position-encoding").run(inputs, values, Precision::float64, {nullptr, 1}, ignored, none);
}

ArrayBundle positions(std::vector<std::int64_t> numbers) {
  const auto L = static_cast<Index>(numbers.size());
  return {{"idx", Array<std::int64_t>({L}, std::move(numbers), "idx")}};
}

TEST(PositionEncoding, oneAxisIsTheGoldenOfTheSpecification) {
  const auto P = std::get<Array<double>>(run(positions({3}), "one", 8).at("P"));
  const double expected[] = {0.141120008060, -0.989992496600, 0.295520206661, 0.955336489126,
                             0.029995500202, 0.999550033749,  0.002999995500, 0.999995500003};
  for (Index c = 0; c < 8; ++c) EXPECT_NEAR(P(0, c), expected[c], 1e-11);
}

TEST(PositionEncoding, likenessDependsOnTheDistanceOnly) {
  const auto G = std::get<Array<double>>(run(positions({0, 4, 7, 11, 30}), "one", 32).at("G"));
  EXPECT_NEAR(G(0, 1), G(2, 3), 1e-12);
  EXPECT_NEAR(G(0, 0), 0.5, 1e-12);
  EXPECT_LT(G(0, 4), G(0, 1));
}

TEST(PositionEncoding, twoAxesAreTheGoldenOfTheSpecificationAndAMapPerChannel) {
  const ArrayBundle outputs = run(positions({0, 1, 5}), "two", 8);
  const auto P = std::get<Array<double>>(outputs.at("P"));
  EXPECT_EQ(P, pairEncoding<double>({0, 1, 5}, 8));
  EXPECT_NEAR(P(1, 2, 0), 0.841470984808, 1e-11);
  EXPECT_NEAR(P(1, 2, 4), -0.958924274663, 1e-11);
  const std::vector<NamedMaps> maps = findMechanism("position-encoding").maps(outputs);
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(maps[0].heads->numHeads, 8);
  EXPECT_EQ(maps[0].heads->numQueries, 3);
  EXPECT_EQ(maps[0].heads->queryUnit + ", " + maps[0].heads->keyUnit, "position, position");
}

TEST(PositionEncoding, noPositionsAreLegalAndOddPairsOfWavesAreNot) {
  EXPECT_EQ(shapeOf(run(positions({}), "two", 4).at("P")), (Shape{0, 0, 4}));
  EXPECT_THAT(errorOf([&] { run(positions({1, 2}), "two", 6); }),
              HasSubstr("parameter width: found 6, expected a multiple of 4"));
}

}  // namespace position_encoding_test
