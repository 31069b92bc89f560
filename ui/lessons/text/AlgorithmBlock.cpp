#include "ui/lessons/text/AlgorithmBlock.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <algorithm>

#include "ui/formula/FormulaWidget.h"
#include "ui/look/AccessibleRole.h"
#include "ui/look/Theme.h"

namespace ui {

AlgorithmBlock::AlgorithmBlock(const engine::LessonAlgorithm& algorithm, QWidget* parent)
    : QWidget(parent), m_algorithm(algorithm) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(4, 2, 4, 2);
  grid->setColumnStretch(1, 1);
  grid->setColumnStretch(2, 1);
  registerRole<AlgorithmBlock, QAccessible::List>();
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Algorithm"));
}

void AlgorithmBlock::addLine(FormulaWidget* formula) {
  const size_t which = m_formulas.size();
  auto* grid = static_cast<QGridLayout*>(layout());
  const auto row = static_cast<int>(which);
  auto* number = new QLabel(QString::number(which + 1), this);
  number->setObjectName(QStringLiteral("heading"));
  auto* what = new QLabel(QString::fromStdString(m_algorithm.lines[which].what), this);
  what->setWordWrap(true);
  grid->addWidget(number, row, 0);
  grid->addWidget(formula, row, 1);
  grid->addWidget(what, row, 2);
  // The block as a whole has the focus: its keys go from line to line.
  formula->setFocusPolicy(Qt::NoFocus);
  for (QWidget* part : {static_cast<QWidget*>(number), static_cast<QWidget*>(formula), static_cast<QWidget*>(what)})
    part->installEventFilter(this);
  m_formulas.push_back(formula);
  m_rows.push_back({number, formula, what});
  showCurrent();
}

void AlgorithmBlock::setCurrent(int line) {
  if (m_formulas.empty()) return;
  m_current = std::clamp(line, 0, static_cast<int>(m_formulas.size()) - 1);
  showCurrent();
  Q_EMIT arrayChosen(m_algorithm.lines[static_cast<size_t>(m_current)].array);
}

void AlgorithmBlock::setNumbersShown(bool areShown) {
  m_areNumbersShown = areShown;
  showCurrent();
}

void AlgorithmBlock::showCurrent() {
  for (size_t k = 0; k < m_formulas.size(); ++k)
    m_formulas[k]->setNumbersShown(m_areNumbersShown && static_cast<int>(k) == m_current);
  const engine::AlgorithmLine& line = m_algorithm.lines[static_cast<size_t>(m_current)];
  setAccessibleDescription(
      tr("Line %1 of %2: %3. %4")
          .arg(m_current + 1)
          .arg(m_formulas.size())
          .arg(QString::fromStdString(line.what), m_formulas[static_cast<size_t>(m_current)]->spokenText()));
  updateGeometry();
  update();
}

void AlgorithmBlock::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
      return setCurrent(m_current - 1);
    case Qt::Key_Down:
      return setCurrent(m_current + 1);
    case Qt::Key_Home:
      return setCurrent(0);
    case Qt::Key_End:
      return setCurrent(static_cast<int>(m_formulas.size()) - 1);
    default:
      QWidget::keyPressEvent(event);
  }
}

void AlgorithmBlock::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  setCurrent(m_current);
}

void AlgorithmBlock::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
  Q_EMIT arrayChosen({});
}

int AlgorithmBlock::lineOf(const QObject* part) const {
  for (size_t k = 0; k < m_rows.size(); ++k)
    if (std::find(m_rows[k].begin(), m_rows[k].end(), part) != m_rows[k].end()) return static_cast<int>(k);
  return -1;
}

bool AlgorithmBlock::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress)
    if (const int line = lineOf(watched); line >= 0) {
      setFocus(Qt::MouseFocusReason);
      setCurrent(line);
    }
  return QWidget::eventFilter(watched, event);
}

void AlgorithmBlock::paintEvent(QPaintEvent*) {
  if (m_rows.empty()) return;
  const Theme& theme = ThemeModel::instance().theme();
  QRect row;
  for (const QWidget* part : m_rows[static_cast<size_t>(m_current)]) row = row.united(part->geometry());
  QPainter painter(this);
  QColor shade = theme.accent;
  shade.setAlpha(30);
  painter.fillRect(QRect(0, row.top() - 1, width(), row.height() + 2), shade);
  painter.fillRect(QRect(0, row.top() - 1, 3, row.height() + 2), theme.accent);
  if (!hasFocus()) return;
  painter.setPen(QPen(theme.accent, 1));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace ui
