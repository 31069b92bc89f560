// Geometry and attention through the real program: the arrays that they write, and what is said of wrong ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>

#include "engine/attention/Mechanism.h"
#include "engine/attention/geometric/BackboneHeads.h"
#include "engine/io/Format.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"
#include "tests/support/NpzArrays.h"

namespace array_commands_test {

using namespace engine;
using test::ProgramRun;
using test::runProgram;
using test::TemporaryFolder;
using testing::HasSubstr;

TEST(Geometry, arraysHaveTheNamesAndShapesOfTheContract) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "g.npz").string();
  ASSERT_EQ(runProgram({"geometry", test::sampleFile("1ldm_A.pdb.gz"), "--out", out}).exitCode, 0);
  const ArrayBundle arrays = test::npzArrays(out);
  const Index length = shapeOf(arrays.at("ss"))[0];
  EXPECT_EQ(length, 329);
  for (const char* name : {"distance", "omega", "theta", "phi", "contacts"})
    EXPECT_EQ(shapeOf(arrays.at(name)), (Shape{length, length})) << name;
  for (const char* name : {"phi_backbone", "psi", "omega_backbone"})
    EXPECT_EQ(shapeOf(arrays.at(name)), Shape{length}) << name;
  EXPECT_EQ(shapeOf(arrays.at("frames_R")), (Shape{length, 3, 3}));
  EXPECT_EQ(shapeOf(arrays.at("frames_t")), (Shape{length, 3}));
}

TEST(Geometry, anUnknownChainIsNamedWithTheKnownOnes) {
  const ProgramRun run = runProgram({"geometry", test::sampleFile("1ldm_A.pdb.gz"), "--chain", "Z"});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("\"Z\""));
  EXPECT_THAT(run.errors, HasSubstr("A"));
}

class Attention : public testing::Test {
 protected:
  std::string write(const ArrayBundle& bundle) const {
    const std::string path = (folder.path() / "in.npz").string();
    save(std::make_shared<const ArrayBundle>(bundle), path);
    return path;
  }
  std::string out() const { return (folder.path() / "out.npz").string(); }
  TemporaryFolder folder;
};

TEST_F(Attention, outputHoldsTheArraysOfTheMechanism) {
  const std::string in = write(findMechanism("dot").sampleInput());
  const ProgramRun run = runProgram({"attention", "dot", "--in", in, "--out", out()});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  for (const char* name : {"S", "A", "O", "lse"}) EXPECT_EQ(test::npzArrays(out()).count(name), 1U) << name;
  EXPECT_EQ(typeNameOf(test::npzArrays(out()).at("O")), "float32");
}

TEST_F(Attention, doubleComputesAndWritesFloat64) {
  const std::string in = write(findMechanism("dot").sampleInput());
  ASSERT_EQ(runProgram({"attention", "dot", "--in", in, "--out", out(), "--double"}).exitCode, 0);
  EXPECT_EQ(typeNameOf(test::npzArrays(out()).at("O")), "float64");
}

TEST_F(Attention, unknownArrayIsNamed) {
  ArrayBundle bundle = findMechanism("dot").sampleInput();
  bundle.emplace("frob", Array<float>({2, 3}));
  const ProgramRun run = runProgram({"attention", "dot", "--in", write(bundle), "--out", out()});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("frob"));
  EXPECT_FALSE(std::filesystem::exists(out()));
}

TEST_F(Attention, wrongShapeIsReportedWithBothShapes) {
  ArrayBundle bundle = findMechanism("dot").sampleInput();
  bundle.insert_or_assign("K", Array<float>({1, 1, 2, 77}, 0.0F, "K"));
  const ProgramRun run = runProgram({"attention", "dot", "--in", write(bundle), "--out", out()});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("(1, 1, 2, 77)"));
  EXPECT_THAT(run.errors, HasSubstr("K"));
  EXPECT_GE(std::count(run.errors.begin(), run.errors.end(), '('), 2) << run.errors;
}

TEST_F(Attention, geometricTakesAStructure) {
  const ProgramRun run =
      runProgram({"attention", "geometric", "--in", test::sampleFile("1ldm_A.pdb.gz"), "--out", out()});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  const Shape shape = shapeOf(test::npzArrays(out()).at("A"));
  ASSERT_EQ(shape.size(), 3U);
  EXPECT_EQ(shape, (Shape{static_cast<Index>(backboneHeadLabels().size()), 329, 329}));
}

TEST_F(Attention, anInterruptLeavesNothingHalfWritten) {
  ArrayBundle bundle;
  for (const char* name : {"Q", "K", "V"}) bundle.emplace(name, Array<float>({1, 16, 3000, 64}, 0.5F, name));
  const ProgramRun run =
      test::runProgramAndSignal({"attention", "dot", "--in", write(bundle), "--out", out(), "--device", "cpu"}, SIGINT,
                                std::chrono::milliseconds(150));
  EXPECT_NE(run.exitCode, 0);
  EXPECT_FALSE(std::filesystem::exists(out()));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

}  // namespace array_commands_test
