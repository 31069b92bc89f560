// Alignments that were edited by hand: what is stale then, computed again, and kept in session files.
#include <gmock/gmock.h>

#include <QTest>

#include "engine/alignment/MakeEdits.h"
#include "engine/io/EditDataset.h"
#include "engine/io/EditText.h"
#include "tests/support/Files.h"
#include "ui/session/Session.h"

namespace edited_session_test {

using testing::ElementsAre;
using testing::HasSubstr;

class EditedSession : public testing::Test {
 protected:
  void SetUp() override {
    test::writeText(folder.path() / "a.a3m", ">a\nMKVLAWGCDE\n>b\nMRVLAWGCDD\n>c\nMKILSWG-DE\n");
    test::writeText(folder.path() / "s.headlight", R"({
      "headlight-session": 1,
      "sources": [{"id": "a", "path": "a.a3m"}, {"id": "b", "path": "a.a3m"}],
      "requests": [{"operation": "profile", "inputs": ["a"], "output": "pa"},
                   {"operation": "profile", "inputs": ["b"], "output": "pb"},
                   {"operation": "align", "inputs": ["pa", "pb"], "output": "ab"}],
      "views": []})");
    engine::Progress progress;
    session.openSessionAndWait(folder.path() / "s.headlight", progress);
    ASSERT_NE(session.document().find("ab"), nullptr);
  }
  engine::DatasetPtr find(const std::string& id) { return session.document().find(id); }
  /// Types a tryptophan; what takes it back.
  engine::EditedDataset edit(engine::Index column) {
    const engine::DatasetPtr before = find("a");
    engine::EditedDataset edited =
        engine::edited(*before, engine::setLetter(*before->as<engine::Alignment>(), 1, column, 17));
    session.document().publish(std::make_shared<const engine::Dataset>(edited.dataset));
    return edited;
  }
  std::vector<std::string> staleIds() {
    std::vector<std::string> ids;
    for (const engine::DatasetPtr& dataset : session.document().datasets())
      if (session.document().isStale(*dataset)) ids.push_back(dataset->id);
    return ids;
  }
  bool waitIdle() {
    return QTest::qWaitFor([this] { return session.jobs().numActive() == 0 && !session.isOpening(); }, 20000);
  }

  test::TemporaryFolder folder;
  ui::Session session;
};

TEST_F(EditedSession, whatWasComputedFromAnEditedAlignmentIsStaleUntilTheEditIsTakenBack) {
  EXPECT_THAT(staleIds(), ElementsAre());
  const engine::DatasetPtr before = find("a");
  edit(0);
  EXPECT_THAT(staleIds(), ElementsAre("pa", "ab"));
  session.document().publish(before);
  EXPECT_THAT(staleIds(), ElementsAre());
}

TEST_F(EditedSession, computingAgainBeginsWithTheOldestStaleOne) {
  edit(0);
  session.computeAgain("ab");
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(staleIds(), ElementsAre());
  EXPECT_NE(find("pa")->provenance.version, 0u);
  EXPECT_EQ(find("pb")->provenance.version, 0u);
  edit(1);
  session.computeAgain("pa");
  ASSERT_TRUE(waitIdle());
  EXPECT_THAT(staleIds(), ElementsAre("ab")) << "another profile than it was computed from";
}

TEST_F(EditedSession, editsAreInTheSessionFileAndDoneAgain) {
  edit(0);
  edit(3);
  const auto path = folder.path() / "copy.headlight";
  ui::writeSessionFile(session.describe(), path);
  for (const bool isWaited : {true, false}) {
    ui::Session other;
    engine::Progress progress;
    isWaited ? other.openSessionAndWait(path, progress) : other.openSession(path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return other.document().find("ab") != nullptr; }, 20000));
    EXPECT_EQ(*other.document().find("a")->as<engine::Alignment>(), *find("a")->as<engine::Alignment>());
    EXPECT_NE(*other.document().find("b")->as<engine::Alignment>(), *find("a")->as<engine::Alignment>());
    EXPECT_FALSE(other.document().isStale(*other.document().find("ab")));
    EXPECT_EQ(ui::sessionText(other.describe(), folder.path()), ui::sessionText(session.describe(), folder.path()));
  }
}

TEST_F(EditedSession, anEditThatIsTakenBackIsForgottenWithTheOneThatTookItBack) {
  const engine::AlignmentEdit first = engine::setLetter(*find("a")->as<engine::Alignment>(), 1, 0, 17);
  const engine::EditedDataset after = edit(0);
  const engine::EditedDataset back = engine::edited(after.dataset, after.back, engine::editText(first));
  EXPECT_TRUE(back.dataset.provenance.edits.empty());
  const engine::EditedDataset other = engine::edited(after.dataset, after.back, "another");
  EXPECT_EQ(other.dataset.provenance.edits.size(), 2u);
}

TEST_F(EditedSession, editsThatDoNotFitTheFileAnyMoreAreAWarning) {
  edit(9);
  const auto path = folder.path() / "copy.headlight";
  ui::writeSessionFile(session.describe(), path);
  test::writeText(folder.path() / "a.a3m", ">a\nMKV\n>b\nMRV\n");
  ui::Session other;
  std::vector<std::string> warnings;
  QObject::connect(&other, &ui::Session::message, &other,
                   [&](ui::MessageKind, const QString& text) { warnings.push_back(text.toStdString()); });
  engine::Progress progress;
  other.openSessionAndWait(path, progress);
  EXPECT_THAT(warnings, testing::Contains(HasSubstr("do not fit")));
  ASSERT_NE(other.document().find("a"), nullptr);
  EXPECT_EQ(other.document().find("a")->as<engine::Alignment>()->numColumns, 3);
}

}  // namespace edited_session_test
