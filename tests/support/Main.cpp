// Runs the tests of one executable. The order of tests never matters: nothing here is shared between them.
#include <gtest/gtest.h>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
