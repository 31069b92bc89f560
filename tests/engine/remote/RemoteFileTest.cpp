// Parts of files and lists of folders, from the server part of SFTP over a pipe.
#include "engine/remote/RemoteFile.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <atomic>
#include <thread>

#include "engine/base/CancelOnly.h"
#include "engine/remote/RemoteServer.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/SshServer.h"

using namespace engine;
using test::errorOf;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

namespace remote_file_test {

std::string patterned(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t k = 0; k < size; ++k) text[k] = static_cast<char>((k * 2654435761U) >> 13);
  return text;
}

class RemoteFiles : public testing::Test {
 protected:
  void SetUp() override {
    if (test::sftpServerProgram().empty()) GTEST_SKIP() << "there is no sftp-server here (openssh-sftp-server)";
    m_ssh = std::make_unique<test::SshScript>("exec " + test::sftpServerProgram());
  }
  void TearDown() override { closeRemoteServers(); }

  RemoteAddress place(const std::string& name, const std::string& content) const {
    test::writeText(folder() / name, content);
    return {"", "host", 0, (folder() / name).string()};
  }
  std::string read(RemoteFile& file, std::size_t offset, std::size_t count) const {
    std::string bytes(count, '\0');
    file.read(offset, bytes.data(), count);
    return bytes;
  }
  fs::path folder() const { return m_folder.path(); }
  const test::SshScript& ssh() const { return *m_ssh; }

 private:
  test::TemporaryFolder m_folder;
  std::unique_ptr<test::SshScript> m_ssh;
};

TEST_F(RemoteFiles, anyPartIsWhatTheFileHolds) {
  const std::string content = patterned(5 * kRemoteAheadBytes / 2 + 17);
  const auto file = openRemoteFile(place("a b'$(c).bin", content));
  ASSERT_EQ(file->size(), content.size());
  for (const std::size_t offset : {std::size_t{0}, std::size_t{1}, kRemoteBlockBytes - 1, kRemoteBlockBytes,
                                   3 * kRemoteBlockBytes + 5, content.size() - 1, content.size()})
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, 2 * kRemoteBlockBytes + 1,
                                    kRemoteAheadBytes + 1, content.size()}) {
      const std::size_t here = std::min(count, content.size() - offset);
      EXPECT_TRUE(read(*file, offset, here) == content.substr(offset, here)) << offset << " " << count;
    }
  EXPECT_EQ(ssh().numStarted(), 1);
}

TEST_F(RemoteFiles, whatIsNotInsideIsAnErrorThatNamesTheFile) {
  const auto file = openRemoteFile(place("a.bin", "abc"));
  EXPECT_EQ(read(*file, 1, 2), "bc");
  EXPECT_THAT(errorOf([&] { read(*file, 2, 2); }), AllOf(HasSubstr("ssh://host/"), HasSubstr("a.bin: ends at byte 3")));
  EXPECT_THAT(errorOf([&] { read(*file, 4, 0); }), HasSubstr("ends at byte 3"));
}

TEST_F(RemoteFiles, anEmptyFileHasNothingToRead) {
  const auto file = openRemoteFile(place("empty", ""));
  EXPECT_EQ(file->size(), 0U);
  EXPECT_EQ(read(*file, 0, 0), "");
  EXPECT_EQ(file->fetched(), 0U);
}

TEST_F(RemoteFiles, aSmallPartOfALargeFileBringsOneBlock) {
  const std::string content = patterned(64 * kRemoteBlockBytes);
  const auto file = openRemoteFile(place("large", content));
  EXPECT_EQ(read(*file, 40 * kRemoteBlockBytes + 7, 3), content.substr(40 * kRemoteBlockBytes + 7, 3));
  EXPECT_EQ(file->fetched(), kRemoteBlockBytes);
  EXPECT_EQ(read(*file, 40 * kRemoteBlockBytes + 100, 50), content.substr(40 * kRemoteBlockBytes + 100, 50));
  EXPECT_EQ(file->fetched(), kRemoteBlockBytes);
}

TEST_F(RemoteFiles, readingOnFetchesAheadButNotMoreThanItsBound) {
  const std::size_t size = 64 * kRemoteBlockBytes;
  const std::string content = patterned(size);
  const auto file = openRemoteFile(place("large", content));
  for (std::size_t at = 0; at < size; at += 1 << 15) {
    EXPECT_TRUE(read(*file, at, 1 << 15) == content.substr(at, 1 << 15));
    EXPECT_LE(file->fetched(), at + (1 << 15) + kRemoteAheadBytes + kRemoteBlockBytes);
  }
  EXPECT_EQ(file->fetched(), size);
}

TEST_F(RemoteFiles, aFileThatChangesIsAnErrorAndNotAMixture) {
  const RemoteAddress address = place("a.bin", patterned(4 * kRemoteBlockBytes));
  const auto file = openRemoteFile(address);
  read(*file, 0, 10);
  test::writeText(address.path, patterned(3 * kRemoteBlockBytes));
  EXPECT_THAT(errorOf([&] { read(*file, kRemoteBlockBytes, 10); }), HasSubstr("was changed while it is open"));
}

TEST_F(RemoteFiles, afterALostConnectionTheNextReadOpensAnother) {
  const std::string content = patterned(8 * kRemoteBlockBytes);
  const auto file = openRemoteFile(place("a.bin", content));
  read(*file, 0, 10);
  ssh().breakConnection();
  EXPECT_THAT(errorOf([&] { read(*file, 3 * kRemoteBlockBytes, 10); }), HasSubstr("a.bin: host: "));
  EXPECT_EQ(read(*file, 3 * kRemoteBlockBytes, 10), content.substr(3 * kRemoteBlockBytes, 10));
  EXPECT_EQ(ssh().numStarted(), 2);
}

TEST_F(RemoteFiles, threadsReadTheSameFileAtOnce) {
  const std::string content = patterned(32 * kRemoteBlockBytes);
  const auto file = openRemoteFile(place("a.bin", content));
  std::vector<std::thread> threads;
  std::atomic<int> numWrong = 0;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (std::size_t k = 0; k < 50; ++k) {
        const std::size_t offset =
            (k * 7919 + static_cast<std::size_t>(thread) * 104729) * 37 % (content.size() - 5000);
        if (read(*file, offset, 5000) != content.substr(offset, 5000)) ++numWrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(numWrong, 0);
}

TEST_F(RemoteFiles, cancellingLeavesTheConnectionInUse) {
  class StopsAt : public Progress {
   public:
    explicit StopsAt(int most) : m_left(most) {}
    bool cancelled() const override { return --m_left < 0; }

   private:
    mutable int m_left;
  };
  const std::string content = patterned(16 * kRemoteAheadBytes);
  const auto file = openRemoteFile(place("a.bin", content));
  for (int most = 0; most < 6; ++most) {
    const StopsAt progress(most);
    const Waiting waiting(progress);
    try {
      read(*file, 0, content.size());
    } catch (const Cancelled&) {
    }
  }
  EXPECT_TRUE(read(*file, 0, content.size()) == content);
  EXPECT_EQ(ssh().numStarted(), 1);
}

TEST_F(RemoteFiles, foldersListWhatIsInThemFoldersFirst) {
  place("b.npz", "12345");
  place("a name\nof two lines", "");
  fs::create_directory(folder() / "zoo");
  fs::create_symlink("b.npz", folder() / "link to file");
  fs::create_symlink("zoo", folder() / "link to folder");
  fs::create_symlink("nowhere", folder() / "link to nothing");
  const RemoteFolder list = listRemoteFolder({"", "host", 0, folder().string() + "/./"});
  EXPECT_EQ(list.address.path, folder().string());
  EXPECT_FALSE(list.isCutOff);
  std::vector<std::pair<std::string, RemoteKind>> found;
  for (const RemoteEntry& entry : list.entries) found.emplace_back(entry.name, entry.kind);
  EXPECT_EQ(found, (std::vector<std::pair<std::string, RemoteKind>>{{"link to folder", RemoteKind::folder},
                                                                    {"zoo", RemoteKind::folder},
                                                                    {"a name\nof two lines", RemoteKind::file},
                                                                    {"b.npz", RemoteKind::file},
                                                                    {"link to file", RemoteKind::file},
                                                                    {"link to nothing", RemoteKind::other}}));
  EXPECT_EQ(list.entries[3].size, 5U);
  EXPECT_EQ(list.entries[4].size, 5U);
  EXPECT_GT(list.entries[3].modified, 1'000'000'000);
}

TEST_F(RemoteFiles, aFolderOfManyFilesIsListedWhole) {
  for (int k = 0; k < 1000; ++k) place(std::to_string(k), "");
  EXPECT_EQ(listRemoteFolder({"", "host", 0, folder().string()}).entries.size(), 1000U);
  fs::create_directory(folder() / "empty");
  EXPECT_THAT(listRemoteFolder({"", "host", 0, (folder() / "empty").string()}).entries, IsEmpty());
}

TEST_F(RemoteFiles, whatIsNoFileSaysWhatItIs) {
  const auto at = [this](const char* name) { return RemoteAddress{"", "host", 0, (folder() / name).string()}; };
  fs::create_directory(folder() / "sub");
  EXPECT_THAT(errorOf([&] { openRemoteFile(at("sub")); }), AllOf(HasSubstr("ssh://host/"), HasSubstr("is a folder")));
  EXPECT_THAT(errorOf([&] { openRemoteFile(at("none.npz")); }), HasSubstr("none.npz: there is no such file"));
  EXPECT_THAT(errorOf([&] { listRemoteFolder(at("none")); }), HasSubstr("there is no such file"));
  ASSERT_EQ(::mkfifo((folder() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(errorOf([&] { openRemoteFile(at("pipe")); }), HasSubstr("is no plain file"));
  EXPECT_EQ(remoteFacts(at("sub")).kind, RemoteKind::folder);
  EXPECT_EQ(remoteFacts(at("none")).kind, RemoteKind::nothing);
  EXPECT_EQ(remoteFacts(at("pipe")).kind, RemoteKind::other);
  EXPECT_EQ(ssh().numStarted(), 1);
}

}  // namespace remote_file_test
