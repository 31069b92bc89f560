// The lessons of a folder.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "engine/lessons/file/Lesson.h"

namespace engine {

struct ShelvedLesson {
  std::filesystem::path path;
  std::shared_ptr<const Lesson> lesson;
  std::vector<LessonProblem> problems;  ///< of its file
};

/// Those of NAME.md that are lessons by their first lines, each behind those that it needs, else by id; translations
/// right behind what they translate. A file that cannot be read has its reason among its problems. Empty when there is
/// no such folder.
std::vector<ShelvedLesson> lessonsIn(const std::filesystem::path& folder);

/// The lesson (no translation) with this id; null: none.
const ShelvedLesson* findLesson(const std::vector<ShelvedLesson>& shelf, const std::string& id);

}  // namespace engine
