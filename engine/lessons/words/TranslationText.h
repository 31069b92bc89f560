// Writing the file of a translation, new or brought up to its original.
#pragma once

#include <string>

#include "engine/lessons/file/Lesson.h"

namespace engine {

/// A file with all words of a lesson in their places, to be overwritten.
std::string newTranslation(const Lesson& original, const std::string& language);

/// The same for a translation that there is, whose text is `text`: what is up to date and whole stays as it is, byte by
/// byte. Elsewhere words that were translated stay, what is missing is put in its place in the words of the original,
/// what has no place any more goes into a block "unused" (with comments of blocks), and what is outdated keeps its old
/// hash and gets a block "original" with the words as they are now. Steps that the original has not stand at the end.
/// Throws Error when the text cannot be read as a translation of this lesson.
std::string updatedTranslation(const Lesson& original, const std::string& text, const std::string& file);

}  // namespace engine
