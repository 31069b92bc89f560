// Files that take another one's place: what is left behind goes, what is being written stays.
#include "engine/base/TemporaryFile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "tests/support/Files.h"

using engine::TemporaryFile;
using testing::UnorderedElementsAre;
namespace fs = std::filesystem;

namespace temporary_file_test {

std::vector<std::string> namesIn(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

TEST(TemporaryFile, isGoneUnlessItReplacedItsTarget) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "x", "old");
  { const TemporaryFile unused(folder.path() / "x"); }
  EXPECT_THAT(namesIn(folder.path()), UnorderedElementsAre("x"));
  {
    TemporaryFile file(folder.path() / "x");
    ASSERT_EQ(::write(file.descriptor(), "new", 3), 3);
    EXPECT_EQ(test::readText(folder.path() / "x"), "old");
    EXPECT_TRUE(file.replaceTarget());
  }
  EXPECT_THAT(namesIn(folder.path()), UnorderedElementsAre("x"));
  EXPECT_EQ(test::readText(folder.path() / "x"), "new");
}

TEST(TemporaryFile, severalOfOneTargetStandBesideEachOther) {
  const test::TemporaryFolder folder;
  const TemporaryFile first(folder.path() / "x"), second(folder.path() / "x");
  EXPECT_NE(first.path(), second.path());
  EXPECT_EQ(namesIn(folder.path()).size(), 2U);
}

TEST(TemporaryFile, whatAKilledProcessLeftGoesWithTheNextOneInItsFolder) {
  const test::TemporaryFolder folder;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const TemporaryFile file(folder.path() / "killed");
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(namesIn(folder.path()).size(), 1U);
  const TemporaryFile next(folder.path() / "other");
  EXPECT_THAT(namesIn(folder.path()), UnorderedElementsAre(next.path().filename().string()));
}

TEST(TemporaryFile, whatARunningProcessWritesStaysWhateverNumberStandsInItsName) {
  const test::TemporaryFolder folder;
  int ready[2], done[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(done), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  char byte = 0;
  if (child == 0) {
    {
      const TemporaryFile file(folder.path() / "x");
      // As seen from another container: no process of this number runs here.
      fs::rename(file.path(), folder.path() / "x.headlight-999999999-0.part");
      if (::write(ready[1], &byte, 1) != 1 || ::read(done[0], &byte, 1) != 1) _exit(1);
    }
    _exit(0);
  }
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  { const TemporaryFile mine(folder.path() / "x"); }
  EXPECT_THAT(namesIn(folder.path()), UnorderedElementsAre("x.headlight-999999999-0.part"));
  EXPECT_EQ(::write(done[1], &byte, 1), 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  for (const int end : {ready[0], ready[1], done[0], done[1]}) ::close(end);
}

TEST(TemporaryFile, filesOfOthersAreLeftAlone) {
  const test::TemporaryFolder folder;
  for (const char* name : {"x.part", "x.12-0.part", "x.headlight-.part", "x.headlight-notes.part", "y.headlight-12-0"})
    test::writeText(folder.path() / name, "mine");
  fs::create_directory(folder.path() / "z.headlight-12-0.part");
  const auto before = namesIn(folder.path());
  { const TemporaryFile file(folder.path() / "x"); }
  EXPECT_THAT(namesIn(folder.path()), testing::UnorderedElementsAreArray(before));
}

TEST(TemporaryFile, aFolderThatIsMissingIsSaidByTheSystem) {
  const test::TemporaryFolder folder;
  const TemporaryFile file(folder.path() / "absent" / "x");
  EXPECT_EQ(file.descriptor(), -1);
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace temporary_file_test
