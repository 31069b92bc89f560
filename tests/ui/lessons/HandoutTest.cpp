// Lessons on paper: steps, questions with lines, answers at the end alone.
#include <QSignalSpy>

#include "tests/ui/lessons/OpenLesson.h"
#include "tests/ui/support/PdfText.h"
#include "ui/lessons/handout/HandoutPrinter.h"
#include "ui/lessons/handout/PaperStep.h"

namespace {

std::filesystem::path shipped(const std::string& id) {
  return test::sampleFile("").parent_path().parent_path() / "lessons" / (id + ".md");
}

QString samples() { return QString::fromStdString(test::sampleFile("").parent_path().string()); }

class Handout : public ::testing::Test {
 protected:
  /// Pages, or what failed.
  int print(const std::filesystem::path& lesson, const ui::HandoutOptions& options = {}) {
    ui::HandoutPrinter printer(samples());
    QSignalSpy printed(&printer, &ui::HandoutPrinter::printed), failed(&printer, &ui::HandoutPrinter::failed);
    printer.print(QString::fromStdString(lesson.string()), QString::fromStdString(out().string()), options);
    EXPECT_TRUE(printer.isBusy());
    EXPECT_TRUE(QTest::qWaitFor([&] { return !printer.isBusy(); }, test::kLessonPatience));
    if (!failed.isEmpty()) failure = failed[0][0].toString();
    return printed.isEmpty() ? -1 : printed[0][1].toInt();
  }
  std::filesystem::path out() const { return folder.path() / "x.pdf"; }
  QByteArray file() const { return QByteArray::fromStdString(test::readText(out())); }

  test::TemporaryFolder folder;
  QString failure;
};

/// The words of a text, without its formulae, marks and numbers.
QString plainWords(const std::string& markdown) {
  QString text = QString::fromStdString(markdown);
  text.remove(QRegularExpression(QStringLiteral("\\{[^}]*\\}|\\$[^$]*\\$|\\*|\\[|\\]\\([^)]*\\)")));
  return text.trimmed();
}

}  // namespace

TEST_F(Handout, hasEveryTitleAndQuestionAsTextAndAnswersAtTheEndAlone) {
  engine::LessonProblems problems;
  const engine::Lesson lesson = engine::readLesson(shipped("softmax").string(), problems);
  const int numPages = print(shipped("softmax"));
  const QStringList pages = test::pagesOf(file());
  ASSERT_EQ(pages.size(), numPages);
  EXPECT_EQ(numPages, (static_cast<int>(lesson.steps.size()) + 1) / 2 + 1) << "two steps to a page, then the answers";
  const QString body = QStringList(pages.mid(0, numPages - 1)).join(QString()), answers = pages.back();
  for (const engine::LessonStep& step : lesson.steps)
    EXPECT_TRUE(body.contains(test::withoutBlanks(QString::fromStdString(step.title)))) << step.title;
  for (const char* question : {"Which key will get the largest share?", "What share does the first key get?",
                               "All scores grow by 100. What happens to the first share?"}) {
    EXPECT_TRUE(body.contains(test::withoutBlanks(QLatin1String(question)))) << question;
    EXPECT_TRUE(answers.contains(test::withoutBlanks(QLatin1String(question)))) << question;
  }
  EXPECT_TRUE(answers.contains(QStringLiteral("Answers")));
  EXPECT_FALSE(body.contains(QStringLiteral("Answers")));
  const QString because = test::withoutBlanks(QStringLiteral("Shares keep the order of the scores"));
  EXPECT_TRUE(answers.contains(because));
  EXPECT_FALSE(body.contains(because));
  EXPECT_TRUE(pages[0].contains(QStringLiteral("?timestheshare"))) << "what tells the answer is covered";
}

TEST_F(Handout, saysWhereEverythingIsFrom) {
  ASSERT_GT(print(shipped("softmax")), 0);
  const QString last = test::pagesOf(file()).back();
  for (const char* word :
       {"1ldm_A.pdb.gz(sample)", "attentiondot,attentiongeometric", "Headlight", "lecture-attention"})
    EXPECT_TRUE(last.contains(QLatin1String(word))) << word;
}

TEST_F(Handout, putsTwoStepsOnAPageOfEveryShippedLesson) {
  for (const auto& entry : std::filesystem::directory_iterator(shipped("softmax").parent_path())) {
    engine::LessonProblems problems;
    if (entry.path().extension() != ".md" || entry.path().stem() == "README") continue;
    const engine::Lesson lesson = engine::readLesson(entry.path().string(), problems);
    const int numPages = print(entry.path());
    ASSERT_GT(numPages, 1) << entry.path() << failure.toStdString();
    const QStringList pages = test::pagesOf(file());
    EXPECT_LE(numPages, static_cast<int>(lesson.steps.size()) / 2 + 3) << entry.path();
    for (const engine::LessonStep& step : lesson.steps)
      EXPECT_TRUE(pages.join(QString()).contains(test::withoutBlanks(plainWords(step.title)))) << step.title;
  }
}

TEST_F(Handout, hasNotesAndThePaperThatIsAskedFor) {
  ASSERT_GT(print(shipped("softmax")), 0);
  const QString note = test::withoutBlanks(QStringLiteral("Drag the question once around."));
  EXPECT_FALSE(test::pagesOf(file()).join(QString()).contains(note));
  EXPECT_TRUE(file().contains("/MediaBox [0 0 595.0"));
  ASSERT_GT(print(shipped("softmax"), {true, true}), 0);
  EXPECT_TRUE(test::pagesOf(file()).join(QString()).contains(note));
  EXPECT_TRUE(file().contains("/MediaBox [0 0 612.0"));
}

TEST_F(Handout, isLightWhateverTheThemeOfTheWindow) {
  ASSERT_GT(print(shipped("softmax")), 0);
  const QStringList light = test::pagesOf(file());
  const qsizetype size = file().size();
  ui::ThemeModel::instance().setKind(ui::ThemeKind::dark);
  ASSERT_GT(print(shipped("softmax")), 0);
  EXPECT_EQ(ui::ThemeModel::instance().theme().kind, ui::ThemeKind::dark) << "the window keeps its own";
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
  EXPECT_EQ(test::pagesOf(file()), light);
  EXPECT_NEAR(static_cast<double>(file().size()), static_cast<double>(size), 0.001 * static_cast<double>(size));
}

TEST_F(Handout, ofALessonWithErrorsOrWithoutAFileIsNotWritten) {
  const auto broken = folder.path() / "broken.md";
  test::writeText(broken, "---\nheadlight-lesson: 1\nid: broken\n---\n## One {#one}\n```pictre\nbowl\n```\n");
  EXPECT_EQ(print(broken), -1);
  EXPECT_TRUE(failure.contains(QStringLiteral("broken.md:"))) << failure.toStdString();
  EXPECT_EQ(print(folder.path() / "none.md"), -1);
  EXPECT_FALSE(std::filesystem::exists(out()));
}

TEST_F(Handout, ofALessonWithOneStepHasOnePageAndTheAnswers) {
  const std::string front = "---\nheadlight-lesson: 1\nid: one\ntitle: Nothing\ngoal: None.\nminutes: 1\n---\n";
  test::writeText(folder.path() / "one.md", front);
  EXPECT_EQ(print(folder.path() / "one.md"), -1) << "there is no step";
  test::writeText(folder.path() / "one.md", front + "## Alone {#alone}\nNo picture, no question.\n");
  EXPECT_EQ(print(folder.path() / "one.md"), 2) << failure.toStdString();
}

TEST_F(Handout, tellsOfALongCurveWhereItBeginsAndEnds) {
  ASSERT_GT(print(shipped("kernel")), 0);
  EXPECT_TRUE(test::pagesOf(file()).back().contains(QStringLiteral("numbers)")));
}
