// Gradients of one number of a mechanism, asked for by name.
#include "engine/attention/gradients/GradientsOf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/gradients/MechanismOnTape.h"
#include "tests/support/ErrorOf.h"

namespace gradients_of_test {

using namespace engine;
using test::errorOf;
using ::testing::AllOf;
using ::testing::HasSubstr;

ArrayBundle gradients(const std::string& number, const ArrayBundle& inputs, const ParameterValues& values = {}) {
  Progress none;
  return gradientsOf(number, findMechanism("dot"), inputs, values, none);
}

/// One query, two keys.
ArrayBundle small() {
  return {{"Q", Array<double>({1, 1}, {0.5}, "Q")},
          {"K", Array<double>({2, 1}, {1.0, -1.0}, "K")},
          {"V", Array<double>({2, 2}, {1.0, 2.0, 3.0, 5.0}, "V")}};
}

const Array<double>& array(const ArrayBundle& bundle, const char* name) {
  return std::get<Array<double>>(bundle.at(name));
}

TEST(GradientsOf, oneWeightByHand) {
  const ArrayBundle found = gradients("A[0, 1]", small());
  // A_1 = 1 / (1 + e): its slope by the score of key 1 is A_1 (1 - A_1), by that of key 0 the opposite.
  const double weight = 1 / (1 + std::exp(1.0)), slope = weight * (1 - weight);
  EXPECT_NEAR(array(found, "gradient_Q")[0], -2 * slope, 1e-14);
  EXPECT_NEAR(array(found, "gradient_K")[0], -0.5 * slope, 1e-14);
  EXPECT_NEAR(array(found, "gradient_K")[1], 0.5 * slope, 1e-14);
  EXPECT_EQ(array(found, "gradient_V"), Array<double>({2, 2}));
  EXPECT_EQ(found.size(), 3u);
}

TEST(GradientsOf, aNameWithoutIndicesIsTheSumOfItsNumbers) {
  const ArrayBundle found = gradients(" O ", small());
  const double weight = 1 / (1 + std::exp(1.0));
  EXPECT_NEAR(array(found, "gradient_V")[0], 1 - weight, 1e-14);
  EXPECT_NEAR(array(found, "gradient_V")[3], weight, 1e-14);
  ArrayBundle first = gradients("O[0,0]", small());
  for (const auto& [name, sum] : found) {
    const Array<double>&a = array(first, name.c_str()), second = array(gradients("O[0,1]", small()), name.c_str());
    for (Index k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k] + second[k], array(found, name.c_str())[k], 1e-14);
  }
}

TEST(GradientsOf, whatIsNotANumberOfTheMechanismIsAnErrorThatSaysWhatIs) {
  const auto errorOf = [](const std::string& number, const ParameterValues& values = {}) -> std::string {
    return test::errorOf([&] { gradients(number, small(), values); });
  };
  EXPECT_THAT(errorOf("Z"), AllOf(HasSubstr("parameter gradient"), HasSubstr("Z"), HasSubstr("A, O, S, lse")));
  EXPECT_THAT(errorOf("A[0]"), AllOf(HasSubstr("found A[0], expected 2 indices"), HasSubstr("(1, 2) of A")));
  EXPECT_THAT(errorOf("A[0, 2]"), AllOf(HasSubstr("found A[0, 2]"), HasSubstr("(1, 2) of A")));
  EXPECT_THAT(errorOf("A[0, -1]"), HasSubstr("found A[0, -1]"));
  for (const char* text : {"A[0, 1", "A[x]", "A[0;1]", "A[]", "A[0,]"})
    EXPECT_THAT(errorOf(text), AllOf(HasSubstr("parameter gradient: found"), HasSubstr("A[0, 2, 1]"))) << text;
  ParameterValues withoutMaps;
  withoutMaps.set("maps", false);
  EXPECT_THAT(errorOf("A", withoutMaps), HasSubstr("expected one of O, lse"));
}

TEST(GradientsOf, inputsThatTheMechanismRefusesAreItsErrors) {
  ArrayBundle inputs = small();
  inputs["K"] = Array<double>({2, 3}, 0.0, "K");
  EXPECT_THROW(gradients("O", inputs), Error);
  inputs["Q"] = Array<float>({400'000, 3}, 0.0f, "Q");
  inputs["K"] = Array<float>({400'000, 3}, 0.0f, "K");
  inputs["V"] = Array<float>({400'000, 1}, 0.0f, "V");
  ParameterValues withoutMaps;
  withoutMaps.set("maps", false);
  EXPECT_THAT(errorOf([&] { gradients("O", inputs, withoutMaps); }), HasSubstr("the tape for gradients"));
}

/// Each mechanism's own tests say that it has gradients.
TEST(GradientsOf, mechanismsHaveThemByEveryRealInput) {
  int numMechanisms = 0;
  for (const auto& entry : mechanisms()) {
    const Mechanism& mechanism = *entry;
    const std::string id = mechanism.id();
    if (!hasGradients(mechanism)) continue;
    ++numMechanisms;
    Tape<double> tape;
    Progress none;
    const RecordedMechanism recorded = recordMechanism(tape, mechanism, mechanism.sampleInput(), {}, none);
    for (const auto& [name, array] : mechanism.sampleInput())
      EXPECT_EQ(recorded.inputs.count(name) != 0, typeNameOf(array) == "float32") << id << ": " << name;
  }
  EXPECT_GE(numMechanisms, 19);
}

}  // namespace gradients_of_test
