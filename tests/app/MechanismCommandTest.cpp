// Every attention mechanism through its files, as a script would drive it: on the native path, on OpenCL, in float64.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/Mechanism.h"
#include "engine/base/FileNoteName.h"
#include "engine/compute/Device.h"
#include "engine/io/Format.h"
#include "engine/report/Export.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"

namespace mechanism_command_test {

using namespace engine;
using test::ProgramRun;
using test::runProgram;
using testing::HasSubstr;

class MechanismCommand : public testing::TestWithParam<std::string> {
 protected:
  std::string file(const char* name) const { return m_folder.path() / name; }
  /// Runs `attention MECHANISM ARGUMENTS...`.
  ProgramRun attention(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"attention", GetParam()});
    return runProgram(arguments);
  }
  ArrayBundle arraysOf(const std::string& path) const {
    Diagnostics diagnostics;
    Progress none;
    return *load(path, diagnostics, none).as<ArrayBundle>();
  }
  ArrayBundle computed(const std::vector<std::string>& options) const {
    const std::string out = file("out.npz");
    std::vector<std::string> arguments{"--in", file("sample.npz"), "--out", out};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramRun run = attention(arguments);
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    return arraysOf(out);
  }
  void SetUp() override { ASSERT_EQ(attention({"--sample", file("sample.npz")}).exitCode, 0); }

  test::TemporaryFolder m_folder;
};

std::vector<std::string> mechanismIds() {
  std::vector<std::string> ids;
  for (const auto& mechanism : mechanisms()) ids.push_back(mechanism->id());
  return ids;
}

void expectSameArrays(const ArrayBundle& found, const ArrayBundle& expected, double tolerance) {
  for (const auto& [name, array] : expected) {
    if (name == kFileNote) continue;  // tells by which parameters
    ASSERT_EQ(found.count(name), 1u) << name;
    ASSERT_EQ(shapeOf(found.at(name)), shapeOf(array)) << name;
    const Array<double> a = numbersOf<double>(found, name, NonFinite::allow),
                        b = numbersOf<double>(expected, name, NonFinite::allow);
    for (Index k = 0; k < a.size(); ++k)
      if (a[k] != b[k] && !(std::isnan(a[k]) && std::isnan(b[k]))) {
        ASSERT_NEAR(a[k], b[k], tolerance * (1 + std::abs(b[k]))) << name << ", element " << k;
      }
  }
  EXPECT_EQ(found.size(), expected.size());
}

TEST_P(MechanismCommand, theSampleFileGivesTheSameArraysInEveryPrecisionAndOnEveryDevice) {
  const ArrayBundle definition = computed({"--double"});
  for (const ArrayDescription& output : findMechanism(GetParam()).outputs()) {
    if (output.isOptional || output.type != ArrayType::real) continue;
    ASSERT_EQ(definition.count(output.name), 1u);
    EXPECT_EQ(typeNameOf(definition.at(output.name)), "float64") << output.name;
  }
  expectSameArrays(computed({"--device", "cpu"}), definition, 2e-5);
  expectSameArrays(computed({"--device", "cpu", "--threads", "1"}), definition, 2e-5);
  std::string reason;
  if (!listDevices(reason).empty()) expectSameArrays(computed({"--device", "opencl"}), definition, 1e-4);
}

TEST_P(MechanismCommand, aWrongShapeIsNamedWithBothShapesAndNothingIsWritten) {
  ArrayBundle sample = arraysOf(file("sample.npz"));
  const std::string first = findMechanism(GetParam()).inputs().front().name;
  const std::string name = sample.count(first) != 0 ? first : sample.begin()->first;
  std::visit([&]<class T>(Array<T>& array) { array = Array<T>({2, 1, 1, 1, 3}, T{}, name); }, sample.at(name));
  Dataset wrong;
  wrong.value = std::make_shared<const ArrayBundle>(sample);
  exportDataset(wrong, file("wrong.npz"));
  const ProgramRun run = attention({"--in", file("wrong.npz"), "--out", file("never.npz")});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors,
              testing::AllOf(HasSubstr("array " + name), HasSubstr("(2, 1, 1, 1, 3)"), HasSubstr("expected")));
  EXPECT_FALSE(std::filesystem::exists(file("never.npz")));
}

TEST_P(MechanismCommand, helpNamesFormulaArraysAndCost) {
  const ProgramRun run = attention({"--help"});
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.output, testing::AllOf(HasSubstr("Cost (w bytes of a number)"), HasSubstr("Operations: "),
                                         HasSubstr("--sample FILE")));
  for (const ArrayDescription& array : findMechanism(GetParam()).outputs())
    EXPECT_THAT(run.output, HasSubstr(array.name)) << array.name;
}

TEST(MechanismOfAnAlignment, mapsComeOfTheFileAndWhatWasMadeUpCanBeWrittenAndUsedAgain) {
  const test::TemporaryFolder folder;
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  const auto arraysOf = [](const std::string& path) {
    Diagnostics diagnostics;
    Progress none;
    return *load(path, diagnostics, none).as<ArrayBundle>();
  };
  const auto attention = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"attention", "tied-row"});
    const ProgramRun run = runProgram(arguments);
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
  };
  test::writeText(file("family.a3m"), ">a\nMKDAWLK\n>b\nMRE-WLR\n");
  const std::vector<std::string> untrained{"--init", "untrained", "--seed", "5", "--double"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), untrained.begin(), untrained.end());
    attention(arguments);
  };
  with({file("family.a3m"), "--out", file("maps.npz")});
  with({file("family.a3m"), "--sample", file("made.npz")});
  const ArrayBundle made = arraysOf(file("made.npz")), maps = arraysOf(file("maps.npz"));
  EXPECT_EQ(shapeOf(made.at("X")), (Shape{2, 7, 64}));
  EXPECT_EQ(shapeOf(maps.at("A")), (Shape{4, 7, 7}));
  attention({"--in", file("made.npz"), "--heads", "4", "--double", "--out", file("again.npz")});
  expectSameArrays(arraysOf(file("again.npz")), maps, 0);
  attention({file("family.a3m"), "--weights", file("made.npz"), "--double", "--out", file("weights.npz")});
  expectSameArrays(arraysOf(file("weights.npz")), maps, 0);
}

TEST(MechanismOfAStructure, writesTheWeightsOfTheBackboneHeads) {
  const test::TemporaryFolder folder;
  const std::string out = (folder.path() / "backbone.npz").string();
  const ProgramRun run =
      runProgram({"attention", "geometric", test::sampleFile("1ldm_A.pdb.gz"), "--sample", out});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  Diagnostics diagnostics;
  Progress none;
  const ArrayBundle arrays = *load(out, diagnostics, none).as<ArrayBundle>();
  EXPECT_EQ(shapeOf(arrays.at("s")), (Shape{329, 20}));
  EXPECT_EQ(shapeOf(arrays.at("W_proj")), (Shape{90, 20}));
  for (const char* name : {"w_r", "w_d"}) EXPECT_EQ(shapeOf(arrays.at(name)), Shape{6}) << name;
}

INSTANTIATE_TEST_SUITE_P(All, MechanismCommand, testing::ValuesIn(mechanismIds()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace mechanism_command_test
