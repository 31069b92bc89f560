// Blocks `data`: names and what they stand for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/expression/Expression.h"
#include "engine/lessons/file/Lesson.h"

namespace engine {

/// A line "NAME = ...".
struct DataLine {
  enum class Form {
    expression,
    sample,  ///< "p = sample 1ldm_A.pdb.gz": a file of the program's samples
    file,    ///< "m = file family.a3m": beside the lesson
    text,    ///< "s = text DNA "ATGGCT""
  };
  std::string name;
  Form form = Form::expression;
  std::optional<LessonExpression> value;  ///< of an expression
  std::string text;                       ///< path or letters
  std::string alphabet;                   ///< of a text; empty: any letters
  LessonPlace place;                      ///< of the name
  LessonPlace valuePlace;
};

/// A line "labels K.rows = cat hat bat".
struct LabelLine {
  std::string name;
  std::string axis;  ///< "rows", "columns", "1" (the first) or empty: the first
  std::vector<std::string> words;
  LessonPlace place;
};

struct NamedText {
  std::string name, text;
  LessonPlace place;
};

struct DataBlock {
  std::vector<DataLine> lines;
  std::vector<LabelLine> labels;
  std::vector<NamedText> units;
  std::vector<NamedText> replaceable;  ///< without texts
};
DataBlock parseData(const LessonBlock& block, LessonProblems& problems);

/// A path that stays below its folder, as far as its text tells: not absolute, no "..".
bool staysBelow(std::string_view path);

/// Alphabets of `text` and of controls of sequences.
const std::vector<std::string>& lessonAlphabets();
/// The letters of one of them; empty: any.
std::string lettersOf(const std::string& alphabet);

}  // namespace engine
