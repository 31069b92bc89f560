// Axes and marks of maps, with QPainter: they stay text and lines in exported SVG and PDF files.
#include "ui/views/maps/MapAxes.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

QRectF toRectF(const Rect& rect) { return {rect.x, rect.y, rect.width, rect.height}; }
QColor toColor(const Rgb& color) { return {color[0], color[1], color[2]}; }
Rgb toRgb(const QColor& color) {
  return {static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
          static_cast<std::uint8_t>(color.blue())};
}

namespace {

/// The smallest of 1, 2, 5, 10, 20, 50, ... that is not below `least`.
Index roundStep(double least) {
  for (Index decade = 1;; decade *= 10)
    for (const Index digit : {1, 2, 5})
      if (static_cast<double>(digit * decade) >= least || decade > 1'000'000'000'000) return digit * decade;
}

struct CellRange {
  Index first = 0, last = 0;  ///< [first, last)
};

CellRange visibleCells(double firstCell, double lastCell, Index count) {
  const double limit = static_cast<double>(count);
  return {static_cast<Index>(std::floor(std::clamp(firstCell, 0.0, limit))),
          static_cast<Index>(std::ceil(std::clamp(lastCell, 0.0, limit)))};
}

CellRange visibleRows(const MapFrame& frame) {
  return visibleCells(frame.viewport.toCell(frame.panel, 0, frame.panel.y).row,
                      frame.viewport.toCell(frame.panel, 0, frame.panel.bottom()).row, frame.rows);
}

CellRange visibleColumns(const MapFrame& frame) {
  return visibleCells(frame.viewport.toCell(frame.panel, frame.panel.x, 0).column,
                      frame.viewport.toCell(frame.panel, frame.panel.right(), 0).column, frame.columns);
}

/// Of the letters beside the rows: large letters (projector) shrink to the rows, whose height capitals then nearly
/// fill.
QFont rowLetterFont(const Theme& theme, double pixelsPerCell) {
  QFont font = theme.residueFont();
  const double fitting = 1.3 * pixelsPerCell / QFontMetricsF(font).height();
  if (fitting < 1) font.setPointSizeF(font.pointSizeF() * fitting);
  return font;
}

double letterSpace(const Theme& theme) { return QFontMetricsF(theme.residueFont()).height(); }

double numberWidth(const Theme& theme, Index count) {
  return QFontMetricsF(theme.labelFont()).horizontalAdvance(QString::number(std::max<Index>(count, 1)));
}

bool hasLetters(const MapFrame& frame, const std::string& letters) {
  return frame.viewport.pixelsPerCell >= kLetterCellPixels && !letters.empty();
}

constexpr double kTickLength = 4, kGapToTick = 2;
/// Longer words are cut off (logical pixels).
constexpr double kLongestWord = 110;

/// Of the longest word, as far as it is shown, with room at both ends; 0: there are no words.
double wordLength(const Theme& theme, const std::vector<QString>& words) {
  const QFontMetricsF metrics(theme.labelFont());
  double longest = 0;
  for (const QString& word : words) longest = std::max(longest, metrics.horizontalAdvance(word));
  return words.empty() ? 0 : std::min(longest, kLongestWord * theme.scale) + theme.space(2);
}

bool doWordsLie(const Theme& theme, const std::vector<QString>& words, double cellWidth) {
  return wordLength(theme, words) <= cellWidth;
}

/// Above the cells.
double wordHeight(const Theme& theme, const std::vector<QString>& words, double cellWidth) {
  return doWordsLie(theme, words, cellWidth) ? QFontMetricsF(theme.labelFont()).height() : wordLength(theme, words);
}

bool hasWords(const Theme& theme, const MapFrame& frame, const std::vector<QString>& words) {
  return !words.empty() && frame.viewport.pixelsPerCell >= QFontMetricsF(theme.labelFont()).height();
}

/// Width of what stands between the rows and their numbers.
double labelsBeside(const Theme& theme, const MapFrame& frame) {
  if (hasWords(theme, frame, frame.words.rows)) return wordLength(theme, frame.words.rows);
  return hasLetters(frame, frame.rowLetters) ? letterSpace(theme) : 0;
}

/// Height of what stands between the columns and their numbers.
double labelsAbove(const Theme& theme, const MapFrame& frame) {
  if (hasWords(theme, frame, frame.words.columns))
    return wordHeight(theme, frame.words.columns, frame.viewport.pixelsPerCell);
  return hasLetters(frame, frame.columnLetters) ? letterSpace(theme) : 0;
}

void paintRowWords(QPainter& painter, const Theme& theme, const MapFrame& frame, const QRectF& area) {
  if (!hasWords(theme, frame, frame.words.rows)) return;
  const QFontMetricsF metrics(theme.labelFont());
  const double width = wordLength(theme, frame.words.rows) - theme.space(1), height = metrics.height();
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  const auto [first, last] = visibleRows(frame);
  for (Index row = first; row < std::min(last, static_cast<Index>(frame.words.rows.size())); ++row) {
    const double y = frame.viewport.toPixel(frame.panel, static_cast<double>(row) + 0.5, 0).y;
    if (y < area.top() || y > area.bottom()) continue;
    painter.drawText(QRectF(area.left() - width - theme.space(1) / 2.0, y - height / 2, width, height),
                     Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(engine::nth(frame.words.rows, row), Qt::ElideRight, width));
  }
}

void paintColumnWords(QPainter& painter, const Theme& theme, const MapFrame& frame, const QRectF& area) {
  const std::vector<QString>& words = frame.words.columns;
  if (!hasWords(theme, frame, words)) return;
  const QFontMetricsF metrics(theme.labelFont());
  const bool doLie = doWordsLie(theme, words, frame.viewport.pixelsPerCell);
  const double length = wordLength(theme, words) - theme.space(1), height = metrics.height();
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  const auto [first, last] = visibleColumns(frame);
  for (Index column = first; column < std::min(last, static_cast<Index>(words.size())); ++column) {
    const double x = frame.viewport.toPixel(frame.panel, 0, static_cast<double>(column) + 0.5).x;
    if (x < area.left() || x > area.right()) continue;
    const QString word = metrics.elidedText(engine::nth(words, column), Qt::ElideRight, length);
    painter.save();
    painter.translate(x, area.top() - (doLie ? 0 : theme.space(1) / 2.0));
    if (!doLie) painter.rotate(-90);
    painter.drawText(doLie ? QRectF(-length / 2, -height, length, height) : QRectF(0, -height / 2, length, height),
                     Qt::AlignVCenter | (doLie ? Qt::AlignHCenter : Qt::AlignLeft), word);
    painter.restore();
  }
}

void paintLeftAxis(QPainter& painter, const Theme& theme, const MapFrame& frame, const QRectF& area) {
  const QFontMetricsF metrics(theme.labelFont());
  const auto [first, last] = visibleRows(frame);
  double x = area.left();
  paintRowWords(painter, theme, frame, area);
  if (frame.words.rows.empty() && hasLetters(frame, frame.rowLetters)) {
    painter.setFont(rowLetterFont(theme, frame.viewport.pixelsPerCell));
    painter.setPen(theme.text);
    const double width = letterSpace(theme);
    for (Index row = first; row < last && row < static_cast<Index>(frame.rowLetters.size()); ++row) {
      const double y = frame.viewport.toPixel(frame.panel, static_cast<double>(row) + 0.5, 0).y;
      if (y < area.top() || y > area.bottom()) continue;
      painter.drawText(QRectF(x - width, y - width / 2, width, width), Qt::AlignCenter,
                       QString(QLatin1Char(engine::nth(frame.rowLetters, row))));
    }
  }
  if (hasWords(theme, frame, frame.words.rows)) return;  // which need no numbers
  x -= labelsBeside(theme, frame);
  painter.setFont(theme.labelFont());
  const double top = frame.viewport.toCell(frame.panel, 0, area.top()).row;
  const double bottom = frame.viewport.toCell(frame.panel, 0, area.bottom()).row;
  for (const Index number :
       tickNumbers(frame.rows, top, bottom, frame.viewport.pixelsPerCell, metrics.height() * 1.4)) {
    const double y = frame.viewport.toPixel(frame.panel, static_cast<double>(number) - 0.5, 0).y;
    painter.setPen(theme.muted);
    painter.drawLine(QPointF(x - kTickLength, y), QPointF(x, y));
    const double width = metrics.horizontalAdvance(QString::number(number)) + 2;
    painter.setPen(theme.text);
    painter.drawText(QRectF(x - kTickLength - kGapToTick - width, y - metrics.height() / 2, width, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
  }
}

void paintTopAxis(QPainter& painter, const Theme& theme, const MapFrame& frame, const QRectF& area) {
  const QFontMetricsF metrics(theme.labelFont());
  const auto [first, last] = visibleColumns(frame);
  double y = area.top();
  paintColumnWords(painter, theme, frame, area);
  if (frame.words.columns.empty() && hasLetters(frame, frame.columnLetters)) {
    painter.setFont(theme.residueFont());
    painter.setPen(theme.text);
    const double size = letterSpace(theme);
    for (Index column = first; column < last && column < static_cast<Index>(frame.columnLetters.size()); ++column) {
      const double x = frame.viewport.toPixel(frame.panel, 0, static_cast<double>(column) + 0.5).x;
      if (x < area.left() || x > area.right()) continue;
      painter.drawText(QRectF(x - size / 2, y - size, size, size), Qt::AlignCenter,
                       QString(QLatin1Char(engine::nth(frame.columnLetters, column))));
    }
  }
  if (hasWords(theme, frame, frame.words.columns)) return;
  y -= labelsAbove(theme, frame);
  painter.setFont(theme.labelFont());
  const double left = frame.viewport.toCell(frame.panel, area.left(), 0).column;
  const double right = frame.viewport.toCell(frame.panel, area.right(), 0).column;
  const double spacing = numberWidth(theme, frame.columns) + metrics.averageCharWidth() * 2;
  for (const Index number : tickNumbers(frame.columns, left, right, frame.viewport.pixelsPerCell, spacing)) {
    const double x = frame.viewport.toPixel(frame.panel, 0, static_cast<double>(number) - 0.5).x;
    painter.setPen(theme.muted);
    painter.drawLine(QPointF(x, y - kTickLength), QPointF(x, y));
    const double width = metrics.horizontalAdvance(QString::number(number)) + 2;
    painter.setPen(theme.text);
    painter.drawText(QRectF(x - width / 2, y - kTickLength - kGapToTick - metrics.height(), width, metrics.height()),
                     Qt::AlignCenter, QString::number(number));
  }
}

void paintTitles(QPainter& painter, const Theme& theme, const MapFrame& frame, const QRectF& area) {
  const QFontMetricsF metrics(theme.labelFont());
  const double tick = kTickLength + kGapToTick;
  const bool hasRowWords = hasWords(theme, frame, frame.words.rows),
             hasColumnWords = hasWords(theme, frame, frame.words.columns);
  const double above = (hasColumnWords ? 0 : tick + metrics.height()) + labelsAbove(theme, frame);
  const double beside = (hasRowWords ? 0 : tick + numberWidth(theme, frame.rows) + 2) + labelsBeside(theme, frame);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  painter.drawText(QPointF(area.left(), area.top() - above - metrics.descent() - 2), frame.columnTitle);
  painter.save();
  painter.translate(area.left() - beside - metrics.descent() - 2, area.top());
  painter.rotate(-90);
  painter.drawText(QPointF(-metrics.horizontalAdvance(frame.rowTitle), 0), frame.rowTitle);
  painter.restore();
}

}  // namespace

QRectF matrixArea(const MapFrame& frame) {
  if (frame.rows <= 0 || frame.columns <= 0) return {};
  const PixelPoint first = frame.viewport.toPixel(frame.panel, 0, 0);
  const PixelPoint last =
      frame.viewport.toPixel(frame.panel, static_cast<double>(frame.rows), static_cast<double>(frame.columns));
  return QRectF(QPointF(first.x, first.y), QPointF(last.x, last.y)).intersected(toRectF(frame.panel));
}

AxisSpace axisSpace(const Theme& theme, Index rows, AxisTitles titles, const AxisWords& words, double cellWidth) {
  AxisSpace space = axisSpace(theme, rows, titles);
  if (!words.rows.empty()) space.left += wordLength(theme, words.rows) - letterSpace(theme);
  if (!words.columns.empty()) space.top += wordHeight(theme, words.columns, cellWidth) - letterSpace(theme);
  return space;
}

std::vector<Index> tickNumbers(Index count, double firstCell, double lastCell, double pixelsPerCell, double spacing) {
  std::vector<Index> numbers;
  if (count <= 0 || !(pixelsPerCell > 0) || !(lastCell > firstCell)) return numbers;
  const Index step = roundStep(spacing / pixelsPerCell);
  const double first = std::max(firstCell, 0.0), last = std::min(lastCell, static_cast<double>(count));
  const auto isSeen = [&](Index number) {
    const double cell = static_cast<double>(number) - 0.5;
    return number >= 1 && number <= count && cell >= first && cell <= last;
  };
  if (step > 1 && isSeen(1) && (static_cast<double>(step - 1) * pixelsPerCell >= spacing || step > count))
    numbers.push_back(1);
  for (Index number = static_cast<Index>(first) / step * step; static_cast<double>(number) <= last + 1; number += step)
    if (isSeen(number)) numbers.push_back(number);
  return numbers;
}

QString fittingText(const QFontMetricsF& metrics, const std::vector<QString>& texts, double width) {
  for (const QString& text : texts)
    if (metrics.horizontalAdvance(text) <= width) return text;
  return texts.empty() ? QString() : metrics.elidedText(texts.back(), Qt::ElideRight, width);
}

AxisSpace axisSpace(const Theme& theme, Index rows, AxisTitles titles) {
  const QFontMetricsF metrics(theme.labelFont());
  const double title = titles == AxisTitles::shown ? metrics.height() + theme.space(1) : 0;
  const double tick = kTickLength + kGapToTick;
  return {numberWidth(theme, rows) + 2 + tick + letterSpace(theme) + title,
          metrics.height() + tick + letterSpace(theme) + title};
}

void paintAxes(QPainter& painter, const Theme& theme, const MapFrame& frame) {
  const QRectF area = matrixArea(frame);
  if (area.isEmpty()) return;
  painter.save();
  paintLeftAxis(painter, theme, frame, area);
  paintTopAxis(painter, theme, frame, area);
  if (!frame.rowTitle.isEmpty() || !frame.columnTitle.isEmpty()) paintTitles(painter, theme, frame, area);
  painter.restore();
}

void paintGrid(QPainter& painter, const Theme& theme, const MapFrame& frame) {
  const QRectF area = matrixArea(frame);
  if (area.isEmpty()) return;
  painter.save();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.line, 1));
  if (frame.viewport.pixelsPerCell >= kGridCellPixels) {
    const auto [firstRow, lastRow] = visibleRows(frame);
    for (Index row = firstRow; row <= lastRow; ++row) {
      const double y = frame.viewport.toPixel(frame.panel, static_cast<double>(row), 0).y;
      if (y >= area.top() && y <= area.bottom()) painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    const auto [firstColumn, lastColumn] = visibleColumns(frame);
    for (Index column = firstColumn; column <= lastColumn; ++column) {
      const double x = frame.viewport.toPixel(frame.panel, 0, static_cast<double>(column)).x;
      if (x >= area.left() && x <= area.right()) painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
  }
  painter.drawRect(area);
  painter.restore();
}

void paintLinesOverGrid(QPainter& painter, const MapFrame& frame, const std::vector<MapLine>& lines) {
  if (frame.viewport.pixelsPerCell < kGridCellPixels) return;
  painter.save();
  painter.setClipRect(matrixArea(frame).adjusted(-1, -1, 1, 1));
  for (const MapLine& line : lines) {
    painter.setPen(QPen(toColor(line.color), line.width, Qt::SolidLine, Qt::SquareCap));
    QPolygonF points;
    for (const CellPoint& point : line.points) {
      const PixelPoint place = frame.viewport.toPixel(frame.panel, point.row, point.column);
      points << QPointF(place.x, place.y);
    }
    painter.drawPolyline(points);
  }
  painter.restore();
}

namespace {

/// Whether all that are seen count something: then they are "31" and not "31.00".
bool areWhole(const MapFrame& frame, const std::function<std::optional<double>(Index, Index)>& value) {
  const auto [firstRow, lastRow] = visibleRows(frame);
  const auto [firstColumn, lastColumn] = visibleColumns(frame);
  for (Index row = firstRow; row < lastRow; ++row)
    for (Index column = firstColumn; column < lastColumn; ++column)
      if (const auto found = value(row, column); found && std::isfinite(*found) && *found != std::floor(*found))
        return false;
  return true;
}

/// At most two digits behind the point, or one digit that counts.
QString numberInCell(double number, bool areWhole) {
  const double magnitude = std::abs(number);
  if (!std::isfinite(number)) return QStringLiteral("–");
  if (magnitude >= 100 || areWhole) return withMinus(QString::number(number, 'f', 0));
  if (magnitude == 0 || magnitude >= 0.005) return withMinus(QString::number(number, 'f', 2));
  return magnitude >= 0.0005 ? withMinus(QString::number(number, 'f', 3)) : scaleText(number);
}

}  // namespace

void paintNumbers(QPainter& painter, const Theme& theme, const MapFrame& frame, const MapLook& look,
                  const std::function<std::optional<double>(Index, Index)>& value) {
  const double size = frame.viewport.pixelsPerCell;
  if (size < kNumberCellPixels * theme.scale) return;
  painter.save();
  painter.setClipRect(toRectF(frame.panel));
  const QFont usual = theme.labelFont();
  const QFontMetricsF metrics(usual);
  const double room = size - theme.space(1);
  const auto [firstRow, lastRow] = visibleRows(frame);
  const auto [firstColumn, lastColumn] = visibleColumns(frame);
  const bool isWhole = areWhole(frame, value);
  for (Index row = firstRow; row < lastRow; ++row)
    for (Index column = firstColumn; column < lastColumn; ++column) {
      const std::optional<double> found = value(row, column);
      if (!found) continue;
      const double number = *found;
      const PixelPoint corner =
          frame.viewport.toPixel(frame.panel, static_cast<double>(row), static_cast<double>(column));
      painter.setPen(lightness(colorOf(look, number)) > 55 ? Qt::black : Qt::white);
      const QString text = numberInCell(number, isWhole);
      QFont font = usual;
      if (const double width = metrics.horizontalAdvance(text); width > room)
        font.setPointSizeF(font.pointSizeF() * room / width);
      painter.setFont(font);
      painter.drawText(QRectF(corner.x, corner.y, size, size), Qt::AlignCenter, text);
    }
  painter.restore();
}

}  // namespace ui
