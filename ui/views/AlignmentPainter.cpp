// Names, ruler, inserts, marks and scroll bars of the alignment view. Tracks are in AlignmentTracks.cpp.
#include "ui/views/AlignmentPainter.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace ui {

using engine::Index;

namespace {

constexpr double kReadableRow = 9;  ///< logical pixels a row needs for its name
constexpr double kReadableCell = 6.5, kClearCell = 8.5;
constexpr double kRowAspect = 1.25;  ///< height of a letter to its width
constexpr double kTickRow = 6;       ///< insert ticks need rows of this height

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
  const Index row = (*picture.order)[static_cast<size_t>(place)];
  const QRectF& names = picture.layout.names;
  const double left = picture.theme.space(2), right = picture.theme.space(2);
  const double height = std::max(picture.viewport.rowHeight, QFontMetricsF(font).height());
  const QRectF line(names.x() + left,
                    picture.yOf(static_cast<double>(place)) + (picture.viewport.rowHeight - height) / 2,
                    names.width() - left - right, height);
  const QString name = QString::fromStdString(picture.alignment->rows[static_cast<size_t>(row)].name);
  painter.setFont(font);
  painter.setPen(color);
  painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                   QFontMetricsF(font).elidedText(name, Qt::ElideMiddle, line.width()));
}

Index clampedIndex(double value, Index last) {
  return static_cast<Index>(std::clamp(value, 0.0, static_cast<double>(last)));
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

/// The box of a marked column's number; null when the column is out of sight.
QRectF rulerMarkBox(const AlignmentPicture& picture, Index column) {
  const QRectF& ruler = picture.layout.ruler;
  const double left = picture.xOf(static_cast<double>(column)), right = left + picture.viewport.columnWidth;
  if (column < 0 || right <= ruler.left() || left >= ruler.right()) return {};
  const QFontMetricsF metrics(rulerMarkFont(picture.theme));
  const double width = metrics.horizontalAdvance(QString::number(column + 1)) + picture.theme.space(2);
  const double x = std::clamp((left + right - width) / 2, ruler.left(), std::max(ruler.left(), ruler.right() - width));
  return {x, ruler.top() + 1, width, ruler.height() - 2};
}

/// Where paintEdgeArrow puts the arrow to a column out of sight.
QRectF arrowBox(const AlignmentPicture& picture, Index column) {
  const QRectF& ruler = picture.layout.ruler;
  const double width = ruler.height() * 0.4 + 2;
  const bool isLeft = picture.xOf(static_cast<double>(column)) < ruler.left();
  return {isLeft ? ruler.left() : ruler.right() - width, ruler.top(), width, ruler.height()};
}

void paintRulerMark(QPainter& painter, const AlignmentPicture& picture, Index column, const QColor& color) {
  if (column < 0) return;
  const QRectF box = rulerMarkBox(picture, column);
  if (box.isNull()) {
    const bool isLeft = picture.xOf(static_cast<double>(column)) < picture.layout.ruler.left();
    return paintEdgeArrow(painter, picture.layout.ruler, isLeft, color);
  }
  painter.fillRect(box, color);
  painter.setFont(rulerMarkFont(picture.theme));
  painter.setPen(picture.theme.canvas);
  painter.drawText(box, Qt::AlignCenter, QString::number(column + 1));
}

}  // namespace

Index AlignmentPicture::firstColumn() const {
  return clampedIndex(std::floor(viewport.firstColumn), alignment->numColumns);
}

Index AlignmentPicture::lastColumn() const {
  return clampedIndex(std::ceil(viewport.firstColumn + layout.cells.width() / viewport.columnWidth),
                      alignment->numColumns);
}

Index AlignmentPicture::firstPlace() const {
  return clampedIndex(std::floor(viewport.firstRow), static_cast<Index>(order->size()));
}

Index AlignmentPicture::lastPlace() const {
  return clampedIndex(std::ceil(viewport.firstRow + layout.cells.height() / viewport.rowHeight),
                      static_cast<Index>(order->size()));
}

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

GlyphAtlas makeGlyphAtlas(double columnWidth, double rowHeight, double pixelRatio, const Theme& theme) {
  GlyphAtlas atlas;
  atlas.width = std::max(1, static_cast<int>(std::ceil(columnWidth * pixelRatio)));
  atlas.height = std::max(1, static_cast<int>(std::ceil(rowHeight * pixelRatio)));
  QImage image(atlas.width * kNumGlyphs, atlas.height, QImage::Format_Grayscale8);
  image.fill(Qt::black);
  QPainter painter(&image);
  QFont font = theme.residueFont();
  font.setPixelSize(std::max(1, static_cast<int>(std::min(atlas.height * 0.8, atlas.width * 1.4))));
  font.setStyleStrategy(QFont::StyleStrategy(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
  painter.setFont(font);
  painter.setPen(Qt::white);
  for (int code = 0; code < kNumGlyphs; ++code) {
    const char letter = engine::alphabet::letterOf(static_cast<engine::ResidueCode>(code));
    if (letter != 0)
      painter.drawText(QRect(code * atlas.width, 0, atlas.width, atlas.height), Qt::AlignCenter,
                       QString(QChar::fromLatin1(letter)));
  }
  painter.end();
  for (int y = 0; y < atlas.height; ++y) {
    const uchar* line = image.constScanLine(y);
    atlas.coverage.insert(atlas.coverage.end(), line, line + image.width());
  }
  return atlas;
}

void paintNames(QPainter& painter, const AlignmentPicture& picture, const std::vector<AlignmentMark>& marks) {
  const QRectF& names = picture.layout.names;
  painter.save();
  painter.setClipRect(names);
  painter.fillRect(names, picture.theme.canvas);
  const auto isMarked = [&](Index place) {
    return std::any_of(marks.begin(), marks.end(), [&](const AlignmentMark& mark) { return mark.place == place; });
  };
  const QFont font = nameFont(picture);
  if (picture.viewport.rowHeight >= kReadableRow)
    for (Index place = picture.firstPlace(); place < picture.lastPlace(); ++place)
      paintName(painter, picture, place, font, isMarked(place) ? picture.theme.text : picture.theme.muted);
  for (const AlignmentMark& mark : marks) {
    if (mark.place < picture.firstPlace() || mark.place >= picture.lastPlace()) continue;
    const double y = picture.yOf(static_cast<double>(mark.place));
    painter.fillRect(QRectF(names.x(), y, names.width(), std::max(1.0, picture.viewport.rowHeight)),
                     faded(mark.color, 0.18));
    if (picture.viewport.rowHeight < kReadableRow) {
      // Rows too thin for names: the marked one is named in a box of readable height.
      const QFont label = picture.theme.labelFont();
      const double height = QFontMetricsF(label).height() + 2;
      const QRectF box(names.x(), y + (picture.viewport.rowHeight - height) / 2, names.width(), height);
      painter.fillRect(box, picture.theme.panel);
      paintName(painter, picture, mark.place, label, picture.theme.text);
    }
  }
  painter.setPen(QPen(picture.theme.line, 1));
  painter.drawLine(QPointF(names.right() - 0.5, names.top()), QPointF(names.right() - 0.5, names.bottom()));
  painter.restore();
}

void paintRuler(QPainter& painter, const AlignmentPicture& picture, const std::vector<AlignmentMark>& marks) {
  const QRectF& ruler = picture.layout.ruler;
  painter.save();
  painter.setClipRect(ruler);
  painter.setFont(picture.theme.labelFont());
  const QFontMetricsF metrics(painter.font());
  const double labelWidth =
      metrics.horizontalAdvance(QString::number(picture.alignment->numColumns)) + picture.theme.space(4);
  const Index step = rulerStep(picture.viewport.columnWidth, labelWidth);
  std::vector<QRectF> taken;
  for (const AlignmentMark& mark : marks)
    for (const Index column : {mark.column, mark.secondColumn}) {
      const QRectF box = rulerMarkBox(picture, column);
      if (column >= 0) taken.push_back(box.isNull() ? arrowBox(picture, column) : box);
    }
  painter.setPen(picture.theme.muted);
  for (Index number = picture.firstColumn() / step * step; number <= picture.lastColumn() + step; number += step) {
    const Index shown = std::max<Index>(number, 1);
    if (shown > picture.alignment->numColumns) break;
    const double x = picture.xOf(static_cast<double>(shown) - 0.5);
    painter.drawLine(QPointF(x, ruler.bottom() - 3), QPointF(x, ruler.bottom()));
    const double width = metrics.horizontalAdvance(QString::number(shown)) + picture.theme.space(1);
    const QRectF box(x - width / 2, ruler.top(), width, ruler.height() - 3);
    // A number at an edge or beside a mark is shown whole or not at all; its padding may be cut.
    const double padding = picture.theme.space(1);
    if (box.left() < ruler.left() - padding || box.right() > ruler.right() + padding) continue;
    if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& mark) { return mark.intersects(box); })) continue;
    painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, QString::number(shown));
  }
  for (const AlignmentMark& mark : marks) {
    paintRulerMark(painter, picture, mark.secondColumn, mark.color);
    paintRulerMark(painter, picture, mark.column, mark.color);
  }
  painter.restore();
}

void paintInserts(QPainter& painter, const AlignmentPicture& picture) {
  if (!picture.showInserts || picture.viewport.rowHeight < kTickRow || picture.viewport.columnWidth < 3) return;
  painter.save();
  painter.setClipRect(picture.layout.cells);
  const double width = 2 * picture.theme.lineScale, height = picture.viewport.rowHeight;
  for (Index place = picture.firstPlace(); place < picture.lastPlace(); ++place) {
    const auto& row = picture.alignment->rows[static_cast<size_t>((*picture.order)[static_cast<size_t>(place)])];
    const double y = picture.yOf(static_cast<double>(place));
    for (const engine::Insert& insert : row.inserts) {
      if (insert.after < picture.firstColumn() || insert.after > picture.lastColumn()) continue;
      painter.fillRect(QRectF(picture.xOf(insert.after) - width / 2, y + height * 0.6, width, height * 0.4),
                       picture.theme.text);
    }
  }
  painter.restore();
}

void paintMarks(QPainter& painter, const AlignmentPicture& picture, const std::vector<AlignmentMark>& marks) {
  const QRectF& cells = picture.layout.cells;
  const double top = picture.layout.conservation.top();
  painter.save();
  painter.setClipRect(QRectF(cells.left(), top, cells.width(), cells.bottom() - top));
  const double bottom = std::min(cells.bottom(), picture.yOf(static_cast<double>(picture.order->size())));
  const double right = std::min(cells.right(), picture.xOf(static_cast<double>(picture.alignment->numColumns)));
  for (const AlignmentMark& mark : marks) {
    painter.setPen(QPen(mark.color, picture.theme.lineScale * 1.5));
    painter.setBrush(faded(mark.color, 0.2));
    for (const Index column : {mark.column, mark.secondColumn}) {
      if (column < 0) continue;
      const double x = picture.xOf(static_cast<double>(column));
      painter.drawRect(QRectF(x, top, std::max(1.0, picture.viewport.columnWidth), bottom - top));
    }
    if (mark.place < 0) continue;
    const double y = picture.yOf(static_cast<double>(mark.place));
    painter.setClipRect(cells);
    painter.setPen(QPen(mark.color, picture.theme.lineScale));
    painter.setBrush(faded(mark.color, 0.12));
    painter.drawRect(QRectF(cells.left(), y, right - cells.left(), std::max(1.0, picture.viewport.rowHeight)));
    painter.setClipRect(QRectF(cells.left(), top, cells.width(), cells.bottom() - top));
  }
  painter.restore();
}

void paintBars(QPainter& painter, const AlignmentPicture& picture) {
  const AlignmentLayout& layout = picture.layout;
  const double inset = std::round(layout.verticalBar.width() / 4);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(faded(picture.theme.muted, 0.55));
  const BarHandle vertical =
      barHandle(layout.verticalBar.height(), picture.viewport.firstRow,
                layout.cells.height() / picture.viewport.rowHeight, static_cast<double>(picture.order->size()));
  const BarHandle horizontal = barHandle(layout.horizontalBar.width(), picture.viewport.firstColumn,
                                         layout.cells.width() / picture.viewport.columnWidth,
                                         static_cast<double>(picture.alignment->numColumns));
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
