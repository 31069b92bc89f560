// How servers are reached: the program and what it may ask.
#pragma once

#include <cstddef>
#include <string>

namespace engine {

struct RemoteSettings {
  /// Who answers when ssh wants a password, the words of a key or a yes to an unknown server.
  enum class Asking {
    nobody,    ///< keys and agent only; ssh fails and says what it would have asked
    terminal,  ///< the user, on the terminal that the program was started from
    program    ///< the program that SSH_ASKPASS names, in a window of its own
  };
  Asking asking = Asking::nobody;
  int connectSeconds = 20;  ///< until the server has answered first; five minutes where somebody may be asked
  int answerSeconds = 30;   ///< without any byte of an answer
};

/// Set before the first address is used; read from all threads.
RemoteSettings& remoteSettings();
/// The user's ssh, or what HEADLIGHT_SSH names: a program, not a command line.
std::string sshProgram();
/// Bytes of a file that can only be read whole: 1 GiB, or what HEADLIGHT_REMOTE_WHOLE says. Files that are read by
/// parts have no limit. Throws Error when the variable says no size.
std::size_t mostFetchedWhole();

}  // namespace engine
