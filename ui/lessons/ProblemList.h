// What is wrong with a lesson that is being written, beside its page; a click opens the editor there.
#pragma once

#include <QListWidget>
#include <vector>

#include "engine/lessons/file/Problem.h"

namespace ui {

class ProblemList : public QListWidget {
  Q_OBJECT

 public:
  explicit ProblemList(QWidget* parent);
  /// Hidden while there are none.
  void setProblems(const QString& file, const std::vector<engine::LessonProblem>& problems);

 Q_SIGNALS:
  void editorWanted(const QString& file, int line);

 private:
  QString m_file;
};

/// `$VISUAL` with "+LINE FILE", else what the desktop opens text files with. False: neither began.
bool openEditor(const QString& file, int line);

}  // namespace ui
