#include "engine/alignment/RowFamilies.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/Nth.h"

namespace engine {

namespace {

using Note = std::pair<std::string, std::string>;

/// Null: the row names none.
const std::string* familyOf(const AlignmentRow& row) {
  const auto note = std::find_if(row.notes.begin(), row.notes.end(),
                                 [](const Note& entry) { return entry.first == kFamilyTag; });
  return note == row.notes.end() ? nullptr : &note->second;
}

std::string_view withoutBlanks(std::string_view text) {
  const size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  const size_t last = text.find_last_not_of(" \t\r");
  return last == std::string_view::npos || last < first ? std::string_view() : text.substr(first, last - first + 1);
}

/// Nothing for other comments, which may begin with the same word.
std::optional<RowFamily> familyOfLine(std::string_view text) {
  constexpr std::string_view kWord = kFamilyTag;
  if (!text.starts_with(kWord) || text.size() <= kWord.size() || text[kWord.size()] != ' ') return std::nullopt;
  const std::string_view rest = withoutBlanks(text.substr(kWord.size()));
  const size_t blank = std::min(rest.find(' '), rest.size());
  const IndexRanges rows = IndexRanges::fromText(rest.substr(0, blank));
  if (rows.isEmpty() || rows.text() != rest.substr(0, blank)) return std::nullopt;
  return RowFamily{std::string(withoutBlanks(rest.substr(blank))), rows};
}

}  // namespace

std::vector<RowFamily> familiesOf(const Alignment& alignment) {
  std::vector<RowFamily> families;
  std::map<std::string, size_t> numbers;
  for (Index row = 0; row < alignment.numRows(); ++row) {
    const std::string* name = familyOf(nth(alignment.rows, row));
    if (!name) continue;
    const auto [number, isNew] = numbers.try_emplace(*name, families.size());
    if (isNew) families.push_back({*name, {}});
    families[number->second].rows.add(row, row + 1);
  }
  return families;
}

std::vector<std::string> familyLines(const Alignment& alignment) {
  std::vector<std::string> lines;
  for (const RowFamily& family : familiesOf(alignment)) {
    lines.push_back(std::string(kFamilyTag) + " " + family.rows.text());
    if (!family.name.empty()) lines.back() += " " + family.name;
  }
  return lines;
}

void takeFamilyLines(Alignment& alignment, const std::string& tag, const std::string& source,
                     Diagnostics& diagnostics) {
  std::vector<Note> others;
  for (Note& note : alignment.notes) {
    const std::optional<RowFamily> family = note.first == tag ? familyOfLine(note.second) : std::nullopt;
    std::string problem;
    if (family && family->rows != family->rows.within(alignment.numRows()))
      problem = "there are " + std::to_string(alignment.numRows()) + " rows";
    if (family && problem.empty())
      for (const Index row : family->rows.indices(std::numeric_limits<Index>::max()))
        if (familyOf(nth(alignment.rows, row))) problem = "row " + std::to_string(row + 1) + " is of another family";
    if (!problem.empty())
      diagnostics.warn(source, ": \"", tag, note.second, "\" is taken for a comment: ", problem);
    if (!family || !problem.empty()) {
      others.push_back(std::move(note));
      continue;
    }
    for (const Index row : family->rows.indices(alignment.numRows()))
      nth(alignment.rows, row).notes.emplace_back(kFamilyTag, family->name);
  }
  alignment.notes = std::move(others);
}

}  // namespace engine
