// Registers VTK's object factories in one place (no autoinit definitions are needed on any target) and prepares Qt for
// them.
#include <vtkAutoInit.h>
VTK_MODULE_INIT(vtkRenderingOpenGL2)
VTK_MODULE_INIT(vtkRenderingFreeType)

#include <unistd.h>

#include <QDir>
#include <QFile>

#include "ui/vtk/VtkWidget.h"

namespace ui {

void initialiseVtk(Screen screen) {
  if (screen == Screen::memory) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_QPA_OFFSCREEN_NO_GLX", "1");  // else it looks for an X server
    // Sessions without a login have none, and Qt would say on standard error which one it takes.
    if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR"))
      qputenv("XDG_RUNTIME_DIR",
              QFile::encodeName(QStringLiteral("%1/runtime-%2").arg(QDir::tempPath()).arg(getuid())));
    return;
  }
  // Docks are dragged to where the user puts them, which Wayland does not allow a program to follow.
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && !qEnvironmentVariableIsEmpty("DISPLAY"))
    qputenv("QT_QPA_PLATFORM", "xcb");
  // Pictures have a context of their own: Qt needs none.
  if (qEnvironmentVariableIsEmpty("QT_XCB_GL_INTEGRATION")) qputenv("QT_XCB_GL_INTEGRATION", "none");
}

}  // namespace ui
