// Gradients of attention in space, against central differences: through the frames to the atoms.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_geometry_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;

TEST(GradientOfGeometric, featuresWeightsAndAtoms) {
  expectGradientsOfMechanism(GradientCase("geometric").set("scores", true).set("vectors", true));
  expectGradientsOfMechanism(GradientCase("geometric").set("variant", std::string("text")));
  GradientCase full("geometric");
  full.with("b_proj", deterministicArray<double>(1, {30}, 0.5)).with("b_out", deterministicArray<double>(2, {8}, 1));
  expectGradientsOfMechanism(full.with("ln_bias", deterministicArray<double>(3, {8}, 1)).set("maps", false));
}

TEST(GradientOfGeometric, sequencesAndChains) {
  GradientCase chains("geometric");
  chains.with("sequence_id", Array<std::int64_t>({5}, {0, 0, 0, 1, 1}));
  expectGradientsOfMechanism(chains.with("chain_id", Array<std::int32_t>({5}, {7, 7, 8, 8, 8})));
}

TEST(GradientOfGeometric, severalMessagesAndOneResidue) {
  GradientCase three("geometric");
  three.with("W_proj", deterministicArray<double>(1, {42, 8}, 0.5))
      .with("W_out", deterministicArray<double>(2, {3, 18}, 1));
  expectGradientsOfMechanism(three);
  GradientCase one("geometric");
  one.with("s", deterministicArray<double>(3, {1, 8}, 1));
  std::uint64_t seed = 4;
  for (const char* atom : {"N", "CA", "C"}) one.with(atom, deterministicArray<double>(seed++, {1, 3}, 3));
  expectGradientsOfMechanism(one);
}

TEST(GradientOfGeometric, weightsThatAParameterReplacesHaveNone) {
  GradientCase given("geometric");
  expectGradientsOfMechanism(given.set("w_r", std::string("0.3, -1")).set("w_d", std::string("1, 0.5")));
}

/// Residue 2 without an atom: its frame is the average of the others, to which gradients go.
TEST(GradientOfGeometric, missingResiduesPassTheirGradientOnToTheOthers) {
  for (const bool isZeroed : {false, true}) {
    GradientCase missing("geometric");
    auto& ca = std::get<Array<double>>(missing.inputs.at("CA"));
    ca(2, 1) = std::numeric_limits<double>::quiet_NaN();
    expectGradientsOfMechanism(missing.set("mask_and_zero", isZeroed));
  }
}

TEST(GradientOfGeometric, withoutAnyFrameAtomsHaveNoGradient) {
  GradientCase missing("geometric");
  missing.with("CA", Array<double>({5, 3}, std::numeric_limits<double>::quiet_NaN()));
  expectGradientsOfMechanism(missing.set("mask_and_zero", false));
}

TEST(GradientOfGeometric, atomsThatCoincideGiveFiniteGradients) {
  GradientCase collapsed("geometric");
  for (const char* atom : {"N", "CA", "C"}) collapsed.with(atom, Array<double>({5, 3}, 1.0));
  Tape<double> tape;
  Progress none;
  const RecordedMechanism recorded =
      recordMechanism(tape, collapsed.mechanism, collapsed.inputs, collapsed.values, none);
  for (const char* atom : {"N", "CA", "C"}) {
    const Array<double> slopes = tape.gradients(sum(recorded.outputs.at("Y")), {recorded.inputs.at(atom)})[0];
    ASSERT_EQ(slopes.size(), 15);
    for (const double slope : slopes) EXPECT_TRUE(std::isfinite(slope)) << atom;
  }
}

}  // namespace gradient_geometry_test
