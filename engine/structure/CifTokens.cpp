// Words of CIF 1.1 (Hall, Allen, Brown 1991; the grammar of the International Union of Crystallography).
#include "engine/structure/CifTokens.h"

#include <algorithm>
#include <cctype>

namespace engine {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isPrintable(char c) { return c > 0x20 && c < 0x7f; }

bool startsWithNoCase(std::string_view word, std::string_view lower) {
  return word.size() >= lower.size() && std::equal(lower.begin(), lower.end(), word.begin(), [](char l, char c) {
           return l == std::tolower(static_cast<unsigned char>(c));
         });
}

}  // namespace

void CifTokens::skipBlanks() {
  while (m_at < m_text.size()) {
    if (isBlank(m_text[m_at])) {
      ++m_at;
    } else if (m_text[m_at] == '#') {
      m_at = std::min(m_text.find('\n', m_at), m_text.size());
    } else {
      return;
    }
  }
}

CifTokens::Token CifTokens::textField() {
  const size_t begin = m_at, end = m_text.find("\n;", begin);
  if (end == std::string_view::npos) return {Kind::other, {}, false, begin};
  m_at = end + 2;
  return {Kind::text, m_text.substr(begin + 1, end - begin - 1), true, begin};
}

CifTokens::Token CifTokens::quoted() {
  const size_t begin = m_at;
  for (size_t end = begin + 1; end < m_text.size() && m_text[end] != '\n'; ++end) {
    if (m_text[end] != m_text[begin] || (end + 1 < m_text.size() && !isBlank(m_text[end + 1]))) continue;
    m_at = end + 1;
    return {Kind::value, m_text.substr(begin + 1, end - begin - 1), true, begin};
  }
  return {Kind::other, {}, false, begin};
}

CifTokens::Token CifTokens::next() {
  skipBlanks();
  if (m_at >= m_text.size()) return {Kind::end, {}, false, m_text.size()};
  const size_t begin = m_at;
  const char first = m_text[begin];
  if (first == ';' && (begin == 0 || m_text[begin - 1] == '\n')) return textField();
  if (first == '\'' || first == '"') return quoted();
  while (m_at < m_text.size() && isPrintable(m_text[m_at])) ++m_at;
  const std::string_view word = m_text.substr(begin, m_at - begin);
  if (m_at < m_text.size() && !isBlank(m_text[m_at])) return {Kind::other, word, false, begin};
  if (first == '_') return {Kind::tag, word, false, begin};
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(first)));
  if (lower == 'l' && word.size() == 5 && startsWithNoCase(word, "loop_")) return {Kind::loop, word, false, begin};
  if (lower == 'd' && startsWithNoCase(word, "data_")) return {Kind::data, word, false, begin};
  const bool isReserved = (lower == 's' && (startsWithNoCase(word, "save_") || startsWithNoCase(word, "stop_"))) ||
                          (lower == 'g' && startsWithNoCase(word, "global_"));
  return {isReserved || first == '$' || first == '[' || first == ']' ? Kind::other : Kind::value, word, false, begin};
}

}  // namespace engine
