// Sessions that are opened: one beside another, begun anew, described while they are under way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QTest>
#include <algorithm>

#include "tests/support/Files.h"
#include "ui/session/Session.h"

namespace open_session_test {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

std::vector<std::string> idsOf(const ui::Document& document) {
  std::vector<std::string> ids;
  for (const engine::DatasetPtr& dataset : document.datasets()) ids.push_back(dataset->id);
  return ids;
}

std::vector<std::string> sourcesOf(const ui::SessionFile& file) {
  std::vector<std::string> ids;
  for (const ui::SessionFile::Source& source : file.sources) ids.push_back(source.id);
  return ids;
}

std::vector<std::string> outputsOf(const ui::SessionFile& file) {
  std::vector<std::string> ids;
  for (const engine::Request& request : file.requests) ids.push_back(request.output);
  return ids;
}

engine::Index numRows(const ui::Document& document, const std::string& id) {
  const engine::DatasetPtr dataset = document.find(id);
  const auto* alignment = dataset ? dataset->as<engine::Alignment>() : nullptr;
  return alignment ? alignment->numRows() : -1;
}

/// Two sessions of one alignment each, both with the id "query", and a profile of it, both with the id "p".
class TwoSessions : public testing::Test {
 protected:
  TwoSessions() {
    test::writeText(m_folder.path() / "three.a3m", ">a\nMKVLAWGCDE\n>b\nMRVLAWGCDD\n>c\nMKILSWG-DE\n");
    test::writeText(m_folder.path() / "two.a3m", ">a\nMKVLAWGCDE\n>b\nMRVLAWGCDD\n");
    for (const char* name : {"three", "two"})
      test::writeText(m_folder.path() / (std::string(name) + ".headlight"),
                      R"({"headlight-session": 1, "sources": [{"id": "query", "path": ")" + std::string(name) +
                          R"(.a3m"}], "requests": [{"operation": "profile", "inputs": ["query"], "output": "p"}],
                         "views": [{"view": "profile", "datasets": ["p"], "state": {"of": "query", "at": ["p.x", 1]}}],
                         "selection": {"layer": 2, "head": 1}, "window": {"state": "x"}})");
    QObject::connect(&session, &ui::Session::viewRequested, &session,
                     [this](const ui::ViewRequest& request) { views.push_back(request); });
    QObject::connect(&session, &ui::Session::message, &session, [this](ui::MessageKind kind, const QString& text) {
      if (kind != ui::MessageKind::information) complaints.push_back(text.toStdString());
    });
  }
  std::filesystem::path path(const std::string& name) const { return m_folder.path() / name; }
  bool waitIdle() {
    return QTest::qWaitFor([this] { return session.jobs().numActive() == 0; }, 20000);
  }

  test::TemporaryFolder m_folder;
  ui::Session session;
  std::vector<ui::ViewRequest> views;
  std::vector<std::string> complaints;
};

TEST_F(TwoSessions, viewsOfByProductsComeBack) {
  test::writeText(path("arrays.headlight"),
                  R"({"headlight-session": 1, "sources": [],
                      "requests": [{"operation": "attention dot", "inputs": [], "output": "dot"}],
                      "views": [{"view": "matrices", "datasets": ["dot.arrays"]}]})");
  session.openSession(path("arrays.headlight"));
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(complaints, ElementsAre());
  ASSERT_EQ(views.size(), 1U);
  EXPECT_THAT(views[0].datasets, ElementsAre("dot.arrays"));
  EXPECT_FALSE(session.isOpening());
}

TEST_F(TwoSessions, byProductsThatAreNotMadeHoldNothingUp) {
  test::writeText(path("arrays.headlight"),
                  R"({"headlight-session": 1, "sources": [],
                      "requests": [{"operation": "attention dot", "inputs": [], "output": "dot"}],
                      "views": [{"view": "matrices", "datasets": ["dot.nothing"]},
                                {"view": "attention", "datasets": ["dot"]}]})");
  session.openSession(path("arrays.headlight"));
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(complaints, ElementsAre("\"dot.nothing\" is not among the results of \"dot\"."));
  ASSERT_EQ(views.size(), 1U);
  EXPECT_THAT(views[0].datasets, ElementsAre("dot"));
  EXPECT_FALSE(session.isOpening());
}

TEST_F(TwoSessions, theSecondJoinsTheFirstUnderOtherIds) {
  session.openSession(path("three.headlight"));
  session.openSession(path("two.headlight"));  // before anything of the first has come
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(complaints, ElementsAre());
  EXPECT_THAT(idsOf(session.document()), ElementsAre("query", "p", "query-2", "p-2"));
  EXPECT_EQ(numRows(session.document(), "query"), 3);
  EXPECT_EQ(numRows(session.document(), "query-2"), 2);
  EXPECT_THAT(session.document().find("p-2")->provenance.request.inputs, ElementsAre("query-2"));
  ASSERT_EQ(views.size(), 2U);
  EXPECT_THAT(views[0].datasets, ElementsAre("p"));
  EXPECT_THAT(views[1].datasets, ElementsAre("p-2"));
  EXPECT_EQ(views[1].state["of"].toString(), QStringLiteral("query-2"));
  EXPECT_EQ(views[1].state["at"][0].toString(), QStringLiteral("p-2.x")) << "by-products are renamed too";
}

TEST_F(TwoSessions, theSecondKeepsOffTheSelectionAndTheWindowOfTheFirst) {
  std::vector<QJsonObject> windows;
  QObject::connect(&session, &ui::Session::sessionOpened, &session,
                   [&](const QJsonObject& window) { windows.push_back(window); });
  session.openSession(path("three.headlight"));
  ASSERT_TRUE(waitIdle());
  session.selection().setHead(0, 5);
  session.openSession(path("two.headlight"));
  ASSERT_TRUE(waitIdle());
  EXPECT_EQ(session.selection().head(), 5);
  ASSERT_EQ(windows.size(), 2U);
  EXPECT_FALSE(windows[0].isEmpty());
  EXPECT_TRUE(windows[1].isEmpty());
}

TEST_F(TwoSessions, aNewIdIsNoneThatTheSameFileUsesFurtherOn) {
  test::writeText(path("numbered.headlight"), R"({"headlight-session": 1, "sources": [
      {"id": "query", "path": "two.a3m"}, {"id": "query-2", "path": "three.a3m"}]})");
  engine::Progress none;
  session.openSessionAndWait(path("three.headlight"), none);
  session.openSessionAndWait(path("numbered.headlight"), none);
  EXPECT_THAT(idsOf(session.document()), ElementsAre("query", "p", "query-2", "query-2-2"));
  EXPECT_EQ(numRows(session.document(), "query-2"), 2);
}

TEST_F(TwoSessions, theSecondJoinsTheFirstWhenWaitedForToo) {
  engine::Progress none;
  session.openSessionAndWait(path("three.headlight"), none);
  session.openSessionAndWait(path("two.headlight"), none);
  EXPECT_THAT(idsOf(session.document()), ElementsAre("query", "p", "query-2", "p-2"));
  EXPECT_EQ(numRows(session.document(), "query"), 3);
}

TEST_F(TwoSessions, aFileWaitsForNoIdThatASessionIsBringing) {
  std::filesystem::rename(path("two.a3m"), path("query.a3m"));
  session.openFiles({QString::fromStdString(path("query.a3m").string())});
  session.openSession(path("three.headlight"));
  ASSERT_TRUE(waitIdle());
  EXPECT_EQ(session.document().datasets().size(), 3U);
  EXPECT_EQ(numRows(session.document(), "query"), 3);
}

TEST_F(TwoSessions, whatIsUnderWayIsDescribedAndReopens) {
  session.openSession(path("three.headlight"));
  const ui::SessionFile begun = session.describe();
  EXPECT_THAT(sourcesOf(begun), ElementsAre("query"));
  EXPECT_THAT(outputsOf(begun), ElementsAre("p"));
  ASSERT_EQ(begun.views.size(), 1U);
  EXPECT_EQ(begun.selection["layer"].toInt(), 2);
  ui::writeSessionFile(begun, path("begun.headlight"));
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(outputsOf(session.describe()), ElementsAre("p"));
  EXPECT_TRUE(session.describe().views.empty()) << "views that are open are the caller's";
  ui::Session other;
  engine::Progress none;
  other.openSessionAndWait(path("begun.headlight"), none);
  EXPECT_EQ(idsOf(other.document()), idsOf(session.document()));
}

TEST_F(TwoSessions, whatAResultWasMadeFromIsDescribedThoughItWasRemoved) {
  engine::Progress none;
  session.openSessionAndWait(path("three.headlight"), none);
  session.document().remove("query");
  EXPECT_EQ(session.document().freeId("query"), "query-2") << "it may come back";
  const ui::SessionFile file = session.describe();
  EXPECT_THAT(sourcesOf(file), ElementsAre("query"));
  ui::writeSessionFile(file, path("again.headlight"));
  EXPECT_NO_THROW(ui::readSessionFile(path("again.headlight")));
  session.document().remove("p");
  EXPECT_THAT(sourcesOf(session.describe()), ElementsAre()) << "nothing needs it any more";
  EXPECT_THAT(outputsOf(session.describe({"p"})), ElementsAre("p")) << "a view does";
}

TEST_F(TwoSessions, aRequestStandsBehindItsInputsInWhateverOrderTheyCame) {
  engine::Progress none;
  session.openSessionAndWait(path("three.headlight"), none);
  ASSERT_TRUE(session.run({"profile", {"query"}, {}, "q"}));
  ASSERT_TRUE(waitIdle());
  ASSERT_TRUE(session.run({"align", {"q", "q"}, {}, "p"}));  // in the place of the profile, before q
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(outputsOf(session.describe()), ElementsAre("q", "p"));
}

TEST_F(TwoSessions, clearedSessionsDeliverNothingMore) {
  session.openSession(path("three.headlight"));
  session.openFiles({QString::fromStdString(path("two.a3m").string())});
  EXPECT_FALSE(session.isEmpty());
  session.clear();
  EXPECT_TRUE(session.isEmpty());
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(idsOf(session.document()), ElementsAre());
  EXPECT_THAT(complaints, ElementsAre());
  EXPECT_EQ(session.document().freeId("query"), "query");
  session.openSession(path("two.headlight"));
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(idsOf(session.document()), ElementsAre("query", "p"));
}

TEST_F(TwoSessions, twoRunsUnderWayHaveIdsOfTheirOwn) {
  engine::Progress none;
  session.openSessionAndWait(path("three.headlight"), none);
  for (const char* expected : {"q", "q-2"}) {
    const std::string id = session.document().freeId("q");
    EXPECT_EQ(id, expected);
    ASSERT_TRUE(session.run({"profile", {"query"}, {}, id}));
  }
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(idsOf(session.document()), UnorderedElementsAre("query", "p", "q", "q-2"));
  ASSERT_TRUE(session.run({"profile", {"query"}, {}, "fails"}));
  session.jobs().cancelAll();
  EXPECT_EQ(session.document().freeId("fails"), "fails");
}

TEST_F(TwoSessions, nativeWorkRunsBesideADevice) {
  engine::Progress none;
  session.openSessionAndWait(path("three.headlight"), none);
  session.chooseDevice("opencl");
  ASSERT_TRUE(waitIdle());
  ASSERT_NE(session.compute().device, nullptr);
  const ui::Job* job = session.run({"profile", {"query"}, {}, "q"});
  ASSERT_TRUE(job);
  EXPECT_TRUE(job->device().contains(QStringLiteral("native"))) << job->device().toStdString();
  ASSERT_TRUE(waitIdle());
  EXPECT_EQ(session.document().find("q")->provenance.device, "native CPU");
}

}  // namespace open_session_test
