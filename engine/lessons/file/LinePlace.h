// Places inside the lines of a lesson, and small cuts of text that keep them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/file/Lesson.h"

namespace engine {

/// The place `offset` bytes behind `from` in a text that begins there; line ends in the text begin new lines.
LessonPlace placeBehind(LessonPlace from, std::string_view text, std::size_t offset);
inline LessonPlace placeIn(const LessonLine& line, std::size_t offset) {
  return placeBehind(line.place, line.text, offset);
}

/// Without blanks, tabs and line ends at both ends.
std::string_view trimmed(std::string_view text);

/// A piece of a line and where it begins in it.
struct LinePiece {
  std::string_view text;
  std::size_t offset = 0;
};
/// The words of a text, at blanks and line ends; brackets of all kinds and quotation marks hold together what is in
/// them: "in Q=[1 0] K=K" has three. An end that is missing is the end of the text.
std::vector<LinePiece> wordsOf(std::string_view text);
/// Cuts at `separator` outside of brackets and quotation marks; pieces are trimmed.
std::vector<LinePiece> piecesOf(std::string_view text, char separator);
/// The first position of `wanted` outside of brackets and quotation marks; npos: none.
std::size_t findOutside(std::string_view text, std::string_view wanted, std::size_t from = 0);
/// The text between quotation marks, "" within standing for one, which in the braces of a live number may stand alone;
/// nothing but it may be there. False: it is no such text.
bool unquoted(std::string_view text, std::string& content);

}  // namespace engine
