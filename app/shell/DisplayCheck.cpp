#include "app/shell/DisplayCheck.h"

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

/// A socket connected to this path, -1 when nobody answers; a leading 0 byte stands for Linux's abstract names.
int connection(const std::string& path) {
  sockaddr_un address{};
  if (path.size() >= sizeof address.sun_path) return -1;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  const int handle = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (handle < 0) return -1;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  if (connect(handle, reinterpret_cast<const sockaddr*>(&address), length) == 0) return handle;
  close(handle);
  return -1;
}

/// ":1", ":1.0", "unix:1", and what is no display at all. Others (host:0 over the network) are left to Qt.
bool isLocal(const std::string& display) {
  const std::string host = display.substr(0, display.find(':'));
  return host.empty() || host == "unix" || host == display;
}

int connectionTo(const std::string& display) {
  const size_t colon = display.find(':');
  if (colon == std::string::npos) return -1;
  const std::string number = display.substr(colon + 1, display.find('.', colon) - colon - 1);
  const std::string path = "/tmp/.X11-unix/X" + number;
  const int handle = connection(path);
  return handle >= 0 ? handle : connection(std::string(1, '\0') + path);
}

}  // namespace

DisplayCheck::DisplayCheck() {
  const std::string platform = environment("QT_QPA_PLATFORM");
  if (!platform.empty() && !platform.starts_with("xcb")) return;
  const std::string display = environment("DISPLAY");
  const std::string advice = "; run it on a desktop, or under a virtual one: xvfb-run -a headlight ...";
  if (display.empty()) {
    m_missing = "this needs a display and DISPLAY is not set" + advice;
    return;
  }
  if (!isLocal(display)) return;
  m_connection = connectionTo(display);
  if (m_connection < 0) m_missing = "this needs a display and \"" + display + "\" (DISPLAY) does not answer" + advice;
}

DisplayCheck::~DisplayCheck() {
  if (m_connection >= 0) close(m_connection);
}

}  // namespace app
