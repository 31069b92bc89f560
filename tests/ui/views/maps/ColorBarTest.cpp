// Colour bars where figures want them, and words where there is little room.
#include "ui/views/maps/ColorBar.h"

#include <QImage>
#include <QPainter>
#include <cmath>

#include <gtest/gtest.h>

#include "ui/views/maps/ShownLines.h"

namespace color_bar_test {

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

ui::Theme pageWith(ui::ColorBarPlace place) {
  ui::Theme theme = ui::Theme::light();
  theme.page.colorBar = place;
  return theme;
}

TEST(ColorBar, takesRoomBelowOrAtTheRightOrNone) {
  const ui::Theme below = pageWith(ui::ColorBarPlace::below), right = pageWith(ui::ColorBarPlace::right),
                  none = pageWith(ui::ColorBarPlace::none);
  EXPECT_GT(ui::colorBarHeight(below), 0);
  EXPECT_EQ(ui::colorBarWidth(below), 0);
  EXPECT_EQ(ui::colorBarHeight(right), 0);
  EXPECT_GT(ui::colorBarWidth(right), 0);
  EXPECT_EQ(ui::colorBarHeight(none) + ui::colorBarWidth(none), 0);
}

TEST(ColorBar, uprightHasItsHighEndAtTheTopAndStaysInItsRoom) {
  const ui::Theme theme = pageWith(ui::ColorBarPlace::right);
  const ui::Rect bar{20, 10, ui::colorBarWidth(theme), 160};
  ui::MapLook look;
  look.colorMapId = "greys";
  look.high = 2;
  QImage image(160, 190, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  ui::paintColorBar(painter, theme, bar, look, QStringLiteral("weight, linear"));
  painter.end();
  const QPointF top = ui::lineAcrossBar(theme, bar, look, 1.99).center(),
                bottom = ui::lineAcrossBar(theme, bar, look, 0.01).center();
  EXPECT_LT(top.y(), bottom.y() - 150);
  const auto lightness = [&](const QPointF& at) { return image.pixelColor(at.toPoint()).lightness(); };
  EXPECT_GT(std::abs(lightness(top) - lightness(bottom)), 150);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixelColor(x, y) != QColor(Qt::white)) {
        EXPECT_TRUE(x >= 19 && x <= bar.right() + 1 && y >= 8 && y <= bar.bottom() + 2) << x << ", " << y;
      }
}

TEST(ColorBar, besideALowMapItSaysWhatItIsInSmallerLetters) {
  const ui::Theme theme = pageWith(ui::ColorBarPlace::right);
  const ui::Rect bar{0, 0, ui::colorBarWidth(theme), 60};
  QImage image(static_cast<int>(bar.width) + 1, 60, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  ui::paintColorBar(painter, theme, bar, {}, QStringLiteral("bits behind the best so far"));
  painter.end();
  const double line = QFontMetricsF(theme.labelFont()).height();
  int numInked = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = static_cast<int>(bar.width - line); x < image.width(); ++x)
      numInked += image.pixelColor(x, y).lightness() < 200;
  EXPECT_GT(numInked, 20);
}

TEST(ColorBar, withoutACaptionTheNoteStandsAlone) {
  const QFontMetricsF metrics(ui::Theme::light().labelFont());
  EXPECT_EQ(ui::captionLines(metrics, {}, kNote, 1000, 1), QStringList{kNote});
}

TEST(ShownLines, areCutOffOnTheScreenAloneAndWholeOnPaper) {
  ui::Theme theme = ui::Theme::light();
  const QFont font = theme.labelFont();
  const QString text = QStringLiteral("Lactate dehydrogenases of vertebrates and a_name_without_any_blank_in_it");
  EXPECT_TRUE(ui::shownLines(theme, font, {}, 100).isEmpty());
  const QStringList onScreen = ui::shownLines(theme, font, text, 100);
  ASSERT_EQ(onScreen.size(), 1);
  EXPECT_TRUE(onScreen[0].endsWith(u'…'));
  theme.page.mayElide = false;
  const QStringList onPaper = ui::shownLines(theme, font, text, 100);
  EXPECT_GT(onPaper.size(), 3);
  EXPECT_EQ(onPaper.join(QString()).remove(u' '), QString(text).remove(u' '));
  for (const QString& line : onPaper) EXPECT_LE(QFontMetricsF(font).horizontalAdvance(line), 101) << line.toStdString();
}

}  // namespace color_bar_test
