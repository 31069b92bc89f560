// A step whose training is stored: shown at once, run by its button, followed while it runs, stopped.
#include <gmock/gmock.h>

#include <QPushButton>
#include <QSignalSpy>

#include "engine/io/FileContent.h"
#include "engine/operations/Operation.h"
#include "engine/report/Export.h"
#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/StepStage.h"

namespace stored_run_test {

using test::OpenLesson;

class StoredTraining : public OpenLesson {
 protected:
  /// Stores the results of `steps` steps; the lesson trains as long.
  void openTraining(std::int64_t steps) {
    engine::ParameterValues values;
    values.set("steps", steps);
    values.set("judged", std::int64_t{16});
    values.set("checkpoint", std::int64_t{2});
    values.set("batch", std::int64_t{2});
    values.set("stop", std::int64_t{4});
    write(values);
    const std::string text =
        "---\nheadlight-lesson: 1\nid: tiny\ntitle: Tiny\ngoal: Say it.\nminutes: 3\n---\n\n## One {#one}\n\n"
        "There were {max(steps)} steps.\n\n```run\ntrain seq2seq\nset judged=16 checkpoint=2 batch=2 stop=4 steps=" +
        std::to_string(steps) +
        "\nout steps loss exact checkpoints maps\nstored trained\n```\n\n"
        "```picture curve\ntraining\nof steps loss exact checkpoints maps\n```\n\n## Two {#two}\n\nNothing runs "
        "here.\n";
    engine::writeFileWhole(folder.path() / "tiny.md", text);
    open(folder.path() / "tiny.md");
  }
  void write(const engine::ParameterValues& values) {
    std::filesystem::create_directory(folder.path() / "trained");
    engine::Diagnostics diagnostics;
    engine::Progress none;
    for (const engine::Dataset& result :
         engine::findOperation("train seq2seq").run({}, values, {nullptr, 1}, diagnostics, none))
      engine::exportDataset(result, folder.path() / "trained" / (result.id.text() + ".npz"));
  }
  QPushButton* button() { return player->page()->stage().run(); }
  double lastStep() {
    const auto& steps = std::get<engine::LessonArray>(*player->page()->reading()->values->find("steps"));
    return steps[steps.size() - 1];
  }
};

TEST_F(StoredTraining, isShownAtOnceAndRunByItsButtonOrKey) {
  openTraining(4);
  ASSERT_TRUE(button());
  EXPECT_EQ(button()->text(), QStringLiteral("Train encoder and decoder"));
  EXPECT_EQ(lastStep(), 4);
  EXPECT_EQ(player->page()->reading()->numbers.front(), QStringLiteral("4"));
  QSignalSpy shown(player.get(), &ui::LessonPlayer::shown);
  QTest::mouseClick(button(), Qt::LeftButton);
  ASSERT_TRUE(rest());
  EXPECT_GE(shown.count(), 1);
  shown.clear();
  player->setFocus();
  key(Qt::Key_T);
  ASSERT_TRUE(rest());
  EXPECT_GE(shown.count(), 1);
  EXPECT_EQ(lastStep(), 4);
  player->goTo(1);
  ASSERT_TRUE(rest());
  EXPECT_FALSE(button()) << "nothing is stored in the second step";
  key(Qt::Key_T);
  EXPECT_TRUE(rest());
}

TEST_F(StoredTraining, isFollowedWhileItRunsAndStoppedWhereItIs) {
  openTraining(4);
  // The same lesson, but it trains for as long as one likes.
  QFile file(QString::fromStdString((folder.path() / "tiny.md").string()));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray text = file.readAll().replace("stop=4 steps=4", "steps=100000");
  engine::writeFileWhole(folder.path() / "long.md", text.toStdString());
  ui::LessonTarget target;
  target.isRunHere = true;
  player->open(QString::fromStdString((folder.path() / "long.md").string()), target);
  ASSERT_TRUE(QTest::qWaitFor([&] { return player->page() && player->page()->reading() && lastStep() >= 6; },
                              test::kLessonPatience))
      << message().toStdString();
  EXPECT_EQ(button()->text(), QStringLiteral("Stop"));
  EXPECT_FALSE(player->isAtRest());
  QTest::mouseClick(button(), Qt::LeftButton);
  ASSERT_TRUE(rest());
  EXPECT_EQ(button()->text(), QStringLiteral("Train encoder and decoder"));
  const double kept = lastStep();
  EXPECT_GE(kept, 6);
  EXPECT_LT(kept, 100000);
  // It stays when the step is computed again.
  player->goTo(1);
  ASSERT_TRUE(rest());
  player->goTo(0);
  ASSERT_TRUE(rest());
  EXPECT_EQ(lastStep(), kept);
}

TEST_F(StoredTraining, resetGoesBackToWhatIsStored) {
  openTraining(4);
  QTest::mouseClick(button(), Qt::LeftButton);
  ASSERT_TRUE(rest());
  player->resetStep();
  ASSERT_TRUE(rest());
  EXPECT_EQ(lastStep(), 4);
  EXPECT_EQ(button()->text(), QStringLiteral("Train encoder and decoder"));
}

}  // namespace stored_run_test
