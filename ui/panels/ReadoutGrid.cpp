// Lines of a readout below each other: names at the left, values beside them, tables and formulae below their names.
#include "ui/panels/ReadoutGrid.h"

#include <QGridLayout>
#include <algorithm>

#include "engine/base/Nth.h"
#include "ui/formula/FormulaWidget.h"
#include "ui/formula/PlainFormulas.h"
#include "ui/panels/FoldedLabel.h"

namespace ui {

namespace {

/// Pixels of the names beside the values, always the same so that values stay where they are while lines change.
constexpr int kNameWidth = 92;

/// Size of formulae, of displayed ones a little smaller than in lessons: the inspector is narrow.
constexpr double kReadoutPoints = 11;

/// Parts of a line: name and value beside each other, a table and a formula below them over the whole width.
enum class Part { name, value, table, formula };
constexpr int kRowsOfLine = 3;

FoldedLabel* gridLabel(QGridLayout& grid, int line, Part part) {
  const int row = kRowsOfLine * line + (part == Part::table ? 1 : 0), column = part == Part::value ? 1 : 0;
  if (QLayoutItem* item = grid.itemAtPosition(row, column)) return qobject_cast<FoldedLabel*>(item->widget());
  auto* label = new FoldedLabel;
  if (part == Part::name) {
    label->setForegroundRole(QPalette::PlaceholderText);
  } else {
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  grid.addWidget(label, row, column, 1, part == Part::table ? 2 : 1);
  return label;
}

/// Made when it is needed first: few lines are formulae.
void showFormula(QGridLayout& grid, int index, const ReadoutLine& line) {
  const int row = kRowsOfLine * index + 2;
  QLayoutItem* item = grid.itemAtPosition(row, 0);
  auto* widget = item ? qobject_cast<FormulaWidget*>(item->widget()) : nullptr;
  if (widget) widget->setVisible(line.isFormula);
  if (!line.isFormula) return;
  if (!widget) {
    widget = new FormulaWidget(nullptr, kReadoutPoints);
    widget->setObjectName(QStringLiteral("readoutFormula"));
    widget->setFocusPolicy(Qt::NoFocus);
    grid.addWidget(widget, row, 0, 1, 2);
  }
  widget->setFormulas(plainFormulas(line.value));
}

}  // namespace

ReadoutGrid::ReadoutGrid(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(theme().space(2));
  m_grid->setVerticalSpacing(2);
  m_grid->setColumnStretch(1, 1);
}

void ReadoutGrid::setLines(const std::vector<ReadoutLine>& lines) {
  m_numLines = std::max(m_numLines, static_cast<int>(lines.size()));
  for (int k = 0; k < m_numLines; ++k) {
    const bool isUsed = k < static_cast<int>(lines.size());
    const ReadoutLine line = isUsed ? engine::nth(lines, k) : ReadoutLine{};
    for (const Part part : {Part::name, Part::value, Part::table}) {
      FoldedLabel* label = gridLabel(*m_grid, k, part);
      const bool isText = !line.isFormula && line.isTable == (part == Part::table);
      const bool isShown = isUsed && (part == Part::name || isText);
      label->setFont(part == Part::table ? theme().residueFont() : theme().labelFont());
      if (part == Part::name) label->setFixedWidth(qRound(kNameWidth * theme().scale));
      label->setWholeText(!isShown ? QString() : part == Part::name ? line.label : line.value);
      label->setVisible(isShown);
    }
    showFormula(*m_grid, k, line);
  }
}

}  // namespace ui
