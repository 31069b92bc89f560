#include "ui/lessons/OpenedLesson.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/lessons/words/LessonInLanguage.h"
#include "ui/lessons/KnownPictures.h"

namespace ui {

OpenedLesson openLesson(const QString& path, const QString& samples, const QStringList& wanted,
                        const QStringList& folders, engine::LessonRun* before) {
  std::vector<std::string> languages;
  for (const QString& language : wanted) languages.push_back(language.toStdString());
  std::vector<std::filesystem::path> wordsFolders;
  for (const QString& folder : folders) wordsFolders.emplace_back(folder.toStdString());
  engine::LessonInLanguage read = engine::readLessonIn(path.toStdString(), languages, wordsFolders);
  OpenedLesson opened;
  opened.read.texts << QString::fromStdString(read.lesson.file);
  if (!read.lesson.wordsFile.empty()) opened.read.texts << QString::fromStdString(read.lesson.wordsFile);
  opened.read.content = LessonFiles::contentOf(opened.read.texts);
  for (const std::string& language : read.languages) opened.languages << QString::fromStdString(language);
  auto lesson = std::make_shared<const engine::Lesson>(std::move(read.lesson));
  opened.run =
      std::make_shared<engine::LessonRun>(lesson, samples.toStdString(), engine::Compute{}, knownPictures(), before);
  for (const std::filesystem::path& file : opened.run->files())
    opened.read.others << QString::fromStdString(file.string());
  opened.read.state = LessonFiles::stateOf(opened.read.others);
  opened.problems = read.problems;
  for (const engine::LessonProblem& problem : opened.run->problems()) opened.problems.push_back(problem);
  opened.hasErrors = std::any_of(opened.problems.begin(), opened.problems.end(),
                                 [](const engine::LessonProblem& problem) { return !problem.isWarning; });
  opened.fileOfProblems = opened.read.texts.front();
  if (opened.problems.empty() && !read.problemsOfWords.empty()) {
    opened.fileOfProblems = opened.read.texts.back();
    opened.problems = read.problemsOfWords;
  }
  return opened;
}

}  // namespace ui
