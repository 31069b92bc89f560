#include "ui/views/profile/TransitionDiagram.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/Nth.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;
using engine::Transition;

namespace {

constexpr double kThinnest = 0.75, kThickest = 7;
constexpr size_t kMatchColor = 5, kInsertColor = 1, kDeleteColor = 3;  // of okabeIto()
constexpr float kStateFill = 0.25F;

QColor stateColor(size_t index) { return toColor(okabeIto()[index]); }

QString probabilityText(double probability) {
  if (probability <= 0) return QStringLiteral("0");
  if (probability >= 0.995 && probability < 1) return QString::number(probability, 'f', 3);
  return probability < 0.001 ? QString::number(probability, 'e', 0) : QString::number(probability, 'g', 2);
}

/// Paints arrows and collects their labels, so that no arrow crosses a label.
class Arrows {
 public:
  Arrows(QPainter& painter, const Theme& theme, double radius)
      : m_painter(painter), m_theme(theme), m_metrics(theme.labelFont()), m_radius(radius) {}

  /// From the rim of one state to that of another; the label stands at `place` (0..1) of the way, beside by `offset`.
  void add(QPointF from, QPointF to, double probability, const QColor& color, double place, QPointF offset = {}) {
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y());
    if (length <= 2 * m_radius) return;
    const QPointF along = way / length;
    const QPointF start = from + along * m_radius, end = to - along * (m_radius + 2);
    prepare(probability, color);
    const double head = headLength(probability);
    m_painter.drawLine(start, end - along * head);
    paintHead(end, along, probability, color);
    m_labels.push_back({from + way * place + offset, probability});
  }

  /// From a state to itself, on its left.
  void addLoop(QPointF at, double probability, const QColor& color) {
    const double radius = 0.8 * m_radius;
    const QPointF middle = at - QPointF(m_radius + 0.6 * radius, 0);
    prepare(probability, color);
    const QRectF box(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius);
    m_painter.drawArc(box, 50 * 16, 265 * 16);
    const double angle = -45 * std::numbers::pi / 180;
    const QPointF tip = middle + QPointF(std::cos(angle), -std::sin(angle)) * radius;
    paintHead(tip + QPointF(2, -2), QPointF(std::numbers::sqrt2 / 2, -std::numbers::sqrt2 / 2), probability, color);
    m_labels.push_back({middle - QPointF(radius + 0.5 * m_metrics.horizontalAdvance(probabilityText(probability)) +
                                             m_theme.space(1) + arrowWidth(probability) / 2,
                                         0),
                        probability});
  }

  void paintLabels() {
    m_painter.setFont(m_theme.labelFont());
    for (const auto& [middle, probability] : m_labels) {
      const QString text = probabilityText(probability);
      const double width = m_metrics.horizontalAdvance(text) + m_theme.space(1), height = m_metrics.height();
      const QRectF box(middle.x() - width / 2, middle.y() - height / 2, width, height);
      m_painter.fillRect(box, m_theme.canvas);
      m_painter.setPen(probability > 0 ? m_theme.text : m_theme.muted);
      m_painter.drawText(box, Qt::AlignCenter, text);
    }
  }

 private:
  struct Label {
    QPointF middle;
    double probability;
  };
  double headLength(double probability) const {
    return (5 + 0.9 * arrowWidth(probability)) * std::min(m_theme.lineScale, 1.6);
  }
  void prepare(double probability, const QColor& color) {
    const bool isPossible = probability > 0;
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(isPossible ? color : m_theme.muted, arrowWidth(probability) * m_theme.lineScale,
                          isPossible ? Qt::SolidLine : Qt::DotLine, Qt::FlatCap));
  }
  void paintHead(QPointF tip, QPointF along, double probability, const QColor& color) {
    const QPointF back = tip - along * headLength(probability);
    const QPointF across = QPointF(-along.y(), along.x()) * (0.55 * headLength(probability));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(probability > 0 ? color : m_theme.muted);
    m_painter.drawPolygon(QPolygonF({tip, back + across, back - across}));
  }

  QPainter& m_painter;
  const Theme& m_theme;
  QFontMetricsF m_metrics;
  double m_radius;
  std::vector<Label> m_labels;
};

enum class StateShape { square, diamond, circle };

void paintState(QPainter& painter, const Theme& theme, QPointF at, double radius, StateShape shape, const QColor& color,
                const QString& name) {
  QColor fill = color;
  fill.setAlphaF(kStateFill);
  const QRectF box(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius);
  for (const QBrush& brush : {QBrush(theme.canvas), QBrush(fill)}) {
    painter.setBrush(brush);
    painter.setPen(QPen(color, 1.5 * theme.lineScale));
    if (shape == StateShape::square) painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3);
    if (shape == StateShape::circle) painter.drawEllipse(box);
    if (shape == StateShape::diamond)
      painter.drawPolygon(QPolygonF({at - QPointF(0, 1.2 * radius), at + QPointF(1.2 * radius, 0),
                                     at + QPointF(0, 1.2 * radius), at - QPointF(1.2 * radius, 0)}));
  }
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  painter.drawText(box.adjusted(-radius, 0, radius, 0), Qt::AlignCenter, name);
}

}  // namespace

TransitionProbabilities transitionProbabilities(const engine::ProfileHmm& profile, Index column) {
  TransitionProbabilities probabilities{};
  if (column < 0 || column >= profile.length() ||
      static_cast<Index>(profile.transitions.size()) != profile.length() + 1)
    return probabilities;
  for (size_t k = 0; k < probabilities.size(); ++k)
    probabilities[k] = std::exp2(profile.transition(column, static_cast<Transition>(k)));
  return probabilities;
}

double arrowWidth(double probability) {
  return kThinnest + (kThickest - kThinnest) * std::clamp(probability, 0.0, 1.0);
}

DiagramPlaces diagramPlaces(const QRectF& area, const Theme& theme) {
  const QFontMetricsF metrics(theme.labelFont());
  DiagramPlaces places;
  places.radius = 0.5 * metrics.horizontalAdvance(QStringLiteral("M0000"));
  const double loop = 2.2 * places.radius + metrics.horizontalAdvance(QStringLiteral("0.000"));
  const double left = area.left() + std::max(loop, places.radius) + 2;
  const double right = std::max(area.right() - places.radius - 2, left);
  const double top = area.top() + places.radius + 2, bottom = std::max(area.bottom() - places.radius - 2, top);
  places.deletion = {left, top};
  places.nextDeletion = {right, top};
  places.match = {left, bottom};
  places.nextMatch = {right, bottom};
  places.insert = {left, (top + bottom) / 2};
  return places;
}

void paintTransitionDiagram(QPainter& painter, const Theme& theme, const QRectF& area,
                            const TransitionProbabilities& probabilities, Index column, bool isLast) {
  const DiagramPlaces at = diagramPlaces(area, theme);
  const auto p = [&](Transition transition) { return engine::nth(probabilities, transition); };
  const QColor match = stateColor(kMatchColor), insert = stateColor(kInsertColor), deletion = stateColor(kDeleteColor);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  Arrows arrows(painter, theme, at.radius);
  arrows.add(at.match, at.nextMatch, p(Transition::MM), match, 0.5);
  arrows.add(at.match, at.insert, p(Transition::MI), match, 0.5);
  arrows.add(at.match, at.nextDeletion, p(Transition::MD), match, 0.7);
  arrows.add(at.insert, at.nextMatch, p(Transition::IM), insert, 0.5);
  arrows.add(at.deletion, at.nextMatch, p(Transition::DM), deletion, 0.28);
  arrows.add(at.deletion, at.nextDeletion, p(Transition::DD), deletion, 0.5);
  arrows.addLoop(at.insert, p(Transition::II), insert);
  arrows.paintLabels();
  const QString here = QString::number(column + 1), next = QString::number(column + 2);
  const QString nextMatch = isLast ? QObject::tr("End") : u'M' + next,
                nextDeletion = isLast ? QObject::tr("End") : u'D' + next;
  paintState(painter, theme, at.deletion, at.radius, StateShape::circle, deletion, u'D' + here);
  paintState(painter, theme, at.insert, at.radius * 0.85, StateShape::diamond, insert, u'I' + here);
  paintState(painter, theme, at.match, at.radius, StateShape::square, match, u'M' + here);
  paintState(painter, theme, at.nextDeletion, at.radius, StateShape::circle, deletion, nextDeletion);
  paintState(painter, theme, at.nextMatch, at.radius, StateShape::square, match, nextMatch);
  painter.restore();
}

}  // namespace ui
