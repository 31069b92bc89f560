#include "ui/lessons/StepDots.h"

#include <QHBoxLayout>
#include <QPainter>
#include <algorithm>

#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kUnits = 5;  ///< of the grid: as large as can be hit
constexpr double kRadius = 0.26, kHereRadius = 0.36;

}  // namespace

StepDot::StepDot(int number, const QString& title, QWidget* parent) : QAbstractButton(parent), m_number(number) {
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(tr("Step %1: %2").arg(number).arg(title));
  setToolTip(QStringLiteral("%1  %2").arg(number).arg(title));
}

void StepDot::setState(bool isHere, bool isSeen) {
  m_isHere = isHere;
  m_isSeen = isSeen;
  setAccessibleDescription(isHere ? tr("shown now") : isSeen ? tr("seen") : tr("not seen"));
  update();
}

QSize StepDot::sizeHint() const {
  const int size = ThemeModel::instance().theme().space(kUnits);
  return {size, size};
}

void StepDot::paintEvent(QPaintEvent*) {
  const Theme& theme = ThemeModel::instance().theme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double radius = (m_isHere ? kHereRadius : kRadius) * std::min(width(), height());
  const QColor color = m_isHere || underMouse() || hasFocus() ? theme.accent : theme.muted;
  painter.setPen(QPen(color, theme.lineScale));
  painter.setBrush(m_isHere ? theme.accent : m_isSeen ? theme.muted : QColor(Qt::transparent));
  painter.drawEllipse(QRectF(rect()).center(), radius, radius);
}

StepDots::StepDots(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)) {
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(0);
  setAccessibleName(tr("Steps"));
}

void StepDots::setSteps(const QStringList& titles) {
  while (QLayoutItem* item = m_row->takeAt(0)) delete item;
  for (StepDot* dot : m_dots) delete dot;
  m_dots.clear();
  m_row->addStretch(1);
  for (int step = 0; step < titles.size(); ++step) {
    m_dots.push_back(new StepDot(step + 1, titles[step], this));
    m_row->addWidget(m_dots.back());
    connect(m_dots.back(), &QAbstractButton::clicked, this, [this, step] { Q_EMIT chosen(step); });
  }
  m_row->addStretch(1);
}

void StepDots::setState(int here, const std::vector<bool>& seen) {
  for (size_t step = 0; step < m_dots.size(); ++step)
    m_dots[step]->setState(static_cast<int>(step) == here, step < seen.size() && seen[step]);
}

}  // namespace ui
