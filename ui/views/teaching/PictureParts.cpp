#include "ui/views/teaching/PictureParts.h"

#include <QImage>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"
#include "ui/views/maps/ColorBar.h"
#include "ui/views/maps/Hatching.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kLeastNumber = 0.82;  ///< letters of a number in a cell, of the usual

/// The next of 1, 2, 5 times a power of ten that is not smaller.
double roundUp(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 0;
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0})
    if (value <= step * power * (1 + 1e-9)) return step * power;
  return 10 * power;
}

double asDouble(Index k) { return static_cast<double>(k); }

}  // namespace

PlotRange roundRange(const double* begin, const double* end) {
  double low = 0, high = 0;
  for (const double* value = begin; value != end; ++value)
    if (std::isfinite(*value)) {
      low = std::min(low, *value);
      high = std::max(high, *value);
    }
  if (low == 0 && high == 0) return {0, 1};
  return {-roundUp(-low), roundUp(high)};
}

PlotRange dragRange(const PictureInput& input, const PictureArray& array) {
  PlotRange range = roundRange(array.values);
  for (const PictureHandle& handle : input.handles)
    if (handle.cell.array == array.name) {
      range.low = std::min({range.low, handle.from, handle.to});
      range.high = std::max({range.high, handle.from, handle.to});
    }
  return range;
}

PlotRange looseRange(const std::vector<const engine::Array<double>*>& arrays) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const engine::Array<double>* one : arrays)
    for (const double value : *one)
      if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
  if (!(low <= high)) return {0, 1};
  const double air = high > low ? (high - low) * 0.06 : 0.5;
  return {low - air, high + air};
}

QPointF pointIn(const PlotPanel& panel, double x, double y) {
  const PixelPoint at = panel.toPixel(x, y);
  return {at.x, at.y};
}

PlotPanel paintPictureAxes(PictureCanvas& canvas, const QRectF& room, const PlotRange& x, const PlotRange& y,
                           const QString& xTitle, const QString& yTitle, bool hasOneScale, bool isLogarithmic) {
  const double line = canvas.line(), left = canvas.widthOf(QStringLiteral("−0.000")) + canvas.gap();
  const QRectF area = room.adjusted(left, 1.3 * line, -line, -2.6 * line);
  PlotPanel panel{{area.x(), area.y(), std::max(1.0, area.width()), std::max(1.0, area.height())},
                  x,
                  y,
                  isLogarithmic,
                  isLogarithmic};
  if (hasOneScale) giveOneScale(panel);
  const QColor grid = canvas.faint(canvas.theme().line, 0.7);
  for (const double tick :
       plotTicks(panel.x, std::max(2, static_cast<int>(area.width() / (4.5 * line))), isLogarithmic)) {
    const double at = pointIn(panel, tick, panel.y.low).x();
    canvas.stroke({at, area.top()}, {at, area.bottom()}, grid);
    canvas.freeText(QRectF(at - 2.2 * line, area.bottom() + 2, 4.4 * line, line), Qt::AlignHCenter | Qt::AlignTop,
                    scaleText(tick), {canvas.theme().muted});
  }
  for (const double tick :
       plotTicks(panel.y, std::max(2, static_cast<int>(area.height() / (2.2 * line))), isLogarithmic)) {
    const double at = pointIn(panel, panel.x.low, tick).y();
    canvas.stroke({area.left(), at}, {area.right(), at}, grid);
    canvas.freeText(QRectF(room.left(), at - line / 2, left - 4, line), Qt::AlignRight | Qt::AlignVCenter,
                    scaleText(tick), {canvas.theme().muted});
  }
  canvas.stroke(area.bottomLeft(), area.bottomRight(), canvas.theme().muted);
  canvas.stroke(area.bottomLeft(), area.topLeft(), canvas.theme().muted);
  canvas.text(QRectF(area.left(), area.bottom() + 1.25 * line, area.width(), 1.2 * line),
              Qt::AlignRight | Qt::AlignVCenter, xTitle);
  canvas.text(QRectF(room.left(), room.top(), area.right() - room.left(), 1.1 * line), Qt::AlignLeft | Qt::AlignTop,
              yTitle);
  return panel;
}

void paintCurve(PictureCanvas& canvas, const PlotPanel& panel, const double* x, const double* y, Index count,
                const QColor& color, double width, Qt::PenStyle style) {
  QPainterPath path;
  bool isOn = false;
  for (Index k = 0; k < count; ++k) {
    if (!isPlaced(x[k], panel.isLogarithmicX) || !isPlaced(y[k], panel.isLogarithmicY)) {
      isOn = false;
      continue;
    }
    const QPointF at = pointIn(panel, x[k], y[k]);
    isOn ? path.lineTo(at) : path.moveTo(at);
    isOn = true;
  }
  canvas.stroke(path, color, width, style);
}

namespace {

/// Rows and columns as they stand in the picture.
struct GridShape {
  Index rows = 1, columns = 1;        ///< that are shown
  Index allRows = 1, allColumns = 1;  ///< of the array
  Index down = 1, across = 1;
  const PictureArray& array;
  const GridLook& look;

  GridShape(const PictureArray& one, const GridLook& asked) : array(one), look(asked) {
    const engine::Shape& shape = one.values.shape();
    if (!shape.empty()) allColumns = shape.back();
    if (shape.size() > 1) allRows = shape[shape.size() - 2];
    rows = asked.mostRows > 0 ? std::min(asked.mostRows, allRows) : allRows;
    columns = asked.mostColumns > 0 ? std::min(asked.mostColumns, allColumns) : allColumns;
    down = asked.isTransposed ? columns : rows;
    across = asked.isTransposed ? rows : columns;
  }
  Index first() const {
    Index sheet = 0;
    for (size_t axis = 0; axis < look.sheet.size(); ++axis)
      sheet = sheet * array.values.shape()[axis] + look.sheet[axis];
    return sheet * allRows * allColumns;
  }
  double value(Index y, Index x) const {
    return array.values[first() + (look.isTransposed ? x * allColumns + y : y * allColumns + x)];
  }
  bool isMasked(Index y, Index x) const {
    return look.isMasked && (look.isTransposed ? look.isMasked(x, y) : look.isMasked(y, x));
  }
  const std::vector<QString>& names(bool isDown) const {
    return isDown != look.isTransposed ? look.rowNames : look.columnNames;
  }
  QString label(bool isDown, Index k) const {
    if (static_cast<size_t>(k) < names(isDown).size()) return names(isDown)[static_cast<size_t>(k)];
    const size_t rank = array.values.shape().size(), axis = isDown != look.isTransposed ? rank - 2 : rank - 1;
    return rank < 2 && isDown != look.isTransposed ? QString() : rank == 0 ? QString() : labelOf(array, axis, k);
  }
  bool isNamed(bool isDown) const {
    if (!names(isDown).empty()) return true;
    const size_t rank = array.values.shape().size(), axis = isDown != look.isTransposed ? rank - 2 : rank - 1;
    return axis < array.labels.size() && !array.labels[axis].empty();
  }
};

struct GridSpace {
  double left = 0, top = 0, right = 0, bottom = 0, cell = 1;
  bool areNamesUpright = false;
};

double widest(const PictureCanvas& canvas, const GridShape& shape, bool isDown) {
  double width = 0;
  const Index count = isDown ? shape.down : shape.across;
  for (Index k = 0; k < count; k += std::max<Index>(1, count / 64))
    width = std::max(width, canvas.widthOf(shape.label(isDown, k)));
  return std::max(width, canvas.widthOf(shape.label(isDown, count - 1)));
}

GridSpace spaceOf(const PictureCanvas& canvas, const QSizeF& room, const GridShape& shape) {
  const double line = canvas.line();
  GridSpace space;
  const double titles = (shape.look.title.isEmpty() ? 0 : 1.2) + (shape.look.columnTitle.isEmpty() ? 0 : 1.1);
  space.top = titles * line + (shape.look.areLabelsShown ? 1.1 * line : 0);
  space.left = shape.look.areLabelsShown ? std::min(widest(canvas, shape, true), room.width() * 0.3) + 6 : 0;
  if (!shape.look.rowTitle.isEmpty()) space.left += 1.1 * line;
  if (shape.look.areSumsShown) space.right = canvas.widthOf(QStringLiteral("= 0.000")) + 6 + shape.look.sumsAway;
  const auto fit = [&] {
    return std::min((room.width() - space.left - space.right) / asDouble(shape.across),
                    (room.height() - space.top - space.bottom) / asDouble(shape.down));
  };
  const double most = shape.look.mostCell > 0 ? shape.look.mostCell : 4.2 * line;
  space.cell = std::clamp(fit(), 0.05, most);
  if (shape.look.isBarShown && space.cell < canvas.widthOf(QStringLiteral("−0.00"))) {
    space.bottom = colorBarHeight(canvas.theme()) + canvas.gap();
    space.cell = std::clamp(fit(), 0.05, most);
  }
  return space;
}

MapLook colorsOf(const GridShape& shape) {
  MapLook look;
  double low = shape.look.low, high = shape.look.high;
  if (low == high) {
    const PlotRange range = roundRange(shape.array.values);
    low = range.low;
    high = range.high;
  }
  if (low < 0) {
    look.colorMapId = "diverging";
    high = std::max(-low, high);
    low = -high;
  }
  look.low = low;
  look.high = high;
  return look;
}

/// One pixel a cell, stretched by the painter without smoothing.
QImage imageOf(const PictureCanvas& canvas, const GridShape& shape, const MapLook& look) {
  QImage image(static_cast<int>(shape.across), static_cast<int>(shape.down), QImage::Format_RGB32);
  for (Index y = 0; y < shape.down; ++y) {
    auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(y)));
    for (Index x = 0; x < shape.across; ++x) {
      const double value = shape.value(y, x);
      const bool isShown = std::isfinite(value) && !shape.isMasked(y, x);
      pixels[x] = (isShown ? toColor(colorOf(look, value)) : canvas.theme().window).rgb();
    }
  }
  return image;
}

/// For a cell: two decimals of what is small, "≈0" of nearly nothing.
QString gridText(const GridShape& shape, double value) {
  if (shape.array.isCovered || !(std::abs(value) < 0.0995) || value == 0)
    return cellText(shape.array, value, shape.look.digits);
  const QString text = decimalText(value, 2);
  return text.endsWith(QStringLiteral("0.00")) ? QStringLiteral("≈0") : text;
}

void paintCells(PictureCanvas& canvas, const QRectF& cells, const GridShape& shape, double cell) {
  if (shape.array.isCovered) {
    canvas.cover(cells);
    return;
  }
  const MapLook look = colorsOf(shape);
  if (canvas.painter()) {
    canvas.painter()->setRenderHint(QPainter::SmoothPixmapTransform, false);
    canvas.painter()->drawImage(cells, imageOf(canvas, shape, look));
  }
  MapFrame frame;
  frame.panel = {cells.x(), cells.y(), cells.width(), cells.height()};
  frame.viewport.fit(frame.panel, shape.down, shape.across);
  frame.rows = shape.down;
  frame.columns = shape.across;
  if (canvas.painter() && shape.look.isMasked)
    paintHatching(*canvas.painter(), canvas.theme(), frame, [&](Index y, Index x) { return shape.isMasked(y, x); });
  if (cell < canvas.widthOf(QStringLiteral("−0.0")) || cell < 1.1 * canvas.line()) return;
  for (Index y = 0; y < shape.down; ++y)
    for (Index x = 0; x < shape.across; ++x) {
      if (shape.isMasked(y, x)) continue;
      const double value = shape.value(y, x);
      const bool isDark =
          std::isfinite(value) ? lightness(colorOf(look, value)) < 55 : canvas.theme().kind == ThemeKind::dark;
      const QColor ink = isDark ? QColor(Qt::white) : QColor(Qt::black);
      QString text = gridText(shape, value);
      // What is too long has fewer digits: a number that is cut off is another number.
      for (int digits = shape.look.digits - 1; digits > 0 && canvas.widthOf(text) * kLeastNumber > cell - 2; --digits)
        text = cellText(shape.array, value, digits);
      if (canvas.widthOf(text) * kLeastNumber > cell - 2) continue;
      canvas.text(
          QRectF(cells.left() + asDouble(x) * cell, cells.top() + asDouble(y) * cell, cell, cell).adjusted(1, 0, -1, 0),
          Qt::AlignCenter, text, {ink});
    }
}

void paintGridLabels(PictureCanvas& canvas, const QRectF& cells, const GridShape& shape, const GridSpace& space) {
  const double line = canvas.line();
  for (const bool isDown : {true, false}) {
    const Index count = isDown ? shape.down : shape.across;
    const double needed = isDown ? line : std::max(widest(canvas, shape, false) + 4, line * 0.8);
    const bool areAll = space.cell >= std::min(needed, 3.0 * line) || (isDown && space.cell >= 0.8 * line);
    std::vector<Index> shown;
    if (areAll)
      for (Index k = 0; k < count; ++k) shown.push_back(k);
    else
      for (const Index number : tickNumbers(count, 0, asDouble(count), space.cell, isDown ? 1.5 * line : 3.5 * line))
        shown.push_back(number - 1);
    for (const Index k : shown) {
      // Where not all names fit, the place tells more than some of the names; names that are numbers are places.
      const QString name = shape.label(isDown, k);
      bool isNumber = false;
      name.toDouble(&isNumber);
      const QString text = areAll || isNumber || !shape.isNamed(isDown) ? name : QString::number(k + 1);
      const double at = (asDouble(k) + 0.5) * space.cell, half = std::max(space.cell, isDown   ? line
                                                                                      : areAll ? space.cell
                                                                                               : 3.4 * line) /
                                                                 2;
      const QColor color = isDown == shape.look.isTransposed ? canvas.theme().muted : canvas.theme().muted;
      if (isDown)
        canvas.freeText(QRectF(cells.left() - space.left, cells.top() + at - half, space.left - 4, 2 * half),
                        Qt::AlignRight | Qt::AlignVCenter, text, {color});
      else
        canvas.freeText(QRectF(cells.left() + at - half, cells.top() - 1.1 * line, 2 * half, line),
                        Qt::AlignHCenter | Qt::AlignVCenter, text, {color});
    }
  }
}

void paintSums(PictureCanvas& canvas, const QRectF& cells, const GridShape& shape, const GridSpace& space) {
  if (space.cell < 0.8 * canvas.line()) return;
  for (Index y = 0; y < shape.down; ++y) {
    double sum = 0;
    for (Index x = 0; x < shape.across; ++x) sum += shape.isMasked(y, x) ? 0 : shape.value(y, x);
    canvas.text(QRectF(cells.right() + 4 + shape.look.sumsAway, cells.top() + asDouble(y) * space.cell,
                       space.right - 4 - shape.look.sumsAway, space.cell),
                Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("= ") + cellText(shape.array, sum),
                {canvas.theme().muted});
  }
}

}  // namespace

QSizeF gridMargins(const PictureCanvas& canvas, const PictureArray& array, const GridLook& look) {
  const GridSpace space = spaceOf(canvas, QSizeF(1e4, 1e4), GridShape(array, look));
  return {space.left + space.right, space.top + space.bottom};
}

QRectF paintGrid(PictureCanvas& canvas, const QRectF& room, const PictureArray& array, const GridLook& look) {
  const GridShape shape(array, look);
  const GridSpace space = spaceOf(canvas, room.size(), shape);
  const double line = canvas.line(), width = space.cell * asDouble(shape.across),
               height = space.cell * asDouble(shape.down);
  const double left = room.left() + space.left + std::max(0.0, (room.width() - space.left - space.right - width) / 2);
  const double top = room.top() + space.top + std::max(0.0, (room.height() - space.top - space.bottom - height) / 2);
  const QRectF cells(left, top, width, height);
  const QColor role = look.role.isValid() ? look.role : canvas.theme().text;
  double above = top - space.top;
  const double from = std::max(room.left(), left - space.left);
  if (!look.title.isEmpty())
    canvas.text(QRectF(from, above, room.right() - from, 1.1 * line), Qt::AlignLeft | Qt::AlignTop, look.title,
                {role, 1, true});
  if (!look.title.isEmpty()) above += 1.2 * line;
  if (!look.columnTitle.isEmpty())
    canvas.text(QRectF(left, above, std::max(width, room.right() - left), line), Qt::AlignLeft | Qt::AlignTop,
                look.columnTitle, {canvas.roles().key});
  paintCells(canvas, cells, shape, space.cell);
  if (look.areLabelsShown) paintGridLabels(canvas, cells, shape, space);
  if (look.areSumsShown && !array.isCovered) paintSums(canvas, cells, shape, space);
  canvas.frame(cells, role, 1.5);
  if (!look.rowTitle.isEmpty() && canvas.painter()) {
    QPainter& painter = *canvas.painter();
    painter.save();
    painter.translate(left - space.left + line / 2, cells.center().y());
    painter.rotate(-90);
    painter.setFont(canvas.labelFont());
    painter.setPen(canvas.roles().query);
    painter.drawText(QRectF(-height, -line / 2, 2 * height, line), Qt::AlignCenter | Qt::TextDontClip, look.rowTitle);
    painter.restore();
  }
  if (space.bottom > 0 && canvas.painter() && !array.isCovered)
    paintColorBar(*canvas.painter(), canvas.theme(),
                  {left, cells.bottom() + canvas.gap(), std::max(width, 6 * line), canvas.theme().space(2) * 1.0},
                  colorsOf(shape), look.title, room.right() - left);
  PictureHit hit{{array.name, look.sheet}, cells, shape.rows, shape.columns, look.isTransposed, {}};
  if (array.values.shape().size() >= 2)
    canvas.hit(hit);
  else
    for (Index k = 0; k < shape.columns; ++k) {
      const double at = asDouble(k) * space.cell;
      canvas.hit({array.name, array.values.shape().empty() ? std::vector<Index>{} : std::vector<Index>{k}},
                 look.isTransposed ? QRectF(cells.left(), cells.top() + at, space.cell, space.cell)
                                   : QRectF(cells.left() + at, cells.top(), space.cell, space.cell));
    }
  return cells;
}

void paintBars(PictureCanvas& canvas, const QRectF& room, const PictureArray& array, std::vector<Index> row,
               const PlotRange& range, const QColor& color) {
  const Index count = array.values.shape().back();
  Index first = 0;
  for (size_t axis = 0; axis < row.size(); ++axis) first = first * array.values.shape()[axis] + row[axis];
  first *= count;
  const double line = canvas.line(), pitch = room.width() / asDouble(count), wide = std::min(pitch * 0.6, 3 * line);
  const HeightScale scale(range, room.bottom() - 2.3 * line, room.top() + 1.1 * line);
  canvas.stroke({room.left(), scale.at(0)}, {room.right(), scale.at(0)}, canvas.theme().muted);
  for (Index k = 0; k < count; ++k) {
    const double value = array.values[first + k], middle = room.left() + (asDouble(k) + 0.5) * pitch;
    PictureCell cell{array.name, row};
    cell.at.push_back(k);
    canvas.hit(cell, QRectF(middle - pitch / 2, room.top(), pitch, room.height()), [scale, cell](QPointF to) {
      return std::vector<PictureMove>{{cell, scale.valueAt(to.y())}};
    });
    const double y = scale.at(std::isfinite(value) ? value : 0);
    if (std::isfinite(value))
      canvas.fill(QRectF(middle - wide / 2, std::min(y, scale.at(0)), wide, std::abs(y - scale.at(0))), color);
    if (pitch < 2.2 * line && count > 1 && pitch < canvas.widthOf(cellText(array, value)) * 0.8) {
      if (k % std::max<Index>(1, static_cast<Index>(3 * line / pitch)) == 0)
        canvas.freeText(QRectF(middle - 1.5 * line, room.bottom() - 1.1 * line, 3 * line, line), Qt::AlignHCenter,
                        labelOf(array, row.size(), k), {canvas.theme().muted});
      continue;
    }
    canvas.text(QRectF(middle - pitch / 2 + 1, value < 0 ? y + 1 : y - line, pitch - 2, line), Qt::AlignCenter,
                cellText(array, value));
    canvas.text(QRectF(middle - pitch / 2 + 2, room.bottom() - 1.1 * line, pitch - 4, line), Qt::AlignCenter,
                labelOf(array, row.size(), k), {canvas.theme().muted});
  }
}

}  // namespace ui
