#include "ui/views/attention/AttentionPainting.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "ui/views/attention/AttentionWords.h"
#include "ui/views/maps/CellsInSight.h"
#include "ui/views/maps/Hatching.h"
#include "ui/views/maps/MapMarginPlot.h"
#include "ui/views/maps/MapMarks.h"

namespace ui {

using attention_words::tr;
using engine::Index;

namespace {

/// Kept marks are paler than the locked one.
constexpr float kKeptOpacity = 0.6F;
/// Of outlines and of what lies below them in the other colour (logical pixels).
constexpr double kContactWidth = 1.5, kContactBase = 3;

QColor keptColor(const Theme& theme) {
  QColor color = theme.locked;
  color.setAlphaF(kKeptOpacity);
  return color;
}

/// Cells of a map without a value, and why.
struct Valueless {
  MaskPtr masked, notNumbers;
};

using CellColor = std::function<Rgb(Index row, Index column)>;

/// Black or white, what differs more.
QColor contrastTo(const Rgb& color) { return lightness(color) < 55 ? Qt::white : Qt::black; }

/// One picture.
struct AttentionPainter {
  QPainter& painter;
  const Theme& theme;
  const AttentionShown& shown;
  const AttentionLayout& layout;
  const AttentionOverlay& overlay;

  void paintHeader(const Rect& area, const std::vector<QString>& titles, const QString& note,
                   const QString& atRight) const;
  void paintHatched(const MapFrame& frame, const Valueless& cells, bool isUpperOnly) const;
  /// The colour bar, and what hatching means where there is any.
  void paintLegend(const AttentionLayout::Map& place, const MapLook& look, const QString& caption,
                   const QString& shrinking, const Valueless& cells) const;
  void paintContactDots(const MapFrame& frame, const CellColor& colorAt) const;
  void paintMarks(const MapFrame& frame) const;
  void paintMargins(const MapFrame& frame) const;
  void paintProgress(const Rect& panel) const;
  void paintMap() const;
  void paintCompanion() const;
  void paintArcPicture() const;
  void paintNotes() const;
};

void AttentionPainter::paintHeader(const Rect& area, const std::vector<QString>& titles, const QString& note,
                                   const QString& atRight) const {
  if (area.isEmpty()) return;  // a figure without a legend
  const FittingTitle title = fittingTitle(titles, theme, area.width);
  const QFontMetricsF noteMetrics(theme.labelFont());
  painter.setFont(theme.titleFont());
  painter.setPen(theme.text);
  const bool isOneLine = title.height < 1.5 * QFontMetricsF(theme.titleFont()).height();
  painter.drawText(QRectF(area.x, area.y, area.width, title.height),
                   Qt::AlignLeft | Qt::AlignVCenter | (isOneLine ? 0 : Qt::TextWordWrap), title.text);
  painter.setFont(theme.labelFont());
  const QRectF second(area.x, area.y + title.height, area.width, noteMetrics.height());
  double room = area.width;
  if (!atRight.isEmpty()) {
    const double width = noteMetrics.horizontalAdvance(atRight) + theme.space(3);
    if (noteMetrics.horizontalAdvance(note) + width <= area.width) {
      painter.setPen(overlay.isLocked ? theme.warning : theme.muted);
      painter.drawText(second, Qt::AlignRight | Qt::AlignVCenter, atRight);
      room -= width;
    }
  }
  painter.setPen(theme.muted);
  if (!theme.page.mayElide)
    return painter.drawText(QRectF(second.topLeft(), QPointF(area.right(), area.bottom())), Qt::TextWordWrap, note);
  painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter, noteMetrics.elidedText(note, Qt::ElideRight, room));
}

void AttentionPainter::paintMarks(const MapFrame& frame) const {
  for (const AttentionCell& kept : overlay.kept)
    paintCrosshair(painter, theme, frame, kept.row, kept.column, keptColor(theme));
  paintCrosshair(painter, theme, frame, overlay.locked.row, overlay.locked.column, theme.locked);
  paintCrosshair(painter, theme, frame, overlay.hovered.row, overlay.hovered.column, theme.hover);
}

void AttentionPainter::paintHatched(const MapFrame& frame, const Valueless& cells, bool isUpperOnly) const {
  const auto paint = [&](const MaskPtr& mask, Hatching hatching) {
    if (!mask) return;
    const auto isMarked = [&mask = *mask, isUpperOnly](Index row, Index column) {
      return mask(row, column) && !(isUpperOnly && row > column);
    };
    paintHatching(painter, theme, frame, isMarked, hatching);
  };
  paint(cells.masked, Hatching::single);
  paint(cells.notNumbers, Hatching::crossed);
}

void AttentionPainter::paintLegend(const AttentionLayout::Map& place, const MapLook& look, const QString& caption,
                                   const QString& shrinking, const Valueless& cells) const {
  constexpr double kShortestBar = 60;
  std::vector<std::pair<Hatching, QString>> keys;
  if (cells.masked) keys.emplace_back(Hatching::single, tr("masked"));
  if (cells.notNumbers) keys.emplace_back(Hatching::crossed, tr("not a number"));
  if (theme.page.colorBar != ColorBarPlace::below) keys.clear();
  const auto widthOf = [&](const std::pair<Hatching, QString>& key) {
    return paintHatchKey(nullptr, theme, 0, 0, key.second) + theme.space(4);
  };
  double needed = 0;
  for (const auto& key : keys) needed += widthOf(key);
  Rect bar = place.bar;
  if (bar.width - needed >= kShortestBar * theme.scale)
    for (const auto& key : keys) {
      paintHatchKey(&painter, theme, bar.right(), bar.y, key.second, key.first);
      bar.width -= widthOf(key);
    }
  paintColorBar(painter, theme, bar, look, caption, place.captionWidth, shrinking);
}

void AttentionPainter::paintContactDots(const MapFrame& frame, const CellColor& colorAt) const {
  const auto& geometry = shown.subject.geometry();
  const bool areWanted = shown.options.areContactsShown && shown.options.contactMarks == ContactMarks::dots;
  if (!areWanted || !geometry || geometry->geometry.contacts.rank() != 2) return;
  const double size = frame.viewport.pixelsPerCell;
  const double radius = std::clamp(0.15 * size, 0.75, 2.5 * theme.scale);
  // In the corner of a cell that has a number in its middle.
  const double place = size < kNumberCellPixels * theme.scale ? 0.5 : 1 - 2 * radius / size;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  // A ring in the other colour, so that a dot is seen where it reaches beyond its cell as well.
  constexpr double kLeastRinged = 1.2;  // around smaller ones nothing would be left of them
  const double ring = radius < kLeastRinged ? 0 : std::min(theme.lineScale, 0.5 * radius);
  const CellsInSight cells = cellsInSight(frame);
  for (Index row = cells.firstRow; row < cells.lastRow; ++row)
    for (Index column = cells.firstColumn; column < cells.lastColumn; ++column) {
      if (std::abs(row - column) < kContactSeparation || !geometry->geometry.contacts(row, column)) continue;
      const PixelPoint point = frame.viewport.toPixel(frame.panel, static_cast<double>(row) + 1 - place,
                                                      static_cast<double>(column) + place);
      const QColor color = contrastTo(colorAt(row, column));
      painter.setPen(ring > 0 ? QPen(contrastTo(toRgb(color)), ring) : QPen(Qt::NoPen));
      painter.setBrush(color);
      painter.drawEllipse(QPointF(point.x, point.y), radius, radius);
    }
  painter.restore();
}

void AttentionPainter::paintMargins(const MapFrame& frame) const {
  const auto& margins = shown.data().margins;
  if (!margins || !shown.numbers.areThere()) return;  // those of the head before
  if (!layout.rowMargin.isEmpty()) {
    const RowNumbers rows = rowNumbersOf(shown);
    paintMargin(painter, theme, frame, layout.rowMargin,
                {MarginPlot::Side::right, rows.values, rows.title, rows.unit, overlay.current.row});
  }
  if (!layout.columnMargin.isEmpty())
    paintMargin(
        painter, theme, frame, layout.columnMargin,
        {MarginPlot::Side::bottom, margins->columnSum, columnTitle(shown), QString(), overlay.current.column});
}

void AttentionPainter::paintProgress(const Rect& panel) const {
  // The base dims what was there before.
  if (!shown.numbers.underWay || shown.data().values || panel.isEmpty()) return;
  painter.setPen(theme.text);
  painter.setFont(theme.panelFont());
  painter.drawText(toRectF(panel), Qt::AlignCenter,
                   tr("Computing… %1 %").arg(qRound(100 * shown.numbers.progress)));
}

void AttentionPainter::paintMap() const {
  const AttentionLayout::Map& place = layout.attention;
  const AttentionMapData& data = shown.data();
  const MapFrame frame = frameOf(shown, layout, place.panel);
  const bool isSplit = shown.isSplit();
  paintHeader(place.header, headTitles(shown), headNote(shown), overlay.lockText);
  const Valueless valueless{shown.hatchesMasked() ? data.masked : nullptr, data.notNumbers};
  paintHatched(frame, valueless, isSplit);
  paintGrid(painter, theme, frame);
  paintLinesOverGrid(painter, frame, shown.contacts);
  paintContactDots(frame, [&](Index row, Index column) {
    const bool isOfCompanion = isSplit && row > column;
    return isOfCompanion ? colorOf(shown.companion.look, (*shown.companion.matrix)(row, column))
           : data.shown  ? colorOf(shown.look, (*data.shown)(row, column))
                         : shown.look.notANumber;
  });
  if (data.shown)
    paintNumbers(painter, theme, frame, shown.look, [&](Index row, Index column) -> std::optional<double> {
      const float value = (*data.shown)(row, column);
      if ((isSplit && row > column) || !std::isfinite(value)) return std::nullopt;  // filtered away, masked
      return value;
    });
  if (isSplit)
    paintNumbers(painter, theme, frame, shown.companion.look, [&](Index row, Index column) -> std::optional<double> {
      return row > column ? std::optional<double>((*shown.companion.matrix)(row, column)) : std::nullopt;
    });
  paintDiagonals(painter, theme, frame, shown.options.diagonals, markColor(shown, theme));
  paintMarks(frame);
  paintMargins(frame);
  paintAxes(painter, theme, frame);
  paintProgress(place.panel);
  if (data.values)
    paintLegend(place, shown.look, attentionCaption(shown),
                shrinkingText(shown.look.shrinking, overlay.cellsPerPixel[0]), valueless);
}

void AttentionPainter::paintCompanion() const {
  const AttentionLayout::Map& place = layout.companion;
  const MapLook& look = shown.companion.look;
  const bool isSecond = shown.companion.isSecondHead;
  const QString title = isSecond ? tr("B: %1").arg(secondTitle(shown)) : companionTitle(shown.options.companion);
  const QString unit = isSecond ? attentionCaption(shown) : companionUnit(shown.options.companion);
  const QString shrinking = shrinkingText(look.shrinking, overlay.cellsPerPixel[1]);
  if (shown.isSplit())
    return paintLegend(place, look, tr("below: %1, %2").arg(title, unit), shrinking, {});
  const MapFrame frame = frameOf(shown, layout, place.panel);
  paintHeader(place.header, isSecond ? secondTitles(shown) : std::vector{title}, companionNote(shown), {});
  const ComparedMaps& compared = shown.data().compared;
  const Valueless valueless =
      isSecond ? Valueless{shown.hatchesMasked() ? compared.secondMasked : nullptr, compared.secondNotNumbers}
               : Valueless{};
  paintHatched(frame, valueless, false);
  paintGrid(painter, theme, frame);
  const MapPtr numbers = isSecond ? compared.secondShown : shown.companion.matrix;
  if (isSecond) {
    paintLinesOverGrid(painter, frame, shown.contacts);
    paintContactDots(frame, [&](Index row, Index column) { return colorOf(look, (*numbers)(row, column)); });
  }
  paintNumbers(painter, theme, frame, look, [&](Index row, Index column) -> std::optional<double> {
    const float value = (*numbers)(row, column);
    return isSecond && !std::isfinite(value) ? std::nullopt : std::optional<double>(value);
  });
  paintDiagonals(painter, theme, frame, shown.options.diagonals, isSecond ? markColor(shown, theme) : theme.accent);
  paintMarks(frame);
  paintAxes(painter, theme, frame);
  paintLegend(place, look, unit, shrinking, valueless);
}

void AttentionPainter::paintArcPicture() const {
  paintHeader(layout.attention.header, headTitles(shown), headNote(shown), overlay.lockText);
  if (!layout.arcs.isEmpty()) {
    std::vector<ArcMark> marks;
    const auto add = [&](AttentionCell cell, const QColor& color) {
      if (cell.isIn()) marks.push_back({cell.row, cell.column, color});
    };
    add(overlay.locked, theme.locked);
    add(overlay.hovered, theme.hover);
    for (const AttentionCell& cell : overlay.kept) add(cell, keptColor(theme));
    paintArcs(painter, theme, arcFrameOf(shown, layout), shown.data().arcs, shown.look, marks);
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    const QRectF area = toRectF(layout.arcs);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop, tr("above: to later residues"));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignBottom, tr("below: to earlier residues"));
  }
  paintProgress(layout.arcs);
  if (shown.data().values) paintLegend(layout.attention, shown.look, attentionCaption(shown), {}, {});
}

void AttentionPainter::paintNotes() const {
  painter.setFont(theme.labelFont());
  double y = layout.notes.top();
  const auto paragraph = [&](const QString& text, const QColor& color) {
    const FittingNote note = fittingNote(text, theme, layout.notes.width(), layout.mostNoteLines);
    painter.setPen(color);
    painter.drawText(QRectF(layout.notes.left(), y, layout.notes.width(), note.height),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, note.text);
    y += note.height;
  };
  paragraph(warningText(shown), theme.warning);
  paragraph(noteText(shown), theme.muted);
}

}  // namespace

AttentionOverlay overlayOf(const AttentionShown& shown, const SelectionModel& selection, const Document& document,
                           bool isPage) {
  const auto cellOf = [&](const Focus& focus) { return shown.subject.cellOf(focus, document); };
  AttentionOverlay overlay;
  overlay.isLocked = !selection.locked().isEmpty();
  overlay.locked = cellOf(selection.locked());
  if (!(selection.hover() == selection.locked())) overlay.hovered = cellOf(selection.hover());
  overlay.current = cellOf(selection.current());
  for (const Focus& focus : selection.kept()) overlay.kept.push_back(cellOf(focus));
  if (!isPage && overlay.isLocked)
    overlay.lockText = tr("Locked: Esc or a click on empty space unlocks");
  else if (!isPage && !selection.hover().isEmpty())
    overlay.lockText = tr("Click locks");
  return overlay;
}

std::shared_ptr<const engine::ChainGeometry> outlinedContacts(const AttentionShown& shown) {
  const auto& geometry = shown.subject.geometry();
  const bool areOutlined = shown.options.areContactsShown && shown.options.contactMarks != ContactMarks::dots;
  return areOutlined && geometry && geometry->geometry.contacts.rank() == 2 ? geometry : nullptr;
}

std::vector<MapLine> contactLines(const AttentionShown& shown, std::vector<MapLine> outlines, const Theme& theme) {
  // Near the diagonal there are none: a line is on one side of it.
  if (shown.options.contactMarks == ContactMarks::lowerHalf)
    std::erase_if(outlines,
                  [](const MapLine& line) { return line.points.front().row < line.points.front().column; });
  const QColor color = markColor(shown, theme);
  std::vector<MapLine> lines;
  for (const auto& [each, width] : {std::pair(contrastTo(toRgb(color)), kContactBase), std::pair(color, kContactWidth)})
    for (const MapLine& outline : outlines)
      lines.push_back({outline.points, toRgb(each), width * theme.lineScale});
  return lines;
}

void fillScene(MapScene& scene, const AttentionShown& shown, const Theme& theme) {
  scene.setMatrix(0, shown.data().picture);
  scene.setLook(0, sceneLook(shown.look));
  scene.setMatrix(1, shown.companion.matrix);
  if (shown.companion.matrix) scene.setLook(1, sceneLook(shown.companion.look));
  scene.setTriangle(1, shown.isSplit() ? MapScene::Triangle::lower : MapScene::Triangle::none);
  scene.setLines(0, shown.contacts);
  scene.setLines(1, shown.companion.isSecondHead ? shown.contacts : std::vector<MapLine>{});
  scene.setBackground(toRgb(theme.canvas));
}

void paintAttention(QPainter& painter, const Theme& theme, const AttentionShown& shown, const AttentionLayout& layout,
                    const AttentionOverlay& overlay) {
  const AttentionPainter picture{painter, theme, shown, layout, overlay};
  if (shown.picture() == AttentionPicture::arcs) {
    picture.paintArcPicture();
  } else {
    if (shown.subject.heads()) picture.paintMap();
    if (shown.companion.matrix && !layout.companion.panel.isEmpty()) picture.paintCompanion();
  }
  picture.paintNotes();
}

SharedAxes unsaidAxes(const AttentionShown& shown, const AttentionLayout& layout) {
  if (layout.areAxesTitled || !shown.subject.heads() || shown.picture() != AttentionPicture::map) return {};
  const auto [rows, columns] = axisTitles(shown.subject);
  return {rows, columns};
}

SharedColorBar sharedColorBar(const AttentionShown& shown, Index cellsPerPixel) {
  constexpr double kLongest = 300;  // logical pixels
  const MapLook& look = shown.look;
  if (!shown.data().values || shown.isSplit() || look.scale == ValueScale::rank) return {};
  const Theme& theme = ThemeModel::instance().theme();
  const bool isUpright = theme.page.colorBar == ColorBarPlace::right;
  const QString caption = attentionCaption(shown);
  const QString key = QStringLiteral("%1 %2 %3 %4").arg(caption, QString::fromStdString(look.colorMapId));
  return {key.arg(look.low, 0, 'g', 9).arg(look.high, 0, 'g', 9),
          isUpright ? colorBarWidth(theme) : colorBarHeight(theme),
          [look, caption, note = shrinkingText(look.shrinking, cellsPerPixel)](QPainter& painter, const QRectF& area) {
            const Theme& page = ThemeModel::instance().theme();
            Rect bar{area.x(), area.y(), area.width(), area.height()};
            const bool stands = page.page.colorBar == ColorBarPlace::right;
            double& length = stands ? bar.height : bar.width;
            length = std::min(length, kLongest * page.scale);
            // Half of the number at its low end lies before it.
            if (!stands) bar.x += QFontMetricsF(page.labelFont()).horizontalAdvance(scaleText(look.low)) / 2;
            paintColorBar(painter, page, bar, look, caption, area.width(), note);
          }};
}

}  // namespace ui
