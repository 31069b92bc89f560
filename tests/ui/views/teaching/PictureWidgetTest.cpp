// The picture in a window: pointer, keys, wheel, drags, files, and what a screen reader is told.
#include <QAccessible>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include "tests/support/ErrorOf.h"
#include "tests/ui/support/Gui.h"
#include "tests/ui/views/teaching/PictureSamples.h"
#include "ui/views/teaching/PictureWidget.h"

namespace picture_widget_test {

using ui::PictureCell;
using ui::PictureMove;
using ui::PictureWidget;

struct Shown {
  PictureWidget widget{ui::findPictureKind("bowl")->make()};
  std::vector<PictureMove> moves;
  std::vector<PictureCell> pointed;
  Shown() {
    widget.setInput(test::sampleOf("bowl"));
    QObject::connect(&widget, &PictureWidget::cellMoved, [this](const PictureMove& move) { moves.push_back(move); });
    QObject::connect(&widget, &PictureWidget::cellPointed,
                     [this](const PictureCell& cell) { pointed.push_back(cell); });
    test::show(widget, {900, 600});
  }
  QPoint placeOf(const PictureCell& wanted) const {
    for (int y = 0; y < 600; y += 2)
      for (int x = 0; x < 900; x += 2)
        if (widget.picture().cellAt(ui::Theme::light(), QRectF(0, 0, 900, 600), QPointF(x, y)) == wanted)
          return {x + 2, y + 2};
    return {-1, -1};
  }
};

TEST(PictureWidget, TellsTheCellUnderThePointerOnce) {
  Shown shown;
  const PictureCell second{"S", {0, 1}};
  const QPoint at = shown.placeOf(second);
  test::movePointer(shown.widget, at);
  test::movePointer(shown.widget, at + QPoint(1, 1));
  ASSERT_EQ(shown.pointed.size(), 1U);
  EXPECT_EQ(shown.pointed[0], second);
}

TEST(PictureWidget, ADragStartsWithTheValueThatIsThere) {
  Shown shown;
  const PictureCell second{"S", {0, 1}};
  const QPoint at = shown.placeOf(second);
  QTest::mousePress(&shown.widget, Qt::LeftButton, {}, at);
  test::movePointer(shown.widget, at + QPoint(0, 1), Qt::LeftButton);
  EXPECT_TRUE(shown.moves.empty());
  test::movePointer(shown.widget, at - QPoint(0, 20), Qt::LeftButton);
  ASSERT_EQ(shown.moves.size(), 1U);
  EXPECT_EQ(shown.moves[0].cell, second);
  EXPECT_GT(shown.moves[0].value, 1);
  EXPECT_LT(shown.moves[0].value, 1.6);  // not where the pointer is, but as far from 1 as it went
  QTest::mouseRelease(&shown.widget, Qt::LeftButton, {}, at - QPoint(0, 20));
}

TEST(PictureWidget, KeysWalkCellsAndMoveValues) {
  Shown shown;
  test::giveFocus(shown.widget);
  QTest::keyClick(&shown.widget, Qt::Key_Right);
  ASSERT_TRUE(shown.widget.attention().focused);
  EXPECT_EQ(*shown.widget.attention().focused, (PictureCell{"S", {0, 1}}));
  QTest::keyClick(&shown.widget, Qt::Key_Plus);
  QTest::keyClick(&shown.widget, Qt::Key_Minus);
  ASSERT_EQ(shown.moves.size(), 2U);
  EXPECT_NEAR(shown.moves[0].value, 1.1, 1e-12);
  EXPECT_NEAR(shown.moves[1].value, 0.9, 1e-12);
  test::turnWheel(shown.widget, shown.placeOf({"S", {0, 0}}), 1);
  ASSERT_EQ(shown.moves.size(), 3U);
  EXPECT_NEAR(shown.moves[2].value, 2.1, 1e-12);
}

/// A picture with depth whose first point can be dragged.
struct Turning {
  PictureWidget widget{ui::findPictureKind("pose")->make()};
  int numTurns = 0;
  std::vector<PictureMove> moves;
  std::vector<PictureCell> chosen;
  Turning() {
    widget.setInput(test::sampleOf("pose"));
    QObject::connect(&widget, &PictureWidget::turned, [this] { ++numTurns; });
    QObject::connect(&widget, &PictureWidget::cellMoved, [this](const PictureMove& move) { moves.push_back(move); });
    QObject::connect(&widget, &PictureWidget::cellChosen, [this](const PictureCell& cell) { chosen.push_back(cell); });
    test::show(widget, {900, 600});
  }
  void drag(QPoint from, QPoint way) {
    QTest::mousePress(&widget, Qt::LeftButton, {}, from);
    test::movePointer(widget, from + way, Qt::LeftButton);
    QTest::mouseRelease(&widget, Qt::LeftButton, {}, from + way);
  }
  /// The middle of a point's mark.
  QPoint placeOf(const PictureCell& wanted) const {
    QPoint sum;
    int count = 0;
    for (int y = 0; y < 600; ++y)
      for (int x = 0; x < 900; ++x)
        if (widget.picture().cellAt(ui::Theme::light(), QRectF(0, 0, 900, 600), QPointF(x, y)) == wanted)
          sum += QPoint(x, y), ++count;
    return count > 0 ? sum / count : QPoint(-1, -1);
  }
};

TEST(PictureWidget, ADragTurnsAPictureOfSpace) {
  Turning shown;
  shown.drag({10, 60}, {40, 20});
  EXPECT_EQ(shown.numTurns, 1);
  EXPECT_DOUBLE_EQ(shown.widget.picture().turn().turn, 20);
  EXPECT_DOUBLE_EQ(shown.widget.picture().turn().tilt, 10);
  shown.drag({10, 60}, {-40, -20});
  EXPECT_EQ(shown.widget.picture().turn(), ui::PictureTurn{});
  EXPECT_TRUE(shown.moves.empty());
  EXPECT_TRUE(shown.chosen.empty());
}

TEST(PictureWidget, APointThatCanBeDraggedIsDraggedAndOneThatCannotIsChosen) {
  Turning shown;
  const QPoint first = shown.placeOf({"x", {1, 0}});
  ASSERT_GE(first.x(), 0);
  shown.drag(first, {0, -40});
  EXPECT_EQ(shown.numTurns, 0);
  ASSERT_FALSE(shown.moves.empty());
  EXPECT_EQ(shown.moves.front().cell, (PictureCell{"x", {1, 0}}));
  const QPoint other = shown.placeOf({"x", {2, 0}});
  ASSERT_GE(other.x(), 0);
  QTest::mouseClick(&shown.widget, Qt::LeftButton, {}, other);
  ASSERT_EQ(shown.chosen.size(), 1U);
  EXPECT_EQ(shown.chosen.front(), (PictureCell{"x", {2, 0}}));
  shown.drag(other, {60, 0});
  EXPECT_DOUBLE_EQ(shown.widget.picture().turn().turn, 30);
}

TEST(PictureWidget, ArrowKeysWithControlTurnAPictureOfSpaceAlone) {
  Turning shown;
  test::giveFocus(shown.widget);
  const auto focused = shown.widget.attention().focused;
  QTest::keyClick(&shown.widget, Qt::Key_Right, Qt::ControlModifier);
  QTest::keyClick(&shown.widget, Qt::Key_Down, Qt::ControlModifier);
  EXPECT_EQ(shown.widget.picture().turn(), (ui::PictureTurn{5, 5}));
  EXPECT_EQ(shown.widget.attention().focused, focused) << "arrow keys alone walk";
  QTest::keyClick(&shown.widget, Qt::Key_Right);
  EXPECT_EQ(shown.widget.picture().turn(), (ui::PictureTurn{5, 5}));
  Shown flat;
  test::giveFocus(flat.widget);
  QTest::keyClick(&flat.widget, Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(flat.widget.picture().turn(), ui::PictureTurn{});
}

TEST(PictureWidget, AClickOrEnterSwitchesACellAndADragDoesNot) {
  PictureWidget widget{ui::findPictureKind("pairhmm")->make()};
  for (test::PictureSample& sample : test::pictureSamples())
    if (sample.name == "forbidden") widget.setInput(sample.input);
  std::vector<PictureMove> moves;
  QObject::connect(&widget, &PictureWidget::cellMoved, [&](const PictureMove& move) { moves.push_back(move); });
  test::show(widget, {900, 600});
  const PictureCell edge{"T", {0, 1}};
  QPoint at(-1, -1);
  for (int y = 0; y < 600 && at.x() < 0; y += 2)
    for (int x = 0; x < 900 && at.x() < 0; x += 2)
      if (widget.picture().cellAt(ui::Theme::light(), QRectF(0, 0, 900, 600), QPointF(x, y)) == edge)
        at = {x + 4, y + 4};
  test::movePointer(widget, at);
  EXPECT_EQ(widget.cursor().shape(), Qt::PointingHandCursor);
  QTest::mouseClick(&widget, Qt::LeftButton, {}, at);
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0].cell, (PictureCell{"allowed", {0, 1}}));
  EXPECT_EQ(moves[0].value, 0);
  QTest::mousePress(&widget, Qt::LeftButton, {}, at);
  test::movePointer(widget, at + QPoint(0, 40), Qt::LeftButton);
  QTest::mouseRelease(&widget, Qt::LeftButton, {}, at + QPoint(0, 40));
  EXPECT_EQ(moves.size(), 1U) << "who thinks twice drags away";
  test::giveFocus(widget);
  QTest::keyClick(&widget, Qt::Key_Right);
  ASSERT_EQ(widget.attention().focused, (PictureCell{"T", {0, 2}}));
  QTest::keyClick(&widget, Qt::Key_Return);
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_EQ(moves[1].cell, (PictureCell{"allowed", {0, 2}}));
  EXPECT_EQ(moves[1].value, 1);
}

TEST(PictureWidget, IsATableForScreenReaders) {
  Shown shown;
  shown.widget.setFocusedCell(PictureCell{"A", {0, 0}});
  QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&shown.widget);
  ASSERT_NE(access, nullptr);
  ASSERT_NE(access->tableInterface(), nullptr);
  EXPECT_EQ(access->role(), QAccessible::Table);
  EXPECT_EQ(access->tableInterface()->rowCount(), 1 + 1 + 4 + 1);
  EXPECT_EQ(access->tableInterface()->columnCount(), 4);
  EXPECT_TRUE(access->text(QAccessible::Value).startsWith(QStringLiteral("A[1,1] = 0.644")));
  EXPECT_TRUE(access->text(QAccessible::Description).contains(QStringLiteral("4 key")));
  QAccessibleInterface* cell = access->tableInterface()->cellAt(4, 0);
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->text(QAccessible::Name), QStringLiteral("V[3,1] = 4 (third)"));
  EXPECT_EQ(cell->tableCellInterface()->rowIndex(), 4);
  EXPECT_EQ(access->tableInterface()->cellAt(4, 1), nullptr);  // values have one column
  ASSERT_NE(access->focusChild(), nullptr);
  EXPECT_EQ(access->focusChild()->text(QAccessible::Name), QStringLiteral("A[1,1] = 0.644"));
}

TEST(PictureWidget, SavesPicturesVectorsAndNumbers) {
  Shown shown;
  QTemporaryDir folder;
  for (const char* name : {"p.png", "p.svg", "p.pdf", "p.csv"}) {
    const QString path = folder.filePath(QString::fromLatin1(name));
    shown.widget.save(path);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << name;
    const QByteArray bytes = file.readAll();
    EXPECT_GT(bytes.size(), 50) << name;
    if (path.endsWith(QStringLiteral("svg"))) {
      EXPECT_TRUE(bytes.contains("0.644"));  // text stays text
    }
    if (path.endsWith(QStringLiteral("csv"))) {
      EXPECT_TRUE(bytes.contains("0.64391"));
    }
  }
  EXPECT_NE(test::errorOf([&] { shown.widget.save(folder.filePath(QStringLiteral("p.xyz"))); }), "no error");
}

TEST(PictureWidget, KeepsThePictureThatCannotBeReplaced) {
  Shown shown;
  EXPECT_NE(test::errorOf([&] { shown.widget.setInput({}); }), "no error");
  EXPECT_EQ(shown.widget.picture().input().arrays.size(), 4U);
}

}  // namespace picture_widget_test
