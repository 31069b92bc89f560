// Scores that do not fit into float32: every mechanism names the arrays that its user gave, with their shapes.
#include "engine/attention/heads/ScoreOverflow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/Mechanism.h"
#include "tests/support/ErrorOf.h"

namespace score_overflow_test {

using namespace engine;

std::string errorOf(const Mechanism& mechanism, const ArrayBundle& inputs) {
  Diagnostics diagnostics;
  Progress none;
  return test::errorOf([&] { mechanism.run(inputs, {}, Precision::float32, {nullptr, 1}, diagnostics, none); });
}

/// The error of the sample with the named arrays multiplied by 1e25.
void expectOriginInError(const char* id, std::initializer_list<const char*> enlarged,
                         std::initializer_list<const char*> origin) {
  const Mechanism& mechanism = findMechanism(id);
  ArrayBundle inputs = mechanism.sampleInput();
  for (const char* name : enlarged)
    for (float& value : std::get<Array<float>>(inputs.at(name))) value *= 1e25f;
  EXPECT_THAT(errorOf(mechanism, inputs),
              ::testing::StartsWith("arrays " + arraysText(inputs, origin) + ": a score of query "))
      << id;
}

TEST(ScoreOverflow, arraysAreListedWithTheirShapes) {
  EXPECT_EQ(arraysText({{"X", {2, 3}}}), "X (2, 3)");
  EXPECT_EQ(arraysText({{"X", {2, 3}}, {"W", {4}}}), "X (2, 3) and W (4)");
  EXPECT_EQ(arraysText({{"X", {2, 3}}, {"V", {5, 5}}, {"W", {4}}}), "X (2, 3), V (5, 5) and W (4)");
}

TEST(ScoreOverflow, everyMechanismNamesTheArraysOfItsUser) {
  for (const char* id : {"multi-head", "tied-row", "tied-column", "axial-row", "axial-column", "soft-tied"})
    expectOriginInError(id, {"W_q", "W_k"}, {"X", "W_q", "W_k"});
  expectOriginInError("soft-tied", {"seqw_W_q", "seqw_W_k"}, {"X", "seqw_W_q", "seqw_W_k"});
  expectOriginInError("masked-direct", {"W_q", "W_k"}, {"state", "W_q", "W_k"});
  expectOriginInError("multiplicative", {"M", "K"}, {"Q", "M", "K"});
  expectOriginInError("dot", {"Q", "K"}, {"Q", "K"});
  expectOriginInError("direct", {"pair", "W_p"}, {"pair", "W_p"});
}

}  // namespace score_overflow_test
