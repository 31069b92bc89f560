// Small and large windows: panels give way to the views, nothing stands out of its place, pixels are used.
#include <QTabBar>

#include "app/window/StatusText.h"
#include "tests/app/window/Geometry.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/InspectorPanel.h"

namespace window_sizes_test {

class WindowSizesTest : public test::SampleWindow {
 protected:
  void resize(QSize size) {
    window->resize(size);
    settle();
  }
  void expectAllInPlace(const std::string& when) {
    // Layouts of a busy machine come to rest.
    (void)QTest::qWaitFor([&] { return test::misplacedIn(*window).isEmpty(); }, 2000);
    for (const QString& each : test::misplacedIn(*window)) ADD_FAILURE() << when << ": " << each.toStdString();
  }
  /// Of the window's area.
  double shareOfViews() const {
    double area = 0;
    for (ui::View* each : window->workspace().views())
      for (const QRect& part : each->canvas().visibleRegion()) area += double(part.width()) * part.height();
    return area / (double(window->width()) * window->height());
  }
};

TEST_F(WindowSizesTest, aSmallWindowBelongsToTheViewsAndIsNoLargerThanAsked) {
  for (const QSize size : {QSize(800, 600), QSize(800, 500), QSize(640, 480)}) {
    resize(size);
    const std::string when = std::to_string(size.width()) + "x" + std::to_string(size.height());
    EXPECT_EQ(window->size(), size);
    EXPECT_FALSE(isPanelShown("library")) << when;
    EXPECT_GT(shareOfViews(), 0.4) << when;
    expectAllInPlace(when);
    for (const char* kind : {"alignment", "dp", "structure", "attention"}) {
      window->workspace().setActiveView(view(kind));
      settle();
      EXPECT_FALSE(view(kind)->canvas().visibleRegion().isEmpty()) << when << kind;
      expectAllInPlace(when + kind);
    }
  }
}

TEST_F(WindowSizesTest, theTabThatIsChosenIsTheActiveView) {
  resize({800, 600});
  window->workspace().setActiveView(view("attention"));
  view("attention")->setFocus();
  settle();
  for (QTabBar* bar : window->workspace().findChildren<QTabBar*>())
    for (int tab = 0; tab < bar->count(); ++tab)
      if (bar->isVisible() && bar->tabText(tab) == window->workspace().dockOf(view("dp"))->windowTitle())
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
  settle();
  EXPECT_EQ(window->workspace().activeView(), view("dp"));
  EXPECT_TRUE(view("dp")->canvas().hasFocus());
}

TEST_F(WindowSizesTest, panelsThatGaveWayComeBackWithTheRoom) {
  const QSize before = view("attention")->canvas().size();
  window->findChild<QDockWidget*>(QStringLiteral("messages"))->hide();
  resize({800, 600});
  resize({1440, 900});
  for (const char* name : {"library", "jobs", "inspector"}) EXPECT_TRUE(isPanelShown(name)) << name;
  EXPECT_FALSE(isPanelShown("messages")) << "closed by the user";
  EXPECT_NEAR(view("attention")->canvas().width(), before.width(), 8);
  EXPECT_NEAR(view("attention")->canvas().height(), before.height(), 8);
}

TEST_F(WindowSizesTest, aPanelThatIsOpenedInASmallWindowStays) {
  resize({800, 600});
  window->findChild<QDockWidget*>(QStringLiteral("library"))->show();
  resize({820, 620});
  EXPECT_TRUE(isPanelShown("library"));
  resize({1440, 900});
  EXPECT_TRUE(isPanelShown("library"));
}

TEST_F(WindowSizesTest, aSmallWindowThatWasClosedOpensLargeWithItsPanels) {
  resize({800, 600});
  window->close();
  window = std::make_unique<app::MainWindow>(session);
  test::show(*window, {1440, 900});
  settle();
  for (const char* name : {"library", "jobs", "inspector"}) EXPECT_TRUE(isPanelShown(name)) << name;
}

TEST_F(WindowSizesTest, largeTextFitsASmallWindow) {
  resize({800, 600});
  ui::ThemeModel::instance().setProjector(true);
  settle();
  EXPECT_EQ(window->size(), QSize(800, 600));
  EXPECT_GT(shareOfViews(), 0.45);
  expectAllInPlace("projector");
  ui::ThemeModel::instance().setProjector(false);
  settle();
  command(QStringLiteral("view.teach-layout"))->trigger();
  settle();
  EXPECT_TRUE(isPanelShown("inspector"));
  EXPECT_EQ(window->size(), QSize(800, 600));
  expectAllInPlace("teaching");
}

TEST_F(WindowSizesTest, aVeryLargeWindowIsFilled) {
  resize({3840, 2160});
  EXPECT_GT(shareOfViews(), 0.75);
  expectAllInPlace("4K");
}

TEST_F(WindowSizesTest, aMapWithoutRoomSaysSo) {
  const QColor muted = ui::ThemeModel::instance().theme().muted;
  for (const char* kind : {"dp", "attention"}) {
    const QImage image = view(kind)->renderImage({150, 60}, 1);
    EXPECT_GT(test::countColor(image, muted, 40), 100) << kind;
    EXPECT_EQ(test::countPixels(image, [](QColor pixel) { return pixel.saturation() > 80; }), 0)
        << kind << ": a line, no scraps";
  }
}

TEST_F(WindowSizesTest, theStatusBarHasOneTextThatIsCutWhereItEnds) {
  app::StatusText& status = window->statusText();
  const QString longText = QStringLiteral("a very long text ").repeated(80);
  status.setText(longText);
  settle();
  EXPECT_EQ(window->width(), 1440);
  EXPECT_TRUE(status.shownText().endsWith(u'…'));
  EXPECT_EQ(status.toolTip(), longText.simplified());
  status.setText(QStringLiteral("short"));
  EXPECT_EQ(status.shownText(), QStringLiteral("short"));
  session.report(ui::MessageKind::information, QStringLiteral("done"));
  EXPECT_EQ(status.shownText(), QStringLiteral("done"));
  status.showMessage(QStringLiteral("over at once"), 0);
  QTest::qWait(20);
  EXPECT_EQ(status.shownText(), QStringLiteral("short")) << "what is under the pointer is told again";
}

}  // namespace window_sizes_test
