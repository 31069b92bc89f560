// The inputs of "bench attention": there are some for every mechanism, and they fit.
#include <gtest/gtest.h>

#include "engine/attention/Mechanism.h"

namespace {

using namespace engine;

TEST(BenchCases, everyMechanismHasOneThatItsChecksAccept) {
  for (const auto& mechanism : mechanisms()) {
    const std::vector<BenchCase> cases = mechanism->benchCases();
    EXPECT_FALSE(cases.empty()) << mechanism->id();
    for (const BenchCase& test : cases) {
      EXPECT_NO_THROW(completed(mechanism->parameters(), test.values)) << test.sizes;
      const Cost cost = mechanism->costOf(test.inputs, test.values, Precision::float32);
      EXPECT_GE(cost.flops, 1e6) << mechanism->id() << ": " << test.sizes;
      EXPECT_LE(cost.flops, 1e12) << mechanism->id() << ": " << test.sizes;
    }
  }
}

}  // namespace
