// Where planes, logos, colour bars, texts and the opened cell of the DP view stand.
#include <algorithm>
#include <cmath>

#include "ui/views/dp/DpLayout.h"

namespace ui {

using engine::Index;

namespace {

/// Narrower and lower than this (logical pixels) there is no room for the small planes.
constexpr double kLeastWidthWithSmall = 330, kLeastSmallPlane = 36;
/// Where there is more room than this for a small plane's header, planes stand closer.
constexpr double kHeaderWidth = 230;
/// Share of the width that the small planes may take.
constexpr double kSmallShare = 0.26;
/// Planes keep this width beside the opened cell.
constexpr double kLeastWidthWithCard = 330;
/// A picture lower or narrower than this has no room for logos.
constexpr double kLeastSizeWithLogos = 380, kLogoBand = 34;
/// A picture lower than this is left to the matrix: no texts, no colour bar.
constexpr double kLeastHeightWithText = 280;
/// Share of the height that the list of paths may take.
constexpr double kListShare = 0.45;

struct SmallPlanes {
  int across = 1;                ///< columns of the grid
  double width = 0, height = 0;  ///< of a cell
  Rect plane;                    ///< as large as it gets in a cell below its header
};

double planeHeaderHeight(const Theme& theme) { return QFontMetricsF(theme.titleFont()).height() + theme.space(1); }

/// Cells of a grid that holds `count` planes of the given shape in a room: as many columns as make the planes largest.
SmallPlanes smallPlanesIn(const Rect& room, int count, double header, double gap, Index rows, Index columns) {
  SmallPlanes best;
  for (int across = 1; across <= count; ++across) {
    const int down = (count + across - 1) / across;
    const double width = (room.width - gap * (across - 1)) / across, height = (room.height - gap * (down - 1)) / down;
    const Rect plane = panelOfShape({0, 0, std::max(width, 0.0), std::max(height - header, 0.0)}, rows, columns);
    if (plane.height > best.plane.height) best = {across, width, height, plane};
  }
  return best;
}

}  // namespace

bool DpView::isLarge(int plane) const {
  return m_arrangement == PlaneArrangement::sideBySide || plane == m_main ||
         (isPosteriorBeside() && plane == numPlanes());
}

double DpView::textHeight(double room) const {
  if (m_entries.empty()) return QFontMetricsF(theme().residueFont()).height();
  const double one = pathTextHeight(theme(), m_entries[static_cast<size_t>(std::max(0, m_path))]);
  if (!m_isListShown) return one;
  double all = 0;
  for (const PathEntry& entry : m_entries) all += pathTextHeight(theme(), entry);
  return std::max(one, std::min(all, std::floor(kListShare * room / one) * one));
}

double DpView::logoBand(QSize size) const {
  if (!m_areLogosShown || m_queryLogo.empty() || m_templateLogo.empty()) return 0;
  if (std::min(size.width(), size.height()) < kLeastSizeWithLogos * theme().scale) return 0;
  return kLogoBand * theme().scale;
}

DpView::Layout DpView::layoutFor(QSize size) const {
  Layout layout;
  const bool isLow = size.height() < kLeastHeightWithText * theme().scale;
  const double margin = theme().space(2), text = isLow ? 0 : textHeight(size.height());
  layout.barHeight = isLow ? 0 : colorBarHeight(theme());
  layout.text = QRectF(margin, size.height() - text - margin / 2, size.width() - 2 * margin, text);
  Rect room{margin, margin, std::max(size.width() - 2 * margin, 0.0),
            std::max(size.height() - text - 2.5 * margin, 0.0)};
  layout.logo = logoBand(size);
  layout.headers.resize(m_planes.size());
  layout.panels.resize(m_planes.size());
  layout.queryLogos.resize(m_planes.size());
  layout.templateLogos.resize(m_planes.size());
  if (m_arrangement == PlaneArrangement::lanes) {
    layout.lanes = toRectF(room);
    return layout;
  }
  const double card = cellCardWidth(theme()) + theme().space(3);
  if ((m_isCardShown || m_isStepping) && hasWaysIn() && room.width - card >= kLeastWidthWithCard * theme().scale) {
    room.width -= card;
    layout.card = QRectF(room.right() + theme().space(3), room.y, card - theme().space(3), room.height);
  }
  if (m_arrangement == PlaneArrangement::oneLarge)
    layOutOneLarge(layout, room);
  else if (isPosteriorBeside())
    layOutTwo(layout, room);
  else
    layOutSideBySide(layout, room);
  return layout;
}

/// Right of and below a panel, in the room that was left for them.
void DpView::addLogos(Layout& layout, int plane) const {
  const double band = layout.logo, gap = 2;
  const Rect& panel = layout.panels[static_cast<size_t>(plane)];
  if (band == 0 || panel.isEmpty()) return;
  layout.queryLogos[static_cast<size_t>(plane)] = {panel.right() + gap, panel.y, band - gap, panel.height};
  layout.templateLogos[static_cast<size_t>(plane)] = {panel.x, panel.bottom() + gap, panel.width, band - gap};
}

void DpView::layOutOneLarge(Layout& layout, const Rect& room) const {
  const double gap = theme().space(3), header = planeHeaderHeight(theme()), logo = layout.logo;
  const AxisSpace axes = axisSpace(theme(), numRows(), AxisTitles::shown);
  const auto largeBeside = [&](double taken) {
    return panelOfShape(
        {room.x + axes.left, room.y + header + axes.top, std::max(room.width - axes.left - logo - taken, 0.0),
         std::max(room.height - header - axes.top - logo - layout.barHeight - theme().space(1), 0.0)},
        numRows(), numColumns());
  };
  // What a matrix as high as the room leaves free belongs to the small planes, but at least their share.
  const double free = room.right() - largeBeside(0).right() - logo - gap;
  const SmallPlanes small = smallPlanesIn({0, 0, std::max(free, room.width * kSmallShare), room.height},
                                          numPlanes() - 1, header, theme().space(2), numRows(), numColumns());
  const bool hasSmall =
      room.width >= kLeastWidthWithSmall * theme().scale && small.plane.height >= kLeastSmallPlane * theme().scale;
  const double cell = std::min(small.width, std::max(small.plane.width, kHeaderWidth * theme().scale));
  const double taken = small.across * cell + (small.across - 1) * theme().space(2) + gap;
  const Rect large = largeBeside(hasSmall ? std::min(taken, std::max(free, room.width * kSmallShare) + gap) : 0);
  layout.bar = {large.x, large.bottom() + logo + theme().space(1), large.width, layout.barHeight};
  double lowest = 0;  // end of the small planes
  for (int plane = 0, at = 0; plane < numPlanes(); ++plane) {
    const auto k = static_cast<size_t>(plane);
    if (plane == m_main) {
      layout.headers[k] = {room.x, room.y, large.right() - room.x, header};
      layout.panels[k] = large;
      addLogos(layout, plane);
    } else if (hasSmall) {
      const double x = large.right() + logo + gap + (at % small.across) * (cell + theme().space(2));
      const double y = room.y + (at / small.across) * (small.height + theme().space(2));
      ++at;
      layout.headers[k] = {x, y, small.across > 1 ? cell : room.right() - x, header};
      layout.panels[k] = {x, y + header, small.plane.width, small.plane.height};
      lowest = layout.panels[k].bottom();
    }
  }
  layout.captionWidth = large.width + (lowest < layout.bar.y ? room.right() - large.right() : 0);
}

void DpView::layOutTwo(Layout& layout, const Rect& room) const {
  if (numPlanes() == 0) return;
  const double gap = theme().space(3), header = planeHeaderHeight(theme()), logo = layout.logo;
  const AxisSpace axes = axisSpace(theme(), numRows(), AxisTitles::shown);
  const double width = std::max((room.width - gap) / 2, 0.0);
  const int planes[] = {m_main, numPlanes()};
  for (int place = 0; place < 2; ++place) {
    const auto k = static_cast<size_t>(planes[place]);
    const double x = room.x + place * (width + gap);
    layout.headers[k] = {x, room.y, width, header};
    layout.panels[k] =
        panelOfShape({x + axes.left, room.y + header + axes.top, std::max(width - axes.left - logo, 0.0),
                      std::max(room.height - header - axes.top - logo - layout.barHeight - theme().space(1), 0.0)},
                     numRows(), numColumns());
    addLogos(layout, planes[place]);
    const Rect& panel = layout.panels[k];
    Rect& bar = place == 0 ? layout.bar : layout.posteriorBar;
    bar = {panel.x, panel.bottom() + logo + theme().space(1), panel.width, layout.barHeight};
  }
  layout.captionWidth = layout.bar.width;
}

void DpView::layOutSideBySide(Layout& layout, const Rect& room) const {
  const double gap = theme().space(3), header = planeHeaderHeight(theme());
  const AxisSpace axes = axisSpace(theme(), numRows(), AxisTitles::shown);
  const int count = std::max(numPlanes(), 1), columns = count > 3 ? 3 : count, rows = (count + columns - 1) / columns;
  const double height = room.height - layout.barHeight - theme().space(1);
  const double width = (room.width - gap * (columns - 1)) / columns, each = (height - gap * (rows - 1)) / rows;
  double bottom = room.y;
  for (int plane = 0; plane < numPlanes(); ++plane) {
    const auto k = static_cast<size_t>(plane);
    const double x = room.x + plane % columns * (width + gap), y = room.y + plane / columns * (each + gap);
    layout.headers[k] = {x, y, std::max(width, 0.0), header};
    layout.panels[k] = panelOfShape({x + axes.left, y + header + axes.top, std::max(width - axes.left, 0.0),
                                     std::max(each - header - axes.top, 0.0)},
                                    numRows(), numColumns());
    bottom = std::max(bottom, layout.panels[k].bottom());
  }
  const double left = room.x + axes.left;
  layout.bar = {left, bottom + theme().space(1), std::min(360.0 * theme().scale, room.right() - left),
                layout.barHeight};
}

Rect DpView::panelOf(int plane, QSize size) const {
  const Layout layout = layoutFor(size);
  return plane >= 0 && plane < static_cast<int>(layout.panels.size()) ? layout.panels[static_cast<size_t>(plane)]
                                                                      : Rect{};
}

QRectF DpView::textArea(QSize size) const { return layoutFor(size).text; }

QSizeF DpView::largestPicture(QSize size) const {
  if (m_arrangement == PlaneArrangement::lanes || numRows() == 0 || numColumns() == 0) return size;
  const Rect panel = panelOf(m_main, size);
  return {panel.width, panel.height};
}

Rect DpView::referencePanel(QSize size) const { return panelOf(m_main, size); }

MapViewport DpView::viewportOf(int plane, QSize size) const {
  const Rect reference = referencePanel(size), own = panelOf(plane, size);
  if (m_navigation.isFitted()) return m_navigation.in(own, numRows(), numColumns());
  return m_navigation.in(reference, numRows(), numColumns()).scaledTo(reference, own);
}

int DpView::planeAt(QPointF position) {
  const QSize size = canvas().size();
  const Layout layout = layoutFor(size);
  for (int plane = 0; plane < static_cast<int>(layout.panels.size()); ++plane) {
    const auto k = static_cast<size_t>(plane);
    if (layout.panels[k].contains(position.x(), position.y()) || layout.headers[k].contains(position.x(), position.y()))
      return plane;
  }
  return -1;
}

MapFrame DpView::frameOf(int plane, QSize size) const {
  MapFrame frame;
  frame.panel = panelOf(plane, size);
  frame.viewport = viewportOf(plane, size);
  frame.rows = numRows();
  frame.columns = numColumns();
  frame.rowLetters = lettersOf(alignment()->query);
  frame.columnLetters = lettersOf(alignment()->templ);
  frame.rowTitle = QStringLiteral("query column");
  frame.columnTitle = QStringLiteral("template column");
  return frame;
}

}  // namespace ui
