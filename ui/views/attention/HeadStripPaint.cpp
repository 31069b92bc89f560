// Pictures of heads are coloured when they come into sight and kept until heads or colours change; a grid is painted as
// one image, whatever the number of its cells.
#include <QFontMetricsF>
#include <QPaintDevice>
#include <QScopedValueRollback>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/attention/HeadStrip.h"
#include "ui/views/attention/HeadStripLayout.h"
#include "ui/views/maps/ShownLines.h"

namespace ui {

namespace {

/// The words of a text in lines of this width, at most so many; the last has all that is left.
QStringList linesOf(const QString& text, const QFontMetricsF& metrics, double width, qsizetype most) {
  QStringList lines;
  for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
    const bool fits = !lines.isEmpty() && metrics.horizontalAdvance(lines.last() + u' ' + word) <= width;
    if (fits || lines.size() == most)
      lines.last() += u' ' + word;
    else
      lines << word;
  }
  return lines;
}

/// The name of a head, and as much of what it does as there are lines for; beside a thumbnail in the middle.
void paintName(QPainter& painter, const Theme& theme, bool isTextBelow, const QRectF& text, const QString& name,
               const QString& note, bool isCurrent) {
  const QFontMetricsF metrics(theme.labelFont());
  const bool hasRoom = text.height() >= (1 + kLinesBeside) * metrics.height();
  const int most = isTextBelow ? kLinesBelow : hasRoom ? kLinesBeside : 1;
  QStringList lines = linesOf(note, metrics, text.width(), most);
  // On paper a name that nobody could read is left out.
  constexpr double kLeastShare = 0.7;
  const bool isLegible = std::all_of(lines.begin(), lines.end(), [&](const QString& line) {
    return metrics.horizontalAdvance(line) * kLeastShare <= text.width();
  });
  if (!theme.page.mayElide && !isLegible) lines.clear();
  const int flags = (isTextBelow ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter;
  // The names of heads stand on one line beside each other, however long the rest is.
  const double all = isTextBelow ? text.height() : metrics.height() * static_cast<double>(1 + lines.size());
  QRectF line(text.left(), text.center().y() - all / 2, text.width(), metrics.height());
  painter.setPen(isCurrent ? theme.accent : theme.muted);
  painter.drawText(line, flags, name);
  painter.setPen(theme.text);
  for (const QString& each : lines) {
    line.translate(0, metrics.height());
    paintLine(painter, theme, line, flags, each);
  }
}

void paintFrame(QPainter& painter, const QRectF& rect, const QColor& color, double width) {
  painter.setPen(QPen(color, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

/// How far the grid is scrolled, where it does not fit.
void paintScroll(QPainter& painter, const Theme& theme, const QRectF& area, const HeadStripLayout& layout,
                 const HeadCounts& counts) {
  constexpr double kThick = 3;
  const QRectF& cells = layout.cells;
  const auto rows = static_cast<double>(counts.numLayers), columns = static_cast<double>(counts.numHeads);
  if (layout.numRows < counts.numLayers)
    painter.fillRect(
        QRectF(std::min(cells.right() + 1, area.right() - kThick),
               cells.top() + cells.height() * layout.firstRow / rows, kThick, cells.height() * layout.numRows / rows),
        theme.muted);
  if (layout.numColumns < counts.numHeads)
    painter.fillRect(QRectF(cells.left() + cells.width() * layout.firstColumn / columns, cells.bottom(),
                            cells.width() * layout.numColumns / columns, kThick),
                     theme.muted);
}

/// Of layers and heads, at the left of the grid and above it.
void paintNumbers(QPainter& painter, const Theme& theme, const HeadStripLayout& layout, const HeadCounts& counts,
                  HeadStrip::Head current) {
  const QFontMetricsF metrics(theme.labelFont());
  const GridBands bands(theme, counts.numLayers);
  const auto stepFor = [](double needed, double cell) {
    return std::max(1, static_cast<int>(std::ceil(needed / cell)));
  };
  const int rowStep = stepFor(metrics.height(), layout.cellHeight);
  for (int row = layout.firstRow; row < layout.firstRow + layout.numRows; ++row) {
    if (row != current.layer && (row % rowStep != 0 || std::abs(row - current.layer) < rowStep)) continue;
    painter.setPen(row == current.layer ? theme.accent : theme.muted);
    const double middle = layout.cells.top() + (row - layout.firstRow + 0.5) * layout.cellHeight;
    painter.drawText(QRectF(layout.cells.left() - bands.left, middle - metrics.height() / 2,
                            bands.left - theme.space(1), metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(row + 1));
  }
  const double widest = metrics.horizontalAdvance(QString::number(counts.numHeads)) + theme.space(1);
  const int columnStep = stepFor(widest, layout.cellWidth);
  for (int column = layout.firstColumn; column < layout.firstColumn + layout.numColumns; ++column) {
    if (column != current.head && (column % columnStep != 0 || std::abs(column - current.head) < columnStep)) continue;
    painter.setPen(column == current.head ? theme.accent : theme.muted);
    const double middle = layout.cells.left() + (column - layout.firstColumn + 0.5) * layout.cellWidth;
    painter.drawText(QRectF(middle - widest, layout.cells.top() - bands.top, 2 * widest, bands.top), Qt::AlignCenter,
                     QString::number(column + 1));
  }
}

}  // namespace

const QImage& HeadStrip::picture(int index, int side) {
  QImage& image = engine::nth(m_pictures, index);
  const engine::PooledMap* const map = m_thumbnails.at(index);
  const bool fits = !image.isNull() && std::max(image.width(), image.height()) == side;
  if (fits || !map) return image;
  // The largest of a block would hide all that is below 0.
  const Pooling pooling = map->low < -map->high / 2 ? Pooling::mean : m_pooling;
  const MapLook look = m_range == ThumbnailRange::own || map->low < 0 ? ownLook(m_look, *map, pooling) : m_look;
  image = thumbnailOf(*map, pooling, ColorLookup(look), side);
  return image;
}

void HeadStrip::paint(QPainter& painter, const Theme& theme, const QRectF& area, Head current) {
  if (painter.device()->devType() == QInternal::Widget)
    startThumbnails();
  else
    m_thumbnails.finish();
  const QScopedValueRollback hover(m_hover);
  const QScopedValueRollback chosen(m_chosen);
  if (!theme.page.areMarksShown) {
    m_hover.reset();
    m_chosen.clear();
    current = {-1, -1};
  }
  painter.save();
  painter.setClipRect(area);
  painter.setFont(theme.labelFont());
  if (isGrid())
    paintGrid(painter, theme, area, current);
  else
    paintRow(painter, theme, area, current);
  if (theme.page.areMarksShown) paintCompared(painter, theme, area);
  painter.restore();
}

void HeadStrip::paintCompared(QPainter& painter, const Theme& theme, const QRectF& area) const {
  const QRectF rect = m_compared ? rectOf(theme, area, *m_compared) : QRectF();
  if (rect.isEmpty()) return;
  const double width = 2 * theme.lineScale;
  const QRectF frame = rect.adjusted(width, width, -width - 1, -width - 1);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.canvas, 2 * width));
  painter.drawRect(frame);
  painter.setPen(QPen(theme.text, width, Qt::DashLine));
  painter.drawRect(frame);
  const QFontMetricsF metrics(theme.labelFont());
  const QString letter = QStringLiteral("B");
  const QRectF badge(frame.right() - metrics.horizontalAdvance(letter) - 4, frame.top(),
                     metrics.horizontalAdvance(letter) + 4, metrics.height());
  if (badge.width() > frame.width() / 2) return;
  painter.fillRect(badge, theme.panel);
  painter.setPen(theme.text);
  painter.drawText(badge, Qt::AlignCenter, letter);
}

QImage HeadStrip::gridPicture(const Theme& theme, const Layout& layout, double pixelRatio) {
  const auto cell = static_cast<int>(std::round(layout.cellWidth * pixelRatio));
  const int gap = cell >= 20 ? 2 : 1;
  QImage image(layout.numColumns * cell, layout.numRows * cell, QImage::Format_RGB32);
  image.fill(theme.canvas);
  QPainter painter(&image);
  for (int row = 0; row < layout.numRows; ++row)
    for (int column = 0; column < layout.numColumns; ++column) {
      const int index = indexOf({layout.firstRow + row, layout.firstColumn + column});
      const QRect place(column * cell, row * cell, cell - gap, cell - gap);
      const QImage& head = picture(index, cell - gap);
      if (!head.isNull()) {
        painter.drawImage(place.center() - head.rect().center(), head);
        continue;
      }
      painter.fillRect(place, theme.panel);
      if (m_thumbnails.errorOf(index).isEmpty()) continue;
      painter.setPen(QPen(theme.error, std::max(1, cell / 12)));
      painter.drawLine(place.topLeft(), place.bottomRight());
      painter.drawLine(place.topRight(), place.bottomLeft());
    }
  return image;
}

void HeadStrip::paintGrid(QPainter& painter, const Theme& theme, const QRectF& area, Head current) {
  const Layout layout = layoutIn(theme, area);
  if (layout.numRows == 0) return;
  // On a page of vectors the pictures have twice the pixels.
  const bool isScreen =
      painter.device()->devType() == QInternal::Widget || painter.device()->devType() == QInternal::Image;
  const QImage image = gridPicture(theme, layout, isScreen ? painter.device()->devicePixelRatioF() : 2);
  painter.drawImage(layout.cells, image);
  const double width = (layout.cellWidth < 20 * theme.scale ? 1.5 : 2) * theme.lineScale;
  for (const Head& head : m_chosen)
    if (const QRectF rect = rectOf(theme, area, head); !rect.isEmpty()) paintFrame(painter, rect, theme.locked, width);
  if (const QRectF rect = m_hover ? rectOf(theme, area, *m_hover) : QRectF(); !rect.isEmpty())
    paintFrame(painter, rect, theme.hover, width);
  if (const QRectF rect = rectOf(theme, area, current); !rect.isEmpty())
    paintFrame(painter, rect.adjusted(-1, -1, 1, 1), theme.accent, 1.5 * width);
  paintNumbers(painter, theme, layout, counts(), current);

  m_areAllRowsSeen = layout.numRows == m_heads->numLayers;
  paintScroll(painter, theme, area, layout, counts());
  const QFontMetricsF metrics(theme.labelFont());
  const QRectF line(area.left(), layout.cells.bottom() + theme.space(1), area.width(), metrics.height());
  const bool isHovered = m_hover && theme.page.areMarksShown;
  painter.setPen(isHovered ? theme.text : theme.muted);
  paintLine(painter, theme, line, Qt::AlignLeft | Qt::AlignVCenter, describe(isHovered ? *m_hover : current));
}

void HeadStrip::paintRow(QPainter& painter, const Theme& theme, const QRectF& area, Head current) {
  const Layout layout = layoutIn(theme, area);
  for (int index = layout.firstColumn; index < layout.firstColumn + layout.numColumns; ++index) {
    const QRectF chip(area.left() + (index - layout.firstColumn) * layout.cellWidth, area.top(), layout.cellWidth,
                      area.height());
    paintChip(painter, theme, layout, chip.adjusted(1, 1, -theme.space(1), -1), index, index == indexOf(current));
  }
}

void HeadStrip::paintChip(QPainter& painter, const Theme& theme, const Layout& layout, const QRectF& chip, int index,
                          bool isCurrent) {
  const QFontMetricsF metrics(theme.labelFont());
  const double size = layout.thumbnail, gap = theme.space(1) / 2.0;
  const bool hasLabel = layout.isTextBelow || chip.width() >= size + (kLabelledChip - 10) * theme.scale;
  const QRectF frame = hasLabel ? chip : QRectF(chip.left(), chip.top(), size + theme.space(1), chip.height());
  const bool isChosen = std::find(m_chosen.begin(), m_chosen.end(), Head{0, index}) != m_chosen.end();
  const bool isHovered = m_hover == Head{0, index};
  painter.setPen(QPen(isCurrent   ? theme.accent
                      : isChosen  ? theme.locked
                      : isHovered ? theme.hover
                                  : theme.line,
                      isCurrent || isChosen ? 2 * theme.lineScale : 1));
  painter.setBrush(theme.panel);
  painter.drawRect(frame);
  const QRectF box = layout.isTextBelow
                         ? QRectF(chip.center().x() - size / 2, chip.top() + gap, size, size)
                         : QRectF(chip.left() + gap, chip.center().y() - size / 2, size, size);
  const QImage& image = picture(index, static_cast<int>(std::round(size * painter.device()->devicePixelRatioF())));
  if (!image.isNull()) {
    const double shrink = size / std::max(image.width(), image.height());
    const QSizeF shown(image.width() * shrink, image.height() * shrink);
    painter.drawImage(QRectF(box.center() - QPointF(shown.width() / 2, shown.height() / 2), shown), image);
  }
  if (isCurrent && isChosen) paintFrame(painter, frame.adjusted(2, 2, -2, -2), theme.locked, theme.lineScale);
  if (!hasLabel) {
    const QString text = labelOf(index);
    const QRectF badge(box.left(), box.top(), metrics.horizontalAdvance(text) + 4, metrics.height());
    painter.fillRect(badge, theme.panel);
    painter.setPen(isCurrent ? theme.accent : theme.text);
    painter.drawText(badge, Qt::AlignCenter, text);
    return;
  }
  const QRectF below(chip.left() + gap, box.bottom(), chip.width() - 2 * gap, chip.bottom() - box.bottom());
  const QRectF beside(box.right() + theme.space(2), chip.top(), chip.right() - box.right() - theme.space(3),
                      chip.height());
  paintName(painter, theme, layout.isTextBelow, layout.isTextBelow ? below : beside,
            nameOf({0, index}), noteOf(index), isCurrent);  // chips have one layer
}

}  // namespace ui
