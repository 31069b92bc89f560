// headlight-mpi heads against the same work in one process: byte for byte, and after a rank was killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/shell/OperationCommand.h"
#include "tests/app/cluster/MpiRun.h"
#include "tests/support/Files.h"

namespace cluster_heads_test {

using test::MpiRun;
using test::runMpi;
using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

class ClusterHeads : public testing::Test {
 protected:
  ClusterHeads() {
    std::string text;
    for (int k = 0; k < 30; ++k)
      text += ">p" + std::to_string(k) + "\nMKTVRQERLKSIVRILERSKEPVSGAQLAEELSVSRQVIVQDIAYLRSLG" +
              std::string(static_cast<size_t>(k), 'A') + "\n";
    text += ">empty\n\n>1ldm\nMKTAYIWQ\n";
    test::writeText(path("many.fa"), text);
    fs::create_directories(path("s"));
    fs::copy_file(test::sampleFile("1ldm_A.pdb.gz"), path("s/1ldm.pdb.gz"));
  }
  fs::path path(const std::string& name) const { return m_folder.path() / name; }
  std::vector<std::string> arguments(const std::string& out) const {
    return {"--model",      test::dataFile("models/esm2_tiny.safetensors"),
            "--sequences",  path("many.fa"),
            "--structures", path("s"),
            "--out",        path(out),
            "--device",     "cpu"};
  }
  std::string alone() const {
    EXPECT_EQ(app::runOperation(engine::findOperation("heads-of-proteins"), arguments("alone.npz")), 0);
    return test::readText(path("alone.npz"));
  }
  MpiRun heads(const test::MpiSetting& setting, const std::string& out,
               const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all = arguments(out);
    all.insert(all.begin(), "heads");
    all.insert(all.end(), {"--threads", "1", "--tell", "0", "--shards", "8"});
    all.insert(all.end(), more.begin(), more.end());
    return runMpi(setting, all);
  }

 private:
  test::TemporaryFolder m_folder;
};

TEST_F(ClusterHeads, giveTheBytesOfOneProcessOnAnyNumberOfRanks) {
  const std::string expected = alone();
  for (int ranks = 1; ranks <= 3; ++ranks) {
    const std::string out = "t" + std::to_string(ranks) + ".npz";
    const MpiRun run = heads({ranks}, out);
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(test::readText(path(out)), expected) << ranks << " ranks";
    EXPECT_THAT(run.errors, HasSubstr("sequences had no structure")) << "the warnings of one process";
    EXPECT_FALSE(fs::exists(path(out + ".shards")));
  }
}

TEST_F(ClusterHeads, aKilledRankCostsItsShardWhichIsNamedAndResumed) {
  const std::string expected = alone();
  const MpiRun killed = heads({2, true, "die:1:1"}, "t.npz");
  EXPECT_THAT(killed.errors, AllOf(HasSubstr("1 of 8 shards are missing: shard "), HasSubstr("(proteins "),
                                   HasSubstr("rank 1 has died")));
  EXPECT_FALSE(fs::exists(path("t.npz")));
  const MpiRun resumed = heads({2}, "t.npz", {"--resume"});
  ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
  EXPECT_EQ(test::readText(path("t.npz")), expected);
}

}  // namespace cluster_heads_test
