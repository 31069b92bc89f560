#include "ui/views/dp/DpLayout.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/views/dp/DpCellCard.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;

namespace {

/// Narrower and lower than this (logical pixels) there is no room for the small planes.
constexpr double kLeastWidthWithSmall = 330, kLeastSmallPlane = 36;
/// Where there is more room than this for a small plane's header, planes stand closer.
constexpr double kHeaderWidth = 230;
/// Share of the width that the small planes may take.
constexpr double kSmallShare = 0.26;
/// Of one try to the next, where the small planes take too much.
constexpr double kShrinking = 0.9;
/// Planes keep this width beside the opened cell.
constexpr double kLeastWidthWithCard = 330;
/// A picture lower or narrower than this has no room for logos.
constexpr double kLeastSizeWithLogos = 380, kLogoBand = 34;
/// A picture lower than this is left to the matrix: no texts, no colour bar. Not on paper.
constexpr double kLeastHeightWithText = 280;
/// Planes side by side that would be narrower than this stand below each other.
constexpr double kLeastPlaneBeside = 60;
constexpr int kMostAcross = 3;
/// Of the name of a plane that has no room for itself.
constexpr double kLeastNameWidth = 34;
/// Share of the height that the list of paths may take.
constexpr double kListShare = 0.45;

/// What is the same for all planes.
struct PlaneSpace {
  const Theme& theme;
  int numPlanes = 0, main = 0;
  Index rows = 0, columns = 0;
  AxisSpace axes;
  double gap = 0, header = 0;
  double logo = 0;     ///< width of a logo; 0: none
  double upright = 0;  ///< width of a colour bar at the right; 0: it is below

  Rect panelIn(const Rect& room, double logoWidth) const {
    return panelOfShape({room.x + axes.left, room.y + header + axes.top,
                         std::max(room.width - axes.left - logoWidth, 0.0),
                         std::max(room.height - header - axes.top - logoWidth, 0.0)},
                        rows, columns);
  }
  /// Below a panel, in so much height, or at its right.
  Rect barOf(const Rect& panel, double height) const {
    if (upright > 0) return {panel.right() + logo, panel.y, upright, panel.height};
    return {panel.x, panel.bottom() + logo + theme.space(1), panel.width, height};
  }
};

struct SmallPlanes {
  int across = 1;                ///< columns of the grid
  double width = 0, height = 0;  ///< of a cell
  Rect plane;                    ///< as large as it gets in a cell below its header
};

/// Cells of a grid that holds the small planes in a room: as many columns as make the planes largest.
SmallPlanes smallPlanesIn(const PlaneSpace& space, const Rect& room) {
  const double gap = space.theme.space(2);
  const int count = space.numPlanes - 1;
  SmallPlanes best;
  for (int across = 1; across <= count; ++across) {
    const int down = (count + across - 1) / across;
    const double width = (room.width - gap * (across - 1)) / across, height = (room.height - gap * (down - 1)) / down;
    const Rect plane = panelOfShape({0, 0, std::max(width, 0.0), std::max(height - space.header, 0.0)}, space.rows,
                                    space.columns);
    if (plane.height > best.plane.height) best = {across, width, height, plane};
  }
  return best;
}

/// Logos right of and below a panel, in the room that was left for them.
void addLogos(DpLayout& layout, const PlaneSpace& space, size_t plane) {
  const double band = space.logo, gap = 2;
  const Rect& panel = layout.panels[plane];
  if (band == 0 || panel.isEmpty()) return;
  layout.queryLogos[plane] = {panel.right() + gap, panel.y, band - gap, panel.height};
  layout.templateLogos[plane] = {panel.x, panel.bottom() + gap, panel.width, band - gap};
}

/// At most `most` of the width for the small planes: less where they would be larger than the large one beside them.
double widthOfSmall(const PlaneSpace& space, const Rect& room, double most,
                    const std::function<Rect(double taken)>& largeBeside) {
  while (most > kLeastSmallPlane && smallPlanesIn(space, {0, 0, most, room.height}).plane.height >
                                        largeBeside(most + space.gap).height)
    most *= kShrinking;
  return most;
}

/// Small planes that have no room stand by their names in one line above the large one, where they are clicked too.
void layOutNames(DpLayout& layout, const PlaneSpace& space, Rect& room) {
  const int count = space.numPlanes - 1;
  const double width = count > 0 ? room.width / count : 0;
  if (!space.theme.page.mayElide || width < kLeastNameWidth * space.theme.scale) return;
  for (int plane = 0, at = 0; plane < space.numPlanes; ++plane)
    if (plane != space.main)
      layout.headers[static_cast<size_t>(plane)] = {room.x + at++ * width, room.y, width, space.header};
  room.y += space.header;
  room.height = std::max(room.height - space.header, 0.0);
}

void layOutSmallBeside(DpLayout& layout, const PlaneSpace& space, Rect room) {
  const Theme& theme = space.theme;
  const double gap = space.gap, step = theme.space(2);
  const auto largeBeside = [&](double taken) {
    return space.panelIn({room.x, room.y, room.width - taken - space.upright,
                          room.height - layout.barHeight - theme.space(1)},
                         space.logo);
  };
  // What a matrix as high as the room leaves free belongs to the small planes, but at least their share.
  const double free = room.right() - largeBeside(0).right() - space.logo - space.upright - gap;
  const double most = widthOfSmall(space, room, std::max(free, room.width * kSmallShare), largeBeside);
  const SmallPlanes small = smallPlanesIn(space, {0, 0, most, room.height});
  const bool hasSmall =
      room.width >= kLeastWidthWithSmall * theme.scale && small.plane.height >= kLeastSmallPlane * theme.scale;
  if (!hasSmall) layOutNames(layout, space, room);
  const double cell = std::min(small.width, std::max(small.plane.width, kHeaderWidth * theme.scale));
  const double taken = small.across * cell + (small.across - 1) * step + gap;
  const Rect large = largeBeside(hasSmall ? std::min(taken, most + gap) : 0);
  layout.bar = space.barOf(large, layout.barHeight);
  double lowest = 0;  // end of the small planes
  for (int plane = 0, at = 0; plane < space.numPlanes; ++plane) {
    const auto k = static_cast<size_t>(plane);
    if (plane == space.main) {
      layout.headers[k] = {room.x, room.y, large.right() - room.x, space.header};
      layout.panels[k] = large;
      addLogos(layout, space, k);
    } else if (hasSmall) {
      const double x = large.right() + space.logo + space.upright + gap + (at % small.across) * (cell + step);
      const double y = room.y + (at / small.across) * (small.height + step);
      ++at;
      layout.headers[k] = {x, y, small.across > 1 ? cell : room.right() - x, space.header};
      layout.panels[k] = {x, y + space.header, small.plane.width, small.plane.height};
      lowest = layout.panels[k].bottom();
    }
  }
  layout.captionWidth = large.width + (lowest < layout.bar.y ? room.right() - large.right() : 0);
}

/// The large plane as wide as the room, the small ones below it; leaves it empty where there is no height for them.
void layOutSmallBelow(DpLayout& layout, const PlaneSpace& space, const Rect& room) {
  const Theme& theme = space.theme;
  const double step = theme.space(2);
  const Rect large = space.panelIn(
      {room.x, room.y, room.width - space.upright, room.height - layout.barHeight - theme.space(1)}, space.logo);
  layout.bar = space.barOf(large, layout.barHeight);
  const double top = std::max(layout.bar.bottom(), large.bottom() + space.logo) + space.gap;
  SmallPlanes small = smallPlanesIn(space, {room.x, top, room.width, std::max(room.bottom() - top, 0.0)});
  if (small.plane.height < kLeastSmallPlane * theme.scale) return;
  if (small.plane.height > large.height) small.plane = {0, 0, large.width, large.height};
  for (int plane = 0, at = 0; plane < space.numPlanes; ++plane) {
    const auto k = static_cast<size_t>(plane);
    if (plane == space.main) {
      layout.headers[k] = {room.x, room.y, large.right() - room.x, space.header};
      layout.panels[k] = large;
      addLogos(layout, space, k);
      continue;
    }
    const double x = room.x + (at % small.across) * (small.width + step);
    const double y = top + (at / small.across) * (space.header + small.plane.height + step);
    ++at;
    layout.headers[k] = {x, y, small.width, space.header};
    layout.panels[k] = {x, y + space.header, small.plane.width, small.plane.height};
  }
  layout.captionWidth = large.width;
}

bool hasSmallPlanes(const DpLayout& layout) {
  return std::count_if(layout.panels.begin(), layout.panels.end(), [](const Rect& panel) { return !panel.isEmpty(); }) >
         1;
}

/// The small planes stand where the large one gets larger, or where they have room; on a page, whose height follows
/// from it, beside.
void layOutOneLarge(DpLayout& layout, const PlaneSpace& space, const Rect& room) {
  DpLayout below = layout;
  layOutSmallBeside(layout, space, room);
  if (!space.theme.page.mayElide || space.numPlanes < 2) return;
  layOutSmallBelow(below, space, room);
  const double gain = below.panel(space.main).height - layout.panel(space.main).height;
  if (gain > 0 || (gain == 0 && hasSmallPlanes(below) && !hasSmallPlanes(layout))) layout = std::move(below);
}

/// The main plane and the posterior beside it, or below it in a narrow picture.
void layOutTwo(DpLayout& layout, const PlaneSpace& space, const Rect& room) {
  if (space.numPlanes == 0) return;
  double width = std::max((room.width - space.gap) / 2, 0.0), height = room.height, right = width + space.gap, down = 0;
  if (width - space.axes.left - space.logo - space.upright < kLeastPlaneBeside * space.theme.scale) {
    width = room.width;
    height = std::max((room.height - space.gap) / 2, 0.0);
    right = 0;
    down = height + space.gap;
  }
  const int planes[] = {space.main, space.numPlanes};
  for (int place = 0; place < 2; ++place) {
    const auto k = static_cast<size_t>(planes[place]);
    const double x = room.x + place * right, y = room.y + place * down;
    layout.headers[k] = {x, y, width, space.header};
    layout.panels[k] = space.panelIn(
        {x, y, width - space.upright, height - layout.barHeight - space.theme.space(1)}, space.logo);
    addLogos(layout, space, k);
    (place == 0 ? layout.bar : layout.posteriorBar) = space.barOf(layout.panels[k], layout.barHeight);
  }
  layout.captionWidth = layout.bar.width;
}

void layOutSideBySide(DpLayout& layout, const PlaneSpace& space, Rect room) {
  const double gap = space.gap;
  room.width = std::max(room.width - space.upright, 0.0);
  const int count = std::max(space.numPlanes, 1);
  const auto widthOf = [&](int across) { return (room.width - gap * (across - 1)) / across; };
  int across = std::min(count, kMostAcross);
  if (!space.theme.page.mayElide)  // a page is as high as it needs
    while (across > 1 && widthOf(across) - space.axes.left < kLeastPlaneBeside * space.theme.scale) --across;
  const int down = (count + across - 1) / across;
  const double height = room.height - layout.barHeight - space.theme.space(1);
  const double width = widthOf(across), each = (height - gap * (down - 1)) / down;
  double bottom = room.y;
  for (int plane = 0; plane < space.numPlanes; ++plane) {
    const auto k = static_cast<size_t>(plane);
    const double x = room.x + plane % across * (width + gap), y = room.y + plane / across * (each + gap);
    layout.headers[k] = {x, y, std::max(width, 0.0), space.header};
    layout.panels[k] = space.panelIn({x, y, width, each}, 0);
    bottom = std::max(bottom, layout.panels[k].bottom());
  }
  const double left = room.x + space.axes.left;
  layout.bar = {left, bottom + space.theme.space(1), std::min(360.0 * space.theme.scale, room.right() - left),
                layout.barHeight};
  if (space.upright > 0 && space.numPlanes > 0)
    layout.bar = {room.right(), layout.panels[0].y, space.upright, bottom - layout.panels[0].y};
}

double textHeight(const DpPicture& picture, const Theme& theme, double room) {
  const std::vector<PathEntry>& entries = picture.entries();
  if (entries.empty()) return QFontMetricsF(theme.residueFont()).height();
  const double one = pathTextHeight(theme, engine::nth(entries, picture.options().path));
  if (!picture.options().isListShown) return one;
  double all = 0;
  for (const PathEntry& entry : entries) all += pathTextHeight(theme, entry);
  return std::max(one, std::min(all, std::floor(kListShare * room / one) * one));
}

double logoBand(const DpPicture& picture, const Theme& theme, QSize size) {
  if (!picture.options().areLogosShown || picture.logos().isEmpty()) return 0;
  const int side = theme.page.mayElide ? std::min(size.width(), size.height()) : size.width();
  if (side < kLeastSizeWithLogos * theme.scale) return 0;
  return kLogoBand * theme.scale;
}

/// Of colour bars with what is written below matrices as large as the room allows.
double barHeight(const DpPicture& picture, const Theme& theme, const Rect& room) {
  const DpOptions& options = picture.options();
  const bool areTwo = options.arrangement == PlaneArrangement::withPosterior;
  Rect panel = room;
  if (areTwo) panel.width = room.width / 2;
  if (options.arrangement == PlaneArrangement::oneLarge) panel.width = room.width * (1 - kSmallShare);
  if (options.arrangement != PlaneArrangement::sideBySide)
    panel = panelOfShape(panel, picture.numRows(), picture.numColumns());
  return colorBarHeight(theme, scaleCaption(options, areTwo ? engine::DpKind::posterior : options.kind), panel.width);
}

/// Takes the room of the opened cell at the right.
void layOutCard(DpLayout& layout, Rect& room, const Theme& theme) {
  const double card = cellCardWidth(theme) + theme.space(3);
  if (room.width - card < kLeastWidthWithCard * theme.scale) return;
  room.width -= card;
  layout.card = QRectF(room.right() + theme.space(3), room.y, card - theme.space(3), room.height);
}

/// A zoom is chosen in the panel of the main plane.
void placeViewports(DpLayout& layout, const DpPicture& picture, const MapNavigation& navigation) {
  const Index rows = picture.numRows(), columns = picture.numColumns();
  const Rect reference = layout.panel(picture.options().mainPlane);
  for (const Rect& panel : layout.panels)
    layout.viewports.push_back(navigation.isFitted()
                                   ? navigation.in(panel, rows, columns)
                                   : navigation.in(reference, rows, columns).scaledTo(reference, panel));
}

}  // namespace

DpLayout layoutOf(const DpPicture& picture, const MapNavigation& navigation, bool isStepping, const Theme& theme,
                  QSize size) {
  DpLayout layout;
  const DpOptions& options = picture.options();
  const bool isLow = theme.page.mayElide && size.height() < kLeastHeightWithText * theme.scale;
  const double margin = theme.space(2), text = isLow ? 0 : textHeight(picture, theme, size.height());
  layout.text = QRectF(margin, size.height() - text - margin / 2, size.width() - 2 * margin, text);
  Rect room{margin, margin, std::max(size.width() - 2 * margin, 0.0),
            std::max(size.height() - text - 2.5 * margin, 0.0)};
  layout.barHeight = isLow ? 0 : barHeight(picture, theme, room);
  for (auto* rects : {&layout.headers, &layout.panels, &layout.queryLogos, &layout.templateLogos})
    rects->resize(picture.planes().size());
  if (options.arrangement == PlaneArrangement::lanes) {
    layout.lanes = toRectF(room);
  } else {
    if ((options.isCardShown || isStepping) && picture.hasWaysIn()) layOutCard(layout, room, theme);
    const PlaneSpace space{theme,
                           picture.numPlanes(),
                           options.mainPlane,
                           picture.numRows(),
                           picture.numColumns(),
                           axisSpace(theme, picture.numRows(), AxisTitles::shown),
                           double(theme.space(3)),
                           QFontMetricsF(theme.titleFont()).height() + theme.space(1),
                           logoBand(picture, theme, size),
                           isLow ? 0 : colorBarWidth(theme)};
    if (options.arrangement == PlaneArrangement::oneLarge)
      layOutOneLarge(layout, space, room);
    else if (options.arrangement == PlaneArrangement::withPosterior)
      layOutTwo(layout, space, room);
    else
      layOutSideBySide(layout, space, room);
  }
  placeViewports(layout, picture, navigation);
  return layout;
}

Rect DpLayout::panel(int plane) const {
  return plane >= 0 && plane < static_cast<int>(panels.size()) ? engine::nth(panels, plane) : Rect{};
}

int DpLayout::planeAt(QPointF position) const {
  for (size_t k = 0; k < panels.size(); ++k)
    if (panels[k].contains(position.x(), position.y()) || headers[k].contains(position.x(), position.y()))
      return static_cast<int>(k);
  return -1;
}

DpCell DpLayout::cellAt(const DpPicture& picture, QPointF position) const {
  const int plane = planeAt(position);
  const Rect own = panel(plane);
  if (!own.contains(position.x(), position.y())) return {};
  const CellPoint point = engine::nth(viewports, plane).toCell(own, position.x(), position.y());
  const DpCell cell{static_cast<Index>(std::floor(point.row)), static_cast<Index>(std::floor(point.column))};
  return picture.contains(cell) ? cell : DpCell{};
}

}  // namespace ui
