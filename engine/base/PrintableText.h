// Names and values out of files on their way to a terminal, a log or a message.
#pragma once

#include <string>
#include <string_view>

namespace engine {

/// One line of valid UTF-8 that cannot steer a terminal: line ends and tabs become blanks; other control characters
/// (C0, DEL, C1), line separators, marks that turn the direction of reading and bytes that are no UTF-8 become U+FFFD.
std::string printable(std::string_view text);

/// The same for text of several lines: line feeds and tabs stay.
std::string printableLines(std::string_view text);

/// printable; of more than `most` characters the middle is left out, "..." stands for it.
std::string shortened(std::string_view text, std::size_t most);

/// A value of a file in quotes, printable and no longer than a message can bear.
std::string inQuotes(std::string_view value);

inline constexpr std::size_t kMostOfValue = 60, kMostOfMessage = 1000;  ///< characters

}  // namespace engine
