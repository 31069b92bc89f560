#include "engine/lessons/run/BlockLine.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/base/PrintableText.h"

namespace engine {

KeyAndRest keyAndRest(const LessonLine& line) {
  const std::string_view text = line.text;
  const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
  const std::string_view rest = trimmed(text.substr(end));
  return {std::string(text.substr(0, end)), rest,
          rest.empty() ? text.size() : static_cast<std::size_t>(rest.data() - text.data())};
}

bool isLessonName(std::string_view text) {
  const auto isLetter = [](unsigned char c) { return std::isalpha(c) || c == '_' || c >= 0x80; };
  if (text.empty() || !isLetter(static_cast<unsigned char>(text[0]))) return false;
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return isLetter(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c));
  });
}

void tellUnknown(LessonPlace place, const std::string& what, const std::string& word,
                 const std::vector<std::string>& known, LessonProblems& problems) {
  constexpr std::size_t kMostListed = 40;
  std::string list;
  for (std::size_t k = 0; k < known.size() && k < kMostListed; ++k) list += (k == 0 ? "" : ", ") + known[k];
  if (known.size() > kMostListed) list += ", …";
  const std::string nearest = nearestSpelling(word, known);
  problems.error(place, "unknown ", what, " ", inQuotes(word),
                 nearest.empty() ? std::string() : ", did you mean \"" + nearest + "\"?",
                 known.empty() ? " (there is none)" : " (known: " + list + ")");
}

std::optional<double> plainNumber(std::string_view text) {
  std::string plain(text);
  for (const char* minus : {"−", "–"})
    if (plain.starts_with(minus)) plain.replace(0, std::string_view(minus).size(), "-");
  double number = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), number);
  if (error != std::errc() || end != plain.data() + plain.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<LessonExpression> expressionIn(const LessonLine& line, std::string_view part, std::size_t offset,
                                             LessonProblems& problems) {
  const LessonPlace place = placeIn(line, offset);
  if (!trimmed(part).empty()) return LessonExpression::parse(part, place, problems);
  problems.error(place, "an expression is missing here");
  return std::nullopt;
}

std::vector<NamedPart> namedParts(const LessonLine& line, std::size_t from) {
  const std::string_view text = line.text;
  std::vector<NamedPart> parts;
  for (const LinePiece& word : wordsOf(text.substr(std::min(from, text.size())))) {
    const std::size_t start = from + word.offset, equals = findOutside(word.text, "=");
    if (equals == std::string_view::npos)
      parts.push_back({{}, word.text, start, start});
    else
      parts.push_back({word.text.substr(0, equals), word.text.substr(equals + 1), start, start + equals + 1});
  }
  return parts;
}

std::optional<std::string> quotedText(const LessonLine& line, const KeyAndRest& parts, LessonProblems& problems) {
  std::string text;
  if (unquoted(parts.rest, text)) return text;
  problems.error(placeIn(line, parts.offset), "\"", parts.key, "\" needs a text in quotation marks, found ",
                 inQuotes(parts.rest));
  return std::nullopt;
}

void readFormulaIndices(const LessonLine& line, std::size_t from, BlockIndices& indices, LessonProblems& problems) {
  for (const NamedPart& part : namedParts(line, from)) {
    if (part.name.empty()) {
      // "at hover": all of them.
      if (part.value != "hover")
        problems.error(placeIn(line, part.valueOffset), "found ", inQuotes(part.value),
                       ", expected an index such as i=1 or j=hover");
      continue;
    }
    std::optional<LessonExpression> value;
    if (part.value != "hover") {
      value = expressionIn(line, part.value, part.valueOffset, problems);
      if (!value) continue;
    }
    indices.emplace_back(std::string(part.name), std::move(value));
  }
}

}  // namespace engine
