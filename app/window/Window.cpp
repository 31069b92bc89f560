#include "app/window/Window.h"

#include <QTimer>
#include <clocale>
#include <optional>

#include "app/session/SessionKeeper.h"
#include "app/session/Settings.h"
#include "app/shell/Application.h"
#include "app/shell/DisplayCheck.h"
#include "app/shell/Terminal.h"
#include "app/window/MainWindow.h"
#include "app/window/start/StartPage.h"
#include "engine/compute/Pocl.h"
#include "engine/operations/Operation.h"
#include "engine/remote/RemoteSettings.h"
#include "ui/look/Theme.h"
#include "ui/session/Session.h"
#include "ui/vtk/VtkWidget.h"

namespace app {

void setUpApplication() {
  // Qt has adopted the user's locale; numbers in files keep their decimal point.
  std::setlocale(LC_NUMERIC, "C");
  QApplication::setApplicationName(QStringLiteral("Headlight"));
  QApplication::setOrganizationName(QStringLiteral("Headlight"));
  QApplication::setApplicationVersion(QString::fromStdString(engine::programVersion()));
  ui::ThemeModel::instance().applyTo(*qApp);
}

namespace {

/// The window has been painted by then.
constexpr int kDeviceMilliseconds = 250;

/// The part of runWindow() that needs the application.
int showWindow(Application& application, const std::vector<std::string>& files,
               const std::function<void(MainWindow&)>& onReady) {
  ui::Session session;
  application.onFailure = [&session](const QString& text) { session.report(ui::MessageKind::error, text); };
  MainWindow window(session);
  window.show();
  QCoreApplication::processEvents();
  application.guard([&] {
    QStringList paths;
    for (const std::string& file : files) paths.append(QString::fromStdString(file));
    if (!paths.isEmpty()) window.openPaths(paths);
    window.keeper().offerLeftOver();
    window.start().drawSamplesWith(QCoreApplication::applicationFilePath());
  });
  // After everything that opening the window has queued.
  if (onReady) QTimer::singleShot(0, &window, [&window, &onReady] { onReady(window); });
  // The libraries of OpenCL take half of the time of a start, and of its memory; until they are there the native path
  // computes.
  QTimer::singleShot(kDeviceMilliseconds, &session, [&session] { session.chooseDevice(Settings().device()); });
  const int exitCode = QApplication::exec();
  application.onFailure = nullptr;
  return exitCode;
}

}  // namespace

int runWindow(const std::vector<std::string>& files, const std::function<void(MainWindow&)>& onReady) {
  std::optional<DisplayCheck> display(std::in_place);
  if (!display->missing().empty()) {
    printError(display->missing() + "; headlight --help lists what works without a window");
    return 1;
  }
  engine::preparePocl();
  ui::initialiseVtk();
  // A window has no terminal on which ssh could ask.
  if (qEnvironmentVariableIsSet("SSH_ASKPASS"))
    engine::remoteSettings().asking = engine::RemoteSettings::Asking::program;
  ApplicationArguments arguments;
  Application application(arguments.count, arguments.values);
  display.reset();
  setUpApplication();
  return showWindow(application, files, onReady);
}

}  // namespace app
