// Gradients of kernel regression, against central differences.
#include <gtest/gtest.h>

#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_nadaraya_watson_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;

TEST(GradientOfNadarayaWatson, keysValuesQueriesAndWidth) {
  for (const char* kernel : {"gaussian", "boxcar", "triangular", "epanechikov", "constant"})
    for (const double width : {0.9, 1.7})
      expectGradientsOfMechanism(
          GradientCase("nadaraya-watson").set("kernel", std::string(kernel)).set("width", width));
}

TEST(GradientOfNadarayaWatson, gaussianFarFromAllKeysAndEmptyCompactKernels) {
  for (const char* kernel : {"gaussian", "triangular", "epanechikov", "boxcar"})
    expectGradientsOfMechanism(GradientCase("nadaraya-watson")
                                   .set("kernel", std::string(kernel))
                                   .with("queries", Array<double>({2}, {-60.0, 2.3})));
}

}  // namespace gradient_nadaraya_watson_test
