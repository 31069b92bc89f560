#include "app/shell/DisplayCheck.h"

#include <xcb/xcb.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace app {

namespace {

/// A server that starts anew, as some do when their last client has left, turns away who comes in that moment.
constexpr std::chrono::milliseconds kPatience(600), kPause(20);

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// ":1", ":1.0", "unix:1", and what is no display at all. Others (host:0 over the network) are left to Qt.
bool isLocal(const std::string& display) {
  const std::string host = display.substr(0, display.find(':'));
  return host.empty() || host == "unix" || host == display;
}

/// Null when nobody answers.
xcb_connection_t* connectionTo(const std::string& display) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    xcb_connection_t* connection = xcb_connect(display.c_str(), nullptr);
    const int error = xcb_connection_has_error(connection);
    if (error == 0) return connection;
    xcb_disconnect(connection);
    if (error != XCB_CONN_ERROR || std::chrono::steady_clock::now() > end) return nullptr;
    std::this_thread::sleep_for(kPause);
  }
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
  if (!m_connection) m_missing = "this needs a display and \"" + display + "\" (DISPLAY) does not answer" + advice;
}

DisplayCheck::~DisplayCheck() {
  if (m_connection) xcb_disconnect(m_connection);
}

}  // namespace app
