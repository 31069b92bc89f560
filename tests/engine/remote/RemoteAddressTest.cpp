// Addresses of files on other machines: what they mean, and what is never handed to ssh.
#include "engine/remote/RemoteAddress.h"

#include <gmock/gmock.h>

#include "tests/support/ErrorOf.h"

using namespace engine;
using test::errorOf;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace remote_address_test {

TEST(RemoteAddress, everyPartOfAnAddressIsFound) {
  EXPECT_EQ(parseRemoteAddress("ssh://ann@cluster.example.org:2222/data/heads.npz"),
            (RemoteAddress{"ann", "cluster.example.org", 2222, "/data/heads.npz"}));
  EXPECT_EQ(parseRemoteAddress("ssh://cluster/data/"), (RemoteAddress{"", "cluster", 0, "/data/"}));
  EXPECT_EQ(parseRemoteAddress("sftp://[fe80::1]:22/x"), (RemoteAddress{"", "fe80::1", 22, "/x"}));
}

TEST(RemoteAddress, withoutPathOrBehindATildeItIsInTheOwnFolder) {
  EXPECT_EQ(parseRemoteAddress("ssh://cluster").path, ".");
  EXPECT_EQ(parseRemoteAddress("ssh://cluster/~").path, ".");
  EXPECT_EQ(parseRemoteAddress("ssh://cluster/~/run/a.npy").path, "run/a.npy");
  EXPECT_EQ(parseRemoteAddress("ssh://cluster/").path, "/");
  EXPECT_THAT(errorOf([] { parseRemoteAddress("ssh://cluster/~bob/a.npy"); }), HasSubstr("folder of another user"));
}

TEST(RemoteAddress, textComesBack) {
  for (const char* text : {"ssh://a@b:22/c", "ssh://b", "ssh://b/~/c d/e", "ssh://[::1]:5/x", "ssh://b/100%25 of.npz",
                           "ssh://b/line%0Aend"})
    EXPECT_EQ(parseRemoteAddress(text).text(), text);
  EXPECT_EQ(parseRemoteAddress("ssh://b/a%20b").text(), "ssh://b/a b");
  EXPECT_EQ(parseRemoteAddress("ssh://b/50%").path, "/50%");
}

TEST(RemoteAddress, nothingThatCouldBeAnOptionOrACommandIsTakenAsAHost) {
  for (const char* text : {"ssh://-oProxyCommand=x/a", "ssh://a b/c", "ssh://a;b/c", "ssh://$(x)/c", "ssh:///a",
                           "ssh://", "ssh://a'b/c", "ssh://a%20b/c", "ssh://a,b/c", "ssh://a@-b/c"})
    EXPECT_THAT(errorOf([&] { parseRemoteAddress(text); }), HasSubstr("found the host")) << text;
  for (const char* text : {"ssh://-l@b/c", "ssh://a b@c/d", "ssh://@b/c", "ssh://a`b@c/d"})
    EXPECT_THAT(errorOf([&] { parseRemoteAddress(text); }), HasSubstr("found the user")) << text;
  for (const char* text : {"ssh://a:0/b", "ssh://a:65536/b", "ssh://a:/b", "ssh://a:2x/b", "ssh://a:99999999999/b"})
    EXPECT_THAT(errorOf([&] { parseRemoteAddress(text); }), HasSubstr("found the port")) << text;
  EXPECT_THAT(errorOf([] { parseRemoteAddress("ssh://a/b%00c"); }), HasSubstr("zero byte"));
  EXPECT_THAT(errorOf([] { parseRemoteAddress("/a/b"); }), HasSubstr("expected an address"));
}

TEST(RemoteAddress, aPasswordIsRefusedAndNotRepeated) {
  EXPECT_THAT(errorOf([] { parseRemoteAddress("ssh://ann:secret@host/x"); }),
              AllOf(HasSubstr("password"), Not(HasSubstr("secret"))));
}

TEST(RemoteAddress, pathsKeepAddressesAsTheyAre) {
  EXPECT_EQ(absolutePath("ssh://a/b").string(), "ssh://a/b");
  EXPECT_EQ(pathFrom("/home", "ssh://a/b").string(), "ssh://a/b");
  EXPECT_EQ(pathFrom("ssh://a/b", "c.npz").string(), "ssh://a/b/c.npz");
  EXPECT_EQ(pathFrom("/home", "c.npz").string(), "/home/c.npz");
  EXPECT_FALSE(isRemote("ssh:/a/b"));
  EXPECT_FALSE(isRemote("https://a/b"));
}

}  // namespace remote_address_test
