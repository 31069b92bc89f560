#include "engine/translation/Vocabulary.h"

#include <algorithm>
#include <sstream>

#include "engine/base/Joined.h"

namespace engine {

namespace {

bool isSpecial(const std::string& symbol) { return symbol.size() > 2 && symbol.front() == '<' && symbol.back() == '>'; }

/// Bytes of the character that begins with this byte of UTF-8; of other bytes 1.
std::size_t lengthOfCharacter(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

std::vector<std::string> symbolsIn(std::string_view text, bool asWords) {
  std::vector<std::string> symbols;
  if (asWords) {
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) symbols.push_back(word);
    return symbols;
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = std::min(lengthOfCharacter(text[at]), text.size() - at);
    if (text[at] != ' ') symbols.emplace_back(text.substr(at, length));
    at += length;
  }
  return symbols;
}

bool Vocabulary::hasWords() const {
  return std::any_of(symbols.begin(), symbols.end(), [](const std::string& symbol) {
    return !isSpecial(symbol) && symbolsIn(symbol, false).size() > 1;
  });
}

std::vector<std::int64_t> Vocabulary::tokensOf(std::string_view text, const std::string& what) const {
  std::vector<std::int64_t> tokens;
  for (const std::string& symbol : symbolsIn(text, hasWords())) {
    const auto found = std::find(symbols.begin(), symbols.end(), symbol);
    if (found == symbols.end() || isSpecial(symbol)) {
      std::vector<std::string> known = symbols;
      std::erase_if(known, isSpecial);
      fail(what, ": found \"", symbol, "\", expected ", hasWords() ? "words" : "letters", " out of ", joined(known));
    }
    tokens.push_back(found - symbols.begin());
  }
  return tokens;
}

std::string Vocabulary::textOf(const std::vector<std::int64_t>& tokens) const {
  std::string text;
  for (const std::int64_t token : tokens) {
    if (token < 0 || token >= size()) fail("token ", token, ": expected 0 to ", size() - 1);
    const std::string& symbol = symbols[static_cast<std::size_t>(token)];
    if (isSpecial(symbol)) continue;
    if (!text.empty() && hasWords()) text += ' ';
    text += symbol;
  }
  return text;
}

}  // namespace engine
