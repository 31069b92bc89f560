// Where views and their tabs go, and which of them the window speaks of.
#include <QScrollArea>
#include <QTabBar>
#include <QTreeWidget>
#include <algorithm>
#include <array>
#include <string>

#include "app/window/Panels.h"
#include "tests/app/window/Geometry.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/TitleBar.h"

namespace places_test {

/// Narrower than this a map cannot be read.
constexpr int kLeastWidth = 320;

class PlacesTest : public test::SampleWindow {
 protected:
  app::ViewDock* dockOf(const char* kind) { return window->workspace().dockOf(view(kind)); }
  /// Of those that can be seen.
  int narrowestView() const {
    int narrowest = window->width();
    for (ui::View* each : window->workspace().views())
      if (!each->canvas().visibleRegion().isEmpty()) narrowest = std::min(narrowest, each->width());
    return narrowest;
  }
  std::vector<QRect> placesOfViews() const {
    std::vector<QRect> places;
    for (ui::View* each : window->workspace().views())
      places.push_back(window->workspace().dockOf(each)->geometry());
    return places;
  }
  void setProjector(bool on) {
    ui::ThemeModel::instance().setProjector(on);
    settle();
  }
  void resize(QSize size) {
    window->resize(size);
    settle();
  }
};

TEST_F(PlacesTest, aClickOnATitleBarActivatesItsView) {
  window->workspace().setActiveView(view("attention"));
  for (const char* kind : {"structure", "alignment", "dp"}) {
    QTest::mouseClick(&dockOf(kind)->titleBar(), Qt::LeftButton, {}, QPoint(40, 12));
    EXPECT_EQ(window->workspace().activeView(), view(kind)) << kind;
    EXPECT_TRUE(view(kind)->canvas().hasFocus()) << kind;
    const auto commands = window->commands(false);
    EXPECT_TRUE(commands.front().text.startsWith(dockOf(kind)->kindTitle())) << commands.front().text.toStdString();
    EXPECT_FALSE(dockOf(kind)->isFloating()) << kind;
  }
}

TEST_F(PlacesTest, escapeInAFloatingPanelLetsGo) {
  ui::Focus focus;
  focus.first = {"lactate", 2};
  const std::array<QWidget*, 2> inputs = {&window->library().tree(), window->inspector().findChild<QScrollArea*>()};
  for (int panel = 0; panel < 2; ++panel) {
    QDockWidget* dock = window->panels().docks()[static_cast<size_t>(panel)];
    dock->setFloating(true);
    settle();
    session.selection().setLocked(focus);
    QTest::keyClick(inputs[static_cast<size_t>(panel)], Qt::Key_Escape);
    EXPECT_TRUE(session.selection().locked().isEmpty()) << dock->objectName().toStdString();
    EXPECT_TRUE(dock->isVisible());
    dock->setFloating(false);
  }
}

class NewViews : public PlacesTest, public ::testing::WithParamInterface<QSize> {};

TEST_P(NewViews, neverMakeNarrowStrips) {
  resize(GetParam());
  Q_EMIT dockOf("alignment")->duplicateRequested();  // from now on the user places the views
  settle();
  EXPECT_GE(narrowestView(), kLeastWidth);
  for (const char* kind : {"plot", "matrices", "geometry"}) {
    ui::View* added = window->workspace().openView(QLatin1String(kind), {});
    settle();
    EXPECT_GE(narrowestView(), kLeastWidth) << kind;
    EXPECT_FALSE(added->canvas().visibleRegion().isEmpty()) << kind;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, NewViews, ::testing::Values(QSize(800, 600), QSize(1000, 700), QSize(1440, 900)),
                         [](const auto& info) { return "AtWidth" + std::to_string(info.param.width()); });

TEST_F(PlacesTest, aViewInACellWithTabsIsShownTwiceBesideIt) {
  resize({2200, 1200});
  window->workspace().tabifyDockWidget(dockOf("alignment"), dockOf("attention"));
  window->workspace().setActiveView(view("alignment"));
  dockOf("alignment")->raise();
  settle();
  ASSERT_FALSE(view("alignment")->canvas().visibleRegion().isEmpty());
  Q_EMIT dockOf("alignment")->duplicateRequested();
  settle();
  const app::ViewDock* twin = window->workspace().dockOf(window->workspace().views().back());
  EXPECT_FALSE(twin->geometry().intersects(dockOf("alignment")->geometry()));
  EXPECT_GE(narrowestView(), kLeastWidth);
  EXPECT_TRUE(window->workspace().tabifiedDockWidgets(dockOf("alignment")).contains(dockOf("attention")));
  EXPECT_FALSE(view("alignment")->canvas().visibleRegion().isEmpty()) << "it stays in front";
}

TEST_F(PlacesTest, viewsHaveTheirSharesWhateverSizesTheWindowWentThrough) {
  for (const QSize last : {QSize(1280, 720), QSize(1600, 1000)}) {
    resize({3840, 2160});
    setProjector(true);
    resize(last);
    setProjector(false);
    const std::vector<QRect> places = placesOfViews();
    window->arrange(app::Layout::grid);
    settle();
    const std::vector<QRect> fresh = placesOfViews();
    for (size_t k = 0; k < places.size(); ++k) {
      EXPECT_NEAR(places[k].width(), fresh[k].width(), 12) << last.width() << ": view " << k;
      EXPECT_NEAR(places[k].height(), fresh[k].height(), 12) << last.width() << ": view " << k;
      EXPECT_NEAR(places[k].x(), fresh[k].x(), 12) << last.width() << ": view " << k;
    }
    EXPECT_GE(narrowestView(), kLeastWidth);
    EXPECT_EQ(test::misplacedIn(*window), QStringList());
  }
}

TEST_F(PlacesTest, titlesOfTabsKeepTheirKindAndAreToldOnHover) {
  resize({800, 600});
  setProjector(true);
  int numTabs = 0;
  for (const QTabBar* bar : window->findChildren<QTabBar*>()) {
    if (!bar->isVisible()) continue;
    EXPECT_EQ(bar->elideMode(), Qt::ElideLeft) << "the kinds of views differ";
    for (int tab = 0; tab < bar->count(); ++tab, ++numTabs) {
      EXPECT_EQ(bar->tabToolTip(tab), bar->tabText(tab));
      EXPECT_LE(bar->tabRect(tab).right(), bar->width()) << bar->tabText(tab).toStdString();
      EXPECT_GE(bar->tabRect(tab).height(), bar->fontMetrics().height()) << "letters have their height";
    }
  }
  EXPECT_GE(numTabs, 4);
}

}  // namespace places_test
