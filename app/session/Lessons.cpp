#include "app/session/Lessons.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QStandardPaths>
#include <algorithm>
#include <filesystem>

#include "app/session/Resources.h"
#include "app/session/Settings.h"
#include "engine/lessons/file/LessonShelf.h"

namespace app {

namespace {

constexpr qint64 kMostFrontBytes = 4096;
constexpr qsizetype kFewestOnPath = 2;

std::vector<LessonExplains> explainedBy(const engine::Lesson& lesson) {
  std::vector<LessonExplains> all;
  for (const engine::LessonSubject& subject : lesson.explains) {
    const int step = lesson.stepNumber(subject.slug);
    if (step < 0) continue;
    const QString title = QString::fromStdString(lesson.steps[static_cast<size_t>(step)].title);
    all.push_back({subject.subject, QString::fromStdString(subject.slug), title});
  }
  return all;
}

/// A translation goes to what it translates; one of the user's in the place of the program's.
void addTranslation(const engine::Lesson& words, std::vector<LessonEntry>& lessons) {
  const LessonWords added{QString::fromStdString(words.language), QString::fromStdString(words.title),
                          QString::fromStdString(words.goal)};
  for (LessonEntry& entry : lessons) {
    if (entry.id.toStdString() != words.translationOf || entry.language == added.language) continue;
    std::erase_if(entry.translations, [&](const LessonWords& one) { return one.language == added.language; });
    entry.translations.push_back(added);
  }
}

void addLessonsOf(const std::filesystem::path& folder, bool isUsers, std::vector<LessonEntry>& lessons) {
  for (const engine::ShelvedLesson& shelved : engine::lessonsIn(folder)) {
    const engine::Lesson& lesson = *shelved.lesson;
    if (!lesson.translationOf.empty()) {
      addTranslation(lesson, lessons);
      continue;
    }
    LessonEntry entry{QString::fromStdString(lesson.id),
                      QString::fromStdString(lesson.title),
                      QString::fromStdString(lesson.goal),
                      QString::fromStdString(lesson.level),
                      QString::fromStdString(lesson.language),
                      QString::fromStdString(shelved.path.string()),
                      explainedBy(lesson),
                      lesson.minutes,
                      static_cast<int>(lesson.steps.size()),
                      isUsers};
    if (entry.title.isEmpty()) entry.title = entry.id;
    const auto same =
        std::find_if(lessons.begin(), lessons.end(), [&](const LessonEntry& other) { return other.id == entry.id; });
    if (same == lessons.end())
      lessons.push_back(entry);
    else
      *same = entry;
  }
}

}  // namespace

QStringList LessonEntry::languages() const {
  QStringList all = {language};
  for (const LessonWords& one : translations) all << one.language;
  return all;
}

LessonWords LessonEntry::in(const QStringList& wanted) const {
  const auto serves = [](const QString& has, const QString& want) {
    return want == has || want.startsWith(has + u'-', Qt::CaseInsensitive);
  };
  for (const QString& one : wanted) {
    if (serves(language, one)) break;
    for (const LessonWords& words : translations)
      if (serves(words.language, one))
        return {words.language, words.title.isEmpty() ? title : words.title, words.goal.isEmpty() ? goal : words.goal};
  }
  return {language, title, goal};
}

QStringList wantedLessonLanguages() {
  QStringList wanted;
  if (const QString chosen = Settings().lessonLanguage(); !chosen.isEmpty()) wanted << chosen;
  for (const QString& one : QLocale::system().uiLanguages()) wanted << one.toLower().replace(u'_', u'-');
  return wanted;
}

QString userLessonFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/headlight/lessons");
}

std::vector<LessonEntry> findLessons() {
  std::vector<LessonEntry> lessons;
  addLessonsOf(resourceFolder("lessons"), false, lessons);
  addLessonsOf(userLessonFolder().toStdString(), true, lessons);
  static const QStringList levels = {QStringLiteral("first"), QStringLiteral("middle"), QStringLiteral("deep")};
  std::stable_sort(lessons.begin(), lessons.end(), [](const LessonEntry& one, const LessonEntry& other) {
    return levels.indexOf(one.level) < levels.indexOf(other.level);
  });
  return lessons;
}

std::vector<LessonPath> findLessonPaths(const std::vector<LessonEntry>& lessons) {
  QFile file(QString::fromStdString((resourceFolder("lessons") / "paths.json").string()));
  std::vector<LessonPath> paths;
  if (!file.open(QIODevice::ReadOnly)) return paths;
  for (const QJsonValue& entry : QJsonDocument::fromJson(file.readAll()).array()) {
    LessonPath path{entry[QStringLiteral("title")].toString(), {}, 0};
    for (const QJsonValue& id : entry[QStringLiteral("lessons")].toArray())
      for (const LessonEntry& lesson : lessons) {
        if (lesson.id != id.toString()) continue;
        path.lessons << lesson.id;
        path.minutes += lesson.minutes;
      }
    if (path.lessons.size() >= kFewestOnPath) paths.push_back(path);
  }
  return paths;
}

QString lessonPath(const QString& id) {
  for (const LessonEntry& lesson : findLessons())
    if (lesson.id == id) return lesson.path;
  return {};
}

bool isLessonFile(const QString& path) {
  QFile file(path);
  if (!path.endsWith(QStringLiteral(".md"), Qt::CaseInsensitive) || !file.open(QIODevice::ReadOnly)) return false;
  const QByteArray front = file.read(kMostFrontBytes);
  return front.startsWith("---") && front.contains("\nheadlight-lesson:");
}

}  // namespace app
