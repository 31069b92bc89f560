// Results of shards on the disk: whole or missing, and of this task or of none.
#include "app/cluster/ShardFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace shard_folder_test {

using namespace app;
using testing::HasSubstr;
namespace fs = std::filesystem;

class Folder : public testing::Test {
 protected:
  fs::path path() const { return m_folder.path() / "work"; }
  ShardFolder begun(const std::string& task = "task") const {
    ShardFolder folder(path());
    folder.begin(true);
    folder.beginTask(1, task);
    return folder;
  }

 private:
  test::TemporaryFolder m_folder;
};

TEST_F(Folder, givesBackWhatOthersHaveKept) {
  const ShardFolder zero = begun();
  EXPECT_EQ(zero.result(0), std::nullopt);
  ShardFolder other(path());
  EXPECT_EQ(other.readTask(1), "task");
  other.keep(0, std::string("bytes\0of it", 11));
  other.keep(1, "");
  EXPECT_EQ(zero.result(0), std::string("bytes\0of it", 11));
  EXPECT_EQ(zero.finishedResult(1), "");
}

TEST_F(Folder, everyCutOrChangedByteOfAResultMakesItMissing) {
  const ShardFolder folder = begun();
  folder.keep(0, "0123456789");
  const fs::path file = path() / "task-1-shard-1";
  const std::string whole = test::readText(file);
  for (size_t k = 0; k < whole.size(); ++k) {
    test::writeText(file, whole.substr(0, k));
    EXPECT_EQ(folder.result(0), std::nullopt) << "cut at " << k;
    std::string changed = whole;
    changed[k] = static_cast<char>(changed[k] ^ 4);
    test::writeText(file, changed);
    EXPECT_EQ(folder.result(0), std::nullopt) << "byte " << k;
  }
}

TEST_F(Folder, refusesWorkThatNobodyAskedToGoOnWith) {
  begun();
  EXPECT_THAT(test::errorOf([&] { ShardFolder(path()).begin(false); }), HasSubstr("--resume goes on with it"));
}

TEST_F(Folder, refusesToGoOnWithAnotherTask) {
  begun("task");
  EXPECT_THAT(test::errorOf([&] { begun("another"); }), HasSubstr("was begun with other inputs, options or shards"));
}

TEST_F(Folder, aResultOfAnotherTaskIsMissing) {
  const ShardFolder first = begun();
  first.keep(0, "first");
  ShardFolder second = first;
  second.beginTask(2, "second");
  EXPECT_EQ(second.result(0), std::nullopt);
  fs::copy_file(path() / "task-1-shard-1", path() / "task-2-shard-1");
  EXPECT_EQ(second.result(0), std::nullopt);
}

TEST_F(Folder, isRemovedWithWhatIsItsOwnAlone) {
  const ShardFolder folder = begun();
  folder.keep(0, "x");
  test::writeText(path() / "notes", "mine");
  folder.remove();
  EXPECT_EQ(test::readText(path() / "notes"), "mine");
  EXPECT_FALSE(fs::exists(path() / "task-1"));
  fs::remove(path() / "notes");
  folder.remove();
  EXPECT_FALSE(fs::exists(path()));
}

}  // namespace shard_folder_test
