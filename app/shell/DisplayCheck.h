// Whether a window can be opened here: asked before Qt is, which would end the process.
#pragma once

#include <string>

struct xcb_connection_t;

namespace app {

/// A connection to the user's display, held until Qt has one of its own: a server that starts anew when its last client
/// leaves (as under xvfb-run) would turn Qt away in that moment, and Qt would end the process. It counts as a client
/// only who has been greeted: a socket that is merely open is closed then too.
class DisplayCheck {
 public:
  DisplayCheck();
  ~DisplayCheck();
  DisplayCheck(const DisplayCheck&) = delete;
  DisplayCheck& operator=(const DisplayCheck&) = delete;

  /// Empty when there is a display; else one sentence that says what is missing and what helps.
  const std::string& missing() const { return m_missing; }

 private:
  xcb_connection_t* m_connection = nullptr;  ///< null for what is not looked at: other platforms, other machines
  std::string m_missing;
};

}  // namespace app
