#include "ui/lessons/text/FormulaPanel.h"

#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/lessons/formula/FormulaCells.h"
#include "engine/lessons/formula/FormulaShown.h"
#include "ui/formula/FormulaWidget.h"
#include "ui/lessons/text/AlgorithmBlock.h"
#include "ui/look/RoleColors.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr double kAlgorithmPoints = 12;

/// Colours of roles by the letters that lectures give them.
std::map<std::string, QColor> colorsOf(const engine::LessonFormula& formula) {
  const Theme& theme = ThemeModel::instance().theme();
  const RoleColors roles = roleColors(theme);
  std::map<std::string, QColor> colors;
  for (const auto& [symbol, expression] : formula.bindings) {
    const std::string text = expression.text();
    const char letter = text.empty() ? ' ' : text.front();
    colors[symbol] = letter == 'Q'   ? roles.query
                     : letter == 'K' ? roles.key
                     : letter == 'V' ? roles.value
                     : letter == 'A' ? roles.weight
                     : letter == 'O' ? roles.output
                                     : theme.muted;
  }
  return colors;
}

/// The name of the only symbol of an index; empty: it is more than that.
std::string indexName(const std::vector<engine::FormulaTree>& index) {
  return index.size() == 1 && index[0] ? engine::symbolName(index[0]) : std::string();
}

engine::FormulaCell formulaCellOf(const MarkedCells& marked) {
  engine::FormulaCell cell;
  cell.array = marked.array;
  for (const engine::Index index : marked.at) {
    if (index < 0) break;
    cell.at.push_back(index + 1);
  }
  return cell;
}

}  // namespace

engine::FormulaIndices indicesOfCell(const engine::FormulaTree& tree, const engine::FormulaContext& context,
                                     const MarkedCells& cell) {
  engine::FormulaIndices indices;
  if (!tree) return indices;
  if (const auto found = context.occurrence(tree); found && found->symbol->expression.text() == cell.array)
    for (size_t k = 0; k < std::min(found->indices.size(), cell.at.size()); ++k)
      if (const std::string name = indexName(found->indices[k]); !name.empty() && cell.at[k] >= 0)
        indices[name] = cell.at[k] + 1;
  for (const engine::FormulaTree& child : tree->children) indices.merge(indicesOfCell(child, context, cell));
  return indices;
}

FormulaPanel::FormulaPanel(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(ThemeModel::instance().theme().space(1));
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

FormulaWidget* FormulaPanel::addWidget(engine::LessonFormula formula, QWidget* parent) {
  auto* widget = new FormulaWidget(parent, parent == this ? 15 : kAlgorithmPoints);
  widget->setFocusPolicy(Qt::TabFocus);
  widget->setColors(colorsOf(formula));
  widget->setNumbersShown(formula.areNumbersShown);
  std::vector<engine::ShownFormula> plain;
  for (const engine::FormulaTree& line : formula.lines) plain.push_back(engine::showFormula(line));
  widget->setFormulas(std::move(plain));
  connect(widget, &FormulaWidget::cellHovered, this, [this](const std::optional<engine::FormulaCell>& cell) {
    std::vector<MarkedCells> cells;
    if (cell) {
      MarkedCells marked{cell->array, {}};
      for (const engine::Index index : cell->at) marked.at.push_back(index - 1);
      cells.push_back(std::move(marked));
    }
    Q_EMIT cellsPointed(cells);
  });
  m_formulas.push_back(std::move(formula));
  m_widgets.push_back(widget);
  return widget;
}

QWidget* FormulaPanel::add(const engine::LessonFormula& formula) {
  FormulaWidget* widget = addWidget(formula, this);
  m_column->addWidget(widget);
  return widget;
}

QWidget* FormulaPanel::add(const engine::LessonFormula& formula, QWidget* parent) { return addWidget(formula, parent); }

QWidget* FormulaPanel::add(const engine::LessonAlgorithm& algorithm) {
  auto* block = new AlgorithmBlock(algorithm, this);
  for (const engine::AlgorithmLine& line : algorithm.lines) block->addLine(addWidget(algorithm.formula(line), block));
  connect(block, &AlgorithmBlock::arrayChosen, this, [this](const std::string& array) {
    Q_EMIT cellsPointed(array.empty() ? std::vector<MarkedCells>() : std::vector<MarkedCells>{{array, {}}});
  });
  m_column->addWidget(block);
  m_algorithms.push_back(block);
  return block;
}

void FormulaPanel::show(const engine::StepValues& values, const std::vector<MarkedCells>& marks) {
  m_values = &values;
  m_marks = marks;
  refresh();
}

void FormulaPanel::refresh() {
  m_failure.clear();
  if (!m_values) return;
  std::vector<engine::FormulaCell> cells;
  for (const MarkedCells& mark : m_marks) cells.push_back(formulaCellOf(mark));
  if (m_pointed) cells.push_back(formulaCellOf(*m_pointed));
  for (size_t k = 0; k < m_formulas.size(); ++k) {
    try {
      showFormula(k);
    } catch (const std::exception& error) {
      m_failure = QString::fromUtf8(error.what());
    }
    m_widgets[k]->setMarkedCells(cells);
  }
}

void FormulaPanel::showFormula(size_t which) {
  const engine::LessonFormula& formula = m_formulas[which];
  if (formula.isPlain) return showPlain(which);
  const engine::FormulaContext context(formula.bindings, *m_values);
  engine::FormulaShowing showing;
  showing.terms = static_cast<size_t>(std::max(1, formula.terms));
  showing.isCovered = [this](const engine::LessonExpression& expression) {
    return std::any_of(expression.names().begin(), expression.names().end(),
                       [this](const std::string& name) { return m_values->isCovered(name); });
  };
  std::vector<engine::ShownFormula> shown;
  for (const engine::FormulaTree& line : formula.lines) {
    const engine::FormulaIndices hovered =
        m_pointed ? indicesOfCell(line, context, *m_pointed) : engine::FormulaIndices{};
    shown.push_back(engine::showFormula(line, context, engine::placesOf(line, context, formula.at, hovered), showing));
  }
  m_widgets[which]->setFormulas(std::move(shown));
}

void FormulaPanel::showPlain(size_t which) {
  const engine::LessonFormula& formula = m_formulas[which];
  const engine::FormulaContext context({}, *m_values, formula.at);
  const engine::FormulaIndices at = engine::placesOf(nullptr, context, formula.at);
  std::vector<engine::ShownFormula> shown;
  for (const engine::FormulaTree& line : formula.lines) {
    shown.push_back(engine::showFormula(line));
    engine::addCells(line, context, at, shown.back().cells);
  }
  m_widgets[which]->setFormulas(std::move(shown));
}

void FormulaPanel::setNumbersShown(bool areShown) {
  for (size_t k = 0; k < m_widgets.size(); ++k)
    m_widgets[k]->setNumbersShown(areShown && m_formulas[k].areNumbersShown);
  for (AlgorithmBlock* block : m_algorithms) block->setNumbersShown(areShown);
  updateGeometry();
}

void FormulaPanel::pointAt(const MarkedCells& cell) {
  if (m_pointed == cell) return;
  m_pointed = cell;
  refresh();
}

void FormulaPanel::leave() {}  // the numbers stay: one wants to read them

}  // namespace ui
