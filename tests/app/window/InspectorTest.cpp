// The inspector beside real views: nothing in it is cut off or moves away under the pointer, and it follows the
// keyboard.
#include <QtTest/qtestspontaneevent.h>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QToolButton>

#include "app/window/StatusText.h"
#include "tests/app/window/Geometry.h"
#include "tests/app/window/Inputs.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/LiveParameters.h"
#include "ui/panels/ParameterForm.h"
#include "ui/panels/ResultParts.h"
#include "ui/views/attention/AttentionView.h"

namespace inspector_test {

constexpr auto kKinds = {"alignment", "dp", "attention", "structure"};

class InspectorTest : public test::SampleWindow {
 protected:
  void activate(const char* kind) {
    session.selection().clearLocked();
    view(kind)->setFocus();
    QTest::qWait(100);
  }
  void lockResidue() {
    ui::Focus focus;
    focus.first = {"lactate", 2};
    focus.row = 0;
    session.selection().setLocked(focus);
    QTest::qWait(30);
  }
  void hover(ui::View& shown, double x, double y) {
    const QSize size = shown.canvas().size();
    QEnterEvent enter({5, 5}, {5, 5}, {5, 5});
    QCoreApplication::sendEvent(&shown.canvas(), &enter);
    test::movePointer(shown.canvas(), QPointF(x * size.width(), y * size.height()));
    QTest::qWait(10);
  }
  void expectAllFits(const std::string& when) {
    // Layouts and paints of a busy machine come to rest.
    (void)QTest::qWaitFor(
        [&] {
          return test::misplacedIn(window->inspector()).isEmpty() && test::cutOffIn(window->inspector()).isEmpty();
        },
        1000);
    for (const QScrollArea* area : window->inspector().findChildren<QScrollArea*>())
      EXPECT_LE(area->widget()->width(), area->viewport()->width()) << when;
    for (const QString& each : test::misplacedIn(window->inspector())) ADD_FAILURE() << when << each.toStdString();
    for (const QString& each : test::cutOffIn(window->inspector())) ADD_FAILURE() << when << each.toStdString();
  }
  /// As it comes from the window system, which lets Qt give the focus to what wants it by the wheel.
  static void turnWheel(QWidget& widget, int notches) {
    const QPointF position = widget.rect().center();
    QWheelEvent event(position, widget.mapToGlobal(position), {}, QPoint(0, 120 * notches), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event);
    qApp->notify(&widget, &event);
  }
};

TEST_F(InspectorTest, tabGoesThroughPartsParametersAndControlsFromTopToBottom) {
  engine::Request request;
  request.operation = "attention dot";
  request.output = "numbers";
  ASSERT_TRUE(session.run(request));
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().find("numbers.arrays") != nullptr; }, test::kPatience));
  window->workspace().openView(QStringLiteral("matrices"), {"numbers.arrays"})->setFocus();
  settle();
  const auto tops = [&](const std::vector<QWidget*>& stops) {
    std::vector<QPoint> places;
    for (const QWidget* stop : stops) places.push_back(stop->mapTo(&window->inspector(), QPoint()));
    return places;
  };
  const std::vector<QWidget*> all = test::inputsIn(window->inspector());
  all.front()->setFocus(Qt::TabFocusReason);
  std::vector<QWidget*> stops;
  for (size_t k = 0; k < all.size() && window->inspector().isAncestorOf(QApplication::focusWidget()); ++k) {
    stops.push_back(QApplication::focusWidget());
    QTest::keyClick(stops.back(), Qt::Key_Tab);
  }
  // Scroll areas are stops too; of controls none is passed over before the panel is left.
  EXPECT_GE(stops.size() + 1, all.size());
  std::erase_if(stops, [](const QWidget* stop) { return qobject_cast<const QScrollArea*>(stop); });
  const auto isBefore = [](const QPoint& a, const QPoint& b) {
    return std::abs(a.y() - b.y()) > 8 ? a.y() < b.y() : a.x() < b.x();
  };
  const std::vector<QPoint> places = tops(stops);
  ASSERT_GT(places.size(), 4U);
  for (size_t k = 1; k < places.size(); ++k)
    EXPECT_TRUE(isBefore(places[k - 1], places[k])) << test::describe(*stops[k]).toStdString();
}

TEST_F(InspectorTest, theStatusBarFollowsAControlThatIsUsed) {
  auto* heads = qobject_cast<ui::AttentionView*>(view("attention"));
  ASSERT_NE(heads, nullptr);
  activate("attention");
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right, Qt::ControlModifier);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  settle();
  heads->canvas().setAttribute(Qt::WA_UnderMouse, false);
  const auto status = [&] { return window->statusText().shownText(); };
  const auto change = [&](ui::HeadComparison comparison) {
    const QString before = heads->statusText();
    heads->change([&](ui::AttentionOptions& options) { options.comparison = comparison; });
    EXPECT_TRUE(QTest::qWaitFor([&] { return heads->statusText() != before; }, 5000));
    settle();
    EXPECT_FALSE(heads->statusText().isEmpty());
    EXPECT_EQ(status(), heads->statusText());
  };
  change(ui::HeadComparison::difference);
  test::inputsIn(window->inspector()).front()->setFocus();
  ASSERT_FALSE(heads->canvas().hasFocus());
  change(ui::HeadComparison::none);
}

TEST_F(InspectorTest, noViewAsksForMoreThanTheUsualWidthAndNoListIsCut) {
  for (const char* kind : kKinds) {
    activate(kind);
    EXPECT_LE(window->inspector().minimumWidth(), ui::InspectorPanel::kUsualWidth) << kind;
    for (QComboBox* list : window->inspector().findChildren<QComboBox*>()) {
      // Beside other controls in its row a list may be elided.
      const auto* form = qobject_cast<QFormLayout*>(list->parentWidget()->layout());
      if (!form || form->indexOf(list) < 0) continue;
      EXPECT_GE(list->width(), list->fontMetrics().horizontalAdvance(list->currentText()) + 16)
          << kind << ": " << list->currentText().toStdString();
    }
  }
}

TEST_F(InspectorTest, nothingIsWiderThanThePanelOrCutOffAtAnyWidthAndTextSize) {
  auto* dock = window->findChild<QDockWidget*>(QStringLiteral("inspector"));
  for (const bool isLarge : {false, true}) {
    ui::ThemeModel::instance().setProjector(isLarge);
    settle();
    for (const int width : {1, 330, 520}) {
      window->resizeDocks({dock}, {width}, Qt::Horizontal);
      for (const char* kind : kKinds) {
        activate(kind);
        const std::string when = std::string(kind) + (isLarge ? " large " : " ") + std::to_string(width) + ": ";
        expectAllFits(when + "nothing pointed at: ");
        lockResidue();
        expectAllFits(when);
        for (const double place : {0.2, 0.35, 0.5}) {
          hover(*view(kind), place, place);
          expectAllFits(when + "hovered: ");
        }
      }
    }
  }
}

TEST_F(InspectorTest, noControlMovesWhileThePointerDoes) {
  for (const char* kind : kKinds) {
    activate(kind);
    settle();
    expectAllFits(kind);
    const std::vector<QWidget*> controls = test::inputsIn(window->inspector());
    const auto places = [&] {
      std::vector<QRect> all;
      for (const QWidget* control : controls) all.emplace_back(control->mapTo(window.get(), QPoint()), control->size());
      return all;
    };
    const std::vector<QRect> before = places();
    ASSERT_GT(before.size(), 2U) << kind;
    for (const char* other : kKinds)
      for (const double place : {0.3, 0.5, 0.9}) {
        hover(*view(other), place, place);
        EXPECT_EQ(places(), before) << kind << " active, " << other << " hovered";
      }
  }
}

TEST_F(InspectorTest, controlsStayInSightWhereOneTeaches) {
  command(QStringLiteral("view.teach-layout"))->trigger();
  settle();
  activate("attention");
  const auto firstControl = [&] {
    for (QWidget* input : test::inputsIn(window->inspector()))
      if (qobject_cast<QComboBox*>(input) || qobject_cast<QSlider*>(input)) return input;
    return static_cast<QWidget*>(nullptr);
  };
  QWidget* control = firstControl();
  ASSERT_TRUE(control);
  session.selection().setLocked({{"1ldm", 20}, {"1ldm", 40}});
  hover(*view("attention"), 0.4, 0.4);
  EXPECT_FALSE(control->visibleRegion().isEmpty());
  EXPECT_EQ(control->visibleRegion().boundingRect(), control->rect());
}

TEST_F(InspectorTest, theWheelScrollsThePanelAndChangesNoControl) {
  window->resize(1440, 640);
  for (const char* kind : kKinds) {
    activate(kind);
    QScrollBar* bar = nullptr;
    for (QWidget* control : test::inputsIn(window->inspector())) {
      const bool isTurned = qobject_cast<QComboBox*>(control) || qobject_cast<QAbstractSpinBox*>(control) ||
                            (qobject_cast<QSlider*>(control));
      if (!isTurned) continue;
      auto* area = qobject_cast<QScrollArea*>(control->parentWidget());
      for (QWidget* parent = control->parentWidget(); !area; parent = parent->parentWidget())
        area = qobject_cast<QScrollArea*>(parent);
      bar = area->verticalScrollBar();
      ASSERT_GT(bar->maximum(), 0) << kind;
      bar->setValue(bar->maximum() / 2);
      const std::optional<QString> before = test::valueOf(*control);
      const QJsonObject state = view(kind)->state();
      for (const int notches : {1, -1, -1}) {
        const int scrolled = bar->value();
        turnWheel(*control, notches);
        EXPECT_NE(bar->value(), scrolled) << kind << " " << test::describe(*control).toStdString();
      }
      EXPECT_EQ(test::valueOf(*control), before) << kind << " " << test::describe(*control).toStdString();
      EXPECT_EQ(view(kind)->state(), state) << kind;
    }
    EXPECT_TRUE(bar) << kind;
  }
}

TEST_F(InspectorTest, theReadoutIsThatOfTheViewThatTheKeyboardGoesTo) {
  activate("attention");
  lockResidue();
  hover(*view("attention"), 0.01, 0.01);
  activate("alignment");
  lockResidue();
  EXPECT_TRUE(window->inspector().readoutText().startsWith(QStringLiteral("Column")))
      << window->inspector().readoutText().toStdString();
}

TEST_F(InspectorTest, theMatricesOfWhatIsShownAreOneClickAway) {
  activate("attention");
  const auto partCalled = [&](const QString& name) -> QToolButton* {
    for (auto* button : window->inspector().findChild<ui::ResultParts*>()->findChildren<QToolButton*>())
      if (button->text() == name) return button;
    return nullptr;
  };
  ASSERT_NE(partCalled(QStringLiteral("Matrices")), nullptr);
  EXPECT_FALSE(partCalled(QStringLiteral("Attention"))->isEnabled()) << "it is shown";
  QTest::mouseClick(partCalled(QStringLiteral("Matrices")), Qt::LeftButton);
  ASSERT_NE(view("matrices"), nullptr);
  EXPECT_EQ(window->workspace().activeView(), view("matrices"));
  QTest::qWait(50);
  ASSERT_NE(partCalled(QStringLiteral("Attention")), nullptr);
  QTest::mouseClick(partCalled(QStringLiteral("Attention")), Qt::LeftButton);
  EXPECT_EQ(window->workspace().activeView(), view("attention")) << "and back";
}

TEST_F(InspectorTest, parametersStandAboveTheControlsAndFoldAway) {
  activate("attention");
  auto& inspector = window->inspector();
  auto* live = inspector.findChild<ui::LiveParameters*>();
  ASSERT_NE(live, nullptr);
  QLabel* controls = nullptr;
  for (auto* label : inspector.findChildren<QLabel*>(QStringLiteral("heading")))
    if (label->text() == QStringLiteral("Controls")) controls = label;
  auto* fold = inspector.findChild<QToolButton*>(QStringLiteral("heading"));
  ASSERT_NE(controls, nullptr);
  ASSERT_NE(fold, nullptr);
  EXPECT_TRUE(live->isVisible());
  EXPECT_LT(live->geometry().bottom(), controls->y());
  EXPECT_LT(fold->geometry().bottom(), live->y() + 1);
  QTest::mouseClick(fold, Qt::LeftButton);
  EXPECT_FALSE(live->isVisible());
  activate("structure");
  activate("attention");
  live = inspector.findChild<ui::LiveParameters*>();
  ASSERT_NE(live, nullptr);
  EXPECT_FALSE(live->isVisible()) << "it stays folded";
  QTest::mouseClick(fold, Qt::LeftButton);
  EXPECT_TRUE(live->isVisible());
}

TEST_F(InspectorTest, aParameterOfWhatIsShownIsLiveAndCanBeUndone) {
  activate("attention");
  auto* live = window->inspector().findChild<ui::LiveParameters*>();
  ASSERT_NE(live, nullptr);
  const std::string id = live->datasetId();
  const auto parameter = [&] {
    return session.document().find(id)->provenance.request.parameters.flag("mask_and_zero");
  };
  auto* box = qobject_cast<QCheckBox*>(live->form().field("mask_and_zero"));
  ASSERT_NE(box, nullptr);
  const bool before = parameter();
  box->setChecked(!before);
  ASSERT_TRUE(QTest::qWaitFor([&] { return parameter() != before; }, test::kPatience));
  QTest::qWait(1500);  // the pause that ends a step
  window->history().undo();
  EXPECT_TRUE(QTest::qWaitFor([&] { return parameter() == before && box->isChecked() == before; }, test::kPatience));
}

}  // namespace inspector_test
