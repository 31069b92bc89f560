// What a view in a lesson calls the arrays that it draws; lines of a picture that name a control.
#include <QDoubleSpinBox>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/pictures/ViewFrame.h"

namespace {

class PictureTitle : public test::OpenLesson {
 protected:
  /// Of a plot in a block of this name with these lines.
  QString titleOf(const std::string& name, const std::string& lines) {
    player.reset();
    const auto path = folder.path() / "plots.md";
    test::writeText(
        path,
        "---\nheadlight-lesson: 1\nid: plots\ntitle: Plots\ngoal: See.\nminutes: 3\n---\n\n## One {#one}\n\n"
        "```data\naxis_x = (1 2 3)\ncurve_up = (1 2 3)\ncurve_down = (3 2 1)\nmost_of_it = (2 1 2)\n```\n"
        "```picture " +
            name + "\nplot\n" + lines + "\n```\n");
    open(path);
    auto* frame = qobject_cast<ui::ViewFrame*>(player->page()->pictures().at(0));
    return frame ? frame->view().title() : QString();
  }
};

}  // namespace

TEST_F(PictureTitle, isThatOfTheBlockWhereSeveralArraysAreDrawn) {
  EXPECT_EQ(titleOf("up-and_down", "of axis_x curve_up curve_down"), QStringLiteral("up and down"));
  EXPECT_EQ(titleOf("", "of axis_x curve_up curve_down"), QStringLiteral("axis x")) << "nothing else is known";
}

TEST_F(PictureTitle, isTheOnlyArray) { EXPECT_EQ(titleOf("row", "of most_of_it"), QStringLiteral("most of it")); }

TEST_F(PictureTitle, isWhatTheAuthorSays) {
  EXPECT_EQ(titleOf("both", "of axis_x curve_up\ntitle Two ways"), QStringLiteral("Two ways"));
  EXPECT_EQ(titleOf("row", "of most_of_it\ntitle Row A_ij"), QStringLiteral("Row A_ij"));
}

TEST_F(PictureTitle, aControlChoosesTheSheetOfATeachingPicture) {
  const auto path = folder.path() / "sheets.md";
  test::writeText(path,
                  "---\nheadlight-lesson: 1\nid: sheets\ntitle: Sheets\ngoal: See.\nminutes: 3\n---\n\n## One {#one}\n\n"
                  "```data\nA = {[1 0; 0 1], [0 1; 1 0]}\n```\n```control h\nstepper h 1..2 start 1\n```\n"
                  "```picture\nflow\nof A\nhead h\n```\n");
  open(path);
  ui::ShownPicture* picture = player->page()->pictures().at(0);
  EXPECT_EQ(picture->failure().toStdString(), "");
  const QImage before = picture->grab().toImage();
  auto* stepper = player->page()->findChild<QDoubleSpinBox*>();
  ASSERT_NE(stepper, nullptr);
  stepper->setValue(2);
  EXPECT_TRUE(QTest::qWaitFor([&] { return picture->grab().toImage() != before; }, test::kLessonPatience));
}

TEST_F(PictureTitle, aMarkHoldsACellOfTwoProfiles) {
  open(test::sampleFile("").parent_path().parent_path() / "lessons/viterbi.md");
  auto* frame = qobject_cast<ui::ViewFrame*>(player->page()->pictures().at(0));
  ASSERT_NE(frame, nullptr);
  const ui::Focus focus = frame->view().session().selection().locked();
  EXPECT_EQ(focus.first.index, 0);
  EXPECT_EQ(focus.second.index, 0);
  EXPECT_NE(focus.first.dataset, focus.second.dataset) << "rows are of the query, columns of the template";
}
