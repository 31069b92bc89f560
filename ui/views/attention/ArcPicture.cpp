// Arcs are half ellipses that flatten as they grow wider, so that the widest still fit into the panel.
#include "ui/views/attention/ArcPicture.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;
using engine::MapCell;

namespace {

constexpr double kThinnest = 0.75, kThickest = 6, kNear = 5;  // logical pixels
constexpr double kFaint = 0.15;
constexpr int kFlatness = 24;  // points of an arc that are looked at when one is pointed at

double arcHeight(double width, double room) { return room > 0 ? room * (1 - std::exp(-width / (2 * room))) : 0; }

struct Arc {
  double left = 0, right = 0, base = 0, height = 0;  ///< height < 0: above the line, as y grows downwards
};

Arc arcOf(const ArcFrame& frame, const Theme& theme, const MapCell& cell) {
  const double half = arcLineHalfHeight(theme);
  const double a = frame.xOf(cell.row), b = frame.xOf(cell.column);
  const double height = arcHeight(std::abs(b - a), frame.panel.height / 2 - half - kThickest);
  const bool isAbove = cell.column > cell.row;
  return {std::min(a, b), std::max(a, b), frame.lineY() + (isAbove ? -half : half), isAbove ? -height : height};
}

QPainterPath pathOf(const Arc& arc) {
  QPainterPath path(QPointF(arc.left, arc.base));
  const double height = std::abs(arc.height);
  const QRectF box(arc.left, arc.base - height, arc.right - arc.left, 2 * height);
  path.arcTo(box, 180, arc.height < 0 ? -180 : 180);
  return path;
}

double distanceTo(const Arc& arc, double x, double y) {
  double best = std::numeric_limits<double>::infinity();
  const double middle = (arc.left + arc.right) / 2, radius = (arc.right - arc.left) / 2;
  double lastX = arc.left, lastY = arc.base;
  for (int k = 1; k <= kFlatness; ++k) {
    const double angle = std::numbers::pi * (1 - static_cast<double>(k) / kFlatness);
    const double nextX = middle + radius * std::cos(angle), nextY = arc.base + arc.height * std::sin(angle);
    const double dx = nextX - lastX, dy = nextY - lastY, length = dx * dx + dy * dy;
    const double along = length > 0 ? std::clamp(((x - lastX) * dx + (y - lastY) * dy) / length, 0.0, 1.0) : 0;
    best = std::min(best, std::hypot(x - lastX - along * dx, y - lastY - along * dy));
    lastX = nextX;
    lastY = nextY;
  }
  return best;
}

bool touches(const MapCell& cell, const ArcMark& mark) {
  if (mark.row == mark.column) return cell.row == mark.row || cell.column == mark.row;
  return cell.row == mark.row && cell.column == mark.column;
}

QColor stateColor(char state) {
  if (std::string("HGIP").find(state) != std::string::npos) return toColor(kHelixColor);
  if (std::string("EB").find(state) != std::string::npos) return toColor(kStrandColor);
  return {};
}

void paintStates(QPainter& painter, const Theme& theme, const ArcFrame& frame) {
  const double half = arcLineHalfHeight(theme) - 2;  // the edges stay, with the marks on them
  for (Index first = 0; first < static_cast<Index>(frame.states.size());) {
    const QColor color = stateColor(engine::nth(frame.states, first));
    Index last = first + 1;
    while (last < static_cast<Index>(frame.states.size()) &&
           stateColor(engine::nth(frame.states, last)) == color)
      ++last;
    if (color.isValid()) {
      const double left = std::max(frame.xOf(first) - frame.pixelsPerResidue / 2, frame.panel.x);
      const double right = std::min(frame.xOf(last) - frame.pixelsPerResidue / 2, frame.panel.right());
      if (right > left) painter.fillRect(QRectF(left, frame.lineY() - half, right - left, 2 * half), color);
    }
    first = last;
  }
}

/// The ruler, on whose edges the arcs stand, with letters where they fit; its ends are those of the sequence.
void paintLine(QPainter& painter, const Theme& theme, const ArcFrame& frame) {
  const double y = frame.lineY();
  const double left = std::max(frame.panel.x, frame.xOf(0) - frame.pixelsPerResidue / 2);
  const double right = std::min(frame.panel.right(), frame.xOf(frame.length) - frame.pixelsPerResidue / 2);
  const double half = arcLineHalfHeight(theme);
  paintStates(painter, theme, frame);
  painter.setPen(QPen(theme.muted, theme.lineScale));
  if (right > left)
    for (const double edge : {y - half, y + half}) painter.drawLine(QPointF(left, edge), QPointF(right, edge));
  if (!frame.hasLetters()) return;
  painter.setFont(theme.residueFont());
  const double size = QFontMetricsF(theme.residueFont()).height();
  for (Index k = std::max<Index>(0, frame.residueAt(frame.panel.x)); k < static_cast<Index>(frame.letters.size());
       ++k) {
    const double x = frame.xOf(k);
    if (x > frame.panel.right()) break;
    if (x < frame.panel.x) continue;
    const QRectF box(x - size / 2, y - size / 2, size, size);
    const bool isColored =
        k < static_cast<Index>(frame.states.size()) && stateColor(engine::nth(frame.states, k)).isValid();
    painter.setPen(isColored ? QColor(Qt::white) : theme.text);
    painter.drawText(box, Qt::AlignCenter, QString(QLatin1Char(engine::nth(frame.letters, k))));
  }
}

/// On the ruler, or below the picture where letters stand on it.
void paintNumbers(QPainter& painter, const Theme& theme, const ArcFrame& frame) {
  const QFontMetricsF metrics(theme.labelFont());
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  const double last = frame.firstResidue + frame.panel.width / frame.pixelsPerResidue;
  const double spacing =
      metrics.horizontalAdvance(QString::number(std::max<Index>(frame.length, 1))) + 2 * metrics.averageCharWidth();
  for (const Index number : tickNumbers(frame.length, frame.firstResidue, last, frame.pixelsPerResidue, spacing)) {
    const double x = frame.xOf(number - 1), y = frame.panel.bottom();
    if (!frame.hasLetters()) {
      const QString text = QString::number(number);
      const double width = metrics.horizontalAdvance(text) + 2;
      const QRectF box(x - width / 2, frame.lineY() - metrics.height() / 2, width, metrics.height());
      if (!frame.states.empty()) painter.fillRect(box, theme.canvas);
      painter.drawText(box, Qt::AlignCenter, text);
      continue;
    }
    painter.drawLine(QPointF(x, y), QPointF(x, y + theme.space(1)));
    painter.drawText(QRectF(x - spacing / 2, y + theme.space(1), spacing, metrics.height()), Qt::AlignCenter,
                     QString::number(number));
  }
}

}  // namespace

bool ArcFrame::hasLetters() const { return !letters.empty() && pixelsPerResidue >= kLetterCellPixels; }

double ArcFrame::xOf(Index residue) const {
  return panel.x + (static_cast<double>(residue) + 0.5 - firstResidue) * pixelsPerResidue;
}

Index ArcFrame::residueAt(double x) const {
  const double residue = std::floor(firstResidue + (x - panel.x) / pixelsPerResidue);
  return residue >= 0 && residue < static_cast<double>(length) ? static_cast<Index>(residue) : Index{-1};
}

double arcLineHalfHeight(const Theme& theme) { return QFontMetricsF(theme.residueFont()).height() / 2 + 2; }

std::optional<MapCell> arcAt(const ArcFrame& frame, const Theme& theme, const std::vector<MapCell>& arcs, double x,
                             double y) {
  std::optional<MapCell> found;
  double best = kNear;
  for (const MapCell& cell : arcs) {
    const double distance = distanceTo(arcOf(frame, theme, cell), x, y);
    if (distance >= best) continue;
    best = distance;
    found = cell;
  }
  return found;
}

void paintArcs(QPainter& painter, const Theme& theme, const ArcFrame& frame, const std::vector<MapCell>& arcs,
               const MapLook& look, const std::vector<ArcMark>& marks) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(toRectF(frame.panel));
  painter.setBrush(Qt::NoBrush);
  const double strongest = arcs.empty() ? 1 : std::max(1e-30, std::abs(static_cast<double>(arcs.front().value)));
  for (auto cell = arcs.rbegin(); cell != arcs.rend(); ++cell) {  // the strongest last, on top
    QColor color = toColor(colorOf(look, cell->value));
    const auto mark = std::find_if(marks.begin(), marks.end(), [&](const ArcMark& m) { return touches(*cell, m); });
    if (!marks.empty() && mark == marks.end()) color.setAlphaF(kFaint);
    const double part = std::abs(static_cast<double>(cell->value)) / strongest;
    const double width = (kThinnest + (kThickest - kThinnest) * part) * theme.lineScale;
    const QPainterPath path = pathOf(arcOf(frame, theme, *cell));
    if (mark != marks.end()) painter.strokePath(path, QPen(mark->color, width + 3, Qt::SolidLine, Qt::FlatCap));
    painter.strokePath(path, QPen(color, width, Qt::SolidLine, Qt::FlatCap));
  }
  for (const ArcMark& mark : marks)
    for (const Index residue : {mark.row, mark.column}) {
      const double half = arcLineHalfHeight(theme), width = std::max(frame.pixelsPerResidue, 3.0);
      QColor color = mark.color;
      color.setAlphaF(0.5F * color.alphaF());
      painter.fillRect(QRectF(frame.xOf(residue) - width / 2, frame.lineY() - half, width, 2 * half), color);
    }
  paintLine(painter, theme, frame);
  painter.setClipping(false);
  paintNumbers(painter, theme, frame);
  painter.restore();
}

}  // namespace ui
