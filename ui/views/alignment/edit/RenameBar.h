// The name of a row of an alignment, to be changed below the picture.
#pragma once

#include "ui/views/alignment/AlignmentBars.h"

namespace ui {

class RenameBar : public AlignmentBar {
  Q_OBJECT

 public:
  explicit RenameBar(QWidget* parent);
  /// Of which row, and its name so far.
  void begin(qsizetype row, const QString& name);
  /// What is wrong with the name; empty: nothing, and the bar closes.
  void answer(const QString& problem);

 Q_SIGNALS:
  void requested(qsizetype row, const QString& name);

 private:
  QLineEdit* m_name;
  QLabel* m_problem;
  qsizetype m_row = -1;
};

}  // namespace ui
