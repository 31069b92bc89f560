#include "engine/lessons/file/LessonShelf.h"

#include <algorithm>
#include <set>

#include "engine/base/Error.h"

namespace engine {

namespace {

/// Whether a Markdown file is meant as a lesson: a README beside lessons is not.
bool isMeantAsLesson(const Lesson& lesson, const std::vector<LessonProblem>& problems) {
  if (!lesson.id.empty()) return true;
  // Front matter that is not there at all is told at the first character.
  return std::none_of(problems.begin(), problems.end(), [](const LessonProblem& problem) {
    return problem.place == LessonPlace{1, 1};
  });
}

ShelvedLesson shelved(const std::filesystem::path& path) {
  ShelvedLesson shelved;
  shelved.path = path;
  LessonProblems problems;
  try {
    shelved.lesson = std::make_shared<const Lesson>(readLesson(path.string(), problems));
  } catch (const Error& error) {
    Lesson none;
    none.file = path.string();
    none.id = path.stem().string();
    shelved.lesson = std::make_shared<const Lesson>(std::move(none));
    problems.error({}, error.what());
  }
  shelved.problems = problems.sorted();
  return shelved;
}

}  // namespace

std::vector<ShelvedLesson> lessonsIn(const std::filesystem::path& folder) {
  std::vector<ShelvedLesson> left, shelf;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    if (entry.path().extension() != ".md") continue;
    ShelvedLesson lesson = shelved(entry.path());
    if (isMeantAsLesson(*lesson.lesson, lesson.problems)) left.push_back(std::move(lesson));
  }
  const auto key = [](const ShelvedLesson& one) { return std::pair(one.lesson->id, one.path.filename().string()); };
  std::sort(left.begin(), left.end(), [&](const auto& one, const auto& other) { return key(one) < key(other); });
  std::set<std::string> ids, placed;
  for (const ShelvedLesson& one : left) ids.insert(one.lesson->id);
  while (!left.empty()) {
    auto next = std::find_if(left.begin(), left.end(), [&](const ShelvedLesson& one) {
      if (!one.lesson->translationOf.empty() && ids.contains(one.lesson->translationOf))
        return placed.contains(one.lesson->translationOf);
      const auto& needs = one.lesson->needs;
      return std::all_of(needs.begin(), needs.end(),
                         [&](const std::string& need) { return placed.contains(need) || !ids.contains(need); });
    });
    // A translation that can follow now, before further lessons.
    const auto translation = std::find_if(left.begin(), left.end(), [&](const ShelvedLesson& one) {
      return !one.lesson->translationOf.empty() && placed.contains(one.lesson->translationOf);
    });
    if (translation != left.end()) next = translation;
    if (next == left.end()) next = left.begin();  // lessons that need each other
    if (next->lesson->translationOf.empty()) placed.insert(next->lesson->id);
    shelf.push_back(std::move(*next));
    left.erase(next);
  }
  return shelf;
}

const ShelvedLesson* findLesson(const std::vector<ShelvedLesson>& shelf, const std::string& id) {
  for (const ShelvedLesson& one : shelf)
    if (one.lesson->id == id && one.lesson->translationOf.empty()) return &one;
  return nullptr;
}

}  // namespace engine
