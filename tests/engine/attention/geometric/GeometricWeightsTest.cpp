// Weights of the two terms of geometric attention that parameters give in place of arrays.
#include <gtest/gtest.h>

#include "engine/attention/Mechanism.h"
#include "engine/attention/geometric/GeometricArrays.h"
#include "tests/engine/attention/Backends.h"
#include "tests/support/ErrorOf.h"

namespace geometric_weights_test {

using namespace engine;

ArrayBundle runWith(const ParameterValues& values, Precision precision = Precision::float64) {
  const Mechanism& geometric = findMechanism("geometric");
  Diagnostics diagnostics;
  Progress none;
  return geometric.run(geometric.sampleInput(), values, precision, {nullptr, 1}, diagnostics, none);
}

TEST(GeometricWeights, ofParametersReplaceThoseOfTheArrays) {
  ParameterValues values;
  values.set("w_r", std::string("1.5, -2"));
  values.set("w_d", std::string(" 0.25,0"));
  const Mechanism& geometric = findMechanism("geometric");
  ArrayBundle inputs = geometric.sampleInput();
  inputs["w_r"] = Array<float>({2}, {1.5F, -2.0F}, "w_r");
  inputs["w_d"] = Array<float>({2}, {0.25F, 0.0F}, "w_d");
  Diagnostics diagnostics;
  Progress none;
  const ArrayBundle expected = geometric.run(inputs, {}, Precision::float64, {nullptr, 1}, diagnostics, none);
  const ArrayBundle found = runWith(values);
  test::expectClose(numbersOf<double>(found, "A"), numbersOf<double>(expected, "A"), 1e-15, "A");
  EXPECT_NE(numbersOf<double>(found, "A")[1], numbersOf<double>(runWith({}), "A")[1]);
}

TEST(GeometricWeights, comeBackFromTheirText) {
  ParameterValues values;
  const std::vector<double> weights{0.1, -1e-7, 12345.678901234567};
  values.set("w_r", headWeightsText(weights));
  const Array<double> read = headWeights(values, "w_r", 3);
  EXPECT_EQ(std::vector<double>(read.begin(), read.end()), weights);
  values.set("w_r", std::string());
  EXPECT_TRUE(headWeights(values, "w_r", 3).empty());
}

TEST(GeometricWeights, thatAreNoListForTheHeadsAreErrors) {
  for (const char* text : {"1", "1,2,3", "1,", "a, 2", "1;2", "nan, 1", "inf,1", ","}) {
    ParameterValues values;
    values.set("w_d", std::string(text));
    const std::string error = test::errorOf([&] { runWith(values); });
    EXPECT_NE(error.find("parameter w_d"), std::string::npos) << text << ": " << error;
  }
}

}  // namespace geometric_weights_test
