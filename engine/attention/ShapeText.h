// The shapes of array descriptions, "(B, H, n, d) or (n, d)", taken apart.
#pragma once

#include <string>
#include <vector>

namespace engine {

/// The axes of the first alternative: "B", "H", "n", "d".
std::vector<std::string> axesOf(const std::string& shape);

/// The axes of each alternative: {"B", "H", "n", "d"} and {"n", "d"}. Of a formula with parentheses the first
/// alternative counts.
std::vector<std::vector<std::string>> alternativesOf(const std::string& shape);

/// Whether an axis is a letter (or a name) rather than a number or a formula of letters such as "H*d".
bool isShapeLetter(const std::string& axis);

}  // namespace engine
