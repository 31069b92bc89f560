#include "ui/views/geometry/GeometryPicture.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/CellsInSight.h"
#include "ui/views/maps/MapMarks.h"

namespace ui {

using engine::Index;

namespace {

constexpr float kKeptShare = 0.6F;

QString plural(Index count, const QString& one, const QString& many) {
  return QStringLiteral("%1 %2").arg(count).arg(count == 1 ? one : many);
}

/// What the colours are, the most that can be said first.
std::vector<QString> scaleCaptions(GeometryQuantity quantity) {
  const QString symbol = quantityInfo(quantity).symbol;
  if (quantity == GeometryQuantity::distance) return {QObject::tr("%1 in Å, linear").arg(symbol)};
  if (quantity == GeometryQuantity::phi)
    return {QObject::tr("%1 in degrees, linear").arg(symbol), QObject::tr("%1 in °, linear").arg(symbol)};
  return {QObject::tr("%1 in degrees, cyclic: −180 = 180").arg(symbol),
          QObject::tr("%1 in degrees, cyclic").arg(symbol), QObject::tr("%1 in °, cyclic").arg(symbol)};
}

/// The most that can be said first; shorter ones for less room.
std::vector<QString> footnotes(const GeometryChain& chain, const GeometryOptions& options) {
  const UnusualResidues& unusual = chain.unusual;
  const auto residues = [](Index count) { return plural(count, QObject::tr("residue"), QObject::tr("residues")); };
  QStringList notes;
  if (options.contactLine != ContactLine::none)
    notes << QObject::tr("line: Cβ–Cβ below %1 Å").arg(options.contactThreshold);
  if (unusual.undefined > 0)
    notes << QObject::tr("grey: undefined, %1 without N, Cα or C").arg(residues(unusual.undefined));
  else
    notes << QObject::tr("grey: undefined (i = j)");
  QString essential = notes.join(QStringLiteral(" · "));
  if (unusual.virtualGlycine > 0) notes << QObject::tr("Cβ of %1 Gly is virtual").arg(unusual.virtualGlycine);
  if (unusual.virtualOther > 0)
    notes << QObject::tr("Cβ missing and virtual in %1").arg(residues(unusual.virtualOther));
  QString whole = notes.join(QStringLiteral(" · "));
  for (QString* text : {&essential, &whole}) (*text)[0] = text->at(0).toUpper();
  return {whole, essential};
}

MapFrame frameOf(GeometryQuantity quantity, const GeometryChain& chain, const GeometryLayout& layout,
                 const MapNavigation& navigation) {
  MapFrame frame;
  frame.panel = layout.panelOf(quantity);
  frame.viewport = navigation.in(frame.panel, chain.length, chain.length);
  frame.rows = frame.columns = chain.length;
  frame.rowLetters = frame.columnLetters = chain.letters;
  if (layout.titles == AxisTitles::shown) {
    frame.rowTitle = QObject::tr("residue i");
    frame.columnTitle = QObject::tr("residue j");
  }
  return frame;
}

void paintMarks(QPainter& painter, const Theme& theme, const MapFrame& frame, const GeometryMarks& marks) {
  QColor keptColor = theme.locked;
  keptColor.setAlphaF(kKeptShare);
  const auto mark = [&](const GeometryCell& cell, const QColor& color) {
    paintCrosshair(painter, theme, frame, cell.i, cell.j, color);
  };
  for (const GeometryCell& cell : marks.kept) mark(cell, keptColor);
  mark(marks.locked, theme.locked);
  mark(marks.hovered, theme.hover);
}

/// Name of the quantity, and which atoms it is measured between: behind the name or in lines of its own.
void paintHeader(QPainter& painter, const Theme& theme, const Rect& area, GeometryQuantity quantity) {
  const GeometryQuantityInfo& info = quantityInfo(quantity);
  const QFontMetricsF title(theme.titleFont()), label(theme.labelFont());
  const QString symmetry =
      info.isSymmetric ? QObject::tr("symmetric") : QObject::tr("asymmetric: i is the row, j the column");
  const std::vector<QString> notes = {info.atoms + QStringLiteral(", ") + symmetry,
                                      info.isSymmetric ? info.atoms : info.atoms + QObject::tr(", asymmetric"),
                                      info.atoms, QString()};
  painter.setFont(theme.titleFont());
  painter.setPen(theme.text);
  const QRectF line(area.x, area.y, area.width, title.height());
  const QString name = fittingText(title, {info.title, info.symbol}, area.width);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  if (area.height <= title.height() + 1.5 * label.height()) {
    const double taken = title.horizontalAdvance(name) + theme.space(2);
    painter.drawText(line.adjusted(taken, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     fittingText(label, notes, area.width - taken));
    return;
  }
  const QRectF below = toRectF(area).adjusted(0, title.height(), 0, 0);
  constexpr int kWrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
  for (const QString& text : notes) {
    const QRectF taken = label.boundingRect(below, kWrapped, text);
    if (taken.height() <= below.height() + 1 && taken.width() <= below.width() + 1)
      return painter.drawText(below, kWrapped, text);
  }
}

/// The colour bar, with the distance of the contact line marked on that of the distances.
void paintScale(QPainter& painter, const Theme& theme, const GeometryPicture& picture, GeometryQuantity quantity) {
  const auto k = static_cast<size_t>(quantity);
  const Rect& bar = picture.layout.bars[k];
  const MapLook look = shownLook(quantity, picture.looks[k]);
  const bool stands = theme.page.colorBar == ColorBarPlace::right;
  const double room = stands ? bar.height : picture.layout.headers[k].right() - bar.x;
  const QString caption = fittingText(QFontMetricsF(theme.labelFont()), scaleCaptions(quantity), room);
  paintColorBar(painter, theme, bar, look, caption, room, shrinkingText(look.shrinking, picture.cellsPerPixel[k]));
  const bool hasLine =
      quantity == GeometryQuantity::distance && picture.options.contactLine != ContactLine::none;
  const double place = placeOnScale(look, picture.options.contactThreshold);
  if (!hasLine || place <= 0 || place >= 1 || bar.isEmpty()) return;
  painter.setPen(QPen(theme.locked, 2 * theme.lineScale));
  painter.drawLine(lineAcrossBar(theme, bar, look, picture.options.contactThreshold));
}

void paintMap(QPainter& painter, const Theme& theme, const GeometryPicture& picture, GeometryQuantity quantity) {
  const auto k = static_cast<size_t>(quantity);
  const MapFrame frame = frameOf(quantity, picture.chain, picture.layout, picture.navigation);
  paintHeader(painter, theme, picture.layout.headers[k], quantity);
  paintGrid(painter, theme, frame);
  if (picture.options.hasContactLine(quantity)) paintLinesOverGrid(painter, frame, picture.contactLines);
  paintNumbers(painter, theme, frame, shownLook(quantity, picture.looks[k]), [&](Index i, Index j) {
    return shownValue(quantity, picture.chain.value(quantity, {i, j}));
  });
  paintAxes(painter, theme, frame);
  paintMarks(painter, theme, frame, picture.marks);
  paintScale(painter, theme, picture, quantity);
}

}  // namespace

GeometryLooks geometryLooks(const GeometryOptions& options, double largestDistance, const Theme& theme) {
  GeometryLooks looks;
  const std::string map = options.colorMap.toStdString();
  for (const GeometryQuantity quantity : kGeometryQuantities) {
    MapLook& look = engine::nth(looks, quantity);
    look = angleLook(quantity, map);
    if (quantity == GeometryQuantity::distance)
      look = {map, options.low, options.high > 0 ? options.high : std::max(largestDistance, 1.0)};
    look.notANumber = toRgb(theme.line);
  }
  return looks;
}

void paintGeometry(QPainter& painter, const Theme& theme, const GeometryPicture& picture) {
  for (const GeometryQuantity quantity : kGeometryQuantities)
    if (!picture.layout.panelOf(quantity).isEmpty()) paintMap(painter, theme, picture, quantity);
  const QRectF& area = picture.layout.footnote;
  if (area.isEmpty()) return;
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  painter.drawText(
      area, Qt::AlignLeft | Qt::AlignVCenter,
      fittingText(QFontMetricsF(theme.labelFont()), footnotes(picture.chain, picture.options), area.width()));
}

QString geometryCaption(const GeometryChain& chain, const GeometryOptions& options, const GeometryLayout& layout,
                        const MapNavigation& navigation) {
  QStringList names;
  for (const GeometryQuantity quantity : kGeometryQuantities) {
    const GeometryQuantityInfo& info = quantityInfo(quantity);
    if (layout.panelOf(quantity).isEmpty()) continue;
    names << QStringLiteral("%1 (%2%3)")
                 .arg(info.title.toLower(), info.atoms,
                      info.isSymmetric ? QString() : QObject::tr(", row i, column j"));
  }
  const double high = options.high > 0 ? options.high : std::max(chain.largestDistance, 1.0);
  return QObject::tr("Pair geometry of %1: %2. Distances coloured from %3 to %4 Å. %5")
      .arg(chain.title, names.join(QStringLiteral("; ")))
      .arg(options.low, 0, 'g', 3)
      .arg(high, 0, 'g', 3)
      .arg(footnotes(chain, options).front() + u'.' +
           sightSentence(frameOf(options.main, chain, layout, navigation)));
}

std::vector<NumberTable> geometryNumbers(const GeometryChain& chain, const GeometryLayout& layout,
                                         const MapNavigation& navigation) {
  std::vector<NumberTable> tables;
  for (const GeometryQuantity quantity : kGeometryQuantities) {
    const auto matrix = chain.matrix(quantity);
    if (layout.panelOf(quantity).isEmpty() || !matrix) continue;
    const auto [top, bottom, left, right] = cellsInSight(frameOf(quantity, chain, layout, navigation));
    NumberTable table;
    table.name = quantityInfo(quantity).id.toStdString();
    table.rowTitle = "residue i";
    table.columnTitle = "residue j";
    for (Index i = top; i < bottom; ++i) table.rowLabels.push_back(chain.residue(i).toStdString());
    for (Index j = left; j < right; ++j) table.columnLabels.push_back(chain.residue(j).toStdString());
    table.values = engine::Array<float>({bottom - top, right - left}, 0.0F);
    for (Index i = top; i < bottom; ++i)
      for (Index j = left; j < right; ++j)
        table.values(i - top, j - left) = static_cast<float>(shownValue(quantity, chain.value(quantity, {i, j})));
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace ui
