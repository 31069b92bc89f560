// Where everything is in a picture of any size, and the scene placed accordingly.
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/views/attention/AttentionLayout.h"
#include "ui/views/maps/MapMarginPlot.h"

namespace ui {

using engine::Index;

namespace {

/// A map beside another is at least this wide (logical pixels), or it is left out.
constexpr double kLeastMap = 90;
/// Two colour bars stand side by side from this width on, else below each other.
constexpr double kTwoBars = 300;
/// For what a large map still lacks (seconds): with the rest of a frame less than 1/30 s.
constexpr double kFramePatience = 0.010;
/// Heights of the view up to which there are no thumbnails, no margins and one line of notes, two lines.
constexpr double kTiny = 240, kLow = 320, kMiddle = 560;

}  // namespace

bool AttentionView::isSplit() const {
  return m_options.companionPlace == CompanionPlace::lowerTriangle && m_companionMatrix && isSquare() &&
         picture() == AttentionPicture::map;
}

double AttentionView::noteHeight(double width, int mostLines) const {
  const QFontMetricsF metrics(theme().labelFont());
  double height = 0;
  for (const QString& text : {noteText(), warningText()}) {
    if (text.isEmpty() || width < 1) continue;
    const double wanted = metrics.boundingRect(QRectF(0, 0, width, 1e4), Qt::TextWordWrap, text).height();
    height += std::min(wanted, mostLines * metrics.lineSpacing());
  }
  return height;
}

AttentionView::Layout AttentionView::layoutFor(QSize size) const {
  Layout layout;
  const double margin = theme().space(2);
  const QRectF all(0, 0, size.width(), size.height());
  const bool isLow = size.height() < kLow * theme().scale;
  // In a picture that is hardly large enough for a map there is nothing else.
  const bool isTiny = size.height() < kTiny * theme().scale;
  const HeadStrip::Place place = isTiny ? HeadStrip::Place{{}, all} : m_strip.placeIn(theme(), all);
  layout.strip = place.strip;
  layout.areAxesTitled = !isTiny;
  layout.mostNoteLines = isLow ? 1 : size.height() < kMiddle * theme().scale ? 2 : 3;
  const double top = place.rest.top() + margin, start = place.rest.left() + margin;
  const double whole = std::max(place.rest.width() - 2 * margin, 0.0), half = (whole - margin) / 2;
  const double header = headerHeight(theme()), bar = colorBarHeight(theme());
  const AxisSpace axes = axisSpace(theme(), numRows(), isTiny ? AxisTitles::none : AxisTitles::shown);
  const bool areArcs = picture() == AttentionPicture::arcs, areBoth = isSplit();
  const bool hasRowMargin = heads() && m_options.rowMargin != RowMargin::none && !areArcs && !isLow;
  const bool hasColumnMargin = heads() && m_options.isColumnMarginShown && !areArcs && !isLow;
  const double beside = hasRowMargin ? marginExtent(theme(), MarginPlot::Side::right) : 0;
  const double below = hasColumnMargin ? marginExtent(theme(), MarginPlot::Side::bottom) : 0;
  const double notes = noteHeight(whole, layout.mostNoteLines);
  const auto placeMap = [&](int slot, double width, bool hasMargins, int numBars) {
    Layout::Map map;
    const double left = start + slot * (width + margin);
    const Rect room{
        left + axes.left, top + header + axes.top, std::max(width - axes.left - (hasMargins ? beside : 0), 0.0),
        std::max(size.height() - top - header - axes.top - numBars * bar - 1.5 * margin - below - notes, 0.0)};
    map.panel = panelOfShape(room, numRows(), numColumns());
    map.header = {left, top, width, header};
    map.bar = {map.panel.x, map.panel.bottom() + below + margin / 2, map.panel.width, bar};
    map.captionWidth = width - axes.left;
    return map;
  };
  if (areArcs) {
    layout.attention.header = {start, top, whole, header};
    const double numbers = QFontMetricsF(theme().labelFont()).height() + theme().space(2);
    layout.arcs = {start, top + header, whole,
                   std::max(size.height() - top - header - numbers - bar - notes - 1.5 * margin, 0.0)};
    layout.attention.bar = {start + theme().space(3), layout.arcs.bottom() + numbers,
                            std::min(whole - theme().space(6), kTwoBars * theme().scale), bar};
    layout.attention.captionWidth = whole;
  } else {
    const bool wantsCompanion = m_companionMatrix && !areBoth;
    // Two maps that nobody can read are worth less than one.
    const bool hasRoom = placeMap(0, half, true, 1).panel.width >= kLeastMap * theme().scale;
    const bool hasCompanion = wantsCompanion && (!heads() || hasRoom);
    const double width = heads() && hasCompanion ? half : whole;
    const bool areStacked = areBoth && !isLow && placeMap(0, width, true, 1).panel.width < kTwoBars * theme().scale;
    if (heads()) layout.attention = placeMap(0, width, true, areStacked ? 2 : 1);
    if (hasCompanion) layout.companion = placeMap(heads() ? 1 : 0, width, false, 1);
    if (areBoth) {
      layout.companion = layout.attention;
      Rect &first = layout.attention.bar, &second = layout.companion.bar;
      if (areStacked) {
        second.y += bar;
      } else {
        first.width = second.width = (layout.attention.panel.width - 2 * margin) / 2;
        second.x += first.width + 2 * margin;
        layout.attention.captionWidth = first.width;
        layout.companion.captionWidth += margin - second.x + first.x;
      }
    }
  }
  const Rect& panel = layout.attention.panel;
  if (hasRowMargin) layout.rowMargin = {panel.right(), panel.y, beside, panel.height};
  if (hasColumnMargin) layout.columnMargin = {panel.x, panel.bottom(), panel.width, below};
  const double bottom = std::max(layout.attention.bar.bottom(), layout.companion.bar.bottom());
  layout.notes = QRectF(start, bottom, whole, notes);
  return layout;
}

Rect AttentionView::panelOf(Plane plane, QSize size) const {
  const Layout layout = layoutFor(size);
  return plane == Plane::attention ? layout.attention.panel : layout.companion.panel;
}

QSizeF AttentionView::largestPicture(QSize size) const {
  if (numRows() == 0 || numColumns() == 0) return size;
  const Layout layout = layoutFor(size);
  const Rect &attention = layout.attention.panel, &companion = layout.companion.panel;
  return {std::max(attention.width, companion.width), std::max(attention.height, companion.height)};
}

QRectF AttentionView::stripIn(QSize size) const { return layoutFor(size).strip; }

MapViewport AttentionView::viewportIn(QSize size) const {
  return m_navigation.in(panelOf(heads() ? Plane::attention : Plane::companion, size), numRows(), numColumns());
}

ArcFrame AttentionView::arcFrameIn(QSize size) const { return arcFrameOf(layoutFor(size).arcs); }

ArcFrame AttentionView::arcFrameOf(const Rect& panel) const {
  ArcFrame frame;
  frame.panel = panel;
  frame.length = numRows();
  const auto length = static_cast<double>(std::max<Index>(frame.length, 1));
  frame.pixelsPerResidue = std::max(frame.panel.width, 1.0) / length * m_arcZoom;
  frame.firstResidue = m_arcCenter * length - frame.panel.width / 2 / frame.pixelsPerResidue;
  frame.letters = rowLetters();
  if (geometry() && static_cast<Index>(geometry()->geometry.dssp.size()) == frame.length)
    frame.states = geometry()->geometry.dssp;
  return frame;
}

MapFrame AttentionView::frameOf(const Rect& panel, const MapViewport& viewport) const {
  // Where special tokens are counted as well, numbers are not those of residues.
  const auto unit = [this](const ShownPositions& positions) {
    const bool isCounted = positions.numSpecial() > positions.numHidden();
    return isCounted ? tr("position") : tr("residue");
  };
  return {panel,
          viewport,
          numRows(),
          numColumns(),
          rowLetters(),
          columnLetters(),
          tr("query %1").arg(unit(m_rows)),
          tr("key %1").arg(unit(m_columns))};
}

void AttentionView::prepareScene(QSize size, double pixelRatio) {
  if (m_isSceneDirty) updateScene();
  const Layout layout = layoutFor(size);
  // On the screen a frame may be coarse and followed by a finer one; an exported picture is all there is.
  const bool isScreen = canvas().paintingActive();
  m_scene->setPatience(isScreen ? kFramePatience : std::numeric_limits<double>::infinity());
  m_scene->place(size.width(), size.height(), pixelRatio, {layout.attention.panel, layout.companion.panel},
                 viewportIn(size));
  if (isScreen && !m_scene->isComplete()) QTimer::singleShot(0, this, [this] { refresh(); });
}

}  // namespace ui
