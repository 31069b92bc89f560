// Gradients of volume-preserving attention, against central differences.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "engine/attention/gradients/MechanismOnTape.h"
#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_volume_preserving_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;
using test::sample;

TEST(GradientOfVolumePreserving, tokensAndBothForms) {
  expectGradientsOfMechanism(GradientCase("volume-preserving"));
  expectGradientsOfMechanism(GradientCase("volume-preserving").without("S").with("A", sample(122, {3, 3})));
  for (const Shape& shape : {Shape{1, 3}, Shape{3, 1}, Shape{2, 5}})
    expectGradientsOfMechanism(GradientCase("volume-preserving")
                                   .without("S")
                                   .with("Z", sample(1, shape))
                                   .with("A", sample(2, {shape[0], shape[0]})));
}

TEST(GradientOfVolumePreserving, batchScaleAndWhatIsBetween) {
  GradientCase batch("volume-preserving");
  batch.with("Z", sample(121, {2, 3, 4}));
  for (const char* key : {"intermediates", "checks"}) batch.values.set(key, true);
  batch.values.set("scale", std::string("root"));
  expectGradientsOfMechanism(batch);
}

/// The Jacobian of Y by Z, row by row from the tape, has determinant 1 for the skew form only.
TEST(GradientOfVolumePreserving, jacobianFromTheTapeHasTheDeterminantOfTheMechanism) {
  for (const bool isSkew : {true, false}) {
    GradientCase given("volume-preserving");
    given.with("Z", sample(121, {3, 4})).with("S", Array<double>({3}, {0.3, -0.7, 0.5}));
    if (!isSkew) given.without("S").with("A", sample(122, {3, 3}));
    Tape<double> tape;
    Progress none;
    const RecordedMechanism recorded = recordMechanism(tape, given.mechanism, given.inputs, given.values, none);
    const Variable<double> Y = reshape(recorded.outputs.at("Y"), {12});
    Eigen::MatrixXd jacobian(12, 12);
    for (Index k = 0; k < 12; ++k) {
      const Array<double> row = tape.gradients(slice(Y, 0, k, k + 1), {recorded.inputs.at("Z")})[0];
      for (Index c = 0; c < 12; ++c) jacobian(k, c) = row[c];
    }
    EXPECT_NEAR(jacobian.determinant(), isSkew ? 1 : 1.9016799086587595, 1e-10);
  }
}

}  // namespace gradient_volume_preserving_test
