// Formulae and algorithms of a step, across the page: with numbers of the cells that are pointed at.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "engine/lessons/formula/FormulaValue.h"
#include "ui/lessons/StepReading.h"

class QVBoxLayout;

namespace ui {

class AlgorithmBlock;
class FormulaWidget;

class FormulaPanel : public QWidget {
  Q_OBJECT

 public:
  explicit FormulaPanel(QWidget* parent);
  /// The widget of it, which the panel owns.
  QWidget* add(const engine::LessonFormula& formula);
  /// The same in another place, which owns it and puts it there.
  QWidget* add(const engine::LessonFormula& formula, QWidget* parent);
  QWidget* add(const engine::LessonAlgorithm& algorithm);
  void show(const engine::StepValues& values, const std::vector<MarkedCells>& marks);
  void setNumbersShown(bool areShown);
  /// A cell of a picture is pointed at: its indices are those that follow the pointer.
  void pointAt(const ui::MarkedCells& cell);
  void leave();
  /// What could not be shown, one sentence; empty: all was.
  const QString& failure() const { return m_failure; }
  const std::vector<FormulaWidget*>& widgets() const { return m_widgets; }

 Q_SIGNALS:
  /// A symbol is pointed at; empty: none any more.
  void cellsPointed(const std::vector<ui::MarkedCells>& cells);

 private:
  void refresh();
  void showFormula(size_t which);
  /// What is not executed: its marks alone.
  void showPlain(size_t which);
  FormulaWidget* addWidget(engine::LessonFormula formula, QWidget* parent);

  QVBoxLayout* m_column;
  std::vector<engine::LessonFormula> m_formulas;
  std::vector<FormulaWidget*> m_widgets;  ///< one per formula
  std::vector<AlgorithmBlock*> m_algorithms;
  const engine::StepValues* m_values = nullptr;  ///< of the page, which shows them again before they go
  std::vector<MarkedCells> m_marks;
  std::optional<MarkedCells> m_pointed;
  QString m_failure;
};

/// Which indices of a formula a cell of one of its arrays gives: S[1,3] in "S_ij" is i = 1, j = 3.
engine::FormulaIndices indicesOfCell(const engine::FormulaTree& tree, const engine::FormulaContext& context,
                                     const MarkedCells& cell);

}  // namespace ui
