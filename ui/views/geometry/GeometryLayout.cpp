#include "ui/views/geometry/GeometryLayout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <vector>

namespace ui {

using engine::Index;

namespace {

/// Four maps are shown where each is at least this wide (logical pixels); below that, one.
constexpr double kLeastMap = 96;
/// Width of the words beside a map.
constexpr double kLeastWords = 120, kMostWords = 330;
constexpr int kMostNoteLines = 3;
/// In views lower than this the map needs the room of the titles of its axes and of the footnote; not on paper.
constexpr double kLeastForWords = 280;

/// Title and colour bar stand above and below a map, or both at its right where it is wide enough.
enum class WordsPlace { around, beside };

/// Upright bars stand where the words would.
std::vector<WordsPlace> wordsPlaces(const Theme& theme) {
  if (colorBarWidth(theme) > 0) return {WordsPlace::around};
  return {WordsPlace::around, WordsPlace::beside};
}

double footnoteHeight(const Theme& theme) { return QFontMetricsF(theme.labelFont()).height() + theme.space(1); }

void placeMap(GeometryLayout& layout, const Theme& theme, Index length, GeometryQuantity quantity, const Rect& slot,
              WordsPlace words) {
  const auto k = static_cast<size_t>(quantity);
  const QFontMetricsF title(theme.titleFont()), label(theme.labelFont());
  const double bar = colorBarHeight(theme), upright = colorBarWidth(theme), gap = theme.space(1);
  const AxisSpace axes = axisSpace(theme, length, layout.titles);
  const bool areBeside = words == WordsPlace::beside;
  const double above = areBeside ? 0 : title.height() + gap, below = areBeside ? 0 : bar + gap;
  const double least = areBeside ? kLeastWords * theme.scale + theme.space(3) : upright;
  const Rect room{slot.x + axes.left, slot.y + above + axes.top, std::max(slot.width - axes.left - least, 0.0),
                  std::max(slot.height - above - axes.top - below, 0.0)};
  Rect panel = panelOfShape(room, length, length);
  const double free = std::max(room.width - panel.width, 0.0);
  if (!areBeside) {
    panel.x += free / 2;
    layout.headers[k] = {panel.x - axes.left, slot.y, slot.right() - panel.x + axes.left, above};
    layout.bars[k] = upright > 0 ? Rect{panel.right(), panel.y, upright, panel.height}
                                 : Rect{panel.x, panel.bottom() + gap, panel.width, bar};
  } else {
    const double most = kMostWords * theme.scale, width = std::min(kLeastWords * theme.scale + free, most);
    panel.x += (kLeastWords * theme.scale + free - width) / 2;
    layout.headers[k] = {panel.right() + theme.space(3), panel.y, width,
                         title.height() + kMostNoteLines * label.height()};
    const double end = 0.5 * label.horizontalAdvance(QStringLiteral("-180")) + 1;  // of the number at either end
    // Beside a high map the caption takes a second line: small maps above all must say what cells share a pixel.
    const double top = layout.headers[k].bottom() + gap, two = bar + label.height();
    layout.bars[k] = {layout.headers[k].x + end, top, std::max(width - 2 * end, 0.0),
                      bar > 0 && top + two <= panel.bottom() ? two : bar};
  }
  layout.panels[k] = panel;
}

GeometryLayout gridLayout(const Theme& theme, Index length, QSize size, int columns, WordsPlace words) {
  GeometryLayout layout;
  const double margin = theme.space(2), gap = theme.space(4);
  const int rows = kNumGeometryQuantities / columns;
  const double width = (size.width() - 2 * margin - (columns - 1) * gap) / columns;
  const double height = (size.height() - 2 * margin - footnoteHeight(theme) - (rows - 1) * gap) / rows;
  for (const GeometryQuantity quantity : kGeometryQuantities) {
    const int k = static_cast<int>(quantity);
    placeMap(layout, theme, length, quantity,
             {margin + k % columns * (width + gap), margin + k / columns * (height + gap), width, height}, words);
  }
  return layout;
}

/// The largest four; none fits where the first panel is empty.
GeometryLayout layoutOfFour(const Theme& theme, Index length, QSize size) {
  GeometryLayout best;
  for (const int columns : {2, 4, 1})
    for (const WordsPlace words : wordsPlaces(theme)) {
      const GeometryLayout layout = gridLayout(theme, length, size, columns, words);
      if (layout.panels[0].width > best.panels[0].width) best = layout;
    }
  return best;
}

GeometryLayout layoutOfOne(const Theme& theme, Index length, GeometryQuantity quantity, const Rect& slot,
                           AxisTitles titles) {
  GeometryLayout best;
  for (const WordsPlace words : wordsPlaces(theme)) {
    GeometryLayout layout;
    layout.isOne = true;
    layout.titles = titles;
    placeMap(layout, theme, length, quantity, slot, words);
    if (words == WordsPlace::around || layout.panelOf(quantity).width > best.panelOf(quantity).width) best = layout;
  }
  return best;
}

}  // namespace

const Rect* GeometryLayout::panelAt(QPointF position) const {
  for (const Rect& panel : panels)
    if (panel.contains(position.x(), position.y())) return &panel;
  return nullptr;
}

GeometryLayout geometryLayout(const Theme& theme, Index length, const GeometryOptions& options, QSize size) {
  GeometryLayout best;
  if (options.arrangement == GeometryArrangement::allFour) best = layoutOfFour(theme, length, size);
  const double margin = theme.space(2);
  const bool hasWords = !theme.page.mayElide || size.height() >= kLeastForWords * theme.scale;
  const double footnote = hasWords ? footnoteHeight(theme) : 0;
  const double least = theme.page.mayElide ? kLeastMap * theme.scale : 1;  // on paper all that was chosen
  if (best.panels[0].width < least)
    best = layoutOfOne(theme, length, options.main,
                       {margin, margin, size.width() - 2 * margin, size.height() - 2 * margin - footnote},
                       hasWords ? AxisTitles::shown : AxisTitles::none);
  if (hasWords)
    best.footnote = QRectF(margin, size.height() - margin - footnote + theme.space(1),
                           std::max(size.width() - 2 * margin, 0.0), footnote);
  return best;
}

}  // namespace ui
