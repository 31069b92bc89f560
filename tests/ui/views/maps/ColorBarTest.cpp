// Words below colour bars where there is little room.
#include "ui/views/maps/ColorBar.h"

#include <gtest/gtest.h>

namespace {

const QString kCaption = QStringLiteral("weight, log scale"), kNote = QStringLiteral("maximum of 4 × 4 cells");

/// In the room that `text` needs.
QStringList linesIn(const QString& text, const QString& note, int mostLines) {
  const QFontMetricsF metrics(ui::ThemeModel::instance().theme().labelFont());
  return ui::captionLines(metrics, kCaption, note, metrics.horizontalAdvance(text) + 1, mostLines);
}

TEST(ColorBarCaption, becomesBriefInOneLine) {
  for (const QString& text :
       {QStringLiteral("weight, log scale, maximum of 4 × 4 cells"), QStringLiteral("weight, log scale, max of 4 × 4"),
        QStringLiteral("weight, log, max of 4 × 4"), QStringLiteral("weight, max of 4 × 4")})
    EXPECT_EQ(linesIn(text, kNote, 1), QStringList{text});
}

TEST(ColorBarCaption, withoutANoteIsWholeOrBrief) {
  for (const QString& text :
       {QStringLiteral("weight, log scale"), QStringLiteral("weight, log"), QStringLiteral("weight")})
    EXPECT_EQ(linesIn(text, {}, 1), QStringList{text});
}

TEST(ColorBarCaption, takesASecondLineOfWholeWords) {
  EXPECT_EQ(linesIn(QStringLiteral("max of 4 × 4"), kNote, 2),
            (QStringList{QStringLiteral("weight, log,"), QStringLiteral("max of 4 × 4")}));
}

TEST(ColorBarCaption, isNeverCutOff) {
  const QFontMetricsF metrics(ui::ThemeModel::instance().theme().labelFont());
  for (int room = 0; room < 400; ++room)
    for (const int mostLines : {1, 2}) {
      const QString text = ui::captionLines(metrics, kCaption, kNote, room, mostLines).join(u' ');
      EXPECT_FALSE(text.contains(u'…')) << room;
      if (room > metrics.horizontalAdvance(QStringLiteral("weight, log"))) {
        EXPECT_TRUE(text.startsWith(QStringLiteral("weight"))) << room;
      }
    }
}

TEST(ColorBar, isHigherWhereItsCaptionIsWiderThanItsRoom) {
  const ui::Theme& theme = ui::ThemeModel::instance().theme();
  EXPECT_EQ(ui::colorBarHeight(theme, kCaption, 600), ui::colorBarHeight(theme));
  EXPECT_GT(ui::colorBarHeight(theme, kCaption, 90), ui::colorBarHeight(theme));
}

}  // namespace
