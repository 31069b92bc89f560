#include "ui/lessons/OpenedLesson.h"

#include <QFile>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/base/Error.h"
#include "engine/lessons/words/LessonInLanguage.h"
#include "ui/lessons/KnownPictures.h"

namespace ui {

namespace {

QByteArray contentOf(const QStringList& files) {
  QByteArray content;
  for (const QString& name : files) {
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) engine::fail(name.toStdString(), ": ", file.errorString().toStdString());
    content += file.readAll();
  }
  return content;
}

}  // namespace

OpenedLesson openLesson(const QString& path, const QString& samples, const QStringList& wanted,
                        const QStringList& folders) {
  std::vector<std::string> languages;
  for (const QString& language : wanted) languages.push_back(language.toStdString());
  std::vector<std::filesystem::path> wordsFolders;
  for (const QString& folder : folders) wordsFolders.emplace_back(folder.toStdString());
  engine::LessonInLanguage read = engine::readLessonIn(path.toStdString(), languages, wordsFolders);
  OpenedLesson opened;
  opened.files << QString::fromStdString(read.lesson.file);
  if (!read.lesson.wordsFile.empty()) opened.files << QString::fromStdString(read.lesson.wordsFile);
  opened.content = contentOf(opened.files);
  for (const std::string& language : read.languages) opened.languages << QString::fromStdString(language);
  auto lesson = std::make_shared<const engine::Lesson>(std::move(read.lesson));
  opened.run = std::make_shared<engine::LessonRun>(lesson, samples.toStdString(), engine::Compute{}, knownPictures());
  opened.problems = read.problems;
  for (const engine::LessonProblem& problem : opened.run->problems()) opened.problems.push_back(problem);
  opened.hasErrors = std::any_of(opened.problems.begin(), opened.problems.end(),
                                 [](const engine::LessonProblem& problem) { return !problem.isWarning; });
  opened.fileOfProblems = opened.files.front();
  if (opened.problems.empty() && !read.problemsOfWords.empty()) {
    opened.fileOfProblems = opened.files.back();
    opened.problems = read.problemsOfWords;
  }
  return opened;
}

}  // namespace ui
