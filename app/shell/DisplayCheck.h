// Whether a window can be opened here: asked before Qt is, which would end the process.
#pragma once

#include <string>

namespace app {

/// A connection to the user's display, held until Qt has one of its own: a server that starts anew when its last client
/// leaves (as under xvfb-run) would turn Qt away in that moment.
class DisplayCheck {
 public:
  DisplayCheck();
  ~DisplayCheck();
  DisplayCheck(const DisplayCheck&) = delete;
  DisplayCheck& operator=(const DisplayCheck&) = delete;

  /// Empty when there is a display; else one sentence that says what is missing and what helps.
  const std::string& missing() const { return m_missing; }

 private:
  int m_connection = -1;  ///< of a socket; -1 for displays that are not looked at: other platforms, other machines
  std::string m_missing;
};

}  // namespace app
