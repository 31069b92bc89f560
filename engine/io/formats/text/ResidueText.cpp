// Residue letters in text files.
#include "engine/io/formats/text/ResidueText.h"

#include <array>
#include <cstdio>
#include <unordered_set>

namespace engine {

namespace {

using CharacterTable = std::array<ResidueCode, 256>;

/// alphabet::codeOf as a table in this file, so that the inner loop over a hundred million letters has no calls.
const CharacterTable& codeTable() {
  static const CharacterTable table = [] {
    CharacterTable codes{};
    for (size_t c = 0; c < codes.size(); ++c) codes[c] = alphabet::codeOf(static_cast<char>(c));
    return codes;
  }();
  return table;
}

std::string shown(char c) {
  if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
  char text[24];
  std::snprintf(text, sizeof text, "the byte 0x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return text;
}

/// The slow path for lines with blanks or foreign characters.
ResidueCode* readWithBlanks(const TextLines& lines, std::string_view text, ResidueCode* out) {
  for (const char& c : text) {
    if (isBlank(c)) continue;
    const ResidueCode code = alphabet::codeOf(c);
    if (code == alphabet::kInvalid)
      lines.fail("found ", shown(c), " in column ", &c - lines.line().data() + 1,
                 ", expected a residue letter or a gap");
    *out++ = code;
  }
  return out;
}

}  // namespace

ResidueCode* readResidues(const TextLines& lines, std::string_view text, ResidueCode* out) {
  const CharacterTable& table = codeTable();
  ResidueCode seen = 0;
  for (size_t k = 0; k < text.size(); ++k) seen |= out[k] = table[static_cast<unsigned char>(text[k])];
  constexpr ResidueCode kInvalidBit = 0x80;  // no valid code has it
  return (seen & kInvalidBit) == 0 ? out + text.size() : readWithBlanks(lines, text, out);
}

void appendResidues(const TextLines& lines, std::string_view text, std::vector<ResidueCode>& codes) {
  const size_t before = codes.size();
  codes.resize(before + text.size());
  const ResidueCode* const end = readResidues(lines, text, codes.data() + before);
  codes.resize(static_cast<size_t>(end - codes.data()));
}

void appendLetters(const ResidueCode* codes, Index count, Index lettersPerLine, std::string& out) {
  const Index step = lettersPerLine > 0 ? lettersPerLine : std::max<Index>(1, count);
  for (Index begin = 0; begin < count; begin += step) {
    const Index end = std::min(count, begin + step);
    for (Index k = begin; k < end; ++k) out += alphabet::letterOf(codes[k]);
    out += '\n';
  }
}

std::string oneLine(std::string_view text) {
  std::string line(text);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' && c != '\t') c = ' ';
  return line;
}

std::string oneWord(std::string_view name) {
  std::string word(name);
  for (char& c : word)
    if (static_cast<unsigned char>(c) <= ' ') c = '_';
  if (word.empty()) return "unnamed";
  if (word.front() == '#' || word.front() == '/') word.front() = '_';
  return word;
}

void warnAboutRepeatedNames(const std::vector<std::string_view>& names, const std::string& source,
                            Diagnostics& diagnostics) {
  std::unordered_set<std::string_view> known;
  known.reserve(names.size());
  Index numRepeated = 0;
  std::string_view first;
  for (const std::string_view name : names)
    if (!known.insert(name).second && numRepeated++ == 0) first = name;
  if (numRepeated == 1) diagnostics.warn(source, ": the name ", inQuotes(first), " occurs twice");
  if (numRepeated > 1)
    diagnostics.warn(source, ": ", numRepeated, " rows repeat the name of an earlier row, the first is ",
                     inQuotes(first));
}

}  // namespace engine
