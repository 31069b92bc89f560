#include "ui/views/pair/PairArrowPaint.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/look/RoleColors.h"
#include "ui/scenes/structure/StructureMolecule.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

// Logical pixels.
constexpr double kWidth = 2.2, kStrongWidth = 3.4, kAxisWidth = 1.6, kChainWidth = 2.4, kHead = 11, kDot = 4.5;
constexpr double kResidueRadius = 5.5, kBroadest = 14, kLabelGap = 5, kHalo = 3.5;
constexpr double kAskingShare = 2.2;    // of the width of other arrows
constexpr double kPale = 0.45;          // opacity of what earlier lines have made
constexpr double kShareOpacity = 0.45;  // so that arrows on top of it stay visible
constexpr double kLongestBond = 4.5;    // Å between neighbouring alpha carbons

QColor withAlpha(QColor color, double alpha) {
  color.setAlphaF(static_cast<float>(alpha));
  return color;
}

QColor arrowColor(const PairArrow& arrow, const Theme& theme) {
  if (arrow.kind == ArrowKind::axis) return toColor(engine::nth(kAxisColors, arrow.axis));
  if (arrow.kind == ArrowKind::gap) return theme.text;
  return colorOf(arrow.role, theme);
}

bool isStrong(const PairStage& stage, const PairArrow& arrow) { return stage.line == 0 || arrow.line == stage.line; }

double widthOf(const PairStage& stage, const PairArrow& arrow) {
  double width = stage.line > 0 && isStrong(stage, arrow) ? kStrongWidth : kWidth;
  // What asks and is asked shows on both sides of a value that points the same way.
  const bool isAsking = arrow.role == PairRole::query || arrow.role == PairRole::key;
  if (arrow.kind == ArrowKind::direction && isAsking) width *= kAskingShare;
  if (arrow.kind == ArrowKind::axis) width = kAxisWidth;
  if (arrow.kind == ArrowKind::share) width = std::max(1.0, kBroadest * arrow.share);
  return width * stage.theme.lineScale;
}

void paintHead(QPainter& painter, QPointF from, QPointF to, double size) {
  const QPointF way = to - from;
  const double length = std::hypot(way.x(), way.y());
  if (length < 1) return;
  const QPointF along = way / length * std::min(size, length), across(-along.y() * 0.38, along.x() * 0.38);
  painter.drawPolygon(QPolygonF({to, to - along + across, to - along - across}));
}

void paintArrow(const PairStage& stage, const PairArrow& arrow) {
  const auto from = stage.at(arrow.from), to = stage.at(arrow.to);
  if (!from || !to) return;
  const double alpha = isStrong(stage, arrow) ? 1 : kPale, width = widthOf(stage, arrow);
  const bool isShare = arrow.kind == ArrowKind::share;
  const QColor color = withAlpha(arrowColor(arrow, stage.theme), isShare ? alpha * kShareOpacity : alpha);
  const double head = isShare ? std::max(kHead, 2 * width) : kHead * stage.theme.lineScale;
  QPen pen(color, width, Qt::SolidLine, Qt::FlatCap);
  if (arrow.kind == ArrowKind::point) pen.setStyle(Qt::DashLine);
  if (arrow.kind == ArrowKind::gap || arrow.kind == ArrowKind::ghost) pen.setStyle(Qt::DotLine);
  const bool hasHead = arrow.kind != ArrowKind::point && arrow.kind != ArrowKind::gap;
  const QPointF way = *to - *from;
  const double length = std::hypot(way.x(), way.y());
  const QPointF end = hasHead && length > head ? *to - way / length * (0.8 * head) : *to;
  stage.painter.setBrush(Qt::NoBrush);
  stage.painter.setPen(pen);
  stage.painter.drawLine(*from, end);
  stage.painter.setPen(Qt::NoPen);
  stage.painter.setBrush(color);
  if (hasHead) paintHead(stage.painter, *from, *to, arrow.kind == ArrowKind::axis ? 0.7 * head : head);
  if (arrow.kind == ArrowKind::point) stage.painter.drawEllipse(*to, kDot, kDot);
}

void paintText(const PairStage& stage, const QRectF& place, const QString& text, const QColor& color) {
  QPainterPath path;
  const QFontMetricsF metrics(stage.painter.font());
  path.addText(place.left(), place.top() + metrics.ascent(), stage.painter.font(), text);
  stage.painter.setBrush(Qt::NoBrush);
  stage.painter.setPen(QPen(withAlpha(stage.theme.canvas, 0.85), kHalo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  stage.painter.drawPath(path);
  stage.painter.setPen(color);
  stage.painter.drawText(place, Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip, text);
}

/// The first place around `point`, beginning in the direction it points to, that is inside and over no other name.
QRectF placeBeside(const PairStage& stage, QPointF point, QPointF direction, QSizeF size,
                   const std::vector<QRectF>& taken) {
  const double start = std::atan2(direction.y(), direction.x());
  QRectF first;
  for (const double farther : {1.0, 2.2, 3.6})
    for (const double turn : {0.0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.5, -2.5, 3.14}) {
      const QPointF unit(std::cos(start + turn), std::sin(start + turn));
      const QPointF center = point + QPointF(unit.x() * (size.width() / 2 + farther * kLabelGap),
                                             unit.y() * (size.height() / 2 + farther * kLabelGap));
      const QRectF place(center - QPointF(size.width() / 2, size.height() / 2), size);
      if (first.isNull()) first = place;
      const bool isFree = std::none_of(taken.begin(), taken.end(),
                                       [&](const QRectF& other) { return other.intersects(place); });
      if (isFree && stage.area.contains(place)) return place;
    }
  return first;
}

/// Of a residue, bold, left below its ball.
QRectF residuePlace(const PairStage& stage, QPointF at, const QString& name, const QFont& font) {
  const QSizeF size(QFontMetricsF(font).horizontalAdvance(name) + 2, QFontMetricsF(font).height());
  const double radius = kResidueRadius * stage.theme.lineScale;
  return {at + QPointF(-size.width() - radius - 2, radius + 1), size};
}

QFont boldFont(const Theme& theme) {
  QFont font = theme.labelFont();
  font.setBold(true);
  return font;
}

/// Balls with their names; returns what they take.
std::vector<QRectF> paintResidues(const PairStage& stage, const std::vector<PairResidue>& residues) {
  std::vector<QRectF> taken;
  const double radius = kResidueRadius * stage.theme.lineScale;
  const QFont font = boldFont(stage.theme);
  for (const PairResidue& residue : residues) {
    const auto at = stage.at(residue.position);
    if (!at) continue;
    stage.painter.setPen(QPen(stage.theme.canvas, 1));
    stage.painter.setBrush(colorOf(residue.role, stage.theme));
    stage.painter.drawEllipse(*at, radius, radius);
    const QRectF place = residuePlace(stage, *at, residue.name, font);
    stage.painter.setFont(font);
    paintText(stage, place, residue.name, colorOf(residue.role, stage.theme));
    taken.insert(taken.end(), {place, QRectF(*at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius))});
  }
  return taken;
}

void paintNames(const PairStage& stage, const std::vector<PairArrow>& arrows, std::vector<QRectF> taken) {
  stage.painter.setFont(stage.theme.labelFont());
  const QFontMetricsF metrics(stage.painter.font());
  for (const bool strong : {true, false})
    for (const PairArrow& arrow : arrows) {
      const auto from = stage.at(arrow.from), to = stage.at(arrow.to);
      if (!from || !to || arrow.label.isEmpty() || isStrong(stage, arrow) != strong) continue;
      const bool isBetween = arrow.kind == ArrowKind::gap || arrow.kind == ArrowKind::share;
      const QPointF tip = isBetween ? (*from + *to) / 2 : *to, way = *to - *from;
      const QSizeF size(metrics.horizontalAdvance(arrow.label) + 2, metrics.height());
      const QRectF place =
          placeBeside(stage, tip, isBetween ? QPointF(-way.y(), way.x()) : way, size, taken);
      taken.push_back(place);
      paintText(stage, place, arrow.label, withAlpha(arrowColor(arrow, stage.theme), strong ? 1 : 0.8));
    }
}

}  // namespace

std::optional<QPointF> PairStage::at(const Vector3& point) const {
  const auto projected = camera.project(point, area.width(), area.height());
  if (!projected) return std::nullopt;
  return area.topLeft() + QPointF(projected->x, projected->y);
}

QColor colorOf(PairRole role, const Theme& theme) {
  const RoleColors colors = roleColors(theme);
  const std::array<QColor, 6> all{theme.muted, colors.query, colors.key, colors.value, colors.weight, colors.output};
  return engine::nth(all, role);
}

void paintChain(const PairStage& stage, const std::vector<Vector3>& alphaCarbons) {
  struct Bond {
    QPointF from, to;
    double depth;
  };
  std::vector<Bond> bonds;
  const double width = stage.area.width(), height = stage.area.height();
  for (size_t i = 1; i < alphaCarbons.size(); ++i) {
    const Vector3 &a = alphaCarbons[i - 1], &b = alphaCarbons[i];
    const auto from = stage.camera.project(a, width, height), to = stage.camera.project(b, width, height);
    if (!from || !to || (a - b).norm() > kLongestBond) continue;
    bonds.push_back({stage.area.topLeft() + QPointF(from->x, from->y), stage.area.topLeft() + QPointF(to->x, to->y),
                     (from->depth + to->depth) / 2});
  }
  std::sort(bonds.begin(), bonds.end(), [](const Bond& a, const Bond& b) { return a.depth > b.depth; });
  for (const Bond& bond : bonds) {
    const double nearness = std::clamp(1.5 - bond.depth / stage.camera.distance, 0.0, 1.0);
    const QColor color = withAlpha(stage.theme.muted, 0.12 + 0.5 * nearness);
    stage.painter.setPen(QPen(color, kChainWidth * stage.theme.lineScale, Qt::SolidLine, Qt::RoundCap));
    stage.painter.drawLine(bond.from, bond.to);
  }
}

void paintArrows(const PairStage& stage, std::vector<PairArrow> arrows, const std::vector<PairResidue>& residues) {
  const auto depth = [&](const PairArrow& arrow) {
    const Vector3 middle = 0.5 * (arrow.from + arrow.to);
    return -stage.camera.axes.col(2).dot(middle) + (arrow.kind == ArrowKind::share ? 1e6 : 0);
  };
  std::stable_sort(arrows.begin(), arrows.end(),
                   [&](const PairArrow& a, const PairArrow& b) { return depth(a) > depth(b); });
  const std::vector<QRectF> taken = paintResidues(stage, residues);
  for (const PairArrow& arrow : arrows) paintArrow(stage, arrow);
  paintNames(stage, arrows, taken);
}

}  // namespace ui
