// What ssh is started with.
#include <gmock/gmock.h>

#include "engine/remote/RemoteSettings.h"
#include "engine/remote/SshProcess.h"

using namespace engine;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

namespace ssh_arguments_test {

TEST(SshArguments, theHostStandsBehindTheEndOfOptionsAndThePathNowhere) {
  const auto arguments = sshArguments({"ann", "cluster", 2222, "/a $(b)"});
  ASSERT_GE(arguments.size(), 4U);
  EXPECT_EQ(std::vector<std::string>(arguments.end() - 8, arguments.end()),
            (std::vector<std::string>{"-l", "ann", "-p", "2222", "-s", "--", "cluster", "sftp"}));
  EXPECT_THAT(arguments, Not(Contains(HasSubstr("$("))));
}

TEST(SshArguments, nobodyIsAskedAndNothingIsForwardedUnlessSomebodyCanAnswer) {
  EXPECT_THAT(sshArguments({"", "cluster", 0, "/"}), AllOf(Contains("-oBatchMode=yes"), Contains("-a"), Contains("-x"),
                                                           Contains("-oClearAllForwardings=yes")));
  remoteSettings().asking = RemoteSettings::Asking::terminal;
  EXPECT_THAT(sshArguments({"", "cluster", 0, "/"}), Contains("-oBatchMode=no"));
  remoteSettings().asking = RemoteSettings::Asking::nobody;
}

}  // namespace ssh_arguments_test
