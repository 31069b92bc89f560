// headlight-mpi search against the same search in one process: byte for byte, with any number of ranks, and after a
// rank was killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "app/shell/OperationCommand.h"
#include "engine/base/Random.h"
#include "engine/io/Ffindex.h"
#include "engine/sequence/Alphabet.h"
#include "tests/app/cluster/MpiRun.h"
#include "tests/support/Files.h"

namespace cluster_search_test {

using test::MpiRun;
using test::runMpi;
using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// 400 random sequences and, among them, the two families of dehydrogenases.
class ClusterSearch : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    s_folder = new test::TemporaryFolder;
    engine::Random random(7);
    std::vector<std::pair<std::string, std::string>> entries;
    for (int k = 0; k < 400; ++k) {
      std::string letters;
      const auto length = 60 + random.below(200);
      for (std::uint64_t i = 0; i < length; ++i) letters += "ARNDCQEGHILKMFPSTWYV"[random.below(20)];
      entries.emplace_back("r" + std::to_string(1000 + k), ">r" + std::to_string(k) + "\n" + letters + "\n");
    }
    entries.emplace_back("r1100x", test::readText(test::sampleFile("lactate.a3m")));
    entries.emplace_back("r1300x", test::readText(test::sampleFile("malate.a3m")));
    std::sort(entries.begin(), entries.end());
    const engine::FfindexText text = engine::ffindexOf(entries);
    test::writeText(path("x_a3m.ffdata"), text.data);
    test::writeText(path("x_a3m.ffindex"), text.index);
  }
  static void TearDownTestSuite() { delete s_folder; }
  static fs::path path(const std::string& name) { return s_folder->path() / name; }

  static std::vector<std::string> arguments(const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> all{test::sampleFile("lactate.a3m"), path("x"), "--out", path(out), "--device", "cpu"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  static MpiRun search(const test::MpiSetting& setting, const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> all = arguments(out, more);
    all.insert(all.begin(), "search");
    all.insert(all.end(), {"--shards", "9", "--threads", "1", "--tell", "0"});
    return runMpi(setting, all);
  }
  /// What one process writes, dates aside.
  static std::string alone(const std::vector<std::string>& more) {
    EXPECT_EQ(app::runOperation(engine::findOperation("search"), arguments("alone.hhr", more)), 0);
    return result("alone.hhr");
  }
  static std::string result(const std::string& name) {
    std::istringstream lines(test::readText(path(name)));
    std::string text;
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("Date")) text += line + "\n";
    return text;
  }
  /// A new name each time, so that nothing is left of another search.
  static std::string newName() {
    static int number = 0;
    return "result" + std::to_string(++number) + ".hhr";
  }

  static test::TemporaryFolder* s_folder;
};
test::TemporaryFolder* ClusterSearch::s_folder = nullptr;

TEST_F(ClusterSearch, givesTheBytesOfOneProcessOnAnyNumberOfRanks) {
  const std::string expected = alone({});
  EXPECT_THAT(expected, HasSubstr("1emd_A"));
  for (int ranks = 1; ranks <= 4; ++ranks) {
    const std::string out = newName();
    const MpiRun run = search({ranks}, out, {});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(result(out), expected) << ranks << " ranks";
    EXPECT_EQ(run.errors, "");
    EXPECT_FALSE(fs::exists(path(out + ".shards"))) << "nothing is left of finished work";
  }
}

TEST_F(ClusterSearch, givesThemWithPrefilterAndInRoundsToo) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--prefilter", "on"}, std::vector<std::string>{"--iterations", "2"}}) {
    const std::string expected = alone(more), out = newName();
    const MpiRun run = search({3}, out, more);
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(result(out), expected) << more[0];
  }
}

TEST_F(ClusterSearch, aKilledRankCostsItsShardWhichIsNamedAndResumed) {
  const std::string expected = alone({}), out = newName();
  const MpiRun killed = search({3, true, "die:2:1"}, out, {});
  EXPECT_THAT(killed.errors, AllOf(HasSubstr("1 of 9 shards are missing: shard "), HasSubstr("rank 2 has died"),
                                   HasSubstr("--resume")));
  EXPECT_FALSE(fs::exists(path(out))) << "no result that is not whole";
  size_t kept = 0;
  for (const auto& entry : fs::directory_iterator(path(out + ".shards")))
    if (entry.path().filename().string().find("shard") != std::string::npos) ++kept;
  EXPECT_EQ(kept, 8u);
  const MpiRun resumed = search({2}, out, {"--resume"});
  ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
  EXPECT_EQ(result(out), expected);
}

TEST_F(ClusterSearch, aKilledRankWithoutRecoveryLeavesWhatWasFinished) {
  const std::string expected = alone({}), out = newName();
  EXPECT_NE(search({3, false, "die:1:1"}, out, {}).exitCode, 0);
  EXPECT_FALSE(fs::exists(path(out)));
  const MpiRun resumed = search({2}, out, {"--resume"});
  ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
  EXPECT_EQ(result(out), expected);
}

TEST_F(ClusterSearch, aShardThatFailsIsNamedAndTheOthersAreFinished) {
  const std::string out = newName();
  const MpiRun failed = search({2, false, "fail:1:1"}, out, {});
  EXPECT_EQ(failed.exitCode, 1);
  EXPECT_THAT(failed.errors, AllOf(HasSubstr("1 of 9 shards are missing"), HasSubstr("rank 1: fails, as")));
  EXPECT_THAT(search({1}, out, {}).errors, HasSubstr("holds work that was begun before"));
  EXPECT_THAT(search({1}, out, {"--resume", "--shift", "-0.05"}).errors, HasSubstr("was begun with other inputs"));
  EXPECT_EQ(search({1}, out, {"--resume"}).exitCode, 0);
}

TEST_F(ClusterSearch, saysOnceWhatIsWrongWithItsArguments) {
  const MpiRun unknown = runMpi({2}, {"search", "a", "b", "--out", "c", "--no-such-option", "1"});
  EXPECT_EQ(unknown.exitCode, 2);
  EXPECT_EQ(unknown.errors.find("no-such-option"), unknown.errors.rfind("no-such-option")) << unknown.errors;
  EXPECT_THAT(runMpi({1}, {"search", "a", path("x")}).errors, HasSubstr("--out FILE, or --work FOLDER"));
  EXPECT_THAT(runMpi({1}, {"align"}).errors, HasSubstr("expected a command: search, heads"));
  EXPECT_THAT(runMpi({2}, {"search", path("missing"), path("x"), "--out", path("y.hhr")}).errors, HasSubstr("missing"));
}

TEST_F(ClusterSearch, helpListsItsOptionsAndThoseOfOneProcess) {
  EXPECT_THAT(runMpi({1}, {"--help"}).output, AllOf(HasSubstr("search QUERY DATABASE"), HasSubstr("--resume")));
  EXPECT_THAT(runMpi({1}, {"search", "--help"}).output, AllOf(HasSubstr("mpirun -n RANKS headlight-mpi search"),
                                                              HasSubstr("--iterations"), HasSubstr("--shards N")));
}

}  // namespace cluster_search_test
