// Decoding UTF-8 strictly: what is no character, and what is none for the eye, is replaced.
#include "engine/base/PrintableText.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace engine {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kLeftOut = "...";

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;  ///< bytes
  bool isValid = false;
};

/// The first character of `text`, which is not empty; of bytes that are no UTF-8 one.
Character firstOf(std::string_view text) {
  const auto byte = [text](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {};
  std::uint32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(k) & 0x3Fu);
  }
  constexpr std::array<std::uint32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
  const bool isSurrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[length] || code > 0x10FFFF || isSurrogate) return {};
  return {code, length, true};
}

bool isHarmless(std::uint32_t code) {
  const auto isIn = [code](std::uint32_t first, std::uint32_t last) { return code >= first && code <= last; };
  const bool isControl = code < 0x20 || isIn(0x7F, 0x9F);
  const bool turnsDirection = code == 0x61C || isIn(0x200E, 0x200F) || isIn(0x202A, 0x202E) || isIn(0x2066, 0x2069);
  return !isControl && !turnsDirection && !isIn(0x2028, 0x2029);
}

std::string cleaned(std::string_view text, bool keepsLines) {
  std::string result;
  result.reserve(text.size());
  for (Character c; !text.empty(); text.remove_prefix(c.length)) {
    c = firstOf(text);
    const bool isLayout = c.isValid && (c.code == '\n' || c.code == '\t');
    if (c.isValid && (isHarmless(c.code) || (isLayout && keepsLines)))
      result += text.substr(0, c.length);
    else if (isLayout || (c.isValid && c.code == '\r'))
      result += ' ';
    else
      result += kReplacement;
  }
  return result;
}

/// Where the character `count` of a valid text begins.
std::size_t offsetOf(std::string_view text, std::size_t count) {
  std::size_t offset = 0;
  for (; count > 0 && offset < text.size(); --count) offset += firstOf(text.substr(offset)).length;
  return offset;
}

bool isBegin(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

}  // namespace

std::string printable(std::string_view text) { return cleaned(text, false); }

std::string printableLines(std::string_view text) { return cleaned(text, true); }

std::string shortened(std::string_view text, std::size_t most) {
  const std::string clean = printable(text);
  const auto count = static_cast<std::size_t>(std::count_if(clean.begin(), clean.end(), isBegin));
  if (count <= most) return clean;
  const std::size_t kept = most - std::min(most, kLeftOut.size()), behind = kept / 3;
  return clean.substr(0, offsetOf(clean, kept - behind)) + std::string(kLeftOut) +
         clean.substr(offsetOf(clean, count - behind));
}

std::string inQuotes(std::string_view value) { return '"' + shortened(value, kMostOfValue) + '"'; }

}  // namespace engine
