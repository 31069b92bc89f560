// Pictures of the shipped lessons under the hand: edges that are forbidden, cells that are masked, frequencies that are
// dragged; what is computed from them follows, and the step keeps it.
#include <QLineEdit>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/controls/ControlWidget.h"
#include "ui/lessons/pictures/TeachingFrame.h"

namespace {

using ui::PictureCell;

class PictureClicks : public test::OpenLesson {
 protected:
  /// At a step whose questions are done with, so that nothing is locked or covered.
  void openStep(const char* lesson, const char* slug) {
    open(test::sampleFile("").parent_path().parent_path() / "lessons" / lesson, {1280, 900},
         {QString::fromUtf8(slug), {}, true, false});
    ASSERT_EQ(player->page()->step().slug, slug);
    for (ui::QuestionCard* card : player->page()->questions()) card->giveUp();
    player->page()->setReading(true);
    ASSERT_TRUE(rest());
  }
  ui::PictureWidget& picture(size_t which = 0) {
    std::vector<ui::PictureWidget*> found;
    for (ui::ShownPicture* shown : player->page()->pictures())
      if (auto* frame = qobject_cast<ui::TeachingFrame*>(shown)) found.push_back(&frame->widget());
    return *found.at(which);
  }
  /// The middle of where a cell is hit.
  QPoint placeOf(ui::PictureWidget& widget, const PictureCell& cell) {
    const QRectF place(widget.rect());
    QPoint sum;
    int count = 0;
    for (int y = 0; y < widget.height(); ++y)
      for (int x = 0; x < widget.width(); ++x)
        if (widget.picture().cellAt(ui::ThemeModel::instance().theme(), place, QPointF(x, y)) == cell)
          sum += QPoint(x, y), ++count;
    EXPECT_GT(count, 0) << ui::expressionOf(cell).toStdString();
    return count > 0 ? sum / count : QPoint();
  }
  void click(const PictureCell& cell) {
    QTest::mouseClick(&picture(), Qt::LeftButton, {}, placeOf(picture(), cell));
    ASSERT_TRUE(rest());
  }
  double value(const std::string& array, std::vector<engine::Index> at) {
    return picture().picture().value({array, std::move(at)}).value_or(std::nan(""));
  }
};

}  // namespace

TEST_F(PictureClicks, aClickForbidsAnEdgeAndItsStateSharesWhatItHad) {
  openStep("profile.md", "states");
  const double toInsert = value("hmm", {0, 1}), toDelete = value("hmm", {0, 2});
  ASSERT_GT(toDelete, 0);
  const QImage before = picture().grab().toImage();
  click({"hmm", {0, 2}});
  EXPECT_EQ(value("hmm", {0, 2}), 0);
  EXPECT_NEAR(value("hmm", {0, 1}), toInsert / (1 - toDelete), 1e-12) << "the others in their old proportion";
  EXPECT_NEAR(value("hmm", {0, 0}) + value("hmm", {0, 1}), 1, 1e-12);
  EXPECT_NE(picture().grab().toImage(), before);
  player->setFocus();
  key(Qt::Key_Space);
  key(Qt::Key_P);
  EXPECT_EQ(value("hmm", {0, 2}), 0) << "as it was left";
  click({"hmm", {0, 2}});
  EXPECT_NEAR(value("hmm", {0, 2}), toDelete, 1e-12) << "a second click allows it";
}

TEST_F(PictureClicks, keysForbidAnEdgeAndResetAllowsIt) {
  openStep("profile.md", "states");
  const double toDelete = value("hmm", {0, 2});
  test::giveFocus(picture());
  picture().setFocusedCell(PictureCell{"hmm", {0, 2}});
  key(Qt::Key_Return);
  EXPECT_EQ(value("hmm", {0, 2}), 0);
  player->setFocus();
  key(Qt::Key_R);
  for (ui::QuestionCard* card : player->page()->questions()) card->giveUp();
  ASSERT_TRUE(rest());
  EXPECT_NEAR(value("hmm", {0, 2}), toDelete, 1e-12);
}

TEST_F(PictureClicks, aMaskedCellGivesItsShareToTheOthersOfItsRow) {
  openStep("order.md", "causal");
  ASSERT_EQ(value("seen", {2, 1}), 1);
  const double other = value("Ac", {2, 0}), masked = value("Ac", {2, 1}), output = value("Oc", {2, 0});
  click({"Ac", {2, 1}});  // a weight is clicked, its place in the mask is switched
  EXPECT_EQ(value("seen", {2, 1}), 0);
  EXPECT_EQ(value("Ac", {2, 1}), 0);
  EXPECT_NEAR(value("Ac", {2, 0}), other / (1 - masked), 1e-9) << "the row is renormalised";
  EXPECT_GT(std::abs(value("Oc", {2, 0}) - output), 0.01) << "and the output follows";
  EXPECT_TRUE(picture().picture().altText().contains(QStringLiteral("9 of 16 are seen")));
  for (const engine::Index column : {0, 2}) click({"seen", {2, column}});
  EXPECT_EQ(value("Oc", {2, 0}), 0) << "who sees nothing gets nothing";
  EXPECT_TRUE(picture().picture().altText().contains(QStringLiteral("softmax of S by rows")));
  click({"seen", {2, 1}});
  EXPECT_EQ(value("Ac", {2, 1}), 1);
}

TEST_F(PictureClicks, theMaskIsLockedWhileItsQuestionIsOpen) {
  open(test::sampleFile("").parent_path().parent_path() / "lessons/order.md", {1280, 900},
       {QStringLiteral("causal"), {}, true, false});
  EXPECT_TRUE(picture().picture().input().handles.empty());
  click({"seen", {2, 1}});
  EXPECT_EQ(value("seen", {2, 1}), 1);
}

TEST_F(PictureClicks, aDraggedFrequencyMovesTheMeanAndANewDrawForgetsIt) {
  openStep("features.md", "bochner");
  ASSERT_EQ(picture().picture().array("omega")->values.size(), 4);
  const double drawn = value("omega", {1});
  const QImage before = picture().grab().toImage();
  const QPoint from = placeOf(picture(), {"omega", {1}}), to = from + QPoint(drawn > 0 ? -60 : 60, 0);
  QTest::mousePress(&picture(), Qt::LeftButton, {}, from);
  test::movePointer(picture(), to, Qt::LeftButton);
  QTest::mouseRelease(&picture(), Qt::LeftButton, {}, to);
  ASSERT_TRUE(rest());
  EXPECT_GT(std::abs(value("omega", {1}) - drawn), 0.3);
  EXPECT_NE(picture().grab().toImage(), before);
  test::giveFocus(picture());
  picture().setFocusedCell(PictureCell{"omega", {2}});
  const double third = value("omega", {2});
  key(Qt::Key_Plus);
  EXPECT_NEAR(value("omega", {2}) - third, 8. / 50, 1e-9) << "keys move it by a fiftieth of its range";
  Q_EMIT player->page()->stage().control(QStringLiteral("drawing"))->changed("drawing", engine::numberValue(2));
  ASSERT_TRUE(rest());
  const double again = value("omega", {1});
  Q_EMIT player->page()->stage().control(QStringLiteral("drawing"))->changed("drawing", engine::numberValue(1));
  ASSERT_TRUE(rest());
  EXPECT_NEAR(value("omega", {1}), drawn, 1e-12) << "as it was drawn, not as it was dragged";
  EXPECT_NE(again, drawn);
}

TEST_F(PictureClicks, aBeamSearchGoesOnFromTheLetterThatIsClicked) {
  openStep("translate.md", "beam");
  const auto begun = [&] { return std::get<std::string>(*player->page()->reading()->values->find("begun")); };
  const auto best = [&] { return std::get<engine::LessonArray>(*player->page()->reading()->values->find("found"))[0]; };
  ASSERT_EQ(begun(), "");
  Q_EMIT player->page()->stage().control(QStringLiteral("width"))->changed("width", engine::numberValue(3));
  ASSERT_TRUE(rest());
  auto* field = player->page()->stage().control(QStringLiteral("begun"))->findChild<QLineEdit*>();
  ASSERT_NE(field, nullptr);
  const double free = best();
  const QString words = picture().picture().altText();
  // The second letter of what greedy choice finds, by keys: as text, since nodes have other numbers after a search.
  test::giveFocus(picture());
  picture().setFocusedCell(PictureCell{"scores", {0}});
  key(Qt::Key_Return);
  EXPECT_EQ(begun(), "M");
  EXPECT_TRUE(picture().picture().altText().contains(QStringLiteral("It was searched from M on.")));
  EXPECT_EQ(field->text(), QStringLiteral("M")) << "the field says so as well";
  EXPECT_EQ(picture().picture().array("parents")->values[0], 0);
  for (engine::Index k = 1; k < picture().picture().array("parents")->values.size(); ++k)
    EXPECT_GT(picture().picture().array("parents")->values[k], 0) << "no other first letter was looked at";
  EXPECT_LE(best(), free + 1e-12) << "nothing better than what is found without a beginning";
  click({"scores", {0}});
  EXPECT_EQ(begun(), "") << "a second click starts anew";
  EXPECT_EQ(picture().picture().altText(), words);
  QTest::keyClicks(field, QStringLiteral("ma"));
  ASSERT_TRUE(rest());
  EXPECT_EQ(begun(), "MA") << "typed";
}

TEST_F(PictureClicks, theLayerIsAppliedOnceMoreByAKeyInItsPicture) {
  openStep("volume.md", "cube");
  EXPECT_TRUE(picture().picture().altText().contains(QStringLiteral("The box of softly has a volume of 0.")));
  const double before = value("softly", {0, 0}) - value("softly", {0, 1});
  test::giveFocus(picture());
  picture().setFocusedCell(PictureCell{"times", {}});
  for (int k = 0; k < 5; ++k) key(Qt::Key_Plus);
  EXPECT_EQ(value("times", {}), 6);
  EXPECT_LT(std::abs(value("softly", {0, 0}) - value("softly", {0, 1})), 1e-3 * std::abs(before)) << "all tokens alike";
  EXPECT_NEAR(value("J", {}), 1, 1e-9);
  for (engine::Index row = 0; row < 3; ++row) {
    double length = 0, first = 0;
    for (engine::Index column = 0; column < 3; ++column) {
      length += value("after", {row, column}) * value("after", {row, column});
      first += value("Z3", {row, column}) * value("Z3", {row, column});
    }
    EXPECT_NEAR(length, first, 1e-9) << "rows keep their lengths, however often they are turned";
  }
}
