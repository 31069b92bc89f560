// Which languages there are of a lesson, and reading it in one of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/lessons/file/Lesson.h"

namespace engine {

/// A file ID.LANGUAGE.md with the words of a lesson.
struct WordsFile {
  std::string language;
  std::filesystem::path path;
};

/// Those beside the file of a lesson, then in `folders`; of each language the first one. By their names alone.
std::vector<WordsFile> wordsFilesOf(const std::filesystem::path& lesson,
                                    const std::vector<std::filesystem::path>& folders = {});

/// A lesson as somebody reads it.
struct LessonInLanguage {
  Lesson lesson;                                    ///< `language` says in which
  std::vector<LessonProblem> problems;              ///< of the original's file
  std::vector<LessonProblem> problemsOfWords = {};  ///< of the file `lesson.wordsFile`
  std::vector<std::string> languages = {};          ///< in which it could be, the original's first
};

/// In the first of `wanted` that there is, else as the original has it; "de" serves "de-at". `file` may be a
/// translation itself: its language is then wanted most. Throws Error when a file cannot be read, or the original of a
/// translation is not there.
LessonInLanguage readLessonIn(const std::string& file, const std::vector<std::string>& wanted,
                              const std::vector<std::filesystem::path>& folders = {});

/// The original of a translation: OF.md beside it, else in one of the folders. Empty: there is none.
std::filesystem::path originalOf(const Lesson& translation, const std::vector<std::filesystem::path>& folders);

}  // namespace engine
