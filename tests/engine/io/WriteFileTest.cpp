// Where content goes that is written: into files, links, pipes and devices.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "engine/base/Error.h"
#include "engine/io/FileContent.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using test::errorOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace write_file_test {

constexpr fs::perms kOwnerOnly = fs::perms::owner_read | fs::perms::owner_write;

std::ptrdiff_t numFiles(const fs::path& folder) { return std::distance(fs::directory_iterator(folder), {}); }

TEST(WriteFile, aPipeIsWrittenIntoAndStaysAPipe) {
  const test::TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe", link = folder.path() / "link";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink(pipe, link);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  for (const fs::path& path : {pipe, link}) {
    writeFileWhole(path, "content");
    char got[8] = {};
    EXPECT_EQ(::read(reader, got, sizeof got), 7);
    EXPECT_STREQ(got, "content");
    EXPECT_TRUE(fs::is_fifo(pipe));
  }
  ::close(reader);
  EXPECT_EQ(numFiles(folder.path()), 2);
}

TEST(WriteFile, aReaderThatGoesAwayIsAnErrorAndNotTheEnd) {
  const test::TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  const auto write = [&](const TakePiece& take) {
    ::close(reader);
    take("nobody reads this");
  };
  EXPECT_THAT(errorOf([&] { writeFileInPieces(pipe, write); }), HasSubstr("pipe: cannot be written: Broken pipe"));
}

TEST(WriteFile, devicesAreWrittenIntoAndNeverReplaced) {
  writeFileWhole("/dev/null", "away");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "this machine has no /dev/full";
  EXPECT_THAT(errorOf([] { writeFileWhole("/dev/full", "too much"); }),
              HasSubstr("/dev/full: cannot be written: No sp"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(WriteFile, aStreamThatIsOpenIsAppendedTo) {
  const test::TemporaryFolder folder;
  const fs::path log = folder.path() / "log";
  test::writeText(log, "before ");
  const int opened = ::open(log.c_str(), O_WRONLY | O_APPEND);
  writeFileWhole("/dev/fd/" + std::to_string(opened), "behind");
  ::close(opened);
  EXPECT_EQ(test::readText(log), "before behind");
}

TEST(WriteFile, otherHardLinksKeepWhatTheFileHeld) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "x", "old");
  fs::create_hard_link(folder.path() / "x", folder.path() / "backup");
  writeFileWhole(folder.path() / "x", "new");
  EXPECT_EQ(test::readText(folder.path() / "x"), "new");
  EXPECT_EQ(test::readText(folder.path() / "backup"), "old");
}

TEST(WriteFile, onlyTheOwnerReadsWhatIsPrivate) {
  const test::TemporaryFolder folder;
  const fs::path fresh = folder.path() / "fresh", open = folder.path() / "open";
  writeFileWhole(fresh, "secret", FileAccess::ownerOnly);
  EXPECT_EQ(fs::status(fresh).permissions(), kOwnerOnly);
  test::writeText(open, "old");
  fs::permissions(open, fs::perms::all);
  writeFileWhole(open, "secret", FileAccess::ownerOnly);
  EXPECT_EQ(fs::status(open).permissions(), kOwnerOnly);
  bool wasPrivate = false;
  writeFileInPieces(
      folder.path() / "pieces",
      [&](const TakePiece&) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder.path()))
          if (entry.path().extension() == ".part") wasPrivate = entry.status().permissions() == kOwnerOnly;
      },
      FileAccess::ownerOnly);
  EXPECT_TRUE(wasPrivate) << "while it was being written";
}

TEST(WriteFile, aFileBeyondTheUsersLimitIsAnErrorAndLeavesTheOldOne) {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "x";
  test::writeText(path, "old");
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small { 4096, before.rlim_max };
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string error = errorOf([&] { writeFileWhole(path, std::string(10000, 'x')); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(error, HasSubstr("x: cannot be written: File too large"));
  EXPECT_EQ(test::readText(path), "old");
  EXPECT_EQ(numFiles(folder.path()), 1);
}

}  // namespace write_file_test
