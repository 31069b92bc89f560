// Texts for those who install the program, made of the tables behind --help.
#pragma once

#include <string>

namespace app {

/// The manual page headlight(1) in the language of man(7), UTF-8.
std::string manualPage();

}  // namespace app
