// What the readers of blocks share: keys, names, numbers of a line, each told with its place.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/lessons/expression/Expression.h"
#include "engine/lessons/file/Lesson.h"
#include "engine/lessons/file/LinePlace.h"

namespace engine {

/// The first word of a line and what is behind it.
struct KeyAndRest {
  std::string key;
  std::string_view rest;   ///< trimmed, part of the line's text
  std::size_t offset = 0;  ///< of the rest in the line
};
KeyAndRest keyAndRest(const LessonLine& line);

/// Letters (Latin, Greek), digits and _, no digit first; operations and mechanisms give such names.
bool isLessonName(std::string_view text);

/// "unknown WHAT "word", did you mean "x"? (known: ...)".
void tellUnknown(LessonPlace place, const std::string& what, const std::string& word,
                 const std::vector<std::string>& known, LessonProblems& problems);

/// A number as it is written; − counts as minus.
std::optional<double> plainNumber(std::string_view text);

/// An expression in a part of a line.
std::optional<LessonExpression> expressionIn(const LessonLine& line, std::string_view part, std::size_t offset,
                                             LessonProblems& problems);

/// The words "name=value" of a line behind `from` bytes; a word without "=" has an empty name. Names are not checked.
struct NamedPart {
  std::string_view name, value;
  std::size_t nameOffset = 0, valueOffset = 0;
};
std::vector<NamedPart> namedParts(const LessonLine& line, std::size_t from);

/// The text between quotation marks at the rest of a line, told when it is none.
std::optional<std::string> quotedText(const LessonLine& line, const KeyAndRest& parts, LessonProblems& problems);

/// Lines "at i=1 j=hover".
using BlockIndices = std::vector<std::pair<std::string, std::optional<LessonExpression>>>;
void readFormulaIndices(const LessonLine& line, std::size_t from, BlockIndices& indices, LessonProblems& problems);

}  // namespace engine
