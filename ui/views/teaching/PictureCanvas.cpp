#include "ui/views/teaching/PictureCanvas.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kLeastLetters = 0.72;     ///< of the wanted size
constexpr double kHead = 4;                ///< length of an arrow's head, in widths
constexpr double kProjectorLetters = 1.2;  ///< of the theme's labels, on a projector

bool startsWith(const std::vector<Index>& at, const std::vector<Index>& start) {
  return start.size() <= at.size() && std::equal(start.begin(), start.end(), at.begin());
}

}  // namespace

QString cellText(const PictureArray& array, double value, int digits) {
  if (array.isCovered) return QStringLiteral("?");
  if (std::isnan(value)) return QStringLiteral("–");
  // Three digits of what is nearly nothing say too much, and powers of ten of hundreds too little.
  const double size = std::abs(value);
  if (size < 5e-4 && value != 0) return withMinus(QString::number(value, 'e', 0));
  return size >= std::pow(10, digits) && size < 1e5 ? decimalText(value, 0) : shownNumber(value, digits);
}

QString spokenNumber(const PictureArray& array, double value) {
  if (array.isCovered) return QObject::tr("covered");
  return std::isnan(value) ? QObject::tr("no value") : cellText(array, value);
}

std::optional<PictureCell> PictureHit::cellAt(QPointF point) const {
  if (!area.contains(point)) return std::nullopt;
  if (rows == 0 || columns == 0) return cell;
  const Index down = isTransposed ? columns : rows, across = isTransposed ? rows : columns;
  const auto step = [](double part, Index count) {
    return std::clamp(static_cast<Index>(std::floor(part * static_cast<double>(count))), Index{0}, count - 1);
  };
  const Index y = step((point.y() - area.top()) / area.height(), down);
  const Index x = step((point.x() - area.left()) / area.width(), across);
  PictureCell found = cell;
  found.at.push_back(isTransposed ? x : y);
  found.at.push_back(isTransposed ? y : x);
  return found;
}

std::optional<QRectF> PictureHit::areaOf(const PictureCell& wanted) const {
  if (wanted.array != cell.array) return std::nullopt;
  if (rows == 0 || columns == 0) return startsWith(cell.at, wanted.at) ? std::optional(area) : std::nullopt;
  const size_t before = cell.at.size();
  if (wanted.at.size() <= before) return startsWith(cell.at, wanted.at) ? std::optional(area) : std::nullopt;
  if (!startsWith(wanted.at, cell.at) || wanted.at.size() > before + 2) return std::nullopt;
  const Index row = wanted.at[before];
  const bool isRow = wanted.at.size() == before + 1;
  const Index column = isRow ? 0 : wanted.at[before + 1], wide = isRow ? columns : 1;
  if (row < 0 || row >= rows || column < 0 || column >= columns) return std::nullopt;
  const double down = area.height() / static_cast<double>(isTransposed ? columns : rows);
  const double across = area.width() / static_cast<double>(isTransposed ? rows : columns);
  const auto at = [](Index k) { return static_cast<double>(k); };
  if (isTransposed)
    return QRectF(area.left() + at(row) * across, area.top() + at(column) * down, across, at(wide) * down);
  return QRectF(area.left() + at(column) * across, area.top() + at(row) * down, at(wide) * across, down);
}

PictureCanvas::PictureCanvas(QPainter* painter, const Theme& theme, const QRectF& place, const PictureInput& input,
                             const PictureAttention& attention)
    : m_painter(painter),
      m_theme(theme),
      m_roles(roleColors(theme)),
      m_place(place),
      m_input(input),
      m_attention(attention),
      m_line(QFontMetricsF(labelFont()).height()) {}

QColor PictureCanvas::faint(const QColor& color, double opacity) const {
  QColor result = color;
  result.setAlphaF(static_cast<float>(color.alphaF() * opacity));
  return result;
}

QFont PictureCanvas::fontOf(const TextLook& look, double factor) const {
  QFont font = look.isFixed ? m_theme.residueFont() : m_theme.labelFont();
  const double enlarged = m_theme.scale > 1 ? kProjectorLetters : 1;
  font.setPointSizeF(std::max(1.0, font.pointSizeF() * look.size * factor * enlarged));
  font.setBold(look.isBold);
  return font;
}

double PictureCanvas::widthOf(const QString& text, const TextLook& look) const {
  return QFontMetricsF(fontOf(look)).horizontalAdvance(text);
}

void PictureCanvas::stroke(QPointF from, QPointF to, const QColor& color, double width, Qt::PenStyle style) {
  if (!m_painter) return;
  m_painter->setPen(QPen(color, width * m_theme.lineScale, style, Qt::FlatCap));
  m_painter->drawLine(from, to);
}

void PictureCanvas::stroke(const QPainterPath& path, const QColor& color, double width, Qt::PenStyle style) {
  if (!m_painter) return;
  m_painter->setPen(QPen(color, width * m_theme.lineScale, style, Qt::FlatCap, Qt::RoundJoin));
  m_painter->setBrush(Qt::NoBrush);
  m_painter->drawPath(path);
}

void PictureCanvas::fill(const QPainterPath& path, const QColor& color) {
  if (m_painter) m_painter->fillPath(path, color);
}

void PictureCanvas::fill(const QRectF& area, const QColor& color) {
  if (m_painter) m_painter->fillRect(area, color);
}

void PictureCanvas::frame(const QRectF& area, const QColor& color, double width) {
  if (!m_painter) return;
  m_painter->setPen(QPen(color, width * m_theme.lineScale));
  m_painter->setBrush(Qt::NoBrush);
  m_painter->drawRect(area);
}

void PictureCanvas::dot(QPointF at, double radius, const QColor& color, bool isHollow) {
  if (!m_painter) return;
  m_painter->setPen(QPen(color, 1.5 * m_theme.lineScale));
  m_painter->setBrush(isHollow ? QBrush(m_theme.canvas) : QBrush(color));
  m_painter->drawEllipse(at, radius, radius);
}

void PictureCanvas::arrow(QPointF from, QPointF to, const QColor& color, double width) {
  const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
  if (!m_painter || !(length > 0)) return;
  const double head = std::min(length, std::max(kHead * width * m_theme.lineScale, 6 * m_theme.scale));
  const QPointF along = (to - from) / length, across(-along.y(), along.x()), back = to - along * head;
  stroke(from, to - along * head * 0.8, color, width);
  QPainterPath path;
  path.addPolygon(QPolygonF{to, back + across * head * 0.45, back - across * head * 0.45});
  fill(path, color);
}

void PictureCanvas::band(QPointF from, QPointF to, double width, const QColor& color, bool isAcross) {
  const QPointF side = (isAcross ? QPointF(0, 1) : QPointF(1, 0)) * width / 2;
  const QPointF middle = (from + to) / 2;
  const auto bend = [&](QPointF at) { return isAcross ? QPointF(middle.x(), at.y()) : QPointF(at.x(), middle.y()); };
  QPainterPath path(from - side);
  path.cubicTo(bend(from - side), bend(to - side), to - side);
  path.lineTo(to + side);
  path.cubicTo(bend(to + side), bend(from + side), from + side);
  path.closeSubpath();
  fill(path, color);
}

void PictureCanvas::text(const QRectF& area, int flags, const QString& text, const TextLook& look) {
  if (text.isEmpty() || area.width() <= 0 || area.height() <= 0) return;
  QFont font = fontOf(look);
  QString shown = text;
  QFontMetricsF metrics(font);
  const double wide = metrics.horizontalAdvance(text), high = metrics.height();
  const double factor = std::min({1.0, area.width() / (wide + 0.5), area.height() / (high * 0.86)});
  if (factor < 1) {
    if (area.height() / high < kLeastLetters * 0.86) return;
    // Letters are not as much narrower as they are smaller: steps down until the text fits.
    for (double size = std::max(factor, kLeastLetters);; size = std::max(0.96 * size, kLeastLetters)) {
      font = fontOf(look, size);
      metrics = QFontMetricsF(font);
      if (size == kLeastLetters || metrics.horizontalAdvance(text) <= area.width() + 0.5) break;
    }
    if (metrics.horizontalAdvance(text) > area.width() + 0.5) {
      shown = metrics.elidedText(text, Qt::ElideRight, area.width());
      if (shown.size() < 2) return;
    }
  }
  const QSizeF size(std::min(metrics.horizontalAdvance(shown), area.width()),
                    std::min(metrics.height() * 0.8, area.height()));
  double x = area.left(), y = area.top();
  if (flags & Qt::AlignHCenter) x = area.center().x() - size.width() / 2;
  if (flags & Qt::AlignRight) x = area.right() - size.width();
  if (flags & Qt::AlignVCenter) y = area.center().y() - size.height() / 2;
  if (flags & Qt::AlignBottom) y = area.bottom() - size.height();
  m_texts.emplace_back(x, y, size.width(), size.height());
  if (!m_painter) return;
  m_painter->setFont(font);
  m_painter->setPen(look.color.isValid() ? look.color : m_theme.text);
  m_painter->drawText(area.adjusted(-1, 0, 1, 0), flags | Qt::TextDontClip, shown);
}

bool PictureCanvas::freeText(const QRectF& area, int flags, const QString& text, const TextLook& look) {
  QRectF taken = area;
  const double width = std::min(area.width(), widthOf(text, look));
  if (flags & Qt::AlignLeft) taken.setWidth(width);
  if (flags & Qt::AlignRight) taken.setLeft(area.right() - width);
  if (flags & Qt::AlignHCenter) taken = QRectF(area.center().x() - width / 2, area.top(), width, area.height());
  for (const QRectF& other : m_texts)
    if (other.intersects(taken)) return false;
  fill(taken.adjusted(1, 2, -1, -2), faint(m_theme.canvas, 0.75));  // lines behind a text do not cross it out
  this->text(area, flags, text, look);
  return true;
}

bool PictureCanvas::label(QPointF at, const QString& text, const TextLook& look, double distance) {
  const QFontMetricsF metrics(fontOf(look));
  const double width = metrics.horizontalAdvance(text) + 1, height = metrics.height(), away = distance * m_theme.scale;
  const std::array<QPointF, 8> corners{at + QPointF(away, -height / 2),
                                       at + QPointF(-width / 2, -height - away),
                                       at + QPointF(-width - away, -height / 2),
                                       at + QPointF(-width / 2, away),
                                       at + QPointF(away * 0.7, -height - away * 0.4),
                                       at + QPointF(-width - away * 0.7, -height - away * 0.4),
                                       at + QPointF(away * 0.7, away * 0.4),
                                       at + QPointF(-width - away * 0.7, away * 0.4)};
  for (const QPointF& corner : corners) {
    const QRectF area(corner, QSizeF(width, height));
    const bool isFree =
        std::none_of(m_texts.begin(), m_texts.end(), [&](const QRectF& other) { return other.intersects(area); });
    if (!isFree || !m_place.contains(area)) continue;
    fill(area.adjusted(1, 2, -1, -2), faint(m_theme.canvas, 0.92));  // lines behind a text do not cross it out
    this->text(area, Qt::AlignCenter, text, look);
    return true;
  }
  return false;
}

void PictureCanvas::cover(const QRectF& area) {
  if (area.isEmpty()) return;
  fill(area, m_theme.window);
  frame(area, m_theme.line);
  text(area, Qt::AlignCenter, QStringLiteral("?"),
       {m_theme.muted, std::clamp(area.height() / m_line * 0.5, 0.8, 2.0), true});
}

void PictureCanvas::hit(const PictureCell& cell, const QRectF& area,
                        std::function<std::vector<PictureMove>(QPointF)> moves) {
  m_hits.push_back({cell, area, 0, 0, false, std::move(moves)});
}

bool PictureCanvas::isLit(const PictureCell& cell) const {
  if (m_attention.hovered == cell || m_attention.focused == cell) return true;
  return std::any_of(m_input.marks.begin(), m_input.marks.end(),
                     [&](const PictureCell& mark) { return mark.array == cell.array && startsWith(cell.at, mark.at); });
}

void PictureCanvas::paintMarks() {
  const auto mark = [&](const PictureCell& cell, const QColor& color, double width) {
    for (const PictureHit& hit : m_hits)
      if (const std::optional<QRectF> area = hit.areaOf(cell)) {
        const double least = 3 * m_theme.scale;  // what is smaller than a pixel is seen as well
        const double dx = std::max(0.0, least - area->width()) / 2, dy = std::max(0.0, least - area->height()) / 2;
        frame(area->adjusted(-dx, -dy, dx, dy).intersected(m_place), color, width);
      }
  };
  if (!m_theme.page.areMarksShown) return;
  if (m_areMarksFramed)
    for (const PictureCell& cell : m_input.marks) mark(cell, m_theme.locked, 2);
  if (m_attention.hovered) mark(*m_attention.hovered, m_theme.hover, 2);
  if (m_attention.focused) mark(*m_attention.focused, m_theme.accent, 2);
}

}  // namespace ui
