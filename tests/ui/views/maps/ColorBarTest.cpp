// Words below colour bars where there is little room.
#include "ui/views/maps/ColorBar.h"

#include <gtest/gtest.h>

namespace {

TEST(ColorBarCaption, saysLogBeforeItIsCutOff) {
  const QFontMetricsF metrics(ui::ThemeModel::instance().theme().labelFont());
  const QString caption = QStringLiteral("weight, log scale"), note = QStringLiteral("maximum of 4 × 4 cells");
  const auto in = [&](const QString& wanted) {
    return ui::captionWithNote(metrics, caption, note, metrics.horizontalAdvance(wanted) + 1);
  };
  for (const QString& wanted :
       {QStringLiteral("weight, log scale, maximum of 4 × 4 cells"), QStringLiteral("weight, log scale, max of 4 × 4"),
        QStringLiteral("weight, log, max of 4 × 4")})
    EXPECT_EQ(in(wanted), wanted);
  EXPECT_TRUE(in(QStringLiteral("weight…, max of 4 × 4")).endsWith(QStringLiteral("…, max of 4 × 4")));
}

TEST(ColorBarCaption, withoutANoteIsWholeOrBrief) {
  const QFontMetricsF metrics(ui::ThemeModel::instance().theme().labelFont());
  const auto in = [&](const QString& room) {
    return ui::captionWithNote(metrics, QStringLiteral("weight, log scale"), {}, metrics.horizontalAdvance(room) + 1);
  };
  EXPECT_EQ(in(QStringLiteral("weight, log scale")), QStringLiteral("weight, log scale"));
  EXPECT_EQ(in(QStringLiteral("weight, log")), QStringLiteral("weight, log"));
}

}  // namespace
