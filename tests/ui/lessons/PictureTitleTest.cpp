// What a view in a lesson calls the arrays that it draws.
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
