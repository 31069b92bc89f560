// The sample session in the main window, for tests of what one does with it.
#pragma once

#include <QDockWidget>
#include <QSettings>

#include <gtest/gtest.h>

#include "app/Autosave.h"
#include "app/CommandPalette.h"
#include "app/MainWindow.h"
#include "app/ViewDock.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/ViewHistory.h"

namespace test {

constexpr int kPatience = 60000;

class SampleWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    app::Autosave::discardLeftOver();
    app::Settings().setTheme(app::ThemeChoice::light);
    window = std::make_unique<app::MainWindow>(session);
    test::show(*window, {1440, 900});
    QApplication::setActiveWindow(window.get());
    window->openSample();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 4; }, kPatience));
    settle();
  }
  void TearDown() override {
    window.reset();
    ui::ThemeModel::instance().setProjector(false);
    ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
  }
  /// Docks, timers and delayed jobs come to rest.
  void settle() {
    QTest::qWait(400);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, kPatience));
  }
  ui::View* view(const char* kind) {
    for (ui::View* candidate : window->workspace().views())
      if (candidate->kind() == QLatin1String(kind)) return candidate;
    return nullptr;
  }
  bool isPanelShown(const char* name) const {
    const auto* dock = window->findChild<QDockWidget*>(QLatin1String(name));
    return dock && dock->isVisible();
  }
  QAction* command(const QString& name) const {
    for (const app::PaletteEntry& entry : window->commands(false))
      if (entry.action->objectName() == name) return entry.action;
    return nullptr;
  }

  test::TemporaryFolder folder;
  ui::Session session;
  std::unique_ptr<app::MainWindow> window;
};

}  // namespace test
