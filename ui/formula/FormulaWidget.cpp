#include "ui/formula/FormulaWidget.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/look/AccessibleRole.h"

namespace ui {

namespace {

using engine::FormulaCell;
using engine::FormulaNode;
using engine::FormulaTree;
using engine::ShownFormula;

/// Pixels of a face of so many points on the screen, as other text of the program has them.
double pixelsOf(double points, const Theme& theme, const QWidget& widget) {
  return points * theme.scale * widget.logicalDpiY() / 72.0;
}

/// A cell is marked with itself and with the array that holds it.
bool belongs(const FormulaCell& cell, const FormulaCell& marked) {
  return cell.array == marked.array && (cell.at == marked.at || cell.at.empty() || marked.at.empty());
}

}  // namespace

FormulaWidget::FormulaWidget(QWidget* parent, double points) : QWidget(parent), m_points(points) {
  registerRole<FormulaWidget, QAccessible::Equation>();
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] { relayout(); });
}

void FormulaWidget::setFormulas(std::vector<ShownFormula> formulas) {
  m_formulas = std::move(formulas);
  m_stop = -1;
  relayout();
  setAccessibleName(spokenText());
}

void FormulaWidget::setColors(std::map<std::string, QColor> colors) {
  m_colors = std::move(colors);
  update();
}

void FormulaWidget::setNumbersShown(bool shown) {
  if (shown == m_areNumbersShown) return;
  m_areNumbersShown = shown;
  m_stop = -1;
  relayout();
  setAccessibleName(spokenText());
}

void FormulaWidget::setMarkedCells(std::vector<FormulaCell> cells) {
  m_marked = std::move(cells);
  update();
}

bool FormulaWidget::isTooWide() const {
  return std::any_of(m_lines.begin(), m_lines.end(), [](const Line& line) { return line.page.isTooWide(); });
}

std::vector<FormulaWidget::Line> FormulaWidget::linesFor(double width, const Theme& theme) const {
  const double size = pixelsOf(m_points, theme, *this), side = 0.4 * size;
  std::vector<Line> lines;
  double y = 0.35 * size;
  for (std::size_t i = 0; i < m_formulas.size(); ++i) {
    const ShownFormula& formula = m_formulas[i];
    if (i > 0) y += 0.35 * size;
    const FormulaTree numbers = m_areNumbersShown ? formula.numbers : nullptr;
    const FormulaTree value = m_areNumbersShown ? formula.value : nullptr;
    for (const FormulaTree& tree : {formula.symbols, numbers, value}) {
      if (!tree) continue;
      FormulaPage page(tree, size, true, width > 0 ? std::max(1.0, width - 2 * side) : 0);
      const double height = page.size().height();
      lines.push_back({std::move(page), {side, y}, i});
      y += height + 0.45 * size;
    }
  }
  return lines;
}

void FormulaWidget::relayout() {
  m_lines = linesFor(width(), ThemeModel::instance().theme());
  updateGeometry();
  update();
}

double FormulaWidget::heightFor(double width, const Theme& theme) const {
  const std::vector<Line> lines = linesFor(width, theme);
  const double size = pixelsOf(m_points, theme, *this);
  return lines.empty() ? 0 : lines.back().at.y() + lines.back().page.size().height() + 0.35 * size;
}

int FormulaWidget::heightForWidth(int width) const {
  return static_cast<int>(std::ceil(heightFor(width, ThemeModel::instance().theme())));
}

QSize FormulaWidget::sizeHint() const {
  const Theme& theme = ThemeModel::instance().theme();
  double widest = 0;
  for (const Line& line : linesFor(0, theme)) widest = std::max(widest, line.page.size().width());
  const double size = pixelsOf(m_points, theme, *this);
  return {static_cast<int>(std::ceil(widest + 0.8 * size)), static_cast<int>(std::ceil(heightFor(0, theme)))};
}

QSize FormulaWidget::minimumSizeHint() const {
  const double size = pixelsOf(m_points, ThemeModel::instance().theme(), *this);
  return {static_cast<int>(6 * size), static_cast<int>(m_formulas.empty() ? 0 : 2 * size)};
}

FormulaMarks FormulaWidget::marksOf(const ShownFormula& formula, const Theme& theme) const {
  FormulaMarks marks;
  for (const auto& [node, cell] : formula.cells) {
    const auto color = m_colors.find(cell.symbol);
    // The line is under the letter, its subscripts hang beside it.
    const FormulaNode* letter = node->kind == engine::FormulaKind::scripts ? node->children[0].get() : node;
    marks.underlined[letter] = color == m_colors.end() ? theme.muted : color->second;
    const auto isMarked = [&](const FormulaCell& marked) { return belongs(cell, marked); };
    const auto fill = [&](QColor shade, int alpha) {
      shade.setAlpha(alpha);
      marks.marked[node] = shade;
    };
    if (std::any_of(m_marked.begin(), m_marked.end(), isMarked)) fill(theme.accent, 60);
    if (m_hovered && belongs(cell, *m_hovered)) fill(theme.accent, 90);
    if (m_kept && belongs(cell, *m_kept)) fill(theme.locked, 110);
  }
  return marks;
}

void FormulaWidget::paintEvent(QPaintEvent*) {
  const Theme& theme = ThemeModel::instance().theme();
  QPainter painter(this);
  for (const Line& line : m_lines) line.page.paint(painter, line.at, theme, marksOf(m_formulas[line.formula], theme));
  if (!hasFocus()) return;
  painter.setPen(QPen(theme.accent, 1));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void FormulaWidget::paintOn(QPainter& painter, QRectF place, const Theme& theme) const {
  for (const Line& line : linesFor(place.width(), theme)) {
    FormulaMarks marks = marksOf(m_formulas[line.formula], theme);
    if (!theme.page.areMarksShown) marks.marked.clear();
    line.page.paint(painter, place.topLeft() + line.at, theme, marks);
  }
}

void FormulaWidget::resizeEvent(QResizeEvent*) { m_lines = linesFor(width(), ThemeModel::instance().theme()); }

const FormulaCell* FormulaWidget::cellOf(const FormulaNode* node) const {
  for (const ShownFormula& formula : m_formulas)
    if (const auto found = formula.cells.find(node); found != formula.cells.end()) return &found->second;
  return nullptr;
}

std::optional<FormulaCell> FormulaWidget::cellAt(QPointF point) const {
  for (const Line& line : m_lines)
    for (const FormulaNode* node : line.page.nodesAt(point - line.at))
      if (const FormulaCell* cell = cellOf(node)) return *cell;
  return std::nullopt;
}

std::vector<QRectF> FormulaWidget::placesOf(const FormulaCell& cell) const {
  std::vector<QRectF> places;
  for (const Line& line : m_lines)
    for (const auto& [node, other] : m_formulas[line.formula].cells) {
      const QRectF place = other == cell ? line.page.placeOf(node) : QRectF();
      if (!place.isEmpty()) places.push_back(place.translated(line.at));
    }
  return places;
}

QString FormulaWidget::spokenText() const {
  QStringList spoken;
  for (const ShownFormula& formula : m_formulas) {
    spoken += QString::fromStdString(engine::spokenFormula(formula.symbols));
    if (!m_areNumbersShown) continue;
    for (const FormulaTree& tree : {formula.numbers, formula.value})
      if (tree) spoken += QString::fromStdString(engine::spokenFormula(tree));
  }
  return spoken.join(QStringLiteral(". "));
}

void FormulaWidget::hover(const std::optional<FormulaCell>& cell) {
  if (cell == m_hovered) return;
  m_hovered = cell;
  update();
  Q_EMIT cellHovered(cell);
}

void FormulaWidget::keep(const std::optional<FormulaCell>& cell) {
  if (cell == m_kept) return;
  m_kept = cell;
  update();
  Q_EMIT cellKept(cell);
}

void FormulaWidget::mouseMoveEvent(QMouseEvent* event) { hover(cellAt(event->position())); }

void FormulaWidget::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  keep(cellAt(event->position()));
}

void FormulaWidget::leaveEvent(QEvent*) { hover(std::nullopt); }

void FormulaWidget::focusOutEvent(QFocusEvent* event) {
  m_stop = -1;
  hover(std::nullopt);
  QWidget::focusOutEvent(event);
}

std::vector<const FormulaNode*> FormulaWidget::stops() const {
  std::vector<const FormulaNode*> all;
  for (const Line& line : m_lines) {
    std::vector<const FormulaNode*> among;
    for (const auto& [node, cell] : m_formulas[line.formula].cells) among.push_back(node);
    const std::vector<const FormulaNode*> ordered = line.page.inReadingOrder(among);
    all.insert(all.end(), ordered.begin(), ordered.end());
  }
  return all;
}

void FormulaWidget::walk(int by) {
  const std::vector<const FormulaNode*> all = stops();
  if (all.empty()) return;
  const int last = static_cast<int>(all.size()) - 1;
  m_stop = m_stop < 0 ? (by > 0 ? 0 : last) : std::clamp(m_stop + by, 0, last);
  const FormulaCell cell = *cellOf(all[static_cast<std::size_t>(m_stop)]);
  hover(cell);
  setAccessibleDescription(QString::fromStdString(cell.array));
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

void FormulaWidget::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Right:
      return walk(1);
    case Qt::Key_Left:
      return walk(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_hovered) return keep(m_hovered);
      break;
    case Qt::Key_Escape:
      if (m_kept || m_hovered) {
        keep(std::nullopt);
        return hover(std::nullopt);
      }
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

bool FormulaWidget::event(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::ScreenChangeInternal) relayout();
  return QWidget::event(event);
}

}  // namespace ui
