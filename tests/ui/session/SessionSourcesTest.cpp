// What a session file may name as a source: files of data, nothing that waits, never ends or is the session itself.
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QTest>

#include "tests/support/Files.h"
#include "ui/session/Session.h"

namespace session_sources_test {

using testing::ElementsAre;
using testing::HasSubstr;

class SessionSources : public ::testing::Test {
 protected:
  /// All errors told when the window opens a session with this source and a view of it; the same error must end the
  /// command line's way of opening.
  std::vector<std::string> errorsOfOpening(const std::string& source, const std::string& requests = "") const {
    const std::string path = (folder.path() / "s.headlight").string();
    test::writeText(path, R"({"headlight-session": 1, "sources": [{"id": "x", "path": ")" + source +
                              R"("}], "requests": [)" + requests +
                              R"(], "views": [{"view": "alignment", "datasets": ["x"]}]})");
    std::vector<std::string> errors;
    ui::Session session;
    QObject::connect(&session, &ui::Session::message, &session, [&](ui::MessageKind kind, const QString& text) {
      if (kind == ui::MessageKind::error) errors.push_back(text.toStdString());
    });
    session.openFiles({QString::fromStdString(path)});
    EXPECT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 20000));
    EXPECT_EQ(session.document().datasets().size(), requests.empty() ? 0U : 1U);

    engine::Progress progress;
    try {
      ui::Session waiting;
      waiting.openSessionAndWait(path, progress);
      ADD_FAILURE() << "opened " << source;
    } catch (const engine::Error& error) {
      EXPECT_THAT(errors, ElementsAre(error.what()));
    }
    return errors;
  }

  test::TemporaryFolder folder;
};

TEST_F(SessionSources, aPipeIsRefusedBeforeItIsOpened) {
  ASSERT_EQ(mkfifo((folder.path() / "pipe.a3m").c_str(), 0600), 0);
  EXPECT_THAT(errorsOfOpening("pipe.a3m"), ElementsAre(HasSubstr("pipe.a3m: found a pipe")));
}

TEST_F(SessionSources, aDeviceIsRefused) {
  EXPECT_THAT(errorsOfOpening("/dev/zero"), ElementsAre(HasSubstr("/dev/zero: found a device")));
}

TEST_F(SessionSources, aLinkToADeviceIsRefused) {
  std::filesystem::create_symlink("/dev/zero", folder.path() / "zero.a3m");
  EXPECT_THAT(errorsOfOpening("zero.a3m"), ElementsAre(HasSubstr("found a device")));
}

TEST_F(SessionSources, aFolderIsRefused) {
  EXPECT_THAT(errorsOfOpening("."), ElementsAre(HasSubstr("is a folder without weights")));
}

TEST_F(SessionSources, theSessionItselfIsRefused) {
  EXPECT_THAT(errorsOfOpening("s.headlight"), ElementsAre(HasSubstr("s.headlight: found a session")));
}

TEST_F(SessionSources, anotherSessionIsRefused) {
  EXPECT_THAT(errorsOfOpening("other.headlight"), ElementsAre(HasSubstr("other.headlight: found a session")));
}

TEST_F(SessionSources, aPipeIsRefusedAsAParameterOfARequest) {
  ASSERT_EQ(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  test::writeText(folder.path() / "x.a3m", ">a\nACDEF\n");
  const std::string request =
      R"({"operation": "profile", "inputs": ["x"], "output": "y", "parameters": {"context": ")" +
      (folder.path() / "pipe").string() + R"("}})";
  EXPECT_THAT(errorsOfOpening("x.a3m", request), ElementsAre(HasSubstr("pipe: found a pipe as \"Context library\"")));
}

TEST_F(SessionSources, aPipeIsNoSession) {
  const std::string path = (folder.path() / "pipe.headlight").string();
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  ui::Session session;
  engine::Progress progress;
  EXPECT_THAT(
      [&] { session.openSession(path); },
      testing::ThrowsMessage<engine::Error>(HasSubstr("pipe.headlight: found a pipe, expected a session file")));
  EXPECT_THROW(session.openSessionAndWait(path, progress), engine::Error);
}

}  // namespace session_sources_test
