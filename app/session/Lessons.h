// The lessons that come with the program, and those of the user.
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

namespace app {

/// A step and what it explains: "attention dot", "view dp", "label sink".
struct LessonExplains {
  std::string subject;
  QString slug, title;  ///< of the step
};

/// What a lesson is called in another language.
struct LessonWords {
  QString language, title, goal;
};

/// What the first lines of a lesson's file say.
struct LessonEntry {
  QString id, title, goal, level, language, path;
  std::vector<LessonExplains> explains;
  int minutes = 0, numSteps = 0;
  bool isUsers = false;  ///< stands in place of one of the program's with the same id
  std::vector<LessonWords> translations = {};

  /// The lesson's own, then those of its translations: "en", "de".
  QStringList languages() const;
  /// Title and goal in the first of these languages that there is, else as it was written.
  LessonWords in(const QStringList& wanted) const;
};

/// Lessons in the order of a course.
struct LessonPath {
  QString title;
  QStringList lessons;  ///< ids
  int minutes = 0;      ///< together
};

/// By level, within one each behind those that it needs; translations stand in what they translate. Reads all files:
/// not for the start of the window.
std::vector<LessonEntry> findLessons();
/// Those of paths.json beside the program's lessons, without lessons that there are not, and without paths of fewer
/// than two of them.
std::vector<LessonPath> findLessonPaths(const std::vector<LessonEntry>& lessons);
/// The file of a lesson by its id; empty: there is none.
QString lessonPath(const QString& id);
/// A Markdown file that begins as lessons do.
bool isLessonFile(const QString& path);
/// In which languages lessons are wanted: as was chosen, then those of the system.
QStringList wantedLessonLanguages();
/// Where the lessons of the user lie, and their translations of the program's; it need not exist.
QString userLessonFolder();

}  // namespace app
