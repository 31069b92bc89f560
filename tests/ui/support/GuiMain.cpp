// Runs the tests of one GUI executable inside a QApplication. Needs a display with OpenGL 3.2: without one the tests
// fail, they do not skip.
#include <QApplication>
#include <QStandardPaths>

#include <gtest/gtest.h>

#include "ui/look/Theme.h"
#include "ui/vtk/VtkWidget.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ui::initialiseVtk();
  QStandardPaths::setTestModeEnabled(true);
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("headlight-tests"));
  QApplication::setQuitOnLastWindowClosed(false);
  ui::ThemeModel::instance().applyTo(application);
  return RUN_ALL_TESTS();
}
