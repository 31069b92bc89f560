// Checks atom records column by column (wwPDB format 3.3): the library takes coordinates that are no numbers as zero.
#include "engine/structure/PdbRecords.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "engine/base/PrintableText.h"
#include "engine/base/TextLines.h"

namespace engine {
namespace {

constexpr size_t kCoordinatesEnd = 54;  // columns 31-54 hold x, y, z with 8 columns each

bool startsWithRecord(std::string_view line, std::string_view record) {
  if (line.size() < record.size()) return false;
  for (size_t i = 0; i < record.size(); ++i)
    if (std::toupper(static_cast<unsigned char>(line[i])) != record[i]) return false;
  return true;
}

void checkAtomRecord(std::string_view line, const std::string& source, Index lineNumber) {
  if (line.size() < kCoordinatesEnd)
    fail(source, ":", lineNumber, ": the atom record ends at column ", line.size(),
         ", expected coordinates in columns 31 to 54");
  for (size_t axis = 0; axis < 3; ++axis) {
    const size_t first = 30 + 8 * axis;
    const std::string_view field = trimmed(line.substr(first, 8));
    if (!coordinateOf(field))
      failAtCoordinate(source + ":" + std::to_string(lineNumber) + ": columns " + std::to_string(first + 1) + " to " +
                           std::to_string(first + 8) + " hold",
                       field, axis);
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

std::string relevantPdbRecords(std::string_view content, const std::string& source, Progress& progress) {
  std::string kept;
  kept.reserve(content.size() + 1);
  TextLines lines(content, source, progress);
  while (lines.next()) {
    std::string_view line = lines.line();
    while (line.ends_with('\0')) line.remove_suffix(1);
    const bool isAtom = startsWithRecord(line, "ATOM") || startsWithRecord(line, "HETATM");
    if (isAtom) checkAtomRecord(line, source, lines.number());
    if (isAtom || isRelevant(line)) kept += line;
    kept += '\n';
  }
  // A zero byte would end the library's line early.
  std::replace(kept.begin(), kept.end(), '\0', ' ');
  return kept;
}

std::optional<double> coordinateOf(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool isNumber = error == std::errc{} && end == text.data() + text.size();
  if (!isNumber || !(std::abs(value) <= kFarthestCoordinate)) return std::nullopt;
  return value;
}

void failAtCoordinate(const std::string& where, std::string_view text, size_t axis) {
  fail(where, " ", inQuotes(text), ", expected the ", "xyz"[axis], " coordinate in Å, a number from ",
       -static_cast<long>(kFarthestCoordinate), " to ", static_cast<long>(kFarthestCoordinate));
}

}  // namespace engine
