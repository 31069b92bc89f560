// headlight lesson --check: whether lessons hold.
#pragma once

#include "app/shell/Command.h"

namespace app {

/// Prints all problems of the lessons named, with file, line and column; an exit code. Throws UsageError, Error.
int checkLessons(const Invocation& invocation);

}  // namespace app
