#include "tests/ui/lessons/WholePage.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "ui/formula/FormulaWidget.h"
#include "ui/lessons/StepDots.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/lessons/text/ProseView.h"
#include "ui/views/base/View.h"

namespace test {

namespace {

constexpr int kLeastPicture = 150;     ///< logical pixels, both ways
constexpr int kLettersPerHeight = 32;  ///< in projector size

bool isAbove(const QWidget& one, const QWidget& other, const QWidget& page) {
  return one.mapTo(&page, QPoint(0, one.height())).y() <= other.mapTo(&page, QPoint()).y() + 1;
}

std::string nameOf(const QWidget& widget) {
  return widget.metaObject()->className() + std::string(" ") + widget.accessibleName().left(60).toStdString();
}

/// Within a picture: pictures draw and place what they have by themselves.
bool isInPicture(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget())
    if (qobject_cast<const ui::View*>(widget) || qobject_cast<const ui::ShownPicture*>(widget)) return true;
  return false;
}

/// What a widget writes into one line, or into several of its width.
void checkText(const QWidget& widget, const std::string& where) {
  const QFontMetrics letters = widget.fontMetrics();
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    const bool mayBeCut = label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
    if (label->wordWrap()) {
      EXPECT_GE(label->height() + 1, label->heightForWidth(label->width())) << where << label->text().toStdString();
    } else if (!mayBeCut) {
      EXPECT_GE(label->width() + 1, label->sizeHint().width()) << where << label->text().toStdString();
    }
  } else if (const auto* button = qobject_cast<const QPushButton*>(&widget)) {
    EXPECT_GE(button->width(), letters.horizontalAdvance(button->text())) << where << button->text().toStdString();
    EXPECT_GE(button->height(), letters.ascent()) << where << button->text().toStdString();
  } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
    const bool isNumber = qobject_cast<const QAbstractSpinBox*>(line->parentWidget());
    EXPECT_GE(line->height(), letters.ascent()) << where << nameOf(*line);
    if (isNumber) {
      EXPECT_GE(line->width(), letters.horizontalAdvance(line->text())) << where << nameOf(*line);
    }
  }
}

/// Nothing of the frame of the page reaches out of what holds it; what scrolls is as high as it wants to be.
void checkChildren(const ui::LessonPlayer& player, const std::string& where) {
  for (const QWidget* widget : player.findChildren<QWidget*>()) {
    const QWidget* parent = widget->parentWidget();
    if (!widget->isVisible() || widget->isWindow() || isInPicture(widget)) continue;
    checkText(*widget, where + ": ");
    const auto* scroll = qobject_cast<const QScrollArea*>(parent->parentWidget());
    const bool isScrolled = scroll && scroll->widget() == widget;
    const bool isOfText = qobject_cast<const QTextEdit*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent);
    if (isScrolled || isOfText) continue;
    const QRect room = parent->rect().adjusted(-1, -1, 1, 1);
    EXPECT_TRUE(room.contains(widget->geometry()))
        << where << ": " << nameOf(*widget) << " in " << nameOf(*parent) << ", " << widget->geometry().right() << " x "
        << widget->geometry().bottom() << " of " << room.right() << " x " << room.bottom();
  }
}

void checkPictures(ui::LessonPlayer& player, const std::string& where) {
  ui::StepPage& page = *player.page();
  double area = 0;
  for (ui::ShownPicture* picture : page.pictures()) {
    if (!picture->isVisible()) continue;
    EXPECT_EQ(picture->failure().toStdString(), "") << where;
    EXPECT_GE(picture->width(), kLeastPicture) << where;
    EXPECT_GE(picture->height(), kLeastPicture) << where;
    area += double(picture->width()) * picture->height();
    for (ui::FormulaWidget* formula : page.findChild<ui::FormulaPanel*>()->widgets())
      if (formula->isVisible()) {
        EXPECT_TRUE(isAbove(*picture, *formula, page)) << where;
      }
  }
  const double whole = double(player.width()) * player.height();
  if (area > 0) {
    EXPECT_GE(area / whole, kLeastPictureShare) << where;
  }
}

void checkLetters(ui::LessonPlayer& player, const std::string& where) {
  if (!ui::ThemeModel::instance().isProjector()) return;
  for (const ui::ProseView* prose : player.page()->findChildren<ui::ProseView*>())
    if (prose->isVisible() && prose->parentWidget() == player.page()->findChild<QScrollArea*>()->widget()) {
      EXPECT_GE(prose->font().pixelSize() * kLettersPerHeight, player.window()->height()) << where;
    }
}

/// Parts of the text one below the other, each as high as it wants to be; the others within the page.
void checkParts(ui::LessonPlayer& player, const std::string& where) {
  ui::StepPage& page = *player.page();
  auto* scroll = page.findChild<QScrollArea*>();
  const QWidget* above = nullptr;
  for (QWidget* part : page.shownParts()) {
    const std::string name = where + ": " + nameOf(*part);
    const QRect place(part->mapTo(&player, QPoint()), part->size());
    EXPECT_GE(place.left(), 0) << name;
    EXPECT_LE(place.right(), player.width()) << name;
    const int least = part->hasHeightForWidth() ? part->heightForWidth(part->width()) - 1
                                                : std::min(part->minimumSizeHint().height(), part->sizeHint().height());
    EXPECT_GE(part->height(), least) << name;
    if (!scroll->widget()->isAncestorOf(part)) {
      EXPECT_LE(place.bottom(), player.findChild<ui::StepDots*>()->y()) << name;
      continue;
    }
    EXPECT_LE(part->mapTo(scroll, QPoint(part->width(), 0)).x(), scroll->viewport()->width()) << name;
    if (above) {
      EXPECT_TRUE(isAbove(*above, *part, page)) << name;
    }
    above = part;
  }
}

void checkAll(ui::LessonPlayer& player, const std::string& where) {
  ASSERT_EQ(player.page()->size().width(), player.width());
  checkParts(player, where);
  checkPictures(player, where);
  checkLetters(player, where);
  checkChildren(player, where);
  for (const ui::FormulaWidget* formula : player.page()->findChild<ui::FormulaPanel*>()->widgets())
    EXPECT_FALSE(formula->isVisible() && formula->isTooWide()) << where;
}

}  // namespace

void apply(const Stand& stand) {
  ui::ThemeModel::instance().setKind(stand.theme);
  ui::ThemeModel::instance().setProjector(stand.isProjector);
  ui::ThemeModel::instance().applyTo(*qApp);
}

void checkWholePage(ui::LessonPlayer& player, const std::string& where) {
  // Layouts of a busy machine come to rest.
  const auto isWhole = [&] {
    testing::TestPartResultArray found;
    {
      const testing::ScopedFakeTestPartResultReporter quiet(&found);
      checkAll(player, where);
    }
    return found.size() == 0;
  };
  if (!QTest::qWaitFor(isWhole, 2000)) checkAll(player, where);
}

}  // namespace test
