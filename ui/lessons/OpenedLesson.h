// A lesson read from its files: done in a job.
#pragma once

#include <QStringList>
#include <memory>
#include <vector>

#include "engine/lessons/run/LessonRun.h"
#include "ui/lessons/LessonFiles.h"

namespace ui {

struct OpenedLesson {
  LessonFiles::Read read;
  QStringList languages;
  std::shared_ptr<engine::LessonRun> run;
  QString fileOfProblems;
  std::vector<engine::LessonProblem> problems;
  bool hasErrors = false;  ///< those of a translation are none: the original's words stand there
};

/// In the first of the languages `wanted` that there is; translations lie beside it or in `folders`. `samples`: the
/// folder of `sample NAME`. `before`: the same lesson as it was, whose results are taken where they still hold; null:
/// none. Throws engine::Error when a file cannot be read.
OpenedLesson openLesson(const QString& path, const QString& samples, const QStringList& wanted,
                        const QStringList& folders, engine::LessonRun* before = nullptr);

}  // namespace ui
