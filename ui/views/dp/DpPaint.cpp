#include "ui/views/dp/DpPaint.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/CellCandidates.h"
#include "ui/scenes/maps/MapScene.h"
#include "ui/views/dp/DpCellCard.h"
#include "ui/views/dp/DpMarks.h"
#include "ui/views/logo/LogoPainter.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using engine::Index;

namespace {

/// Every cell has its arrow from this size on; smaller cells share one per this many pixels, the smallest have none.
constexpr double kArrowCellPixels = 28, kLeastArrowCell = 8;

MapFrame frameOf(const DpPicture& picture, const DpLayout& layout, size_t plane) {
  MapFrame frame;
  frame.panel = layout.panels[plane];
  frame.viewport = layout.viewports[plane];
  frame.rows = picture.numRows();
  frame.columns = picture.numColumns();
  frame.rowLetters = picture.rowLetters();
  frame.columnLetters = picture.columnLetters();
  frame.rowTitle = QStringLiteral("query column");
  frame.columnTitle = QStringLiteral("template column");
  return frame;
}

/// What stands where something is missing.
void paintNote(QPainter& painter, const Theme& theme, const QRectF& area, int flags, const QString& text) {
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  painter.drawText(area, flags, text);
}

void paintBackPointers(QPainter& painter, const Theme& theme, const MapFrame& frame, const DpPicture& picture,
                       const DpPlane& plane) {
  const double cell = frame.viewport.pixelsPerCell, whole = kArrowCellPixels * theme.scale;
  if (cell < kLeastArrowCell * theme.scale || !plane.values || plane.kind != picture.options().kind) return;
  const auto stride = static_cast<Index>(std::ceil(whole / cell - 1e-9));
  const double size = stride == 1 ? cell : whole;
  const CellPoint first = frame.viewport.toCell(frame.panel, frame.panel.x, frame.panel.y);
  const CellPoint last = frame.viewport.toCell(frame.panel, frame.panel.right(), frame.panel.bottom());
  painter.save();
  painter.setClipRect(toRectF(frame.panel));
  painter.setRenderHint(QPainter::Antialiasing);
  const auto from = [](double place) { return static_cast<Index>(std::max(0.0, std::floor(place))); };
  const auto onGrid = [stride](Index place) { return (place + stride - 1) / stride * stride; };
  for (Index i = onGrid(from(first.row)); i <= std::min(from(last.row), frame.rows - 1); i += stride)
    for (Index j = onGrid(from(first.column)); j <= std::min(from(last.column), frame.columns - 1); j += stride) {
      if (!std::isfinite((*plane.values)(i, j))) continue;
      const Predecessor origin = predecessorOf(picture.matrices(), plane.state, i, j);
      if (origin.kind == Predecessor::Kind::cell) paintArrow(painter, theme, frame, {i, j}, origin, size);
    }
  painter.restore();
}

/// From the longest to the shortest; posteriors have fewer.
std::vector<QString> headerTexts(const DpPicture& picture, int plane) {
  const engine::PairState state = engine::nth(picture.planes(), plane).state;
  const QString name = QString::fromUtf8(engine::stateName(state).data());
  if (plane >= picture.numPlanes())
    return {QStringLiteral("Posterior of %1").arg(name), QStringLiteral("P(%1)").arg(name)};
  const auto numbered = [plane](const QString& text) { return QStringLiteral("%1  %2").arg(plane + 1).arg(text); };
  return {numbered(stateText(state)), numbered(shortStateText(state)), shortStateText(state), numbered(name), name};
}

struct HeaderRoom {
  double swatch = 0, left = 0, width = 0;
};

HeaderRoom headerRoom(const Theme& theme, const Rect& header) {
  const double swatch = theme.space(2), taken = swatch + theme.space(1);
  return {swatch, header.x + taken, header.width - taken};
}

/// Which of their texts all small planes have room for, so that they are named alike.
size_t smallHeaderLevel(const Theme& theme, const DpPicture& picture, const DpLayout& layout) {
  const QFontMetricsF metrics(theme.labelFont());
  size_t level = 0;
  for (int plane = 0; plane < picture.numPlanes(); ++plane) {
    const Rect& header = engine::nth(layout.headers, plane);
    if (picture.isLarge(plane) || header.isEmpty()) continue;
    const std::vector<QString> texts = headerTexts(picture, plane);
    while (level + 1 < texts.size() && metrics.horizontalAdvance(texts[level]) > headerRoom(theme, header).width)
      ++level;
  }
  return level;
}

void paintHeader(QPainter& painter, const Theme& theme, const DpPicture& picture, const DpLayout& layout, int plane) {
  const Rect& header = engine::nth(layout.headers, plane);
  const bool isLarge = picture.isLarge(plane);
  const double line = QFontMetricsF(theme.titleFont()).height();
  const HeaderRoom room = headerRoom(theme, header);
  painter.fillRect(QRectF(header.x, header.y + (line - room.swatch) / 2, room.swatch, room.swatch),
                   toColor(stateColor(engine::nth(picture.planes(), plane).state)));
  painter.setFont(isLarge ? theme.titleFont() : theme.labelFont());
  painter.setPen(theme.text);
  std::vector<QString> texts = headerTexts(picture, plane);
  if (!isLarge && plane < picture.numPlanes())
    texts.erase(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(smallHeaderLevel(theme, picture, layout)));
  painter.drawText(QRectF(room.left, header.y, room.width, line), Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(QFontMetricsF(painter.font()), texts, room.width));
}

void paintLogos(QPainter& painter, const Theme& theme, const DpPicture& picture, const DpLayout& layout, size_t plane) {
  if (layout.queryLogos[plane].isEmpty()) return;
  const Rect& panel = layout.panels[plane];
  const CellPoint first = layout.viewports[plane].toCell(panel, panel.x, panel.y);
  const CellPoint last = layout.viewports[plane].toCell(panel, panel.right(), panel.bottom());
  const ProfileLogos& logos = picture.logos();
  paintLogo(painter, logos.query, first.row, last.row, toRectF(layout.queryLogos[plane]), logos.limit,
            LogoDirection::down, logoColors(theme));
  paintLogo(painter, logos.templ, first.column, last.column, toRectF(layout.templateLogos[plane]), logos.limit,
            LogoDirection::right, logoColors(theme));
}

void paintPlane(QPainter& painter, const Theme& theme, const DpPicture& picture, const DpMoment& moment,
                const DpLayout& layout, int plane) {
  const auto k = static_cast<size_t>(plane);
  const DpPlane& shown = picture.planes()[k];
  const MapFrame frame = frameOf(picture, layout, k);
  const bool isLarge = picture.isLarge(plane);
  paintHeader(painter, theme, picture, layout, plane);
  if (!shown.values)
    paintNote(painter, theme, toRectF(frame.panel), Qt::AlignCenter, QStringLiteral("summing over all paths"));
  if (isLarge) {
    if (shown.shown)
      paintNumbers(painter, theme, frame, shown.look, [&](Index i, Index j) { return (*shown.shown)(i, j); });
    paintBackPointers(painter, theme, frame, picture, shown);
  }
  if (moment.stepper) paintBlank(painter, theme, frame, *moment.stepper);
  paintGrid(painter, theme, frame);
  if (isLarge) {
    paintAxes(painter, theme, frame);
    paintLogos(painter, theme, picture, layout, k);
  }
  paintMarks(painter, theme, frame, picture, moment, plane);
}

void paintColorBars(QPainter& painter, const Theme& theme, const DpPicture& picture, const DpLayout& layout,
                    const std::vector<Index>& cellsPerPixel) {
  const DpOptions& options = picture.options();
  const auto paint = [&](const Rect& bar, size_t plane, double captionWidth) {
    const DpPlane& shown = picture.planes()[plane];
    paintColorBar(painter, theme, bar, shown.look, scaleCaption(options, shown.kind), captionWidth,
                  shrinkingNote(options, shown, cellsPerPixel[plane]));
  };
  paint(layout.bar, static_cast<size_t>(options.mainPlane), layout.captionWidth);
  if (picture.isPosteriorBeside()) paint(layout.posteriorBar, picture.planes().size() - 1, layout.posteriorBar.width);
}

void paintCard(QPainter& painter, const Theme& theme, const DpPicture& picture, DpCell cell, const QRectF& area) {
  if (cell.i < 0 || cell.j < 0) {
    paintNote(painter, theme, area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
              QStringLiteral("Point at a cell, click to hold it, or press S and step: here is every way into it "
                             "with its terms."));
    return;
  }
  CellCard card;
  card.title = QStringLiteral("query %1 × template %2")
                   .arg(residueText(picture.rowLetters(), cell.i), residueText(picture.columnLetters(), cell.j));
  card.cell = engine::cellCandidates(*picture.alignment(), cell.i, cell.j);
  card.main = engine::nth(picture.planes(), picture.options().mainPlane).state;
  card.packed = picture.matrices().backtrace(cell.i + 1, cell.j + 1);
  card.form = byteFormOf(*picture.alignment());
  paintCellCard(painter, theme, area, card);
}

void paintLaneView(QPainter& painter, const Theme& theme, const DpMoment& moment, const QRectF& area) {
  if (!moment.lanes || !moment.lanes->lanes) {
    paintNote(painter, theme, area, Qt::AlignCenter,
              moment.lanes ? QStringLiteral("aligning the query with the template of every lane")
                           : QStringLiteral("Lanes need an alignment of two profiles (five pair states)"));
    return;
  }
  const engine::LaneMatrices& lanes = *moment.lanes->lanes;
  paintLanes(painter, theme, area, *moment.lanes,
             {std::clamp<Index>(moment.cell.i, 0, lanes.numRows() - 1),
              std::clamp<Index>(moment.cell.j, 0, lanes.numColumns() - 1), moment.comparisons, moment.stepper});
}

}  // namespace

QString planeTip(const DpPicture& picture, const DpLayout& layout, QPointF position) {
  const int plane = layout.planeAt(position);
  if (plane < 0) return {};
  const bool isLarge = picture.isLarge(plane), isOnName = !layout.panel(plane).contains(position.x(), position.y());
  if (isLarge && !isOnName) return {};
  const DpPlane& shown = engine::nth(picture.planes(), plane);
  const QString what =
      QObject::tr("%1. Colours: %2.").arg(stateText(shown.state), scaleCaption(picture.options(), shown.kind));
  return isLarge ? what : QObject::tr("%1 A click or the key %2 makes it the large one.").arg(what).arg(plane + 1);
}

void showPlanes(MapScene& scene, const DpPicture& picture, const Theme& theme) {
  const auto count = static_cast<int>(picture.planes().size());
  if (scene.numPanels() != count) scene.setPanels(count);
  for (int plane = 0; plane < count; ++plane) {
    scene.setMatrix(plane, engine::nth(picture.planes(), plane).shown);
    scene.setLook(plane, engine::nth(picture.planes(), plane).look);
  }
  scene.setBackground(toRgb(theme.canvas));
}

void paintPicture(QPainter& painter, const Theme& theme, const DpPicture& picture, const DpMoment& moment,
                  const DpLayout& layout, const std::vector<Index>& cellsPerPixel) {
  for (size_t plane = 0; plane < picture.planes().size(); ++plane)
    if (!layout.panels[plane].isEmpty())
      paintPlane(painter, theme, picture, moment, layout, static_cast<int>(plane));
    else if (!layout.headers[plane].isEmpty())
      paintHeader(painter, theme, picture, layout, static_cast<int>(plane));
  if (!picture.planes().empty() && layout.lanes.isEmpty() && !layout.bar.isEmpty())
    paintColorBars(painter, theme, picture, layout, cellsPerPixel);
  if (!layout.card.isEmpty()) paintCard(painter, theme, picture, moment.cell, layout.card);
  if (!layout.lanes.isEmpty()) paintLaneView(painter, theme, moment, layout.lanes);
  if (!layout.text.isEmpty()) paintPathTexts(painter, theme, layout.text, textsAt(picture, moment, theme));
}

}  // namespace ui
