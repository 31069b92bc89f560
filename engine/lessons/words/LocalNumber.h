// Numbers in prose as a language writes them.
#pragma once

#include <string>

namespace engine {

/// What stands before the decimals: "." in English, "," in German. Of a language that is not known ".".
std::string decimalSign(const std::string& language);

/// A number, or several, as `numberText` writes them, with the language's decimal sign: "0.64" -> "0,64".
std::string localNumber(std::string text, const std::string& language);

}  // namespace engine
