// One sentence for whatever was thrown.
#pragma once

#include <string>

namespace engine {

/// What the exception that is being handled says to the user, whatever its type. Call it inside a catch block.
std::string failureText();

}  // namespace engine
