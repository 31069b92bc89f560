// Reading mode, data of one's own, and what moves when an answer is told.
#include <QLabel>
#include <QMenu>
#include <QPointer>

#include "engine/io/Format.h"
#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/controls/OwnDataLine.h"
#include "ui/lessons/pictures/TeachingFrame.h"
#include "ui/lessons/pictures/ViewFrame.h"
#include "ui/lessons/text/ProseView.h"
#include "ui/vtk/VtkWidget.h"

namespace {

constexpr const char* kFront =
    "---\nheadlight-lesson: 1\nid: playing\ntitle: Playing\ngoal: See.\nminutes: 3\nneeds: []\nlevel: first\n"
    "language: en\nsources: [none]\n---\nBegin.\n\n";

constexpr const char* kBeats =
    "## One {#one}\n\nFirst.\n\n### More\n\nSecond.\n\n### Most\n\nThird.\n\n## Two {#two}\n\nLast.\n";

constexpr const char* kProtein =
    "## One {#one}\n\nNo data.\n\n## Two {#two}\n\n```data\np = sample 1ldm_A.pdb.gz\nn = len(p)\nreplaceable "
    "p\n```\n\n"
    "It has {n:.0} residues.\n\n```picture chain\nstructure\nof p\n```\n\n## Three {#three}\n\nNothing of it.\n";

constexpr const char* kBars =
    "## One {#one}\n\n```data\nQ = [0 1 0]\nK = [1 0 0; 0 1 0]\nV = [1; 2]\n```\n\n```run shares\nattention dot\n"
    "in Q=Q K=K V=V\nset scale=1\nout A\n```\n\n```picture shares\nflow\nof A\n```\n\n"
    "```predict shares\nbars \"Which shares?\"\nanswer A[1] within 0.01\nbecause \"So.\"\n```\n";

constexpr const char* kCoveredMap =
    "## One {#one}\n\n```data\nQ = [0 1 0]\nK = [1 0 0; 0 1 0]\nV = [1; 2]\n```\n\n```run shares\nattention dot\n"
    "in Q=Q K=K V=V\nset scale=1\nout A\nas maps\n```\n\n```picture map\nattention\nof maps\n```\n\n"
    "```predict share\nnumber \"Which share?\"\nanswer A[1,1] within 0.01\nbecause \"So.\"\n```\n";

constexpr const char* kBox =
    "## One {#one}\n\n```data\nZ = [1 0 1; 0 1 1; 0 0 1]\nY = 2*Z\n```\n\n```picture box\ncube\nof Z Y\n```\n\n"
    "## Two {#two}\n\nLast.\n";

constexpr const char* kQuestion =
    "## One {#one}\n\n```data\nx = (0 1 2)\ny = (1 2 3)\n```\n\n```control at\nslider q from 0 to 2 by 0.5 start 1\n"
    "```\n\n```run all\nattention nadaraya-watson\nin keys=x values=y queries=(q)\nset kernel=constant\nout A "
    "y=answer\n```\n\n```picture curve\nregression\nof x y q A\n```\n";

constexpr const char* kCurve =
    "## One {#one}\n\n```data\ngrid = range(0 9 0.1)\ntruth = 2 + 0*grid\n```\n\n"
    "```predict curve\ndraw \"Draw it.\"\ncurve truth over grid within rms 0.3\nhint \"Higher.\"\nbecause \"So.\"\n"
    "```\n";

class Playing : public test::OpenLesson {
 protected:
  void SetUp() override {
    QApplication::setEffectEnabled(Qt::UI_General, true);
    QApplication::setEffectEnabled(Qt::UI_AnimateMenu, true);
  }
  void TearDown() override {
    QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);
    QApplication::setEffectEnabled(Qt::UI_General, false);
    OpenLesson::TearDown();
  }
  void openText(const char* steps) {
    const auto path = folder.path() / "playing.md";
    test::writeText(path, std::string(kFront) + steps);
    open(path);
  }
  ui::PictureWidget& box() { return qobject_cast<ui::TeachingFrame*>(player->page()->pictures().at(0))->widget(); }
  ui::OwnDataLine* ownData() { return player->page()->findChild<ui::OwnDataLine*>(); }
  QString words() {
    QString all;
    for (const ui::ProseView* view : player->page()->findChildren<ui::ProseView*>()) all += view->toPlainText() + u'\n';
    return all;
  }
};

engine::DatasetPtr sample(const std::string& name) {
  engine::Diagnostics diagnostics;
  engine::Progress none;
  auto dataset = std::make_shared<engine::Dataset>(engine::load(test::sampleFile(name), diagnostics, none));
  dataset->id = "mine";
  return dataset;
}

}  // namespace

TEST_F(Playing, readingModeShowsAllBeatsAndGoesOnStepByStep) {
  openText(kBeats);
  const size_t first = player->page()->shownParts().size();
  bool told = false;
  player->readingChanged = [&](bool isOn) { told = isOn; };
  key(Qt::Key_A);
  EXPECT_TRUE(told);
  EXPECT_EQ(player->page()->shownParts().size(), first + 4) << "two headings, two paragraphs";
  key(Qt::Key_Space);
  EXPECT_EQ(player->step(), 1) << "there is no beat to uncover";
  key(Qt::Key_P);
  EXPECT_EQ(player->step(), 0);
  key(Qt::Key_A);
  EXPECT_FALSE(told);
  EXPECT_EQ(player->page()->shownParts().size(), first) << "as it was left";
  key(Qt::Key_Space);
  EXPECT_EQ(player->step(), 0);
  EXPECT_GT(player->page()->shownParts().size(), first);
}

TEST_F(Playing, ownDataStandInThePlaceOfASampleAndSaySo) {
  openText(kProtein);
  EXPECT_EQ(ownData(), nullptr) << "this step reads no sample";
  const engine::DatasetPtr own = sample("1A0J_A.pdb.gz"), other = sample("lactate.a3m");
  player->ownData = [&] { return std::vector<engine::DatasetPtr>{own, other}; };
  key(Qt::Key_Space);
  ASSERT_TRUE(ownData());
  EXPECT_TRUE(words().contains(QStringLiteral("329 residues")));
  EXPECT_FALSE(ownData()->text().contains(QStringLiteral("own")));
  QMenu& menu = ownData()->menu();
  Q_EMIT menu.aboutToShow();
  ASSERT_EQ(menu.actions().size(), 1) << "alignments are of another kind";
  menu.actions()[0]->trigger();
  ASSERT_TRUE(rest());
  EXPECT_FALSE(words().contains(QStringLiteral("329 residues")));
  auto* frame = qobject_cast<ui::ViewFrame*>(player->page()->pictures().at(0));
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->view().datasetIds(), std::vector<engine::DatasetId>{"mine"});
  EXPECT_TRUE(words().contains(QStringLiteral(" residues")));
  EXPECT_TRUE(ownData()->text().contains(QStringLiteral("does not apply"))) << ownData()->text().toStdString();
  Q_EMIT menu.aboutToShow();
  menu.actions().back()->trigger();
  ASSERT_TRUE(rest());
  EXPECT_TRUE(words().contains(QStringLiteral("329 residues")));
  key(Qt::Key_Space);
  EXPECT_EQ(ownData(), nullptr) << "nothing of it is read here";
}

TEST_F(Playing, ownDataAreSaidToBeMissing) {
  openText(kProtein);
  key(Qt::Key_Space);
  Q_EMIT ownData()->menu().aboutToShow();
  ASSERT_EQ(ownData()->menu().actions().size(), 1);
  EXPECT_FALSE(ownData()->menu().actions()[0]->isEnabled());
}

TEST_F(Playing, theTruthComesFromTheGuessAndThePictureFadesIn) {
  openText(kBars);
  ui::QuestionCard& card = question();
  card.input().setAnswer({{0.9, 0.1}, {}});
  ui::ShownPicture* picture = player->page()->pictures().at(0);
  const QImage covered = picture->grab().toImage();
  card.giveUp();
  ASSERT_TRUE(QTest::qWaitFor([&] { return picture->isRevealing(); }, test::kLessonPatience));
  EXPECT_LT(card.input().property("reveal").toDouble(), 1);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !picture->isRevealing(); }, test::kLessonPatience));
  EXPECT_TRUE(QTest::qWaitFor([&] { return card.input().property("reveal").toDouble() == 1; }, test::kLessonPatience));
  EXPECT_NE(picture->grab().toImage(), covered);
}

TEST_F(Playing, nothingMovesForThoseWhoWantNoMotion) {
  QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);
  openText(kBars);
  question().input().setAnswer({{0.9, 0.1}, {}});
  ui::ShownPicture* picture = player->page()->pictures().at(0);
  const QImage covered = picture->grab().toImage();
  question().giveUp();
  ASSERT_TRUE(rest());
  EXPECT_FALSE(picture->isRevealing());
  EXPECT_FALSE(question().input().property("reveal").isValid());
  EXPECT_NE(picture->grab().toImage(), covered) << "it is there at once";
}

TEST_F(Playing, aViewBelowItsCoverIsNotDrawnUntilItIsUncovered) {
  openText(kCoveredMap);
  const auto* canvas = player->page()->pictures().at(0)->findChild<ui::VtkWidget*>();
  ASSERT_NE(canvas, nullptr);
  player->repaint();
  EXPECT_EQ(canvas->numFrames(), 0);
  question().giveUp();
  EXPECT_TRUE(QTest::qWaitFor([&] { return canvas->numFrames() > 0; }, test::kLessonPatience));
}

TEST_F(Playing, aPictureOfSpaceStaysAsItWasTurnedUntilTheStepIsReset) {
  openText(kBox);
  QTest::mousePress(&box(), Qt::LeftButton, {}, {5, 40});
  test::movePointer(box(), {65, 40}, Qt::LeftButton);
  QTest::mouseRelease(&box(), Qt::LeftButton, {}, {65, 40});
  EXPECT_DOUBLE_EQ(box().picture().turn().turn, 30);
  player->setFocus();
  key(Qt::Key_Space);
  key(Qt::Key_P);
  EXPECT_DOUBLE_EQ(box().picture().turn().turn, 30) << "after another step";
  const QPointer<ui::StepPage> before = player->page();
  test::writeText(folder.path() / "playing.md", std::string(kFront) + kBox + "\nMore.\n");
  ASSERT_TRUE(QTest::qWaitFor([&] { return before.isNull(); }, test::kLessonPatience)) << "a page made anew";
  ASSERT_TRUE(rest());
  EXPECT_DOUBLE_EQ(box().picture().turn().turn, 30) << "while the file is written";
  key(Qt::Key_R);
  EXPECT_EQ(box().picture().turn(), ui::PictureTurn{});
}

TEST_F(Playing, aNumberOfASliderIsDraggedInThePictureThatDrawsIt) {
  openText(kQuestion);
  const auto& picture = box().picture();
  ASSERT_EQ(picture.input().handles.size(), 1U);
  EXPECT_EQ(picture.input().handles[0].cell, (ui::PictureCell{"q", {}}));
  Q_EMIT box().cellMoved({{"q", {}}, 1.5});
  ASSERT_TRUE(rest());
  EXPECT_EQ(picture.array("q")->values[0], 1.5);
}

TEST_F(Playing, aCurveIsDrawnInOneStrokeAsHighAsItsAnswer) {
  openText(kCurve);
  ui::AnswerInput& input = question().input();
  const auto at = [&](double share, double height) {
    const int edge = input.fontMetrics().height();
    return QPoint(static_cast<int>(2 + share * (input.width() - 5)),
                  static_cast<int>(input.height() - edge - 3 - height / 5 * (input.height() - 2 * edge - 3)));
  };
  QTest::mousePress(&input, Qt::LeftButton, {}, at(0, 2));
  test::movePointer(input, at(1, 2), Qt::LeftButton);
  QTest::mouseRelease(&input, Qt::LeftButton, {}, at(1, 2));
  const auto drawn = input.answer();
  ASSERT_TRUE(drawn);
  ASSERT_EQ(drawn->numbers.size(), 91U);
  for (const double height : drawn->numbers) EXPECT_NEAR(height, 2, 0.2) << "places that the pen passed";
  question().check();
  ASSERT_TRUE(QTest::qWaitFor([&] { return question().isDone(); }, test::kLessonPatience));
  EXPECT_TRUE(question().memory().isRight);
}

TEST_F(Playing, whatWasToldBeforeDoesNotMoveAgain) {
  openText(kBars);
  question().input().setAnswer({{0.9, 0.1}, {}});
  question().giveUp();
  ASSERT_TRUE(rest());
  open(folder.path() / "playing.md");
  EXPECT_TRUE(question().isDone());
  EXPECT_FALSE(question().input().property("reveal").isValid());
  EXPECT_FALSE(player->page()->pictures().at(0)->isRevealing());
}
