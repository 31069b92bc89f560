// Titles of what is folded.
#include "ui/lessons/text/FoldButton.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/ui/lessons/OpenLesson.h"
#include "ui/lessons/text/ProseView.h"

namespace {

const QString kLong =
    QStringLiteral("Why the weights of a row are never exactly zero, and what that costs in a long one");

}  // namespace

TEST(FoldButton, growsByLinesWhereItIsNarrow) {
  const ui::FoldButton button(kLong, nullptr);
  const int one = button.heightForWidth(2000), wide = button.sizeHint().width();
  EXPECT_EQ(button.sizeHint().height(), one);
  EXPECT_EQ(button.heightForWidth(wide), one);
  EXPECT_GT(button.heightForWidth(wide / 2), one + button.fontMetrics().height() / 2);
  EXPECT_GT(button.heightForWidth(wide / 3), button.heightForWidth(wide / 2));
  EXPECT_LT(button.minimumSizeHint().width(), wide / 3);
}

TEST(FoldButton, withoutWordsHasALine) {
  const ui::FoldButton button(QString(), nullptr);
  EXPECT_GE(button.heightForWidth(100), button.fontMetrics().height());
  EXPECT_GE(button.heightForWidth(0), button.fontMetrics().height());
}

TEST(FoldButton, paintsItsWordsInSeveralLines) {
  ui::FoldButton button(kLong, nullptr);
  button.resize(220, button.heightForWidth(220));
  const QImage picture = button.grab().toImage();
  const int line = button.fontMetrics().height();
  int numInked = 0;
  for (int top = 6; top + line <= picture.height(); top += line) {
    bool isInked = false;
    for (int y = top; y < top + line && !isInked; ++y)
      for (int x = 40; x < picture.width() - 8 && !isInked; ++x)
        isInked = qGray(picture.pixel(x, y)) < 110 || qGray(picture.pixel(x, y)) > 600;
    if (isInked) ++numInked;
  }
  EXPECT_GE(numInked, 3);
}

using LongTitles = test::OpenLesson;

TEST_F(LongTitles, ofMoreStayInTheColumnAndOpen) {
  const auto path = folder.path() / "long.md";
  test::writeText(path,
                  "---\nheadlight-lesson: 1\nid: long\ntitle: Long\ngoal: See.\nminutes: 3\n---\n\n## One {#one}\n\n"
                  "```data\nx = (1 2 3)\n```\n```picture\nbars\nof x\n```\n```more\n" +
                      kLong.toStdString() + "\n\nBecause they are exponentials.\n```\n");
  open(path, {1024, 700});
  auto* button = player->findChild<ui::FoldButton*>();
  ASSERT_NE(button, nullptr);
  EXPECT_TRUE(QTest::qWaitFor([&] { return button->height() >= button->heightForWidth(button->width()); }))
      << button->height();
  EXPECT_GT(button->height(), 2 * button->fontMetrics().height());
  const QWidget* column = button->parentWidget()->parentWidget();
  EXPECT_LE(button->mapTo(column, QPoint(button->width(), 0)).x(), column->width());
  EXPECT_LE(column->width(), column->parentWidget()->width()) << "nothing is cut off";
  auto* text = button->parentWidget()->findChild<ui::ProseView*>();
  ASSERT_NE(text, nullptr);
  EXPECT_FALSE(text->isVisible());
  QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_TRUE(button->isChecked());
  EXPECT_TRUE(text->isVisible());
  QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_FALSE(text->isVisible());
}
