#include "ui/views/base/PictureKeys.h"

#include <gtest/gtest.h>

TEST(PictureKeys, ArrowsPointAsTheyAreDrawn) {
  EXPECT_EQ(ui::arrowOf(Qt::Key_Left), QPoint(-1, 0));
  EXPECT_EQ(ui::arrowOf(Qt::Key_Right), QPoint(1, 0));
  EXPECT_EQ(ui::arrowOf(Qt::Key_Up), QPoint(0, -1));
  EXPECT_EQ(ui::arrowOf(Qt::Key_Down), QPoint(0, 1));
  EXPECT_TRUE(ui::arrowOf(Qt::Key_Home).isNull());
}

TEST(PictureKeys, PlusZoomsInWithAndWithoutShift) {
  EXPECT_EQ(ui::zoomStepsOf(Qt::Key_Plus), 1);
  EXPECT_EQ(ui::zoomStepsOf(Qt::Key_Equal), 1);
  EXPECT_EQ(ui::zoomStepsOf(Qt::Key_Minus), -1);
  EXPECT_EQ(ui::zoomStepsOf(Qt::Key_0), 0);
}
