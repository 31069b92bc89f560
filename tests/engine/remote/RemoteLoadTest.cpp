// Files of a server opened as local ones are, from a daemon of the user's own and over a pipe.
#include <gmock/gmock.h>

#include <fstream>

#include "engine/attention/HeadSet.h"
#include "engine/base/Random.h"
#include "engine/io/Format.h"
#include "engine/io/formats/arrays/NpyArray.h"
#include "engine/io/remote/RemoteBytes.h"
#include "engine/remote/RemoteFile.h"
#include "engine/remote/RemoteServer.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/SshServer.h"

using namespace engine;
using test::errorOf;
using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace remote_load_test {

constexpr Index kLayers = 6, kHeads = 4, kLength = 256;

/// Writes heads of which the map (layer, head) has its whole weight on the column layer * kHeads + head.
void writeHeads(const fs::path& path) {
  std::ofstream file(path, std::ios::binary);
  file << npyPrefix("<f4", {kLayers, kHeads, kLength, kLength});
  for (Index head = 0; head < kLayers * kHeads; ++head) {
    std::vector<float> row(kLength, 0.0F);
    row[static_cast<size_t>(head)] = 1.0F;
    for (Index k = 0; k < kLength; ++k)
      file.write(reinterpret_cast<const char*>(row.data()), static_cast<std::streamsize>(row.size() * sizeof(float)));
  }
}

Dataset loaded(const std::string& address) {
  Diagnostics diagnostics;
  Progress progress;
  return load(address, diagnostics, progress);
}

class RemoteLoad : public testing::Test {
 protected:
  void SetUp() override {
    if (test::sftpServerProgram().empty()) GTEST_SKIP() << "there is no sftp-server here (openssh-sftp-server)";
    m_ssh = std::make_unique<test::SshScript>("exec " + test::sftpServerProgram());
  }
  void TearDown() override { closeRemoteServers(); }
  fs::path folder() const { return m_folder.path(); }
  std::string address(const std::string& name) const { return "ssh://host" + (folder() / name).string(); }

 private:
  test::TemporaryFolder m_folder;
  std::unique_ptr<test::SshScript> m_ssh;
};

TEST_F(RemoteLoad, headsAreReadOneByOneAndTheRestStaysOnTheServer) {
  writeHeads(folder() / "heads.npy");
  const Dataset dataset = loaded(address("heads.npy"));
  const auto heads = dataset.share<HeadSet>();
  ASSERT_TRUE(heads);
  EXPECT_EQ(dataset.title, "heads");
  EXPECT_EQ(dataset.source, address("heads.npy"));
  EXPECT_EQ(heads->count(), kLayers * kHeads);
  EXPECT_EQ(heads->map(2, 1)->weights(5, 2 * kHeads + 1), 1.0F);
  EXPECT_EQ(heads->map(5, 3)->weights(kLength - 1, 5 * kHeads + 3), 1.0F);
}

TEST_F(RemoteLoad, openingAHeadFileBringsAFractionOfIt) {
  writeHeads(folder() / "heads.npy");
  const auto size = fs::file_size(folder() / "heads.npy");
  const auto file = openRemoteFile(parseRemoteAddress(address("heads.npy")));
  class Counted : public ByteSource {
   public:
    explicit Counted(std::shared_ptr<RemoteFile> file) : ByteSource("heads.npy"), m_file(std::move(file)) {}
    std::size_t size() const override { return m_file->size(); }
    void read(std::size_t offset, void* target, std::size_t count) const override {
      m_file->read(offset, target, count);
    }

   private:
    std::shared_ptr<RemoteFile> m_file;
  };
  Diagnostics diagnostics;
  Progress progress;
  const auto source = std::make_shared<const Counted>(file);
  const auto value = recogniseFormat(source->part(0, kSniffBytes), "heads.npy").open(source, diagnostics, progress);
  ASSERT_TRUE(value);
  const auto heads = value->share<HeadSet>();
  EXPECT_LT(file->fetched(), size / 3);
  heads->map(0, 0);
  EXPECT_LT(file->fetched(), size / 3);
  heads->map(3, 0);
  EXPECT_LT(file->fetched(), size / 2);
}

TEST_F(RemoteLoad, otherFilesAreFetchedWholePackedOnesToo) {
  for (const char* name : {"lactate.a3m", "trypsins.a2m.gz"}) {
    fs::copy_file(test::sampleFile(name), folder() / name);
    Diagnostics diagnostics;
    Progress progress;
    const Dataset local = load(folder() / name, diagnostics, progress), remote = loaded(address(name));
    EXPECT_EQ(remote.kind(), local.kind());
    EXPECT_EQ(remote.title, local.title);
    EXPECT_TRUE(readFileWhole(address(name)) == readFileWhole(folder() / name));
  }
}

TEST_F(RemoteLoad, whatIsTooLargeToBeFetchedWholeIsRefusedWithItsSize) {
  test::writeText(folder() / "a.fasta", ">a\n" + std::string(5000, 'A') + "\n");
  const test::Setting limit("HEADLIGHT_REMOTE_WHOLE", "4K");
  EXPECT_THAT(errorOf([&] { loaded(address("a.fasta")); }),
              AllOf(HasSubstr("a.fasta: is of a format that is read whole, and 4.89 KiB"), HasSubstr("4 KiB"),
                    HasSubstr("HEADLIGHT_REMOTE_WHOLE")));
}

TEST_F(RemoteLoad, anEmptyFileAndOneThatIsNotThereAreErrorsThatNameTheAddress) {
  test::writeText(folder() / "empty.npz", "");
  EXPECT_EQ(errorOf([&] { loaded(address("empty.npz")); }), address("empty.npz") + ": the file is empty");
  EXPECT_THAT(errorOf([&] { loaded(address("none.npz")); }),
              HasSubstr(address("none.npz") + ": there is no such file"));
}

TEST_F(RemoteLoad, nothingIsWrittenToAServer) {
  EXPECT_THAT(errorOf([&] { writeFileWhole(address("new.txt"), "x"); }), HasSubstr("are only read"));
  EXPECT_FALSE(fs::exists(folder() / "new.txt"));
}

TEST(RemoteDaemon, headsAreReadThroughAnSshDaemonWithAKey) {
  const test::SshServer server;
  if (!server.missing().empty()) GTEST_SKIP() << server.missing();
  const test::TemporaryFolder folder;
  writeHeads(folder.path() / "heads.npy");
  {
    const Dataset dataset = loaded(server.address(folder.path() / "heads.npy"));
    const auto heads = dataset.share<HeadSet>();
    ASSERT_TRUE(heads);
    EXPECT_EQ(heads->map(4, 2)->weights(0, 4 * kHeads + 2), 1.0F);
    const RemoteFolder list = listRemoteFolder(parseRemoteAddress(server.address(folder.path())));
    ASSERT_EQ(list.entries.size(), 1U);
    EXPECT_EQ(list.entries[0].name, "heads.npy");
    EXPECT_EQ(list.entries[0].size, fs::file_size(folder.path() / "heads.npy"));
    EXPECT_EQ(server.client().numStarted(), 1);
    server.client().breakConnection();
    const auto away = errorOf([&] { heads->map(1, 1); });
    EXPECT_THAT(away, HasSubstr("127.0.0.1"));
    EXPECT_EQ(heads->map(1, 1)->weights(0, kHeads + 1), 1.0F);
  }
  closeRemoteServers();
  server.refuseKeys();
  EXPECT_THAT(errorOf([&] { loaded(server.address(folder.path() / "heads.npy")); }), HasSubstr("Permission denied"));
  closeRemoteServers();
}

TEST(RemoteDaemon, aPortWhereNobodyListensIsRefused) {
  const test::SshServer server;
  if (!server.missing().empty()) GTEST_SKIP() << server.missing();
  EXPECT_THAT(errorOf([] { loaded("ssh://127.0.0.1:1/x.npz"); }), HasSubstr("refused"));
  EXPECT_THAT(errorOf([] { loaded("ssh://no-such-host.invalid/x.npz"); }),
              AllOf(HasSubstr("ssh://no-such-host.invalid/x.npz: "), HasSubstr("resolve")));
  closeRemoteServers();
}

}  // namespace remote_load_test
