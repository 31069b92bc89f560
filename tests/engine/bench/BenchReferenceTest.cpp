// The matrix product that benchmarks compare with.
#include "engine/bench/BenchReference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bench_reference_test {

using namespace engine;

TEST(BenchReference, namesTheBetterLibraryAndTellsBothRates) {
  Progress none;
  for (const Index size : {1, 65}) {
    const SgemmReference reference = sgemmReference(1, none, size);
    EXPECT_GT(reference.rate, 0);
    EXPECT_THAT(reference.name, ::testing::AnyOf(::testing::StartsWith("Eigen float matrix product"),
                                                 ::testing::StartsWith("oneDNN float matrix product")));
    EXPECT_THAT(reference.name, ::testing::HasSubstr(std::to_string(size) + "^3 (Gflop/s: Eigen "));
    EXPECT_THAT(reference.name, ::testing::HasSubstr(", oneDNN "));
  }
}

TEST(BenchReference, cancelStopsTheMeasuring) {
  struct CancelAtOnce : Progress {
    bool cancelled() const override { return true; }
  } progress;
  EXPECT_THROW(sgemmReference(1, progress, 8), Cancelled);
}

}  // namespace bench_reference_test
