// Formulae of a lesson with their numbers: pointed at, walked by keys, spoken.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/lessons/formula/FormulaShown.h"
#include "ui/formula/FormulaPage.h"

namespace ui {

/// Up to three lines for each formula: symbols, the same with numbers, the value. Tab and the arrow keys walk through
/// its symbols, Return keeps one, Escape lets go. Looks as ThemeModel says.
class FormulaWidget : public QWidget {
  Q_OBJECT

 public:
  /// `points`: size of the face, 17 for displayed formulae, 13 beside text; times the theme's scale.
  explicit FormulaWidget(QWidget* parent = nullptr, double points = 17);

  void setFormulas(std::vector<engine::ShownFormula> formulas);
  const std::vector<engine::ShownFormula>& formulas() const { return m_formulas; }
  /// Colours of bound symbols by name ("A"); those that are missing get the colour of muted text.
  void setColors(std::map<std::string, QColor> colors);
  void setNumbersShown(bool shown);
  bool areNumbersShown() const { return m_areNumbersShown; }
  /// Cells that are marked elsewhere: the symbols that stand for them, or for the array they belong to, are marked
  /// here.
  void setMarkedCells(std::vector<engine::FormulaCell> cells);
  /// The cell that a click keeps; none: nothing is kept.
  const std::optional<engine::FormulaCell>& kept() const { return m_kept; }
  /// Some formula does not fit even when it is broken and shrunk.
  bool isTooWide() const;

  /// The cell under a point of the widget.
  std::optional<engine::FormulaCell> cellAt(QPointF point) const;
  /// Where the symbols of a cell stand, first that of the symbols' line.
  std::vector<QRectF> placesOf(const engine::FormulaCell& cell) const;
  /// All formulae in words, as screen readers get them.
  QString spokenText() const;
  /// Into a page of a figure: pure vectors with text.
  void paintOn(QPainter& painter, QRectF place, const Theme& theme) const;
  /// Height of all lines in this width, pixels.
  double heightFor(double width, const Theme& theme) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 Q_SIGNALS:
  /// What is pointed at or walked to; none: nothing any more.
  void cellHovered(const std::optional<engine::FormulaCell>& cell);
  /// What a click or Return keeps; none: let go.
  void cellKept(const std::optional<engine::FormulaCell>& cell);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Line {
    FormulaPage page;
    QPointF at;  ///< top left corner
    std::size_t formula = 0;
  };
  std::vector<Line> linesFor(double width, const Theme& theme) const;
  FormulaMarks marksOf(const engine::ShownFormula& formula, const Theme& theme) const;
  void relayout();
  void hover(const std::optional<engine::FormulaCell>& cell);
  void keep(const std::optional<engine::FormulaCell>& cell);
  void walk(int by);
  std::vector<const engine::FormulaNode*> stops() const;
  const engine::FormulaCell* cellOf(const engine::FormulaNode* node) const;

  double m_points;
  std::vector<engine::ShownFormula> m_formulas;
  std::vector<Line> m_lines;
  std::map<std::string, QColor> m_colors;
  std::vector<engine::FormulaCell> m_marked;
  std::optional<engine::FormulaCell> m_hovered, m_kept;
  int m_stop = -1;  ///< of the walk by keys
  bool m_areNumbersShown = true;
};

}  // namespace ui
