// The numbered lines of an algorithm, one of them current: its numbers are put in, its array is marked in the pictures.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/lessons/run/StepBlocks.h"

namespace ui {

class FormulaWidget;

/// Up and Down walk while it has the focus, Home and End go to the ends, a click chooses a line.
class AlgorithmBlock : public QWidget {
  Q_OBJECT

 public:
  explicit AlgorithmBlock(const engine::LessonAlgorithm& algorithm, QWidget* parent);
  /// Adds the formula of the next line, in the order of the algorithm.
  void addLine(FormulaWidget* formula);
  /// From 0.
  int current() const { return m_current; }
  void setCurrent(int line);
  /// Numbers in formulae at all; they stand in the current line only.
  void setNumbersShown(bool areShown);

 Q_SIGNALS:
  /// The array of the current line is to be marked; empty: the focus went away.
  void arrayChosen(const std::string& array);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showCurrent();
  int lineOf(const QObject* part) const;

  engine::LessonAlgorithm m_algorithm;
  std::vector<FormulaWidget*> m_formulas;
  std::vector<std::vector<QWidget*>> m_rows;  ///< number, formula, what happens
  int m_current = 0;
  bool m_areNumbersShown = true;
};

}  // namespace ui
