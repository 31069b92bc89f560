#include "ui/views/attention/AttentionGestures.h"

#include <algorithm>
#include <cmath>

#include "ui/views/base/PictureKeys.h"

namespace ui {

using engine::Index;

namespace {

/// A residue on the line of arcs is at most this wide (logical pixels).
constexpr double kWidestResidue = 40;

std::optional<AttentionCell> arcCellAt(const AttentionShown& shown, const ArcFrame& frame, const Theme& theme,
                                       QPointF position) {
  if (!frame.panel.contains(position.x(), position.y())) return std::nullopt;
  if (std::abs(position.y() - frame.lineY()) <= arcLineHalfHeight(theme)) {
    const Index residue = frame.residueAt(position.x());
    return residue >= 0 ? std::optional<AttentionCell>({residue, -1}) : std::nullopt;
  }
  const auto arc = arcAt(frame, theme, shown.data().arcs, position.x(), position.y());
  return arc ? std::optional<AttentionCell>({arc->row, arc->column}) : std::nullopt;
}

void zoomArcs(AttentionRegion& region, const ArcFrame& frame, const Theme& theme, double x, double factor) {
  const double length = std::max(1.0, static_cast<double>(frame.length));
  const double most = std::max(1.0, kWidestResidue * theme.scale * length / std::max(1.0, frame.panel.width));
  const double under = (frame.firstResidue + (x - frame.panel.x) / frame.pixelsPerResidue) / length;
  const double zoom = std::clamp(region.arcZoom * factor, 1.0, most);
  // What is under the pointer stays there; all of it is in the middle.
  region.arcCenter =
      zoom <= 1 ? 0.5 : std::clamp(under + (region.arcCenter - under) * region.arcZoom / zoom, 0.0, 1.0);
  region.arcZoom = zoom;
}

}  // namespace

std::optional<AttentionCell> cellAt(const AttentionShown& shown, const AttentionLayout& layout, const Theme& theme,
                                    QPointF position) {
  if (shown.picture() == AttentionPicture::arcs) return arcCellAt(shown, arcFrameOf(shown, layout), theme, position);
  const Index rows = shown.subject.numRows(), columns = shown.subject.numColumns();
  for (const Rect& panel : {layout.attention.panel, layout.companion.panel}) {
    if (!panel.contains(position.x(), position.y())) continue;
    const CellPoint point = shown.region.map.in(panel, rows, columns).toCell(panel, position.x(), position.y());
    const auto row = static_cast<Index>(std::floor(point.row)), column = static_cast<Index>(std::floor(point.column));
    if (row >= 0 && column >= 0 && row < rows && column < columns) return AttentionCell{row, column};
  }
  return std::nullopt;
}

void panBy(AttentionShown& shown, const AttentionLayout& layout, QPointF pixels) {
  AttentionRegion& region = shown.region;
  if (shown.picture() == AttentionPicture::map)
    return region.map.panBy(mainPanel(shown, layout), shown.subject.numRows(), shown.subject.numColumns(), pixels.x(),
                            pixels.y());
  const ArcFrame frame = arcFrameOf(shown, layout);
  const double length = std::max(1.0, static_cast<double>(frame.length)) * frame.pixelsPerResidue;
  region.arcCenter = std::clamp(region.arcCenter - pixels.x() / length, 0.0, 1.0);
}

void zoomAt(AttentionShown& shown, const AttentionLayout& layout, const Theme& theme, QPointF position, double factor) {
  if (shown.picture() == AttentionPicture::arcs)
    return zoomArcs(shown.region, arcFrameOf(shown, layout), theme, position.x(), factor);
  for (const Rect& panel : {layout.attention.panel, layout.companion.panel}) {
    if (!panel.contains(position.x(), position.y())) continue;
    return shown.region.map.zoomAt(panel, shown.subject.numRows(), shown.subject.numColumns(), position.x(),
                                   position.y(), factor);
  }
}

HeadStrip::Head headBeside(const engine::HeadSet& heads, HeadStrip::Head from, int offset) {
  const auto perLayer = static_cast<int>(heads.numHeads), count = static_cast<int>(heads.count());
  if (count == 0) return from;
  const int index = std::clamp(from.layer * perLayer + from.head + offset, 0, count - 1);
  return {index / perLayer, index % perLayer};
}

std::optional<HeadStrip::Head> headOfKey(const AttentionShown& shown, int key, Qt::KeyboardModifiers modifiers) {
  const engine::HeadSet* const heads = shown.subject.heads();
  const int perLayer = heads ? static_cast<int>(heads->numHeads) : 0;
  int offset = modifiers.testFlag(Qt::ShiftModifier) ? 0 : arrowOf(key).x();
  if (key == Qt::Key_PageUp) offset = -perLayer;
  if (key == Qt::Key_PageDown) offset = perLayer;
  if (!heads || heads->count() == 0 || offset == 0) return std::nullopt;
  return headBeside(*heads, shown.head, offset);
}

void compareWith(AttentionOptions& options, HeadStrip::Head head, HeadComparison now) {
  const SecondHead second{{}, head.layer, head.head};
  if (now == HeadComparison::none) {
    options.comparison = HeadComparison::difference;
  } else if (options.second == second) {
    options.comparison = HeadComparison::none;
  }
  options.second = second;
}

std::vector<HeadStrip::Head> toggled(std::vector<HeadStrip::Head> heads, HeadStrip::Head head) {
  const auto found = std::find(heads.begin(), heads.end(), head);
  if (found == heads.end()) {
    heads.push_back(head);
  } else if (heads.size() > 1) {
    heads.erase(found);
  }
  return heads;
}

}  // namespace ui
