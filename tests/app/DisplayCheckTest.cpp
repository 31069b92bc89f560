// The check of the display holds its connection: seen from a display server of its own.
#include "app/shell/DisplayCheck.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace display_check_test {

using testing::HasSubstr;
using testing::IsEmpty;

/// A display server that ends when its last client leaves.
class Server {
 public:
  Server() {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    m_process = fork();
    if (m_process == 0) {
      const std::string end = std::to_string(ends[1]);
      dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
      execlp("Xvfb", "Xvfb", "-displayfd", end.c_str(), "-terminate", "-nolisten", "tcp", nullptr);
      _exit(127);
    }
    close(ends[1]);
    char digit = 0;
    while (read(ends[0], &digit, 1) == 1 && digit != '\n') m_number += digit;
    close(ends[0]);
    EXPECT_FALSE(m_number.empty()) << "tests need Xvfb";
  }
  ~Server() {
    kill(m_process, SIGTERM);
    hasEnded(true);
  }
  std::string display() const { return ":" + m_number; }
  /// Waits for it when it should have.
  bool hasEnded(bool isExpected) {
    for (int k = 0; !m_hasEnded && k < (isExpected ? 500 : 30); ++k) {
      m_hasEnded = waitpid(m_process, nullptr, WNOHANG) == m_process;
      if (!m_hasEnded) usleep(10000);
    }
    return m_hasEnded;
  }

 private:
  std::string m_number;
  pid_t m_process = -1;
  bool m_hasEnded = false;
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
  { const app::DisplayCheck another; }
  EXPECT_FALSE(server.hasEnded(false)) << "it counts as a client, whoever else leaves";
  check.reset();
  EXPECT_TRUE(server.hasEnded(true));
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

}  // namespace display_check_test
