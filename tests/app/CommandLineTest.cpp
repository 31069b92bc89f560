// The contract of the command line, checked from outside: exit codes, help, streams, files whole or not at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "engine/base/Array.h"
#include "engine/base/level/ProcessorLevel.h"
#include "engine/io/Format.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"

namespace command_line_test {

using nlohmann::json;
using test::ProgramRun;
using test::runProgram;
using test::TemporaryFolder;
using testing::HasSubstr;

const std::string kFasta = ">one first\nACDEFGHIKL\n>two\nAC-EFGHIKL\n";

size_t numFiles(const std::filesystem::path& folder) {
  return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

size_t numLines(const std::string& text) { return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')); }

TEST(CommandLine, helpAndVersionGoToStandardOutput) {
  for (const char* option : {"--help", "-h", "--version"}) {
    const ProgramRun run = runProgram({option});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.output, HasSubstr("headlight"));
    EXPECT_EQ(run.errors, "");
  }
}

TEST(CommandLine, everyHandWrittenCommandHasHelp) {
  for (const char* command : {"info", "convert", "devices", "render", "bench", "database", "learn-states"}) {
    const ProgramRun run = runProgram({command, "--help"});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.output, HasSubstr(std::string("Usage: headlight ") + command));
    EXPECT_THAT(runProgram({"--help"}).output, HasSubstr(std::string("\n  ") + command));
  }
}

TEST(CommandLine, namesOutOfFilesSteerNoTerminalAndBreakNoLine) {
  const TemporaryFolder folder;
  const std::string name = "\x1b]0;owned\a\x1b[2J", path = (folder.path() / "x.fasta").string();
  test::writeText(path, ">" + name +
                            " \xC2\x9B"
                            "31m\nMKV\n>" +
                            name + "\nMK-\n");
  const ProgramRun info = runProgram({"info", path});
  EXPECT_EQ(info.exitCode, 0);
  EXPECT_THAT(info.output, HasSubstr("]0;owned"));
  EXPECT_THAT(info.errors, HasSubstr("occurs twice"));
  const ProgramRun failed = runProgram({"info", "/nowhere/" + name + "\nheadlight: all is well"});
  EXPECT_EQ(failed.exitCode, 1);
  EXPECT_EQ(numLines(failed.errors), 1u);
  for (const std::string& text : {info.output, info.errors, failed.errors}) {
    EXPECT_EQ(text.find_first_of("\x1b\a"), std::string::npos) << testing::PrintToString(text);
    EXPECT_EQ(text.find("\xC2\x9B"), std::string::npos) << testing::PrintToString(text);
  }
  // Names of arrays may hold line ends.
  const std::string arrays = (folder.path() / "a.npz").string();
  engine::ArrayBundle bundle;
  bundle.emplace("one\ntwo", engine::Array<float>({1}, std::vector<float>{1}, "one"));
  engine::save(std::make_shared<const engine::ArrayBundle>(std::move(bundle)), arrays);
  EXPECT_THAT(runProgram({"info", arrays}).output, HasSubstr("one two: shape"));
}

TEST(CommandLine, echoedValuesAreCut) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "x.hhm").string();
  test::writeText(path, "HHsearch 1.5\nNAME  x\nLENG  " + std::string(1'000'000, '9') + "\n");
  const ProgramRun run = runProgram({"info", path});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_LT(run.errors.size(), 1200u);
  EXPECT_LT(runProgram({"info", std::string(100'000, 'x')}).errors.size(), 1200u);
}

TEST(CommandLine, contentOfFilesGoesOutByteForByte) {
  const ProgramRun run = runProgram({"convert", "-", "-", "--format", "fasta"}, ">a \xE2\x80\xAE \xFF\nMKV\n>b\nMK\n");
  EXPECT_EQ(run.output, ">a \xE2\x80\xAE \xFF\nMKV\n>b\nMK\n");
}

const std::vector<std::vector<std::string>> kMistakes{
    {"frobnicate"},
    {"--frob"},
    {"info"},
    {"info", "--frob", "x"},
    {"convert", "x"},
    {"geometry"},
    {"geometry", "a", "b"},
    {"geometry", "a", "--chain"},
    {"geometry", "a", "--set", "chain"},
    {"geometry", "a", "--set", "frob=1"},
    {"geometry", "a", "--model", "two"},
    {"geometry", "a", "--model", "-1"},
    {"geometry", "a", "--threads", "x"},
    {"profile", "a", "--match", "last"},
    {"profile", "a", "--match", "gap:200"},
    {"align", "a", "b", "--mac", "perhaps"},
    {"align", "a", "b", "--preset", "other"},
    {"align", "a", "b", "--states", "3", "--mac", "on"},
    {"align", "a", "b", "--excl", "5-1"},
    {"search", "q"},
    {"search", "q", "db", "--excl", "5-1"},
    {"search", "q", "db", "--column-states", "x"},
    {"search", "q", "db", "--statistics", "calibrated", "--null", "local"},
    {"profile", "a", "--threads", "99999999999"},
    {"info", "x", "--device", "gpu"},
    {"convert", "a", "b", "c"},
    {"bench", "mac", "--device", "gpu"},
    {"attention"},
    {"attention", "frob"},
    {"bench", "frob"},
    {"database"},
    {"learn-states"},
    {"learn-states", "x", "--count", "0"},
    {"render", "x", "--out", "x.bmp"},
    {"render", "x"},
};

TEST(CommandLine, wrongUsageExitsWithTwoAndOneLine) {
  for (const auto& arguments : kMistakes) {
    const ProgramRun run = runProgram(arguments);
    EXPECT_EQ(run.exitCode, 2) << testing::PrintToString(arguments);
    EXPECT_EQ(numLines(run.errors), 1U) << run.errors;
    EXPECT_EQ(run.output, "");
  }
}

TEST(CommandLine, missingFileExitsWithOneAndNamesIt) {
  for (const char* command : {"info", "geometry"}) {
    const ProgramRun run = runProgram({command, "no-such-file.pdb"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("no-such-file.pdb"));
    EXPECT_EQ(numLines(run.errors), 1U);
  }
}

TEST(CommandLine, aWordWithASuffixIsAMissingFileNotACommand) { EXPECT_EQ(runProgram({"missing.pdb"}).exitCode, 1); }

TEST(CommandLine, withoutADisplayTheWindowSaysSo) {
  const ProgramRun run = test::runProgramWithoutDisplay({});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("display"));
  EXPECT_EQ(numLines(run.errors), 1U);
}

TEST(Info, jsonDescribesEveryFile) {
  const TemporaryFolder folder;
  test::writeText(folder.path() / "a.fa", kFasta);
  const std::string path = (folder.path() / "a.fa").string();
  const ProgramRun run = runProgram({"info", path, path, "--json"});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  const json files = json::parse(run.output).at("files");
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].at("source"), path);
}

TEST(Info, jsonStaysJsonWhenANameIsNotUtf8) {
  const ProgramRun run = runProgram({"info", "-", "--json"}, ">a\xff first\nACDE\n>b\nAC\n");
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_EQ(json::parse(run.output).at("files").at(0).at("sequences").at(0).at("name"), "a\xef\xbf\xbd");
}

TEST(Info, takesTheCommonOptionsAndWritesAFile) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "facts.json").string();
  const ProgramRun run = runProgram(
      {"info", "-", "--json", "--out", out, "--device", "cpu", "--threads", "1", "--seed", "2", "--quiet"}, kFasta);
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(json::parse(test::readText(out)).at("files").at(0).at("rows"), 2);
}

TEST(Info, readsStandardInputAndGzip) {
  const ProgramRun plain = runProgram({"info", "-"}, kFasta);
  EXPECT_EQ(plain.exitCode, 0) << plain.errors;
  EXPECT_THAT(plain.output, HasSubstr("10"));
  const TemporaryFolder folder;
  test::writeText(folder.path() / "a.fa", kFasta);
  const std::string packed = (folder.path() / "b.fa.gz").string();
  ASSERT_EQ(runProgram({"convert", (folder.path() / "a.fa").string(), packed}).exitCode, 0);
  EXPECT_EQ(test::readText(packed).substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(runProgram({"info", packed}).exitCode, 0);
}

TEST(Convert, thereAndBackKeepsTheSequences) {
  const TemporaryFolder folder;
  const auto path = [&](const char* name) { return (folder.path() / name).string(); };
  test::writeText(path("a.fa"), kFasta);
  ASSERT_EQ(runProgram({"convert", path("a.fa"), path("b.sto")}).exitCode, 0);
  ASSERT_EQ(runProgram({"convert", path("b.sto"), path("c.fa")}).exitCode, 0);
  const std::string back = test::readText(path("c.fa"));
  EXPECT_THAT(back, HasSubstr("ACDEFGHIKL"));
  EXPECT_THAT(back, HasSubstr("AC-EFGHIKL"));
}

TEST(Convert, writesStandardOutputInTheFormatAskedFor) {
  const ProgramRun run = runProgram({"convert", "-", "-", "--format", "sto"}, kFasta);
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("STOCKHOLM"));
}

TEST(Convert, unknownSuffixAndMissingFolderLeaveNothingBehind) {
  const TemporaryFolder folder;
  for (const char* name : {"x.frob", "missing/x.sto"}) {
    const ProgramRun run = runProgram({"convert", "-", (folder.path() / name).string()}, kFasta);
    EXPECT_EQ(run.exitCode, 1) << name;
    EXPECT_EQ(numLines(run.errors), 1U) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(name));
  }
  EXPECT_EQ(numFiles(folder.path()), 0U);
}

TEST(Convert, aFileBeyondTheUsersLimitIsAnErrorOfOneLine) {
  const TemporaryFolder folder;
  const std::string input = ">one\n" + std::string(10000, 'A') + "\n";
  test::writeText(folder.path() / "in.fa", input);
  struct rlimit before {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const struct rlimit small {4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const ProgramRun run =
      runProgram({"convert", (folder.path() / "in.fa").string(), (folder.path() / "out.fa").string()});
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_EQ(numLines(run.errors), 1U) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("out.fa: cannot be written: File too large"));
  EXPECT_EQ(numFiles(folder.path()), 1U);
}

TEST(Info, waitingForAPipeEndsWithTheFirstInterrupt) {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe.fa").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const ProgramRun run = test::runProgramAndSignal({"info", pipe}, SIGINT, std::chrono::milliseconds(300));
  EXPECT_NE(run.exitCode, 0);
  EXPECT_EQ(run.output, "");
}

TEST(Render, waitingForAPipeWithOptionsEndsWithTheFirstInterrupt) {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "state.json").string(), picture = (folder.path() / "x.png").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const ProgramRun run = test::runProgramAndSignal(
      {"render", test::sampleFile("lactate.a3m").string(), "--view", "alignment", "--state", pipe, "--out", picture},
      SIGINT, std::chrono::milliseconds(1500));
  EXPECT_NE(run.exitCode, 0);
  EXPECT_FALSE(std::filesystem::exists(picture));
}

TEST(Info, anEmptyFileIsAnErrorOfOneLine) {
  const ProgramRun run = runProgram({"info", "/dev/null"});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_EQ(numLines(run.errors), 1U);
}

TEST(Devices, listsTheNativePathAndSaysWhyThereIsNoOther) {
  const ProgramRun run = runProgram({"devices", "--json"});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  const json list = json::parse(run.output);
  EXPECT_EQ(list.at("native").at("device"), "cpu");
  EXPECT_EQ(list.at("native").at("level"), engine::processorLevel());
  EXPECT_TRUE(!list.at("opencl").empty() || list.at("reason") != "");
}

}  // namespace command_line_test
