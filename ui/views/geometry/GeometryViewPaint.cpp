// What the pair geometry view writes around and over its maps, and tells about them in words and tables.
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/views/geometry/GeometryView.h"
#include "ui/views/maps/CellsInSight.h"
#include "ui/views/maps/MapMarks.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using engine::Index;

namespace {

constexpr GeometryQuantity kQuantities[] = {GeometryQuantity::distance, GeometryQuantity::omega,
                                            GeometryQuantity::theta, GeometryQuantity::phi};
constexpr float kKeptShare = 0.6F;

QString plural(Index count, const QString& one, const QString& many) {
  return QStringLiteral("%1 %2").arg(count).arg(count == 1 ? one : many);
}

/// What the colours are, the most that can be said first.
std::vector<QString> scaleCaptions(GeometryQuantity quantity) {
  const QString symbol = quantityInfo(quantity).symbol;
  const auto tr = [](const char* text) { return GeometryView::tr(text); };
  if (quantity == GeometryQuantity::distance) return {tr("%1 in Å, linear").arg(symbol)};
  if (quantity == GeometryQuantity::phi)
    return {tr("%1 in degrees, linear").arg(symbol), tr("%1 in °, linear").arg(symbol)};
  return {tr("%1 in degrees, cyclic: −180 = 180").arg(symbol), tr("%1 in degrees, cyclic").arg(symbol),
          tr("%1 in °, cyclic").arg(symbol)};
}

}  // namespace

MapFrame GeometryView::frameOf(GeometryQuantity quantity, const Layout& layout) const {
  MapFrame frame;
  frame.panel = layout.panels[static_cast<size_t>(quantity)];
  frame.viewport = m_navigation.in(frame.panel, length(), length());
  frame.rows = frame.columns = length();
  frame.rowLetters = frame.columnLetters = m_letters;
  if (layout.titles == AxisTitles::shown) {
    frame.rowTitle = tr("residue i");
    frame.columnTitle = tr("residue j");
  }
  return frame;
}

void GeometryView::paintMarks(QPainter& painter, const MapFrame& frame) const {
  const SelectionModel& selection = session().selection();
  QColor keptColor = theme().locked;
  keptColor.setAlphaF(kKeptShare);
  for (const Focus& focus : selection.kept()) {
    const Cell kept = cellOf(focus);
    paintCrosshair(painter, theme(), frame, kept.i, kept.j, keptColor);
  }
  const Cell locked = cellOf(selection.locked());
  paintCrosshair(painter, theme(), frame, locked.i, locked.j, theme().locked);
  if (selection.hover() == selection.locked()) return;
  const Cell hovered = cellOf(selection.hover());
  paintCrosshair(painter, theme(), frame, hovered.i, hovered.j, theme().hover);
}

void GeometryView::paintHeader(QPainter& painter, const Rect& area, GeometryQuantity quantity) const {
  const GeometryQuantityInfo& info = quantityInfo(quantity);
  const QFontMetricsF title(theme().titleFont()), label(theme().labelFont());
  const QString symmetry = info.isSymmetric ? tr("symmetric") : tr("asymmetric: i is the row, j the column");
  painter.setFont(theme().titleFont());
  painter.setPen(theme().text);
  const QRectF line(area.x, area.y, area.width, title.height());
  const QString name = fittingText(title, {info.title, info.symbol}, area.width);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
  const bool hasOwnLine = area.height > title.height() + 1.5 * label.height();
  const double taken = hasOwnLine ? 0 : title.horizontalAdvance(name) + theme().space(2), room = area.width - taken;
  const QString note =
      fittingText(label,
                  {info.atoms + QStringLiteral(", ") + symmetry,
                   info.isSymmetric ? info.atoms : info.atoms + tr(", asymmetric"), info.atoms, QString()},
                  room);
  painter.setFont(theme().labelFont());
  painter.setPen(theme().muted);
  if (!hasOwnLine) return painter.drawText(line.adjusted(taken, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, note);
  const QRectF below = toRectF(area).adjusted(0, title.height(), 0, 0);
  constexpr int kWrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
  for (const QString& text : {info.atoms + QStringLiteral(", ") + symmetry,
                              info.isSymmetric ? info.atoms : info.atoms + tr(", asymmetric"), info.atoms}) {
    const QRectF taken = label.boundingRect(below, kWrapped, text);
    if (taken.height() <= below.height() + 1 && taken.width() <= below.width() + 1)
      return painter.drawText(below, kWrapped, text);
  }
}

void GeometryView::paintMap(QPainter& painter, const Layout& layout, GeometryQuantity quantity) const {
  const auto k = static_cast<size_t>(quantity);
  const MapFrame frame = frameOf(quantity, layout);
  const MapLook look = shownLook(quantity, m_looks[k]);
  paintHeader(painter, layout.headers[k], quantity);
  paintGrid(painter, theme(), frame);
  if (hasContactLine(quantity)) paintLinesOverGrid(painter, frame, m_contactLines);
  paintNumbers(painter, theme(), frame, look, [&](Index i, Index j) {
    return shownValue(quantity, valueAt(quantity, {i, j}));
  });
  paintAxes(painter, theme(), frame);
  paintMarks(painter, frame);
  const double room = layout.headers[k].right() - layout.bars[k].x;
  const QString caption = fittingText(QFontMetricsF(theme().labelFont()), scaleCaptions(quantity), room);
  paintColorBar(painter, theme(), layout.bars[k], look, caption, room,
                shrinkingText(look.shrinking, m_scene->cellsPerPixel(static_cast<int>(quantity))));
  const bool hasLine = quantity == GeometryQuantity::distance && m_contactLine != ContactLine::none;
  const double place = placeOnScale(look, m_contactThreshold);
  if (!hasLine || place <= 0 || place >= 1 || layout.bars[k].isEmpty()) return;
  const double x = layout.bars[k].x + place * layout.bars[k].width;
  painter.setPen(QPen(theme().locked, 2 * theme().lineScale));
  painter.drawLine(QPointF(x, layout.bars[k].y - 1), QPointF(x, layout.bars[k].y + theme().space(2) + 1));
}

/// The most that can be said first; shorter ones for less room.
std::vector<QString> GeometryView::footnotes() const {
  QStringList notes;
  if (m_contactLine != ContactLine::none) notes << tr("line: Cβ–Cβ below %1 Å").arg(m_contactThreshold);
  if (m_unusual.undefined > 0)
    notes
        << tr("grey: undefined, %1 without N, Cα or C").arg(plural(m_unusual.undefined, tr("residue"), tr("residues")));
  else
    notes << tr("grey: undefined (i = j)");
  QString essential = notes.join(QStringLiteral(" · "));
  if (m_unusual.virtualGlycine > 0) notes << tr("Cβ of %1 Gly is virtual").arg(m_unusual.virtualGlycine);
  if (m_unusual.virtualOther > 0)
    notes << tr("Cβ missing and virtual in %1").arg(plural(m_unusual.virtualOther, tr("residue"), tr("residues")));
  QString whole = notes.join(QStringLiteral(" · "));
  for (QString* text : {&essential, &whole}) (*text)[0] = text->at(0).toUpper();
  return {whole, essential};
}

void GeometryView::paintOverlay(QPainter& painter, QSize size) {
  const Layout layout = layoutFor(size);
  for (const GeometryQuantity quantity : kQuantities)
    if (!layout.panels[static_cast<size_t>(quantity)].isEmpty()) paintMap(painter, layout, quantity);
  if (layout.footnote.isEmpty()) return;
  painter.setFont(theme().labelFont());
  painter.setPen(theme().muted);
  painter.drawText(layout.footnote, Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(QFontMetricsF(theme().labelFont()), footnotes(), layout.footnote.width()));
}

QString GeometryView::captionText() const {
  if (!m_dataset) return title();
  QStringList names;
  const Layout layout = layoutFor(size());
  for (const GeometryQuantity quantity : kQuantities) {
    const GeometryQuantityInfo& info = quantityInfo(quantity);
    if (layout.panels[static_cast<size_t>(quantity)].isEmpty()) continue;
    names << QStringLiteral("%1 (%2%3)")
                 .arg(info.title.toLower(), info.atoms, info.isSymmetric ? QString() : tr(", row i, column j"));
  }
  const MapLook& distance = lookOf(GeometryQuantity::distance);
  return tr("Pair geometry of %1: %2. Distances coloured from %3 to %4 Å. %5.")
      .arg(title(), names.join(QStringLiteral("; ")))
      .arg(distance.low, 0, 'g', 3)
      .arg(distance.high, 0, 'g', 3)
      .arg(footnotes().front());
}

/// The cells in sight.
std::vector<NumberTable> GeometryView::visibleNumbers() const {
  std::vector<NumberTable> tables;
  if (!m_dataset) return tables;
  const Layout layout = layoutFor(size());
  for (const GeometryQuantity quantity : kQuantities) {
    const auto matrix = geometryMatrix(geometry(), quantity);
    const Rect& panel = layout.panels[static_cast<size_t>(quantity)];
    if (panel.isEmpty() || !matrix) continue;
    const auto [top, bottom, left, right] = cellsInSight(frameOf(quantity, layout));
    NumberTable table;
    table.name = quantityInfo(quantity).id.toStdString();
    table.rowTitle = "residue i";
    table.columnTitle = "residue j";
    const auto chainGeometry = geometry();
    const auto label = [&](Index k) { return residueText(m_letters, k, chainGeometry.get()).toStdString(); };
    for (Index i = top; i < bottom; ++i) table.rowLabels.push_back(label(i));
    for (Index j = left; j < right; ++j) table.columnLabels.push_back(label(j));
    table.values = engine::Array<float>({bottom - top, right - left}, 0.0F);
    for (Index i = top; i < bottom; ++i)
      for (Index j = left; j < right; ++j)
        table.values(i - top, j - left) =
            static_cast<float>(shownValue(quantity, static_cast<double>((*matrix)(i, j))));
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace ui
