// Markdown of lessons: what is taken out of it, what stays.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/lessons/LessonProgress.h"
#include "ui/lessons/text/LessonMarkdown.h"
#include "ui/lessons/text/ProseView.h"

namespace {

ui::LessonMarkdown read(const std::string& text) {
  engine::LessonProblems problems;
  return ui::readLessonMarkdown({text, {10, 1}}, problems);
}

}  // namespace

TEST(LessonMarkdown, takesNumbersMarksAndFormulasOut) {
  const ui::LessonMarkdown prose = read("Turn [the question](mark:Q[f(1), 2]) to {A[1,1]:.2}: $x_1$ and $$y$$ end.");
  ASSERT_EQ(prose.numbers.size(), 1u);
  EXPECT_EQ(prose.numbers[0].number.expression.text(), "A[1,1]");
  EXPECT_EQ(prose.numbers[0].number.format, ".2");
  ASSERT_EQ(prose.formulas.size(), 2u);
  EXPECT_EQ(prose.formulas[0].tex, "x_1");
  EXPECT_FALSE(prose.formulas[0].isDisplayed);
  EXPECT_TRUE(prose.formulas[1].isDisplayed);
  EXPECT_FALSE(prose.markdown.contains(u'$'));
  EXPECT_TRUE(prose.markdown.contains(QStringLiteral("[the question](mark:")));
}

TEST(LessonMarkdown, leavesCodeMoneyAndEscapesAlone) {
  const QString text = QStringLiteral("`{A}` costs $5 and $ 6, \\$x$, \\{A}");
  EXPECT_EQ(read(text.toStdString()).markdown, text);
  EXPECT_EQ(read("").markdown, QString());
}

TEST(LessonMarkdown, saysInWhichLineAndColumnSomethingIsWrong) {
  engine::LessonProblems problems;
  ui::readLessonMarkdown({"one\ntwo {A[1:.2}", {10, 1}}, problems);
  ASSERT_FALSE(problems.sorted().empty());
  EXPECT_EQ(problems.sorted()[0].place.line, 11);
}

TEST(ProseView, putsNumbersIntoTheirPlacesAndOthersLater) {
  ui::ProseView view;
  view.setProse(read("From **{a}** to {b:.1}, the end."), {});
  view.setNumbers({QStringLiteral("1"), QStringLiteral("22")});
  EXPECT_EQ(view.toPlainText(), QStringLiteral("From 1 to 22, the end."));
  view.setNumbers({QStringLiteral("333"), QStringLiteral("4")});
  EXPECT_EQ(view.toPlainText(), QStringLiteral("From 333 to 4, the end."));
  EXPECT_EQ(view.accessibleName(), QStringLiteral("From 333 to 4, the end."));
}

TEST(ProseView, isAsHighAsItsTextInAnyWidth) {
  ui::ProseView view;
  view.setProse(read("Exponentials make everything positive; dividing by their sum makes shares."), {});
  EXPECT_GT(view.heightForWidth(120), view.heightForWidth(600));
}

TEST(ProseView, dragsTheNumberOfAControl) {
  ui::ProseView view;
  view.setProse(read("{T}"), {}, {QStringLiteral("T")});
  view.setNumbers({QStringLiteral("1.00")});
  QString moved;
  double steps = 0;
  view.moveControl = [&](const QString& control, double by) {
    moved = control;
    steps += by;
  };
  test::show(view, {300, 60});
  const QPoint at(6, 8);
  QTest::mousePress(view.viewport(), Qt::LeftButton, {}, at);
  test::movePointer(*view.viewport(), at + QPoint(20, 0), Qt::LeftButton);
  QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, at + QPoint(20, 0));
  EXPECT_EQ(moved, QStringLiteral("T"));
  EXPECT_NEAR(steps, 20, 1e-9);
}

TEST(LessonProgress, comesBackFromItsFileAndIsForgottenByLesson) {
  const test::TemporaryFolder folder;
  const QString path = QString::fromStdString((folder.path() / "deep/progress.json").string());
  {
    ui::LessonProgress progress(path);
    progress.noteSeen("softmax", "share");
    ui::QuestionMemory memory;
    memory.tries = 2;
    memory.isRight = true;
    memory.answer = {{3, 1}, "MA"};
    progress.note("softmax", "share", "first", memory);
    progress.noteSeen("other", "share");
    progress.save();
  }
  ui::LessonProgress progress(path);
  const ui::QuestionMemory memory = progress.of("softmax", "share", "first");
  EXPECT_EQ(memory.tries, 2);
  EXPECT_TRUE(memory.isRight);
  EXPECT_EQ(memory.answer.numbers, (std::vector<double>{3, 1}));
  EXPECT_EQ(memory.answer.letters, "MA");
  EXPECT_EQ(progress.numSeen("softmax"), 1);
  EXPECT_EQ(progress.numAnswered("softmax"), 1);
  progress.reset("softmax");
  EXPECT_EQ(progress.numSeen("softmax"), 0);
  EXPECT_TRUE(progress.isSeen("other", "share"));
}

TEST(LessonProgress, whoReadsAfterwardsFindsWhatWasSavedLast) {
  const test::TemporaryFolder folder;
  const QString path = QString::fromStdString((folder.path() / "progress.json").string());
  ui::LessonProgress progress(path);
  for (int step = 0; step < 20; ++step) {
    progress.noteSeen("softmax", std::to_string(step));
    progress.save();
  }
  EXPECT_EQ(ui::LessonProgress(path).numSeen("softmax"), 20);
}

TEST(LessonProgress, countsABrokenFileAsEmptyAndKeepsItsContentBesideTheNewOne) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "progress.json", "{\"softmax\": ");
  const QString path = QString::fromStdString((folder.path() / "progress.json").string());
  QStringList told;
  {
    ui::LessonProgress progress(path);
    progress.failed = [&told](const QString& text) { told << text; };
    EXPECT_EQ(progress.numSeen("softmax"), 0);
    EXPECT_FALSE(progress.of("softmax", "share", "first").isDone());
    EXPECT_FALSE(QFile::exists(path + QStringLiteral(".damaged"))) << "reading alone changes nothing";
    progress.noteSeen("other", "share");
    progress.save();
    progress.save();
  }
  EXPECT_EQ(test::readText(folder.path() / "progress.json.damaged"), "{\"softmax\": ");
  EXPECT_EQ(ui::LessonProgress(path).numSeen("other"), 1);
  ASSERT_EQ(told.size(), 1);
  EXPECT_TRUE(told[0].contains(path + QStringLiteral(".damaged"))) << told[0].toStdString();
}

TEST(LessonProgress, keepsEveryBrokenFile) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "progress.json";
  for (const char* const text : {"first", "second", "third"}) {
    test::writeText(path, text);
    ui::LessonProgress(QString::fromStdString(path.string())).save();
  }
  EXPECT_EQ(test::readText(folder.path() / "progress.json.damaged"), "first");
  EXPECT_EQ(test::readText(folder.path() / "progress.json.damaged2"), "second");
  EXPECT_EQ(test::readText(folder.path() / "progress.json.damaged3"), "third");
}

TEST(LessonProgress, movesAFolderInItsPlaceAside) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "progress.json";
  ASSERT_TRUE(QDir().mkpath(QString::fromStdString((path / "inside").string())));
  ui::LessonProgress(QString::fromStdString(path.string())).save();
  EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "progress.json.damaged/inside"));
  EXPECT_TRUE(std::filesystem::is_regular_file(path));
}

TEST(LessonProgress, tellsThatItWritesNothingWhereItCanNeitherReadNorRename) {
  QStringList told;
  {
    ui::LessonProgress progress(QStringLiteral("/proc/sys"));  // a folder that nobody may rename
    progress.failed = [&told](const QString& text) { told << text; };
    progress.save();
    progress.save();
  }
  ASSERT_EQ(told.size(), 1);
  EXPECT_TRUE(told[0].contains(QStringLiteral("not be renamed"))) << told[0].toStdString();
}

TEST(LessonProgress, tellsOnceThatItCannotBeWritten) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "file", "");
  ui::LessonProgress progress(QString::fromStdString((folder.path() / "file/progress.json").string()));
  QStringList told;
  progress.failed = [&told](const QString& text) { told << text; };
  for (int time = 0; time < 3; ++time) progress.save();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !told.empty(); }, 5000));
  QTest::qWait(50);
  ASSERT_EQ(told.size(), 1);
  EXPECT_TRUE(told[0].contains(QStringLiteral("file"))) << told[0].toStdString();
}
