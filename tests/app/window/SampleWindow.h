// The sample session in the main window, for tests of what one does with it.
#pragma once

#include <QDockWidget>
#include <QProcessEnvironment>
#include <QSettings>

#include <gtest/gtest.h>

#include "app/session/Autosave.h"
#include "app/session/SessionFiles.h"
#include "app/session/SessionKeeper.h"
#include "app/session/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/ViewDock.h"
#include "app/window/palette/CommandPalette.h"
#include "tests/app/window/Rest.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/base/ViewHistory.h"

namespace test {

constexpr int kPatience = 60000;

/// For a process that runs one test of this program, which need not be in the shard that this process runs.
inline QProcessEnvironment environmentOfOneTest() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX"}) environment.remove(QLatin1String(name));
  return environment;
}

/// Copies of runs that did not end properly, also of tests.
inline void removeLeftOvers() {
  while (const auto copy = app::LeftOver::newest()) copy->remove();
}

/// The sample session in a main window with settings of its own.
struct OpenSample {
  ~OpenSample() {
    window.reset();
    ui::ThemeModel::instance().setProjector(false);
    ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
  }
  void open() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
    removeLeftOvers();
    app::Settings().setTheme(app::ThemeChoice::light);
    window = std::make_unique<app::MainWindow>(session);
    test::show(*window, {1440, 900});
    test::activate(*window);
    window->files().openSample();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() == 4; }, kPatience));
  }

  test::TemporaryFolder folder;
  ui::Session session;
  std::unique_ptr<app::MainWindow> window;
};

class SampleWindow : public ::testing::Test {
 protected:
  /// Tests that leave the window as they found it may share one.
  explicit SampleWindow(std::shared_ptr<OpenSample> shared = std::make_shared<OpenSample>())
      : sample(std::move(shared)), folder(sample->folder), session(sample->session), window(sample->window) {}
  void SetUp() override {
    if (window) return;
    sample->open();
    settle();
  }
  void settle() { waitForRest(*window, session); }
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

  std::shared_ptr<OpenSample> sample;
  test::TemporaryFolder& folder;
  ui::Session& session;
  std::unique_ptr<app::MainWindow>& window;
};

}  // namespace test
