// The check of the display holds its connection: seen from a display server made of one socket.
#include "app/shell/DisplayCheck.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Listens where display servers do, under a number that none has.
class Server {
 public:
  Server() : m_number(std::to_string(100000 + getpid())) {
    const std::string path = std::string(1, '\0') + "/tmp/.X11-unix/X" + m_number;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    m_socket = socket(AF_UNIX, SOCK_STREAM, 0);
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    EXPECT_EQ(bind(m_socket, reinterpret_cast<const sockaddr*>(&address), length), 0);
    EXPECT_EQ(listen(m_socket, 1), 0);
  }
  ~Server() {
    if (m_client >= 0) close(m_client);
    close(m_socket);
  }
  std::string display() const { return ":" + m_number; }
  void acceptClient() { m_client = accept(m_socket, nullptr, nullptr); }
  /// Has the client hung up? Waits up to a second for it when it should have.
  bool isClientGone(bool isExpected) const {
    pollfd watched{m_client, POLLIN | POLLHUP, 0};
    return poll(&watched, 1, isExpected ? 1000 : 0) > 0;
  }

 private:
  std::string m_number;
  int m_socket = -1, m_client = -1;
};

/// The environment of the program, put back afterwards.
class DisplayCheckTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"DISPLAY", "QT_QPA_PLATFORM"}) {
      const char* value = std::getenv(name);
      m_before.emplace_back(name, value ? std::optional<std::string>(value) : std::nullopt);
      unsetenv(name);
    }
  }
  void TearDown() override {
    for (const auto& [name, value] : m_before) value ? setenv(name, value->c_str(), 1) : unsetenv(name);
  }

 private:
  std::vector<std::pair<const char*, std::optional<std::string>>> m_before;
};

TEST_F(DisplayCheckTest, theConnectionLastsAsLongAsTheCheck) {
  Server server;
  setenv("DISPLAY", server.display().c_str(), 1);
  std::optional<app::DisplayCheck> check(std::in_place);
  EXPECT_THAT(check->missing(), IsEmpty());
  server.acceptClient();
  EXPECT_FALSE(server.isClientGone(false)) << "a server that resets now would turn Qt away";
  check.reset();
  EXPECT_TRUE(server.isClientGone(true));
}

TEST_F(DisplayCheckTest, theNumberOfTheScreenIsNoPartOfTheSocket) {
  Server server;
  setenv("DISPLAY", (server.display() + ".0").c_str(), 1);
  EXPECT_THAT(app::DisplayCheck().missing(), IsEmpty());
}

TEST_F(DisplayCheckTest, whatIsMissingIsSaid) {
  EXPECT_THAT(app::DisplayCheck().missing(), HasSubstr("DISPLAY is not set"));
  for (const char* display : {":98765", "nonsense", ":"}) {
    setenv("DISPLAY", display, 1);
    EXPECT_THAT(app::DisplayCheck().missing(), HasSubstr(std::string("\"") + display + "\" (DISPLAY) does not answer"));
  }
}

TEST_F(DisplayCheckTest, otherPlatformsAndOtherMachinesAreLeftToQt) {
  setenv("DISPLAY", "far-away:0", 1);
  EXPECT_THAT(app::DisplayCheck().missing(), IsEmpty());
  unsetenv("DISPLAY");
  setenv("QT_QPA_PLATFORM", "offscreen", 1);
  EXPECT_THAT(app::DisplayCheck().missing(), IsEmpty());
}

}  // namespace
