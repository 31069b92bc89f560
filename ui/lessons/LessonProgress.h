// What was seen and answered in lessons, over the years: a local file, no names.
#pragma once

#include <QJsonObject>
#include <QString>
#include <functional>
#include <memory>
#include <string>

#include "ui/lessons/LessonMemory.h"

namespace ui {

/// Keyed by lesson, slug of the step and name of the question, so that edits of a lesson keep it.
class LessonProgress {
 public:
  /// `path`: of the file, which need not exist; one that cannot be read counts as empty, and save() gives it another
  /// name, with .damaged behind, before it writes. Where that cannot be done nothing is written.
  explicit LessonProgress(QString path);
  ~LessonProgress();  ///< waits until all is written
  /// In the folder of the user's data: headlight/lessons/progress.json.
  static QString userPath();

  void noteSeen(const std::string& lesson, const std::string& slug);
  void note(const std::string& lesson, const std::string& slug, const std::string& question,
            const QuestionMemory& memory);
  /// Without an answer: as a new one.
  QuestionMemory of(const std::string& lesson, const std::string& slug, const std::string& question) const;
  bool isSeen(const std::string& lesson, const std::string& slug) const;
  int numSeen(const std::string& lesson) const;
  int numAnswered(const std::string& lesson) const;
  void reset(const std::string& lesson);
  void resetStep(const std::string& lesson, const std::string& slug);
  /// Has the file written in a thread, as it waits until the disk has it. Whoever reads it in this process afterwards
  /// finds what was saved.
  void save();

  /// Called in the thread of this object when save() has something to tell the user: that the file cannot be written
  /// and why, or that it could not be read and where its content is now. The same is told once.
  std::function<void(const QString& text)> failed;

 private:
  QJsonObject stepOf(const std::string& lesson, const std::string& slug) const;
  void setStep(const std::string& lesson, const std::string& slug, const QJsonObject& step);

  void tell(const QString& text);
  /// Gives what cannot be read another name, and tells so; returns whether that succeeded.
  bool keepUnreadable();

  QString m_path, m_told;
  QJsonObject m_lessons;
  bool m_isUnreadable = false;      ///< there is a file that is no progress, and it has its name still
  std::unique_ptr<QObject> m_here;  ///< in this thread, for what the writer tells
};

}  // namespace ui
