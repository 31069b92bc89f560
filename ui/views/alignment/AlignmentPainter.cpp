// Names, ruler, marks and scroll bars of the alignment view. Tracks are in AlignmentTracks.cpp, letters, legend and
// minimap in AlignmentPage.cpp.
#include "ui/views/alignment/AlignmentPainter.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kReadableRow = 9;  ///< logical pixels a row needs for its name
constexpr double kWeightBarWidth = 28;
constexpr double kReadableCell = 6.5, kClearCell = 8.5;
constexpr double kRowAspect = 1.25;  ///< height of a letter to its width

QFont nameFont(const AlignmentPicture& picture) {
  QFont font = picture.theme.labelFont();
  const double largest = QFontInfo(font).pixelSize();
  font.setPixelSize(std::max(1, static_cast<int>(std::min(largest, std::floor(picture.viewport.rowHeight * 0.8)))));
  return font;
}

QColor faded(QColor color, double opacity) {
  color.setAlphaF(static_cast<float>(opacity));
  return color;
}

void paintName(QPainter& painter, const AlignmentPicture& picture, Index place, const QFont& font, QColor color) {
  const Index row = picture.arrangement().rowAt(place);
  const QRectF& names = picture.layout.names;
  const double left = picture.theme.space(2);
  const double right = left + (picture.content->look.hasWeights ? weightBarWidth(picture.theme) : 0);
  const QFontMetricsF metrics(font);
  const double height = std::max(picture.viewport.rowHeight, metrics.height());
  const QRectF line(names.x() + left,
                    picture.yOf(static_cast<double>(place)) + (picture.viewport.rowHeight - height) / 2,
                    names.width() - left - right, height);
  // No letter is narrower than a pixel: the middle of a very long name is never seen.
  QString name = QString::fromStdString(engine::nth(picture.alignment().rows, row).name);
  if (const auto most = static_cast<qsizetype>(line.width()); most > 0 && name.size() > 2 * most)
    name = name.left(most) + name.right(most);
  painter.setFont(font);
  painter.setPen(color);
  const bool fits = metrics.horizontalAdvance(name) <= line.width();
  painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                   fits ? name : metrics.elidedText(name, Qt::ElideMiddle, line.width()));
}

void paintWeights(QPainter& painter, const AlignmentPicture& picture) {
  const std::vector<float>& weights = picture.content->weights;
  if (!picture.content->look.hasWeights || weights.empty()) return;
  const QRectF& names = picture.layout.names;
  const float most = *std::max_element(weights.begin(), weights.end());
  const double width = weightBarWidth(picture.theme), gap = picture.viewport.rowHeight >= 4 ? 1 : 0;
  if (most <= 0) return;
  std::vector<QRectF> bars;
  // Of the rows that share a pixel the heaviest one.
  const Index step = std::max<Index>(1, static_cast<Index>(1 / picture.viewport.rowHeight));
  for (Index place = picture.firstPlace(); place < picture.lastPlace(); place += step) {
    float weight = 0;
    for (Index at = place; at < std::min(place + step, picture.lastPlace()); ++at)
      weight = std::max(weight, engine::nth(weights, picture.arrangement().rowAt(at)));
    const double share = weight / most;
    bars.emplace_back(names.right() - 1 - share * (width - 2), picture.yOf(static_cast<double>(place)),
                      share * (width - 2), std::max(1.0, picture.viewport.rowHeight - gap));
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(picture.theme.muted);
  painter.drawRects(bars.data(), static_cast<int>(bars.size()));
}

/// A small triangle at the left or right end of the ruler: the marked column is over there.
void paintEdgeArrow(QPainter& painter, const QRectF& ruler, bool pointsLeft, const QColor& color) {
  const double size = ruler.height() * 0.4, y = ruler.center().y();
  const double tip = pointsLeft ? ruler.left() + 2 : ruler.right() - 2, base = pointsLeft ? tip + size : tip - size;
  const QPointF points[3] = {{tip, y}, {base, y - size * 0.7}, {base, y + size * 0.7}};
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawConvexPolygon(points, 3);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

QFont rulerMarkFont(const Theme& theme) {
  QFont font = theme.labelFont();
  font.setBold(true);
  return font;
}

/// The number on the ruler; a gap of the row that the ruler follows has none.
QString markText(const AlignmentPicture& picture, Index column) {
  const Index slot = picture.arrangement().slotOf(column);
  const Index number = slot >= 0 ? picture.rulerNumber(slot) : column + 1;
  return number != 0 ? QString::number(number) : QStringLiteral("–");
}

/// The box of a marked column's number; null when the column is out of sight.
QRectF rulerMarkBox(const AlignmentPicture& picture, Index column) {
  const QRectF& ruler = picture.layout.ruler;
  const double left = picture.xOfColumn(column), right = left + picture.viewport.columnWidth;
  if (column < 0 || right <= ruler.left() || left >= ruler.right()) return {};
  const QFontMetricsF metrics(rulerMarkFont(picture.theme));
  const double width = metrics.horizontalAdvance(markText(picture, column)) + picture.theme.space(2);
  const double x = std::clamp((left + right - width) / 2, ruler.left(), std::max(ruler.left(), ruler.right() - width));
  return {x, ruler.top() + 1, width, ruler.height() - 2};
}

/// Where paintEdgeArrow puts the arrow to a column out of sight.
QRectF arrowBox(const AlignmentPicture& picture, Index column) {
  const QRectF& ruler = picture.layout.ruler;
  const double width = ruler.height() * 0.4 + 2;
  const bool isLeft = picture.xOfColumn(column) < ruler.left();
  return {isLeft ? ruler.left() : ruler.right() - width, ruler.top(), width, ruler.height()};
}

/// What the marks leave no room for on the ruler.
std::vector<QRectF> boxesOfMarks(const AlignmentPicture& picture) {
  std::vector<QRectF> boxes;
  for (const AlignmentMark& mark : picture.marks)
    for (const Index column : {mark.column, mark.secondColumn}) {
      if (column < 0) continue;
      const QRectF box = rulerMarkBox(picture, column);
      if (!box.isNull()) boxes.push_back(box);
      else if (!picture.isWrapped()) boxes.push_back(arrowBox(picture, column));
    }
  return boxes;
}

void paintRulerMark(QPainter& painter, const AlignmentPicture& picture, Index column, const QColor& color) {
  if (column < 0) return;
  const QRectF box = rulerMarkBox(picture, column);
  if (box.isNull()) {
    if (picture.isWrapped()) return;
    const bool isLeft = picture.xOfColumn(column) < picture.layout.ruler.left();
    return paintEdgeArrow(painter, picture.layout.ruler, isLeft, color);
  }
  painter.fillRect(box, color);
  painter.setFont(rulerMarkFont(picture.theme));
  painter.setPen(picture.theme.canvas);
  painter.drawText(box, Qt::AlignCenter, markText(picture, column));
}

/// A line where rows or columns are hidden.
void paintFolds(QPainter& painter, const AlignmentPicture& picture, double right, double bottom) {
  const engine::AlignmentArrangement& arrangement = picture.arrangement();
  const QRectF& cells = picture.layout.cells;
  painter.setPen(QPen(picture.theme.accent, 2 * picture.theme.lineScale));
  for (const engine::Fold& fold : arrangement.columnFolds())
    if (fold.at >= picture.firstSlot() && fold.at <= picture.lastSlot()) {
      const double x = picture.xOf(static_cast<double>(fold.at));
      painter.drawLine(QPointF(x, picture.layout.tracksTop()), QPointF(x, bottom));
    }
  for (const engine::Fold& fold : arrangement.rowFolds())
    if (fold.at >= picture.firstPlace() && fold.at <= picture.lastPlace()) {
      const double y = picture.yOf(static_cast<double>(fold.at));
      painter.drawLine(QPointF(cells.left(), y), QPointF(right, y));
    }
}

}  // namespace

double weightBarWidth(const Theme& theme) { return kWeightBarWidth * theme.scale; }

Index rulerStep(double columnWidth, double labelWidth) {
  for (Index decade = 1;; decade *= 10)
    for (const Index factor : {1, 2, 5})
      if (static_cast<double>(decade * factor) * columnWidth >= labelWidth && decade * factor >= 5)
        return decade * factor;
}

double letterOpacityAt(double columnWidth, double rowHeight) {
  const double size = std::min(columnWidth, rowHeight / kRowAspect);
  return std::clamp((size - kReadableCell) / (kClearCell - kReadableCell), 0.0, 1.0);
}

namespace {

void paintMarkedName(QPainter& painter, const AlignmentPicture& picture, Index place, const QColor& color) {
  const QRectF& names = picture.layout.names;
  const double y = picture.yOf(static_cast<double>(place));
  painter.fillRect(QRectF(names.x(), y, names.width(), std::max(1.0, picture.viewport.rowHeight)),
                   faded(color, 0.18));
  if (picture.viewport.rowHeight >= kReadableRow) return;
  // Rows too thin for names: the marked one is named in a box of readable height.
  const QFont label = picture.theme.labelFont();
  const double height = QFontMetricsF(label).height() + 2;
  const QRectF box(names.x(), y + (picture.viewport.rowHeight - height) / 2, names.width(), height);
  painter.fillRect(box, picture.theme.panel);
  paintName(painter, picture, place, label, picture.theme.text);
}

}  // namespace

void paintNames(QPainter& painter, const AlignmentPicture& picture) {
  const QRectF& names = picture.layout.names;
  const std::vector<AlignmentMark>& marks = picture.marks;
  painter.save();
  painter.setClipRect(names, Qt::IntersectClip);
  painter.fillRect(names & picture.area, picture.theme.canvas);
  const auto isMarked = [&](Index place) {
    return std::any_of(marks.begin(), marks.end(), [&](const AlignmentMark& mark) {
      return mark.place == place || mark.secondPlace == place;
    });
  };
  const QFont font = nameFont(picture);
  const Index first = picture.firstPlace(), last = picture.lastPlace();
  if (picture.viewport.rowHeight >= kReadableRow)
    for (Index place = first; place < last; ++place)
      paintName(painter, picture, place, font, isMarked(place) ? picture.theme.text : picture.theme.muted);
  paintWeights(painter, picture);
  for (const AlignmentMark& mark : marks)
    for (const Index place : {mark.place, mark.secondPlace})
      if (place >= first && place < last) paintMarkedName(painter, picture, place, mark.color);
  painter.setPen(QPen(picture.theme.line, 1));
  painter.drawLine(QPointF(names.right() - 0.5, names.top()), QPointF(names.right() - 0.5, names.bottom()));
  painter.restore();
}

void paintRuler(QPainter& painter, const AlignmentPicture& picture) {
  const QRectF& ruler = picture.layout.ruler;
  const Index first = picture.firstSlot(), last = picture.lastSlot();
  painter.save();
  painter.setClipRect(ruler, Qt::IntersectClip);
  painter.setFont(picture.theme.labelFont());
  const QFontMetricsF metrics(painter.font());
  const Index largest = std::max(picture.alignment().numColumns, last > first ? picture.rulerNumber(last - 1) : 0);
  const double labelWidth = metrics.horizontalAdvance(QString::number(largest)) + picture.theme.space(4);
  const Index step = rulerStep(picture.viewport.columnWidth, labelWidth);
  std::vector<QRectF> taken = boxesOfMarks(picture);
  painter.setPen(picture.theme.muted);
  const double padding = picture.theme.space(1);
  for (Index slot = std::max<Index>(0, first - 1); slot < std::min(last + 1, picture.arrangement().numSlots());
       ++slot) {
    const Index number = picture.rulerNumber(slot);
    if (number == 0 || (number % step != 0 && number != 1)) continue;
    const double x = picture.xOf(static_cast<double>(slot) + 0.5);
    const double width = metrics.horizontalAdvance(QString::number(number)) + padding;
    painter.drawLine(QPointF(x, ruler.bottom() - 3), QPointF(x, ruler.bottom()));
    QRectF box(x - width / 2, ruler.top(), width, ruler.height() - 3);
    if (number == 1 && box.left() < ruler.left() - padding) box.moveLeft(ruler.left());
    // A number at an edge or beside another is shown whole or not at all; its padding may be cut.
    if (box.left() < ruler.left() - padding || box.right() > ruler.right() + padding) continue;
    if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); })) continue;
    painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, QString::number(number));
    taken.push_back(box);
  }
  for (const AlignmentMark& mark : picture.marks) {
    paintRulerMark(painter, picture, mark.secondColumn, mark.color);
    paintRulerMark(painter, picture, mark.column, mark.color);
  }
  painter.restore();
}

void paintMarks(QPainter& painter, const AlignmentPicture& picture) {
  const QRectF& cells = picture.layout.cells;
  const double top = picture.layout.tracksTop();
  painter.save();
  painter.setClipRect(picture.area, Qt::IntersectClip);
  painter.setClipRect(QRectF(cells.left(), top, cells.width(), cells.bottom() - top), Qt::IntersectClip);
  const double bottom = std::min(cells.bottom(), picture.yOf(static_cast<double>(picture.arrangement().numPlaces())));
  const double right = std::min(cells.right(), picture.xOf(static_cast<double>(picture.arrangement().numSlots())));
  paintFolds(painter, picture, right, bottom);
  for (const AlignmentMark& mark : picture.marks) {
    painter.setPen(QPen(mark.color, picture.theme.lineScale * 1.5));
    painter.setBrush(faded(mark.color, 0.2));
    for (const Index column : {mark.column, mark.secondColumn}) {
      const Index slot = picture.arrangement().slotOf(column);
      if (slot < 0) continue;
      const double x = picture.xOf(static_cast<double>(slot));
      painter.drawRect(QRectF(x, top, std::max(1.0, picture.viewport.columnWidth), bottom - top));
    }
    painter.setPen(QPen(mark.color, picture.theme.lineScale));
    painter.setBrush(faded(mark.color, 0.12));
    for (const Index place : {mark.place, mark.secondPlace}) {
      const double y = picture.yOf(static_cast<double>(place));
      if (place < 0 || y + picture.viewport.rowHeight <= cells.top()) continue;
      painter.drawRect(QRectF(cells.left(), y, right - cells.left(), std::max(1.0, picture.viewport.rowHeight)));
    }
  }
  painter.restore();
}

void paintBars(QPainter& painter, const AlignmentPicture& picture) {
  const AlignmentLayout& layout = picture.layout;
  const double inset = std::round(layout.verticalBar.width() / 4);
  if (inset <= 0) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(faded(picture.theme.muted, 0.55));
  const AlignmentExtent extent = extentOf(picture);
  const BarHandle vertical =
      barHandle(layout.verticalBar.height(), picture.viewport.firstRow, extent.visibleRows, extent.rows);
  const BarHandle horizontal =
      barHandle(layout.horizontalBar.width(), picture.viewport.firstColumn, extent.visibleColumns, extent.columns);
  const double thickness = layout.verticalBar.width() - 2 * inset;
  if (!vertical.isEmpty())
    painter.drawRoundedRect(
        QRectF(layout.verticalBar.x() + inset, layout.verticalBar.y() + vertical.start, thickness, vertical.length),
        thickness / 2, thickness / 2);
  if (!horizontal.isEmpty())
    painter.drawRoundedRect(QRectF(layout.horizontalBar.x() + horizontal.start, layout.horizontalBar.y() + inset,
                                   horizontal.length, thickness),
                            thickness / 2, thickness / 2);
  painter.restore();
}

}  // namespace ui
