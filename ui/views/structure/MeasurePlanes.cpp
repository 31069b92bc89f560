#include "ui/views/structure/MeasurePlanes.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/structure/Angle.h"
#include "engine/structure/Backbone.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/structure/StructureLegend.h"

namespace ui {

using engine::Vector3;

namespace {

constexpr double kShortestNormal = 2, kLongestNormal = 4, kNormalShare = 0.25;  ///< Å; of the bond
constexpr double kArcShare = 0.55;                                              ///< of a normal
constexpr int kArcSteps = 32;
constexpr float kPlaneAlpha = 0.28F;

QColor firstColor() { return toColor(okabeIto()[5]); }
QColor secondColor() { return toColor(okabeIto()[6]); }

class PlanePainter {
 public:
  PlanePainter(QPainter& painter, const StructureCamera& camera, QSize size, const Theme& theme)
      : m_painter(painter), m_camera(camera), m_size(size), m_theme(theme) {}

  template <class Corners>
  void plane(const Corners& corners, QColor color) {
    const QPolygonF polygon = projected(corners);
    if (polygon.size() != static_cast<qsizetype>(corners.size())) return;
    m_painter.setPen(QPen(color, 1.2 * m_theme.lineScale));
    color.setAlphaF(kPlaneAlpha);
    m_painter.setBrush(color);
    m_painter.drawPolygon(polygon);
  }

  void arrow(const Vector3& from, const Vector3& way, const QColor& color, const QString& name) {
    const QPolygonF ends = projected(std::array{from, Vector3(from + way)});
    if (ends.size() != 2) return;
    const QLineF line(ends[0], ends[1]);
    m_painter.setPen(QPen(color, 2 * m_theme.lineScale, Qt::SolidLine, Qt::RoundCap));
    m_painter.drawLine(line);
    if (line.length() < 1) return;
    // A head of fixed size on the screen, as long as the arrow has room for it.
    const double head = std::min(9 * m_theme.lineScale, line.length());
    const QPointF along = (line.p1() - line.p2()) / line.length() * head, across(-along.y() / 2.5, along.x() / 2.5);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    m_painter.drawPolygon(QPolygonF{line.p2(), line.p2() + along + across, line.p2() + along - across});
    m_painter.setFont(m_theme.titleFont());
    drawHaloText(m_painter, line.p2() - along * 0.6 + QPointF(-4, 4), name, color, m_theme);
  }

  void path(const std::vector<Vector3>& points) {
    const QPolygonF line = projected(points);
    if (line.size() < 2) return;
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.canvas3d, 4 * m_theme.lineScale));
    m_painter.drawPolyline(line);
    m_painter.setPen(QPen(m_theme.text, 2 * m_theme.lineScale));
    m_painter.drawPolyline(line);
  }

 private:
  template <class Points>
  QPolygonF projected(const Points& points) const {
    QPolygonF polygon;
    for (const Vector3& point : points)
      if (const auto at = m_camera.project(point, m_size.width(), m_size.height())) polygon << QPointF(at->x, at->y);
    return polygon;
  }

  QPainter& m_painter;
  const StructureCamera& m_camera;
  QSize m_size;
  const Theme& m_theme;
};

/// From one unit vector by an angle towards another that stands upright on it.
std::vector<Vector3> arcOf(const Vector3& middle, const Vector3& from, const Vector3& upright, double angle,
                           int steps) {
  std::vector<Vector3> points;
  for (int k = 0; k <= steps; ++k) {
    const double turned = angle * k / steps;
    points.emplace_back(middle + std::cos(turned) * from + std::sin(turned) * upright);
  }
  return points;
}

/// The sector of an angle at B.
void paintAngle(PlanePainter& painter, const std::vector<Vector3>& at) {
  const double angle = engine::angle(at[0], at[1], at[2]);
  const Vector3 first = (at[0] - at[1]).normalized(), second = (at[2] - at[1]).normalized();
  const Vector3 rest = second - first.dot(second) * first;
  if (!std::isfinite(angle)) return;
  painter.plane(at, firstColor());
  if (rest.norm() < 1e-9) return;
  const double radius = kArcShare * kShortestNormal;
  painter.path(arcOf(at[1], radius * first, radius * rest.normalized(), angle, kArcSteps));
}

}  // namespace

std::vector<Vector3> DihedralPlanes::arc(int steps) const {
  const Vector3 axis = (first[2] - first[1]).normalized();
  const double angle = std::atan2(axis.dot(firstNormal.cross(secondNormal)), firstNormal.dot(secondNormal));
  return arcOf(middle, firstNormal, axis.cross(firstNormal), angle, steps);
}

std::optional<DihedralPlanes> dihedralPlanes(const std::vector<Vector3>& at) {
  if (at.size() != 4 || !std::isfinite(engine::dihedral(at[0], at[1], at[2], at[3]))) return std::nullopt;
  const Vector3 before = at[1] - at[0], bond = at[2] - at[1], behind = at[3] - at[2];
  DihedralPlanes planes;
  planes.first = {at[0], at[1], at[2], at[0] + bond};
  planes.second = {at[3], at[2], at[1], at[3] - bond};
  planes.middle = 0.5 * (at[1] + at[2]);
  planes.firstNormal = before.cross(bond).normalized();
  planes.secondNormal = bond.cross(behind).normalized();
  return planes;
}

void paintMeasurePlanes(QPainter& painter, const std::vector<Vector3>& at, const StructureCamera& camera, QSize size,
                        const Theme& theme) {
  PlanePainter planes(painter, camera, size, theme);
  if (at.size() == 3) return paintAngle(planes, at);
  const std::optional<DihedralPlanes> dihedral = dihedralPlanes(at);
  if (!dihedral) return;
  planes.plane(dihedral->first, firstColor());
  planes.plane(dihedral->second, secondColor());
  std::vector<Vector3> arc = dihedral->arc(kArcSteps);
  const double length = std::clamp(kNormalShare * (at[2] - at[1]).norm(), kShortestNormal, kLongestNormal);
  for (Vector3& point : arc) point = dihedral->middle + kArcShare * length * (point - dihedral->middle);
  planes.path(arc);
  planes.arrow(dihedral->middle, length * dihedral->firstNormal, firstColor(), QStringLiteral("m"));
  planes.arrow(dihedral->middle, length * dihedral->secondNormal, secondColor(), QStringLiteral("n"));
}

}  // namespace ui
