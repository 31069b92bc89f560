// A lesson read from its files: done in a job.
#pragma once

#include <QByteArray>
#include <QStringList>
#include <memory>
#include <vector>

#include "engine/lessons/run/LessonRun.h"

namespace ui {

struct OpenedLesson {
  QStringList files;  ///< the lesson's, and that of its translation, if it is in one
  QStringList languages;
  QByteArray content;  ///< of the files, one behind the other
  std::shared_ptr<engine::LessonRun> run;
  QString fileOfProblems;
  std::vector<engine::LessonProblem> problems;
  bool hasErrors = false;  ///< those of a translation are none: the original's words stand there
};

/// In the first of the languages `wanted` that there is; translations lie beside it or in `folders`. `samples`: the
/// folder of `sample NAME`. Throws engine::Error when a file cannot be read.
OpenedLesson openLesson(const QString& path, const QString& samples, const QStringList& wanted,
                        const QStringList& folders);

}  // namespace ui
