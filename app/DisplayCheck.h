// Whether a window can be opened here: asked before Qt is, which would end the process.
#pragma once

#include <string>

namespace app {

/// Empty when there is a display; else one sentence that says what is missing and what helps.
std::string missingDisplay();

}  // namespace app
