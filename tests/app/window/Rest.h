// When a window has nothing left to do.
#pragma once

#include <QWidget>

#include "ui/session/Session.h"

namespace test {

/// Waits until jobs, short timers, layouts and the display server have nothing left to do, however busy the machine is;
/// fails after a minute. Much shorter on a quiet machine than a wait that is long enough for a busy one.
void waitForRest(const QWidget& window, ui::Session& session);

}  // namespace test
