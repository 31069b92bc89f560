// headlight heads --model W --sequences F --structures FOLDER, as users type it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "tests/app/Program.h"
#include "tests/support/Files.h"

namespace heads_of_proteins_command_test {

using test::ProgramRun;
using test::runProgram;
using testing::HasSubstr;
using testing::StartsWith;

class HeadsOfProteinsCommand : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return (m_folder.path() / name).string(); }
  std::string written(const std::string& name, const std::string& text) const {
    test::writeText(file(name), text);
    return file(name);
  }
  static std::string model() { return test::dataFile("models/esm2_tiny.safetensors").string(); }
  ProgramRun heads(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"heads", "--model", model()});
    return runProgram(arguments);
  }
  static std::string manySequences(int count) {
    std::string text;
    for (int k = 0; k < count; ++k)
      text += ">p" + std::to_string(k) + "\nMKTVRQERLKSIVRILERSKEPVSGAQLAEELSVSRQVIVQDIAYLRSLG" + std::string(k % 7, 'A') + "\n";
    return text;
  }

  test::TemporaryFolder m_folder;
};

TEST_F(HeadsOfProteinsCommand, WritesATableThatOpensAsOne) {
  const std::string fasta = written("many.fa", ">a\nMKTAYIWQ\n>b\nMKTVRQERL\n>c\nM\n");
  const ProgramRun run = heads({"--sequences", fasta, "--out", file("t.tsv")});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  EXPECT_FALSE(std::filesystem::exists(file("t.tsv.unfinished"))) << "nothing is left of finished work";
  EXPECT_THAT(test::readText(file("t.tsv")), StartsWith("layer\thead\tlabel\ttags\tproteins\tlabel_share\trows\trows_sd"));
  const ProgramRun info = runProgram({"info", file("t.tsv")});
  EXPECT_THAT(info.output, HasSubstr("head table, statistics of 12 heads")) << info.errors;
  EXPECT_THAT(info.output, HasSubstr("proteins: 3"));
  for (const char* name : {"t.json", "t.npz"})
    EXPECT_EQ(heads({"--sequences", fasta, "--out", file(name)}).exitCode, 0) << name;
}

TEST_F(HeadsOfProteinsCommand, TakesStructuresByTheirNames) {
  std::filesystem::create_directories(file("s"));
  std::filesystem::copy_file(test::sampleFile("1ldm_A.pdb.gz"), file("s/1ldm.pdb.gz"));
  const std::string fasta = written("many.fa", ">1ldm\nMKTAYIWQ\n>x\nMKT\n");
  const ProgramRun run = heads({"--sequences", fasta, "--structures", file("s"), "--out", file("t.tsv")});
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.errors, HasSubstr("2 of 2 sequences had no structure: 1ldm (1ldm.pdb.gz: no chain has this sequence)"));
}

TEST_F(HeadsOfProteinsCommand, InterruptedWorkGoesOnAndEndsWithTheSameBytes) {
  const std::string fasta = written("many.fa", manySequences(400));
  ASSERT_EQ(heads({"--sequences", fasta, "--out", file("whole.npz")}).exitCode, 0);
  const std::vector<std::string> command{"heads", "--model", model(), "--sequences", fasta, "--out", file("t.npz")};
  int interrupted = 0;
  while (!std::filesystem::exists(file("t.npz")) && interrupted < 100) {
    const ProgramRun run = test::runProgramAndSignal(command, SIGINT, std::chrono::milliseconds(400));
    if (run.exitCode == 0) break;
    EXPECT_EQ(run.exitCode, 1) << run.errors;
    ++interrupted;
  }
  ASSERT_TRUE(std::filesystem::exists(file("t.npz")));
  EXPECT_FALSE(std::filesystem::exists(file("t.npz.unfinished")));
  EXPECT_EQ(test::readText(file("t.npz")), test::readText(file("whole.npz")));
}

TEST_F(HeadsOfProteinsCommand, OtherInputsAreRefused) {
  const std::string kept = file("kept");
  const std::string fasta = written("many.fa", ">a\nMKTAYIWQ\n");
  ASSERT_EQ(heads({"--sequences", fasta, "--unfinished", kept, "--out", file("t.tsv")}).exitCode, 0);
  ASSERT_EQ(heads({"--sequences", fasta, "--unfinished", kept, "--out", file("t.tsv")}).exitCode, 0);
  EXPECT_TRUE(std::filesystem::exists(kept)) << "a file that was named stays";
  written("many.fa", ">a\nMKTAYIWQQ\n");
  const ProgramRun run = heads({"--sequences", fasta, "--unfinished", kept, "--out", file("t.tsv")});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("was begun with other inputs (sequences)"));
}

TEST_F(HeadsOfProteinsCommand, EmptyFilesAndMissingOnesAreErrors) {
  EXPECT_EQ(heads({"--sequences", written("none.fa", ""), "--out", file("t.tsv")}).exitCode, 1);
  EXPECT_EQ(heads({"--sequences", file("nowhere.fa"), "--out", file("t.tsv")}).exitCode, 1);
  EXPECT_EQ(heads({"--out", file("t.tsv")}).exitCode, 2) << "sequences are needed";
  EXPECT_FALSE(std::filesystem::exists(file("t.tsv")));
}

TEST_F(HeadsOfProteinsCommand, HelpOfBothCommandsNamesTheOther) {
  EXPECT_THAT(runProgram({"heads", "--help"}).output, HasSubstr("heads-of-proteins"));
  EXPECT_THAT(runProgram({"heads", "--model", "--help"}).output, HasSubstr("Usage: headlight heads-of-proteins"));
}

}  // namespace heads_of_proteins_command_test
