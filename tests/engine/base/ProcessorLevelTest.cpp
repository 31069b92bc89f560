#include "engine/base/level/ProcessorLevel.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace processor_level_test {

using namespace engine;

TEST(ProcessorLevel, isTheOneThatTheLoaderWasAskedFor) {
  const char* wanted = std::getenv("HEADLIGHT_TEST_LEVEL");  // set by tests/at-level.sh
  if (wanted == nullptr) GTEST_SKIP() << "the loader was free to choose: " << processorLevel();
  EXPECT_EQ(processorLevel(), wanted);
}

TEST(ProcessorLevel, hasVectorsOfItsWidth) {
  const std::map<std::string, int> lanes = {{"x86-64", 4}, {"x86-64-v3", 8}, {"x86-64-v4", 16}, {"lowest", 4}};
  const auto known = lanes.find(processorLevel());
  if (known == lanes.end()) GTEST_SKIP() << "compiled for this very processor";
  EXPECT_EQ(processorLanes(), known->second);
}

}  // namespace processor_level_test
