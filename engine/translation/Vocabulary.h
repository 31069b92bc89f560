// The symbols that a translator reads or writes, and texts cut into them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// A token is the number of a symbol. Symbols in angle brackets, "<end>", stand in no text.
struct Vocabulary {
  std::vector<std::string> symbols;

  Index size() const { return static_cast<Index>(symbols.size()); }
  /// Whether some symbol that stands in texts has more than one character: texts are then words between spaces, else
  /// letters.
  bool hasWords() const;
  /// Throws Error naming `what`, the symbol that is not there and those that are.
  std::vector<std::int64_t> tokensOf(std::string_view text, const std::string& what) const;
  /// Without symbols in angle brackets. Throws Error for a token that is none.
  std::string textOf(const std::vector<std::int64_t>& tokens) const;
};

/// Tokens that every vocabulary of written symbols begins with. Padding is token 0 of read symbols too.
inline constexpr std::int64_t kPaddingToken = 0, kBeginToken = 1, kEndToken = 2;

/// Words between spaces, or characters (UTF-8), none of which is a space.
std::vector<std::string> symbolsIn(std::string_view text, bool asWords);

}  // namespace engine
