// Servers that are not there, refuse, stop in the middle, are silent or talk of other things.
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "engine/base/CancelOnly.h"
#include "engine/remote/RemoteFile.h"
#include "engine/remote/RemoteServer.h"
#include "engine/remote/RemoteSettings.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/SshServer.h"

using namespace engine;
using test::errorOf;
using test::SshScript;
using testing::AllOf;
using testing::HasSubstr;

namespace remote_failures_test {

class RemoteFailures : public testing::Test {
 protected:
  void SetUp() override { remoteSettings().connectSeconds = remoteSettings().answerSeconds = 1; }
  void TearDown() override {
    closeRemoteServers();
    remoteSettings() = {};
  }
  static std::string opened() {
    return errorOf([] { openRemoteFile({"ann", "cluster", 2222, "/data/heads.npz"}); });
  }
  static constexpr const char* kFile = "ssh://ann@cluster:2222/data/heads.npz: ";
};

/// Of sh, which prints a packet with the version of SFTP.
constexpr const char* kVersion = "printf '\\000\\000\\000\\005\\002\\000\\000\\000\\003'\n";

TEST_F(RemoteFailures, whatSshSaysIsPassedOnWithFileAndServer) {
  for (const char* said : {"ssh: Could not resolve hostname cluster: Name or service not known",
                           "ssh: connect to host cluster port 2222: Connection refused",
                           "ann@cluster: Permission denied (publickey).", "Host key verification failed."}) {
    const SshScript ssh("echo '" + std::string(said) + "' >&2\nexit 255");
    EXPECT_EQ(opened(), std::string(kFile) + "ann@cluster:2222: ssh says: " + said);
    closeRemoteServers();
  }
}

TEST_F(RemoteFailures, anEndWithoutAWordSaysTheExitCode) {
  const SshScript ssh("exit 3");
  EXPECT_THAT(opened(), AllOf(HasSubstr(kFile), HasSubstr("ended without a word (exit code 3)")));
}

TEST_F(RemoteFailures, withoutSshThereIsASentenceThatNamesThePackage) {
  const test::Setting none("HEADLIGHT_SSH", "no-such-program-anywhere");
  EXPECT_THAT(opened(), AllOf(HasSubstr(kFile), HasSubstr("no-such-program-anywhere was not found"),
                              HasSubstr("openssh-client")));
}

TEST_F(RemoteFailures, aShellThatGreetsIsQuoted) {
  const SshScript ssh("echo 'Welcome to the cluster!'\nexec sleep 60");
  EXPECT_THAT(opened(), AllOf(HasSubstr("Welcome to the cluster!"), HasSubstr("expected SFTP")));
}

TEST_F(RemoteFailures, rubbishOfAnyKindIsAnError) {
  for (const char* bytes :
       {"\\000\\377\\377\\377\\002", "\\000\\000\\000\\000\\000", "\\000\\000\\000\\005\\145\\000\\000\\000\\003",
        "\\000\\000\\000\\005\\002\\000\\000\\000\\001"}) {
    const SshScript ssh("printf '" + std::string(bytes) + "'\nexec sleep 60");
    EXPECT_THAT(opened(), AllOf(HasSubstr(kFile), HasSubstr("SFTP"))) << bytes;
    closeRemoteServers();
  }
}

TEST_F(RemoteFailures, anAnswerThatIsCutOffIsAnError) {
  // Attributes of request 1 that promise a size.
  const SshScript ssh(
      std::string(kVersion) +
      "printf '\\000\\000\\000\\013\\151\\000\\000\\000\\001\\000\\000\\000\\001\\000\\000'\nexec sleep 60");
  EXPECT_THAT(opened(), HasSubstr("cut off"));
}

TEST_F(RemoteFailures, anAnswerToWhatNobodyAskedIsAnError) {
  const SshScript ssh(std::string(kVersion) + "printf '\\000\\000\\000\\005\\146\\000\\000\\000\\142'\nexec sleep 60");
  EXPECT_THAT(opened(), HasSubstr("nobody asked"));
}

TEST_F(RemoteFailures, aServerThatGoesInTheMiddleOfAnAnswerIsAnError) {
  const SshScript ssh(std::string(kVersion) + "printf '\\000\\000\\001\\000\\151'\nhead -c 9 >/dev/null");
  EXPECT_THAT(opened(), AllOf(HasSubstr(kFile), HasSubstr("ended without a word")));
}

TEST_F(RemoteFailures, silenceEndsWithTheTimeThatIsGivenForAnAnswer) {
  const SshScript first("exec sleep 60");
  EXPECT_THAT(opened(), HasSubstr("no answer within 1 s"));
  closeRemoteServers();
  const SshScript second(std::string(kVersion) + "exec sleep 60");
  EXPECT_THAT(opened(), HasSubstr("no answer within 1 s"));
}

TEST_F(RemoteFailures, waitingEndsWhenTheWorkIsCancelled) {
  remoteSettings().connectSeconds = 3600;
  const SshScript ssh("exec sleep 60");
  class Stop : public Progress {
   public:
    bool cancelled() const override { return stop; }
    std::atomic<bool> stop = false;
  } progress;
  std::atomic<bool> wasCancelled = false;
  std::thread thread([&] {
    const Waiting waiting(progress);
    try {
      openRemoteFile({"", "cluster", 0, "/x"});
    } catch (const Cancelled&) {
      wasCancelled = true;
    }
  });
  progress.stop = true;
  thread.join();
  EXPECT_TRUE(wasCancelled);
}

TEST_F(RemoteFailures, wordsOfAServerCannotSteerATerminal) {
  const SshScript ssh("printf 'bad \\033[31m words\\n' >&2\nexit 1");
  EXPECT_THAT(opened(), AllOf(HasSubstr("words"), testing::Not(HasSubstr("\x1b"))));
}

}  // namespace remote_failures_test
