#include "app/DisplayCheck.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace app {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// Connects to a Unix socket; a leading 0 byte stands for Linux's abstract names.
bool canConnect(const std::string& path) {
  sockaddr_un address{};
  if (path.size() >= sizeof address.sun_path) return false;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  const int handle = socket(AF_UNIX, SOCK_STREAM, 0);
  if (handle < 0) return false;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  const bool isOpen = connect(handle, reinterpret_cast<const sockaddr*>(&address), length) == 0;
  close(handle);
  return isOpen;
}

/// ":1", ":1.0", "unix:1": a server on this machine. Others (host:0 over the network) are left to Qt.
bool isReachable(const std::string& display) {
  const size_t colon = display.find(':');
  if (colon == std::string::npos) return false;
  const std::string host = display.substr(0, colon);
  if (!host.empty() && host != "unix") return true;
  const std::string number = display.substr(colon + 1, display.find('.', colon) - colon - 1);
  const std::string path = "/tmp/.X11-unix/X" + number;
  return canConnect(path) || canConnect(std::string(1, '\0') + path);
}

}  // namespace

std::string missingDisplay() {
  const std::string platform = environment("QT_QPA_PLATFORM");
  if (!platform.empty() && platform.rfind("xcb", 0) != 0) return {};
  const std::string display = environment("DISPLAY");
  const std::string advice = "; run it on a desktop, or under a virtual one: xvfb-run -a headlight ...";
  if (display.empty()) return "this needs a display and DISPLAY is not set" + advice;
  if (!isReachable(display)) return "this needs a display and \"" + display + "\" (DISPLAY) does not answer" + advice;
  return {};
}

}  // namespace app
