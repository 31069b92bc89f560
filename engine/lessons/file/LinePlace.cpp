#include "engine/lessons/file/LinePlace.h"

#include <algorithm>

namespace engine {

namespace {

constexpr std::string_view kBlank = " \t\r\n";
bool isBlank(char c) { return kBlank.find(c) != std::string_view::npos; }
/// Whether a byte of UTF-8 begins a character.
bool beginsCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// Goes through a text and knows whether it stands inside of brackets or quotation marks.
class Nesting {
 public:
  /// Whether the byte belongs to something that is open, or opens or closes it.
  bool holds(char c) {
    if (m_isQuoted) {
      if (c == '"') m_isQuoted = false;
      return true;
    }
    if (c == '"') {
      m_isQuoted = true;
      return true;
    }
    if (c == '(' || c == '[' || c == '{') {
      ++m_depth;
      return true;
    }
    if (c == ')' || c == ']' || c == '}') {
      m_depth = std::max(0, m_depth - 1);
      return true;
    }
    return m_depth > 0;
  }

 private:
  int m_depth = 0;
  bool m_isQuoted = false;
};

LinePiece trimmedPiece(std::string_view text, std::size_t from, std::size_t to) {
  while (from < to && isBlank(text[from])) ++from;
  while (to > from && isBlank(text[to - 1])) --to;
  return {text.substr(from, to - from), from};
}

}  // namespace

LessonPlace placeBehind(LessonPlace from, std::string_view text, std::size_t offset) {
  for (std::size_t k = 0; k < std::min(offset, text.size()); ++k) {
    if (text[k] == '\n') {
      ++from.line;
      from.column = 1;
    } else if (beginsCharacter(text[k])) {
      ++from.column;
    }
  }
  return from;
}

std::string_view trimmed(std::string_view text) { return trimmedPiece(text, 0, text.size()).text; }

std::vector<LinePiece> wordsOf(std::string_view text) {
  std::vector<LinePiece> words;
  Nesting nesting;
  bool isInside = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool isHeld = nesting.holds(text[k]);
    if (!isHeld && isBlank(text[k])) {
      isInside = false;
      continue;
    }
    if (!isInside) words.push_back({text.substr(k, 0), k});
    isInside = true;
    words.back().text = text.substr(words.back().offset, k + 1 - words.back().offset);
  }
  return words;
}

std::vector<LinePiece> piecesOf(std::string_view text, char separator) {
  std::vector<LinePiece> pieces;
  Nesting nesting;
  std::size_t from = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (nesting.holds(text[k]) || text[k] != separator) continue;
    pieces.push_back(trimmedPiece(text, from, k));
    from = k + 1;
  }
  pieces.push_back(trimmedPiece(text, from, text.size()));
  return pieces;
}

std::size_t findOutside(std::string_view text, std::string_view wanted, std::size_t from) {
  Nesting nesting;
  for (std::size_t k = 0; k + wanted.size() <= text.size(); ++k) {
    const bool isHeld = nesting.holds(text[k]);
    if (!isHeld && k >= from && text.substr(k, wanted.size()) == wanted) return k;
  }
  return std::string_view::npos;
}

bool unquoted(std::string_view text, std::string& content) {
  text = trimmed(text);
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
  content.clear();
  int depth = 0;  // in the braces of a live number quotation marks are its own
  for (std::size_t k = 1; k + 1 < text.size(); ++k) {
    depth += text[k] == '{' ? 1 : text[k] == '}' && depth > 0 ? -1 : 0;
    const bool isTwice = text[k] == '"' && k + 2 < text.size() && text[k + 1] == '"';
    if (text[k] == '"' && depth == 0 && !isTwice) return false;
    if (isTwice) ++k;
    content += text[k];
  }
  return true;
}

}  // namespace engine
