// Commands on files of a server, through the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/Program.h"
#include "tests/support/SshServer.h"

namespace remote_command_test {

using test::ProgramRun;
using test::runProgram;
using testing::AllOf;
using testing::HasSubstr;

class RemoteCommands : public testing::Test {
 protected:
  void SetUp() override {
    if (test::sftpServerProgram().empty()) GTEST_SKIP() << "there is no sftp-server here (openssh-sftp-server)";
    m_ssh = std::make_unique<test::SshScript>("exec " + test::sftpServerProgram());
  }
  std::string address(const std::filesystem::path& path) const { return "ssh://host" + path.string(); }

  test::TemporaryFolder folder;

 private:
  std::unique_ptr<test::SshScript> m_ssh;
};

TEST_F(RemoteCommands, infoTellsOfAFileOfAServerWhatItTellsOfALocalOne) {
  const auto path = test::sampleFile("lactate.a3m");
  const ProgramRun local = runProgram({"info", path.string()}), remote = runProgram({"info", address(path)});
  ASSERT_EQ(remote.exitCode, 0) << remote.errors;
  EXPECT_EQ(remote.output.substr(address(path).size()), local.output.substr(path.string().size()));
}

TEST_F(RemoteCommands, infoListsAFolder) {
  test::writeText(folder.path() / "a.fasta", ">a\nACD\n");
  std::filesystem::create_directory(folder.path() / "sub");
  const ProgramRun text = runProgram({"info", address(folder.path())});
  EXPECT_EQ(text.output, address(folder.path()) + ": folder\n      folder  sub/\n     7 bytes  a.fasta\n")
      << text.errors;
  const ProgramRun json = runProgram({"info", "--json", address(folder.path())});
  const auto entries = nlohmann::json::parse(json.output)["files"][0]["entries"];
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[1]["name"], "a.fasta");
  EXPECT_EQ(entries[1]["bytes"], 7);
}

TEST_F(RemoteCommands, operationsTakeFilesOfAServerAndWriteHere) {
  const std::string out = (folder.path() / "lactate.hhm").string();
  const ProgramRun run = runProgram({"profile", address(test::sampleFile("lactate.a3m")), "--out", out, "--quiet"});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_TRUE(std::filesystem::exists(out));
  const ProgramRun away = runProgram({"profile", out, "--out", address(folder.path() / "x.hhm")});
  EXPECT_EQ(away.exitCode, 1);
  EXPECT_THAT(away.errors, HasSubstr("only read"));
}

TEST_F(RemoteCommands, whatIsWrongWithAnAddressIsSaidBeforeAWindowOpens) {
  const ProgramRun run = runProgram({"ssh://-oProxyCommand=x/a.npz"});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("found the host"));
}

TEST(RemoteCommandsWithoutServer, whatSshSaysEndsInOneSentence) {
  const test::SshScript ssh("echo 'ssh: connect to host cluster port 22: Connection refused' >&2\nexit 255");
  const ProgramRun run = runProgram({"info", "ssh://cluster/a.npz"});
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_EQ(
      run.errors,
      "headlight: ssh://cluster/a.npz: cluster: ssh says: ssh: connect to host cluster port 22: Connection refused\n");
}

}  // namespace remote_command_test
