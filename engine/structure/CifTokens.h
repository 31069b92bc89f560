// The words of a CIF text, one after the other, without copying any.
#pragma once

#include <string_view>

namespace engine {

/// Splits by the rules of CIF 1.1: blanks, comments, quotes, text fields.
class CifTokens {
 public:
  enum class Kind { end, data, loop, tag, value, text, other };
  struct Token {
    Kind kind = Kind::end;
    std::string_view word;  ///< without quotes
    bool isQuoted = false;
    size_t begin = 0;  ///< in the text
    bool isNull() const { return !isQuoted && (word == "?" || word == "."); }
  };

  explicit CifTokens(std::string_view text) : m_text(text) {}
  /// Kind::other: something that these rules do not cover (a quote that does not close, bytes that are no printable
  /// ASCII, reserved words).
  Token next();

 private:
  void skipBlanks();
  Token textField();
  Token quoted();

  std::string_view m_text;
  size_t m_at = 0;
};

}  // namespace engine
