// Checks atom records column by column (wwPDB format 3.3): the library takes coordinates that are no numbers as zero.
#include "engine/structure/PdbRecords.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "engine/base/Error.h"

namespace engine {
namespace {

constexpr size_t kCoordinatesEnd = 54;  // columns 31-54 hold x, y, z with 8 columns each

bool startsWithRecord(std::string_view line, std::string_view record) {
  if (line.size() < record.size()) return false;
  for (size_t i = 0; i < record.size(); ++i)
    if (std::toupper(static_cast<unsigned char>(line[i])) != record[i]) return false;
  return true;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool isFiniteNumber(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
}

/// For error texts: bytes that are no printable ASCII become '?'.
std::string printable(std::string_view text) {
  std::string result(text);
  std::replace_if(
      result.begin(), result.end(), [](unsigned char c) { return c < 0x20 || c > 0x7e; }, '?');
  return result;
}

void checkAtomRecord(std::string_view line, const std::string& source, long lineNumber) {
  if (line.size() < kCoordinatesEnd)
    fail(source, ":", lineNumber, ": the atom record ends at column ", line.size(),
         ", expected coordinates in columns 31 to 54");
  for (size_t axis = 0; axis < 3; ++axis) {
    const size_t first = 30 + 8 * axis;
    const std::string_view field = trimmed(line.substr(first, 8));
    if (!isFiniteNumber(field))
      fail(source, ":", lineNumber, ": columns ", first + 1, " to ", first + 8, " hold \"", printable(field),
           "\", expected the ", "xyz"[axis], " coordinate in Å");
  }
}

bool isRelevant(std::string_view line) {
  static constexpr std::array<std::string_view, 4> kRecords{"MODEL", "ENDMDL", "HELIX", "SHEET"};
  if (std::any_of(kRecords.begin(), kRecords.end(), [&](auto record) { return startsWithRecord(line, record); }))
    return true;
  const std::string_view word = trimmed(line.substr(0, 6));
  return startsWithRecord(word, "TER") ? word.size() == 3 : startsWithRecord(word, "END") && word.size() == 3;
}

}  // namespace

std::string relevantPdbRecords(std::string_view content, const std::string& source) {
  std::string kept;
  kept.reserve(content.size() + 1);
  long lineNumber = 0;
  while (!content.empty()) {
    const size_t newline = content.find('\n');
    std::string_view line = content.substr(0, newline);
    content.remove_prefix(newline == std::string_view::npos ? content.size() : newline + 1);
    ++lineNumber;
    while (!line.empty() && (line.back() == '\r' || line.back() == '\0')) line.remove_suffix(1);
    const bool isAtom = startsWithRecord(line, "ATOM") || startsWithRecord(line, "HETATM");
    if (isAtom) checkAtomRecord(line, source, lineNumber);
    if (isAtom || isRelevant(line)) kept += line;
    kept += '\n';
  }
  // A zero byte would end the library's line early.
  std::replace(kept.begin(), kept.end(), '\0', ' ');
  return kept;
}

}  // namespace engine
