// Reading and writing of irreps.
#include "engine/equivariant/Irreps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/equivariant/Sampling.h"
#include "tests/support/ErrorOf.h"

namespace irreps_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

std::string errorOf(const std::string& text) {
  return test::errorOf([&] { Irreps::parse(text, "parameter irreps_in"); });
}

TEST(Irreps, blocksLieOneAfterTheOther) {
  const Irreps irreps = Irreps::parse("10x0e+5x1o+2x2e");
  ASSERT_EQ(irreps.blocks().size(), 3u);
  EXPECT_EQ(irreps.dimension(), 35);
  EXPECT_EQ(irreps.blocks()[1], (IrrepBlock{5, {1, -1}, 10}));
  EXPECT_EQ(irreps.blocks()[2], (IrrepBlock{2, {2, 1}, 25}));
  EXPECT_EQ(irreps.text(), "10x0e+5x1o+2x2e");
}

TEST(Irreps, numbersOfTheGuideAreThoseOfTheSpecification) {
  EXPECT_EQ(Irreps::parse("11x0e+4x1o").dimension(), 23);
  EXPECT_EQ(Irreps::parse("12x0e+3x1o").dimension(), 21);
  EXPECT_EQ(Irreps::parse("14x0e+6x1o").dimension(), 32);
  EXPECT_EQ(Irreps::sphericalHarmonics(3), Irreps::parse("0e+1o+2e+3o"));
  EXPECT_EQ(Irreps::sphericalHarmonics(3).dimension(), 16);
}

TEST(Irreps, copiesBlanksAndParityOfTheDegreeMayBeWritten) {
  EXPECT_EQ(Irreps::parse(" 1o + 3 x 2y "), Irreps::parse("1x1o+3x2e"));
  EXPECT_EQ(Irreps::parse("3y"), Irreps::parse("3o"));
  EXPECT_EQ(Irreps::parse("").dimension(), 0);
  EXPECT_EQ(Irreps::parse("0x1o+2x0e").dimension(), 2);
  EXPECT_EQ(Irreps::parse("3x0e+7x0e").blocks().size(), 2u);
}

TEST(Irreps, badTextIsAnErrorThatShowsIt) {
  EXPECT_THAT(errorOf("10x0q"),
              AllOf(HasSubstr("parameter irreps_in"), HasSubstr("\"10x0q\""), HasSubstr("10x0e+5x1o")));
  EXPECT_THAT(errorOf("2x4e+1o"), AllOf(HasSubstr("\"2x4e\""), HasSubstr("\"2x4e+1o\""), HasSubstr("0 to 3")));
  for (const char* text : {"+",
                           "1o+",
                           "+1o",
                           "x",
                           "1x",
                           "x1o",
                           "1x1",
                           "1",
                           "o",
                           "1o1o",
                           "-1x0e",
                           "1.5x0e",
                           "1x1o*2",
                           "99999999999999999999x0e",
                           "1000000x1o",
                           "500000x0e+500001x0e",
                           "1x99999999999999999999e",
                           "1x-1o",
                           "0e 1o+2",
                           "\xff",
                           "1xo",
                           "1x1O"})
    EXPECT_THAT(errorOf(text), HasSubstr("expected")) << text;
  std::string many = "0x0e";
  for (int k = 0; k < 300; ++k) many += "+0x0e";
  EXPECT_THAT(errorOf(many), HasSubstr("found 301 terms"));
}

TEST(Irreps, blocksOutOfRangeAreErrors) {
  EXPECT_THROW(Irreps({{1, {4, 1}, 0}}), Error);
  EXPECT_THROW(Irreps({{1, {-1, 1}, 0}}), Error);
  EXPECT_THROW(Irreps({{1, {1, 0}, 0}}), Error);
  EXPECT_THROW(Irreps({{-1, {1, 1}, 0}}), Error);
  EXPECT_THROW(Irreps({{std::numeric_limits<Index>::max(), {1, 1}, 0}}), Error);
}

TEST(Irreps, coupleByTheTriangleRuleAndTheProductOfParities) {
  const Irrep odd{1, -1}, even{1, 1}, scalar{0, 1};
  EXPECT_TRUE(couple(odd, odd, scalar));
  EXPECT_TRUE(couple(odd, odd, even));
  EXPECT_FALSE(couple(odd, odd, odd));
  EXPECT_TRUE(couple({2, 1}, {3, -1}, odd));
  EXPECT_FALSE(couple({3, -1}, scalar, odd));
}

RC_GTEST_PROP(Irreps, textIsReadBackTheSame, (std::uint64_t seed)) {
  Random random(seed);
  const Irreps irreps = test::randomIrreps(random);
  RC_ASSERT(Irreps::parse(irreps.text()) == irreps);
}

RC_GTEST_PROP(Irreps, anyTextGivesIrrepsThatReadBackOrAnError, ()) {
  const auto letters = rc::gen::elementOf(std::string("0123x+eoy -49\t*"));
  const std::string text = *rc::gen::container<std::string>(letters);
  try {
    const Irreps irreps = Irreps::parse(text);
    RC_ASSERT(Irreps::parse(irreps.text()) == irreps);
  } catch (const Error& error) {
    RC_ASSERT(std::string(error.what()).find("expected") != std::string::npos);
  }
}

}  // namespace irreps_test
