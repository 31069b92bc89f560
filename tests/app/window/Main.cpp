// Runs the tests of the main window inside the program's own application object. Needs a display: without one the tests
// fail, they do not skip.
#include <QStandardPaths>

#include <gtest/gtest.h>

#include "app/shell/Application.h"
#include "ui/look/Theme.h"
#include "ui/vtk/VtkWidget.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ui::initialiseVtk();
  QStandardPaths::setTestModeEnabled(true);
  app::Application application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("headlight-tests"));
  QApplication::setQuitOnLastWindowClosed(false);
  ui::ThemeModel::instance().applyTo(application);
  return RUN_ALL_TESTS();
}
