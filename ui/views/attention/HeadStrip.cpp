// What the strip knows and where its parts are. Painting is in HeadStripPaint.cpp.
#include "ui/views/attention/HeadStrip.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/views/heads/HeadNames.h"

namespace ui {

namespace {

HeadStripLayout gridIn(const HeadCounts& counts, const Theme& theme, const QRectF& area, int firstRow,
                       int firstColumn) {
  HeadStripLayout layout;
  layout.isGrid = true;
  const GridBands bands(theme, counts.numLayers);
  const QRectF room = area.adjusted(bands.left, bands.top, 0, -bands.bottom);
  const auto rows = counts.numLayers, columns = counts.numHeads;
  const double least = kLeastCell * theme.scale, most = kMostCell * theme.scale;
  const double fitting = std::floor(std::min(room.width() / columns, room.height() / rows));
  layout.cellWidth = layout.cellHeight = std::clamp(fitting, least, most);
  const auto visible = [&](double length, int all) {
    return std::clamp(static_cast<int>(length / layout.cellWidth + 1e-6), 1, all);
  };
  layout.numRows = visible(room.height(), rows);
  layout.numColumns = visible(room.width(), columns);
  layout.firstRow = std::clamp(firstRow, 0, rows - layout.numRows);
  layout.firstColumn = std::clamp(firstColumn, 0, columns - layout.numColumns);
  layout.cells =
      QRectF(room.left(), room.top(), layout.numColumns * layout.cellWidth, layout.numRows * layout.cellHeight);
  return layout;
}

/// Of the name of a head and what it does.
double nameHeight(const Theme& theme) {
  return (1 + kLinesBelow) * QFontMetricsF(theme.labelFont()).height() + theme.space(1);
}

/// Whether a chip of this width and height has its text below the thumbnail, where a line beside it would be cut off.
bool hasTextBelow(const HeadCounts& counts, const Theme& theme, double width, double height) {
  const double thumbnail = height - theme.space(2);
  return counts.areNamed && width >= kLeastNamedChip * theme.scale && width < thumbnail + kNamedChip * theme.scale &&
         thumbnail - nameHeight(theme) >= kLeastThumbnail * theme.scale;
}

HeadStripLayout rowIn(const HeadCounts& counts, const Theme& theme, const QRectF& area, int firstColumn) {
  HeadStripLayout layout;
  const double each = area.width() / counts.count;
  layout.isTextBelow = hasTextBelow(counts, theme, each, area.height());
  const double thumbnail = area.height() - theme.space(2) - (layout.isTextBelow ? nameHeight(theme) : 0);
  layout.thumbnail = std::max(thumbnail, 1.0);
  layout.cellWidth = std::min(each, thumbnail + (layout.isTextBelow ? kNamedChip : kWideChip) * theme.scale);
  if (!layout.isTextBelow && layout.cellWidth < thumbnail + kLabelledChip * theme.scale)
    layout.cellWidth = std::max(thumbnail, 0.0) + kNarrowChip * theme.scale;
  layout.cellHeight = area.height();
  layout.numRows = 1;
  const int fitting = std::max(1, static_cast<int>(area.width() / layout.cellWidth + 1e-6));
  layout.firstColumn = std::clamp(firstColumn, 0, std::max(0, counts.count - fitting));
  layout.numColumns = std::min(counts.count - layout.firstColumn, fitting);
  layout.cells = QRectF(area.left(), area.top(), layout.numColumns * layout.cellWidth, area.height());
  return layout;
}

HeadStripPlace above(const QRectF& whole, const QRectF& inner, double height) {
  HeadStripPlace place{{inner.left(), inner.top(), inner.width(), height}, whole};
  place.rest.setTop(place.strip.bottom());
  return place;
}

/// One of the places for the grid: sides of its cells, its own extent, and the width that is left to a map.
struct GridChoice {
  double cell = 0, extent = 0, map = 0;
  bool isLow = false;  ///< above: its cells are as large as the width allows, or large
};

GridChoice gridAbove(const HeadCounts& counts, const Theme& theme, const QRectF& whole, double innerWidth,
                     double aspect) {
  const GridBands bands(theme, counts.numLayers);
  const double spare = whole.height() - whole.width() / aspect - kAroundMap * theme.scale;
  const double most = std::max(kMostHeight * whole.height(), spare) - bands.top - bands.bottom;
  const double fitting =
      std::max(std::floor((innerWidth - bands.left) / counts.numHeads), kLeastCell * theme.scale);
  GridChoice choice;
  choice.isLow = counts.numLayers * std::min(fitting, kGoodCell * theme.scale) <= most;
  choice.cell = std::min({fitting, std::floor(most / counts.numLayers), kMostCell * theme.scale});
  choice.extent = counts.numLayers * choice.cell + bands.top + bands.bottom;
  choice.map = std::min(whole.width(), (whole.height() - choice.extent - kAroundMap * theme.scale) * aspect);
  return choice;
}

GridChoice gridBeside(const HeadCounts& counts, const Theme& theme, const QRectF& whole, double innerHeight,
                      double aspect) {
  const GridBands bands(theme, counts.numLayers);
  const double room = std::max(kMostWidth * whole.width(), whole.width() - whole.height() * aspect);
  const double fitting =
      std::min((room - bands.left) / counts.numHeads, (innerHeight - bands.top - bands.bottom) / counts.numLayers);
  GridChoice choice;
  choice.cell = std::clamp(std::floor(fitting), kLeastCell * theme.scale, kMostCell * theme.scale);
  choice.extent = std::min(counts.numHeads * choice.cell + bands.left, std::max(room, choice.cell + bands.left));
  choice.map = std::min(whole.width() - choice.extent, (whole.height() - kAroundMap * theme.scale) * aspect);
  return choice;
}

/// Above the maps where it is low or leaves them more than at their left, with cells that can still be told apart.
HeadStripPlace gridPlace(const HeadCounts& counts, const Theme& theme, const QRectF& whole, const QRectF& inner,
                         double aspect) {
  const GridChoice high = gridAbove(counts, theme, whole, inner.width(), aspect);
  const GridChoice wide = gridBeside(counts, theme, whole, inner.height(), aspect);
  const double spare = whole.width() - whole.height() * aspect;
  const bool fitsBeside =
      counts.numHeads * kGoodCell * theme.scale + GridBands(theme, counts.numLayers).left <= spare;
  const bool leavesMore = high.cell >= kClearCell * theme.scale && high.map > wide.map;
  if (!fitsBeside && (high.isLow || leavesMore)) return above(whole, inner, high.extent);
  HeadStripPlace place{{inner.left(), inner.top(), wide.extent, inner.height()}, whole};
  place.rest.setLeft(place.strip.right());
  return place;
}

}  // namespace

HeadStripPlace headStripPlace(const HeadCounts& counts, const Theme& theme, const QRectF& whole, double aspect) {
  const double margin = theme.space(2);
  if (counts.count < 2) return {{}, whole};
  const QRectF inner = whole.adjusted(margin, margin, -margin, -margin);
  const double spareHeight = whole.height() - whole.width() / aspect - kAroundMap * theme.scale;
  if (counts.isGrid()) return gridPlace(counts, theme, whole, inner, aspect);
  const double each = inner.width() / counts.count;
  const auto heightBeside = [&](double most) {
    const double wanted = std::min(std::max(kRowHeight * whole.height(), most), each - kNarrowChip * theme.scale);
    return std::floor(std::clamp(wanted, kLeastThumbnail * theme.scale, kMostThumbnail * theme.scale)) +
           theme.space(2);
  };
  const double height = heightBeside(spareHeight);
  const double named = heightBeside(spareHeight - nameHeight(theme)) + nameHeight(theme);
  const bool isNarrow = each < height - theme.space(2) + kNamedChip * theme.scale;
  const bool hasRoom = named <= std::max(kNamedRowHeight * whole.height(), spareHeight);
  return above(whole, inner, isNarrow && hasRoom && hasTextBelow(counts, theme, each, named) ? named : height);
}

HeadStripLayout headStripLayout(const HeadCounts& counts, const Theme& theme, const QRectF& area, int firstRow,
                                int firstColumn) {
  if (counts.count == 0 || area.width() < 1 || area.height() < 1) return {};
  return counts.isGrid() ? gridIn(counts, theme, area, firstRow, firstColumn)
                         : rowIn(counts, theme, area, firstColumn);
}

HeadStrip::HeadStrip(QObject* parent) : QObject(parent) {
  connect(&m_thumbnails, &HeadThumbnails::arrived, this, &HeadStrip::changed);
}

void HeadStrip::setHeads(std::shared_ptr<const engine::HeadSet> heads) {
  const bool isSameGrid =
      m_heads && heads && m_heads->numLayers == heads->numLayers && m_heads->numHeads == heads->numHeads;
  const bool hasGrown = m_heads && heads && m_heads->numHeads == heads->numHeads && !m_heads->maps.empty() &&
                        m_heads->maps.size() < heads->maps.size() && m_heads->maps.front() == heads->maps.front();
  m_heads = std::move(heads);
  m_areNamed = m_heads && std::any_of(m_heads->maps.begin(), m_heads->maps.end(),
                                      [](const auto& map) { return map && !map->label.empty(); });
  m_thumbnails.setHeads(m_heads);
  forgetPictures();
  if (hasGrown) return;  // more layers of a model that runs
  m_hover.reset();
  if (isSameGrid) return;
  m_firstRow = m_firstColumn = 0;
  clearChosen();
}

void HeadStrip::forgetPictures() { m_pictures.assign(static_cast<size_t>(count()), {}); }

void HeadStrip::setLook(const MapLook& look, ThumbnailRange range) {
  const bool isSameRange =
      range == m_range && (range == ThumbnailRange::own || (look.low == m_look.low && look.high == m_look.high));
  const bool isSame = isSameRange && look.colorMapId == m_look.colorMapId && look.scale == m_look.scale &&
                      look.notANumber == m_look.notANumber;
  m_look = look;
  m_range = range;
  if (!isSame) forgetPictures();
}

void HeadStrip::setPooling(Pooling pooling) {
  if (pooling == m_pooling) return;
  m_pooling = pooling;
  forgetPictures();
  Q_EMIT changed();
}

std::optional<HeadStrip::Head> HeadStrip::headAt(const Theme& theme, const QRectF& area, QPointF position) const {
  const Layout layout = layoutIn(theme, area);
  if (!area.contains(position) || !layout.cells.contains(position)) return std::nullopt;
  const int row = static_cast<int>((position.y() - layout.cells.top()) / layout.cellHeight);
  const int column = static_cast<int>((position.x() - layout.cells.left()) / layout.cellWidth);
  if (row >= layout.numRows || column >= layout.numColumns) return std::nullopt;
  return Head{layout.firstRow + row, layout.firstColumn + column};
}

QRectF HeadStrip::rectOf(const Theme& theme, const QRectF& area, Head head) const {
  const Layout layout = layoutIn(theme, area);
  const int row = head.layer - layout.firstRow, column = head.head - layout.firstColumn;
  if (row < 0 || column < 0 || row >= layout.numRows || column >= layout.numColumns) return {};
  return {layout.cells.left() + column * layout.cellWidth, layout.cells.top() + row * layout.cellHeight,
          layout.cellWidth, layout.cellHeight};
}

void HeadStrip::setHover(std::optional<Head> head) {
  if (head == m_hover) return;
  m_hover = head;
  Q_EMIT hoverChanged();
  Q_EMIT changed();
}

void HeadStrip::setCompared(std::optional<Head> head) {
  if (std::exchange(m_compared, head) != head) Q_EMIT changed();
}

void HeadStrip::scrollBy(int steps) {
  if (!m_heads) return;
  const bool scrollsRows = isGrid() && !m_areAllRowsSeen;
  int& first = scrollsRows ? m_firstRow : m_firstColumn;
  first = std::clamp(first + steps, 0,
                     std::max(0, (scrollsRows ? static_cast<int>(m_heads->numLayers) : numColumns()) - 1));
  Q_EMIT changed();
}

void HeadStrip::reveal(Head head, const Theme& theme, const QRectF& area) {
  const Layout layout = layoutIn(theme, area);
  const auto show = [](int& first, int seen, int number, int wanted) {
    first = std::clamp(seen, wanted - std::max(number, 1) + 1, wanted);
  };
  show(m_firstRow, layout.firstRow, layout.numRows, head.layer);
  show(m_firstColumn, layout.firstColumn, layout.numColumns, head.head);
}

void HeadStrip::setChosen(std::vector<Head> heads) {
  std::erase_if(heads, [this](Head head) {
    return head.layer < 0 || head.head < 0 || head.head >= numColumns() || indexOf(head) >= count();
  });
  std::sort(heads.begin(), heads.end(), [this](Head a, Head b) { return indexOf(a) < indexOf(b); });
  heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
  if (heads == m_chosen) return;
  m_chosen = std::move(heads);
  Q_EMIT chosenChanged();
  Q_EMIT changed();
}

QString HeadStrip::noteOf(int index) const {
  if (const QString error = m_thumbnails.errorOf(index); !error.isEmpty()) return error;
  const auto map = m_heads->isInMemory() ? engine::nth(m_heads->maps, index) : nullptr;
  if (map && !m_heads->areHeads && !map->label.empty()) return {};  // it is the name
  return map ? QString::fromStdString(map->label) : m_heads->isInMemory() ? tr("not there yet") : QString();
}

QString HeadStrip::describe(Head head) const {
  if (!m_heads || indexOf(head) < 0 || indexOf(head) >= count()) return {};
  const bool isChosen = std::find(m_chosen.begin(), m_chosen.end(), head) != m_chosen.end();
  if (!m_heads->areHeads) return nameOf(head) + (isChosen ? tr(", chosen") : QString());
  const QString zeroBased = !areOfLayersAndHeads(*m_heads) ? QString()
                            : isGrid() ? tr(" (L%1H%2 counted from 0)").arg(head.layer).arg(head.head)
                                       : tr(" (H%1 counted from 0)").arg(head.head);
  const QString note = noteOf(indexOf(head));
  return nameOf(head) + zeroBased + (isChosen ? tr(", chosen") : QString()) +
         (note.isEmpty() ? QString() : QStringLiteral(": ") + note);
}

QString HeadStrip::nameOf(Head head) const {
  const auto map = m_heads->areHeads || !m_heads->isInMemory() ? nullptr : engine::nth(m_heads->maps, indexOf(head));
  if (map && !map->label.empty()) return QString::fromStdString(map->label);
  return headName(*m_heads, head.layer, head.head);
}

QString HeadStrip::labelOf(int index) const { return QString::number(index % std::max(numColumns(), 1) + 1); }

QJsonArray toJson(const std::vector<HeadStrip::Head>& heads) {
  QJsonArray json;
  for (const HeadStrip::Head& head : heads) json.append(QJsonArray{head.layer, head.head});
  return json;
}

std::vector<HeadStrip::Head> headsIn(const QJsonArray& json) {
  std::vector<HeadStrip::Head> heads;
  for (const QJsonValue& value : json)
    if (const QJsonArray pair = value.toArray(); pair.size() == 2)
      heads.push_back({pair[0].toInt(-1), pair[1].toInt(-1)});
  return heads;
}

}  // namespace ui
