// The wheel over controls in something that scrolls.
#include <QtTest/qtestspontaneevent.h>
#include <QComboBox>
#include <QDial>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>

#include "tests/ui/support/Gui.h"
#include "ui/panels/WheelGuard.h"

namespace wheel_guard_test {

class WheelGuardTest : public ::testing::Test {
 protected:
  WheelGuardTest() {
    qApp->installEventFilter(&guard);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->addSpacing(300);
    auto* list = new QComboBox;
    list->addItems({"a", "b", "c", "d", "e"});
    auto* editable = new QComboBox;
    editable->addItems({"a", "b", "c", "d", "e"});
    editable->setEditable(true);
    for (QComboBox* each : {list, editable}) each->setCurrentIndex(2);
    controls = {list, editable, new QSpinBox, new QDoubleSpinBox, new QSlider(Qt::Horizontal), new QDial};
    for (QWidget* control : controls) layout->addWidget(control);
    layout->addSpacing(600);
    area.setWidgetResizable(true);
    area.setWidget(content);
    test::show(area, {300, 400});
    area.verticalScrollBar()->setValue(200);
  }
  /// As it comes from the window system, which lets Qt give the focus to what wants it by the wheel.
  static void turnWheel(QWidget& widget, int notches) {
    const QPointF position = widget.rect().center();
    QWheelEvent event(position, widget.mapToGlobal(position), {}, QPoint(0, 120 * notches), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event);
    qApp->notify(&widget, &event);
  }
  static QVariant valueOf(const QWidget& widget) { return widget.property(widget.metaObject()->userProperty().name()); }

  ui::WheelGuard guard;
  QScrollArea area;
  std::vector<QWidget*> controls;
};

TEST_F(WheelGuardTest, theWheelScrollsAndNoControlChangesOrTakesTheFocus) {
  area.setFocus();
  for (QWidget* control : controls) {
    const QVariant before = valueOf(*control);
    ASSERT_TRUE(before.isValid());
    for (const int notches : {-1, 1}) {
      const int scrolled = area.verticalScrollBar()->value();
      turnWheel(*control, notches);
      EXPECT_EQ(valueOf(*control), before) << control->metaObject()->className();
      EXPECT_FALSE(control->hasFocus()) << control->metaObject()->className();
      EXPECT_EQ(area.verticalScrollBar()->value() < scrolled, notches > 0) << control->metaObject()->className();
    }
  }
}

TEST_F(WheelGuardTest, theLineInsideAControlIsNoWayAroundIt) {
  area.setFocus();
  for (QWidget* control : controls) {
    auto* line = control->findChild<QLineEdit*>();
    if (!line) continue;
    const QVariant before = valueOf(*control);
    turnWheel(*line, -1);
    EXPECT_EQ(valueOf(*control), before) << control->metaObject()->className();
  }
}

TEST_F(WheelGuardTest, theControlThatHasTheFocusIsTurned) {
  for (QWidget* control : controls) {
    test::giveFocus(*control);
    ASSERT_TRUE(control->hasFocus()) << control->metaObject()->className();
    const QVariant before = valueOf(*control);
    turnWheel(*control, qobject_cast<QComboBox*>(control) ? -1 : 1);
    EXPECT_NE(valueOf(*control), before) << control->metaObject()->className();
  }
}

TEST_F(WheelGuardTest, scrollBarsAreTurnedAsEver) {
  const int before = area.verticalScrollBar()->value();
  turnWheel(*area.verticalScrollBar(), -1);
  EXPECT_GT(area.verticalScrollBar()->value(), before);
}

}  // namespace wheel_guard_test
