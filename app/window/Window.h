// Opening the main window: what the program does when it is given no command.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace app {

class MainWindow;

/// Opens the main window with these files and runs until it is closed. `onReady` is called once, when the window has
/// been painted and waits for the user. Returns an exit code; prints one sentence and returns 1 when there is no
/// display.
int runWindow(const std::vector<std::string>& files, const std::function<void(MainWindow&)>& onReady = {});

/// Qt's application object needs an argument list that outlives it.
struct ApplicationArguments {
  int count = 1;
  char name[10] = "headlight";
  char* values[2] = {name, nullptr};
};
/// Names, version and look of the application; call after the QApplication was made.
void setUpApplication();

}  // namespace app
