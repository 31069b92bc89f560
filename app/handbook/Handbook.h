// Texts for those who install the program, made of the tables behind --help.
#pragma once

#include <string>

namespace app {

/// The manual page headlight(1) in the language of man(7), UTF-8.
std::string manualPage();

/// A script that a shell reads to complete what is typed behind "headlight".
std::string bashCompletion();
std::string zshCompletion();
std::string fishCompletion();

}  // namespace app
