#include "ui/views/attention/AttentionLayout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "ui/views/attention/AttentionWords.h"
#include "ui/views/maps/CellsInSight.h"
#include "ui/views/maps/MapMarginPlot.h"

namespace ui {

using attention_words::tr;
using engine::Index;

namespace {

/// A map beside another is at least this wide (logical pixels), or it is left out; on paper, where nothing is left out,
/// one that is less wide stands below the other.
constexpr double kLeastMap = 90, kLeastMapOnPaper = 160;
/// The words above a map have this width where there is as much.
constexpr double kGoodHeader = 360;
/// Two colour bars stand side by side from this width on, else below each other.
constexpr double kTwoBars = 300;
/// Height to width of arcs that are as steep as they need to be.
constexpr double kArcShape = 0.6;
/// Heights of the view up to which there are no thumbnails, no margins and one line of notes, two lines.
constexpr double kTinyHeight = 240, kLow = 320, kMiddle = 560;

/// Notes on paper are whole.
constexpr int kAllLines = 1000;

/// Axes of more cells have no words: each would be too small for one.
constexpr Index kMostWords = 200;

/// Tokens that are no letters of residues.
std::vector<QString> wordsOf(const ShownPositions& positions, const std::string& letters) {
  std::vector<QString> words;
  if (!letters.empty() || positions.size() > kMostWords || positions.token(0).empty()) return words;
  for (Index cell = 0; cell < positions.size(); ++cell) words.push_back(QString::fromStdString(positions.token(cell)));
  return words;
}

AxisWords wordsOf(const AttentionSubject& subject) {
  return {wordsOf(subject.rows(), subject.rowLetters()), wordsOf(subject.columns(), subject.columnLetters())};
}

/// What is left for maps or arcs, and what goes around each.
struct Room {
  double left = 0, top = 0, width = 0;
  double bottom = 0;  ///< above the notes
  double margin = 0, header = 0, bar = 0, label = 0, scale = 1;
  double upright = 0;                      ///< width of a colour bar at the right; 0: below
  double rowMargin = 0, columnMargin = 0;  ///< beside and below the map of attention; 0: not shown
  AxisSpace axes;
  Index rows = 0, columns = 0;
  bool isLow = false, isAlone = false;
  bool isStacked = false;  ///< the second map is below the first, each in one half of the height
  bool isCentred = false;  ///< a map that needs not all of the width stands in its middle
};

double wrappedHeight(const QString& text, const QFont& font, double width) {
  return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e4), Qt::TextWordWrap, text).height();
}

Room roomOf(const AttentionShown& shown, const Theme& theme, const QRectF& rest, bool isTiny, bool isLow,
            bool isStacked) {
  Room room;
  room.isStacked = isStacked;
  room.isCentred = theme.page.mayElide;  // on paper notes above a map are as wide as they were reckoned
  room.scale = theme.scale;
  room.margin = theme.space(2);
  room.left = rest.left() + room.margin;
  room.top = rest.top() + room.margin;
  room.width = std::max(rest.width() - 2 * room.margin, 0.0);
  room.label = QFontMetricsF(theme.labelFont()).height();
  room.header = theme.page.isLegendShown ? QFontMetricsF(theme.titleFont()).height() + room.label + theme.space(1) : 0;
  room.rows = shown.subject.numRows();
  room.columns = shown.subject.numColumns();
  room.axes = axisSpace(theme, room.rows, isTiny ? AxisTitles::none : AxisTitles::shown);
  room.isLow = isLow;
  room.isAlone = theme.page.isPictureAlone && !shown.companion.isSecondHead;
  const bool areBeside = shown.companion.matrix && !room.isAlone && !isStacked;
  const double each = areBeside ? (room.width - room.margin) / 2 : room.width;
  if (theme.page.isLegendShown && !theme.page.mayElide) {
    const double first = fittingTitle(headTitles(shown), theme, each).height;
    const bool hasSecond = areBeside && shown.companion.isSecondHead;
    const double second = hasSecond ? fittingTitle(secondTitles(shown), theme, each).height : 0;
    room.header += std::max(first, second) - QFontMetricsF(theme.titleFont()).height();
    room.header += std::max(wrappedHeight(headNote(shown), theme.labelFont(), each) - room.label, 0.0);
  }
  room.upright = colorBarWidth(theme);
  if (room.upright == 0)
    room.bar = isLow ? colorBarHeight(theme) : colorBarHeight(theme, attentionCaption(shown), each - room.axes.left);
  const bool hasMargins = shown.subject.heads() && shown.picture() == AttentionPicture::map && !isLow;
  if (hasMargins && shown.rowMargin() != RowMargin::none) room.rowMargin = marginExtent(theme, MarginPlot::Side::right);
  if (hasMargins && shown.options.isColumnMarginShown)
    room.columnMargin = marginExtent(theme, MarginPlot::Side::bottom);
  return room;
}

/// The first or second of maps of this width, with colour bars below each other.
AttentionLayout::Map mapIn(const Room& room, int slot, double width, bool hasMargins, int numBars) {
  AttentionLayout::Map map;
  const double height = room.isStacked ? (room.bottom - room.top - room.margin) / 2 : room.bottom - room.top;
  const double left = room.left + (room.isStacked ? 0 : slot * (width + room.margin));
  const double above = room.top + (room.isStacked ? slot * (height + room.margin) : 0);
  const double top = above + room.header + room.axes.top;
  // On whole pixels, so that the outline covers no cell.
  const Rect inner{
      std::round(left + room.axes.left), std::round(top),
      std::floor(std::max(width - room.axes.left - room.upright - (hasMargins ? room.rowMargin : 0), 0.0)),
      std::floor(std::max(above + height - top - numBars * room.bar - 1.5 * room.margin - room.columnMargin, 0.0))};
  map.panel = panelOfShape(inner, room.rows, room.columns);
  const double aside = room.isCentred ? std::floor((inner.width - map.panel.width) / 2) : 0;
  map.panel.x += aside;
  map.header = {left + aside, above, width - aside, room.header};
  map.bar = {map.panel.x, map.panel.bottom() + room.columnMargin + room.margin / 2, map.panel.width, room.bar};
  if (room.upright > 0)
    map.bar = {map.panel.right() + (hasMargins ? room.rowMargin : 0), map.panel.y, room.upright, map.panel.height};
  map.captionWidth = width - room.axes.left - aside;
  return map;
}

void placeArcs(AttentionLayout& layout, const Room& room, const Theme& theme) {
  layout.attention.header = {room.left, room.top, room.width, room.header};
  const double numbers = room.label + theme.space(2);
  layout.arcs = {room.left, room.top + room.header, room.width - room.upright,
                 std::max(room.bottom - room.top - room.header - numbers - room.bar - 1.5 * room.margin, 0.0)};
  layout.attention.bar = {room.left + theme.space(3), layout.arcs.bottom() + numbers,
                          std::min(room.width - theme.space(6), kTwoBars * room.scale), room.bar};
  if (room.upright > 0) layout.attention.bar = {layout.arcs.right(), layout.arcs.y, room.upright, layout.arcs.height};
  layout.attention.captionWidth = room.width;
}

/// Two maps in one panel: a bar for each.
void shareBars(AttentionLayout& layout, const Room& room, bool areStacked) {
  layout.companion = layout.attention;
  Rect &first = layout.attention.bar, &second = layout.companion.bar;
  if (room.upright > 0) {
    first.height = second.height = (first.height - room.margin) / 2;
    second.y += first.height + room.margin;
    return;
  }
  if (areStacked) {
    second.y += room.bar;
    return;
  }
  first.width = second.width = (layout.attention.panel.width - 2 * room.margin) / 2;
  second.x += first.width + 2 * room.margin;
  layout.attention.captionWidth = first.width;
  layout.companion.captionWidth += room.margin - second.x + first.x;
}

/// Two maps beside each other that need not all of the width stand together in its middle.
Room drawnTogether(const Room& all) {
  const double half = (all.width - all.margin) / 2;
  const double used = half - 2 * (mapIn(all, 0, half, true, 1).panel.x - all.left - all.axes.left);
  Room room = all;
  room.width = std::min(all.width, 2 * std::max(used, kGoodHeader * all.scale) + all.margin);
  room.left += (all.width - room.width) / 2;
  return room;
}

void placeMapsIn(const Room& all, AttentionLayout& layout, const AttentionShown& shown) {
  const bool areTwo = all.isCentred && shown.subject.heads() && shown.companion.matrix && !shown.isSplit() &&
                      !all.isAlone && !all.isStacked;
  const Room room = areTwo ? drawnTogether(all) : all;
  const bool hasHeads = shown.subject.heads(), isSplit = shown.isSplit();
  const double half = (room.width - room.margin) / 2;
  // Two maps that nobody can read are worth less than one, but paper has all that was chosen.
  const double first = mapIn(room, 0, room.isStacked ? room.width : half, true, 1).panel.width;
  const bool hasRoom = !all.isCentred || first >= kLeastMap * room.scale;
  const bool hasCompanion = shown.companion.matrix && !isSplit && (!hasHeads || (hasRoom && !room.isAlone));
  const double width = hasHeads && hasCompanion && !room.isStacked ? half : room.width;
  const bool areStacked = isSplit && !room.isLow && mapIn(room, 0, width, true, 1).panel.width < kTwoBars * room.scale;
  if (hasHeads) layout.attention = mapIn(room, 0, width, true, areStacked ? 2 : 1);
  if (hasCompanion) layout.companion = mapIn(room, hasHeads ? 1 : 0, width, false, 1);
  if (isSplit) shareBars(layout, room, areStacked);
  const Rect& panel = layout.attention.panel;
  if (room.rowMargin > 0) layout.rowMargin = {panel.right(), panel.y, room.rowMargin, panel.height};
  if (room.columnMargin > 0) layout.columnMargin = {panel.x, panel.bottom(), panel.width, room.columnMargin};
}

void placeMaps(AttentionLayout& layout, Room& room, const AttentionShown& shown, const Theme& theme) {
  placeMapsIn(room, layout, shown);
  const AxisWords words = wordsOf(shown.subject);
  if (words.rows.empty() && words.columns.empty()) return;
  const AxisTitles titles = layout.areAxesTitled ? AxisTitles::shown : AxisTitles::none;
  // Words that lie leave more room than those that stand, so that they have it.
  for (const bool areCellsKnown : {false, true}) {
    const double cell =
        areCellsKnown && room.columns > 0 ? layout.attention.panel.width / static_cast<double>(room.columns) : 0;
    room.axes = axisSpace(theme, room.rows, titles, words, cell);
    placeMapsIn(room, layout, shown);
  }
}

/// Width over height that the picture can use: that of one map or of two, beside or below each other.
double aspectOf(const AttentionShown& shown, bool isStacked) {
  const bool areTwo = (shown.companion.matrix && !shown.isSplit()) || shown.picture() == AttentionPicture::arcs;
  const auto rows = static_cast<double>(shown.subject.numRows());
  const auto columns = static_cast<double>(shown.subject.numColumns());
  const double one = rows > 0 && columns > 0 ? std::clamp(columns / rows, 0.25, 4.0) : 1;
  return isStacked ? one / 2 : areTwo ? 2 * one : one;
}

/// The second map beside the first or below it.
AttentionLayout arranged(const AttentionShown& shown, const HeadStrip& strip, const Theme& theme, QSize size,
                         bool isStacked) {
  AttentionLayout layout;
  const QRectF all(0, 0, size.width(), size.height());
  const bool isLow = theme.page.mayElide && size.height() < kLow * theme.scale;  // on paper all that was chosen
  // In a picture that is hardly large enough for a map there is nothing else.
  const bool isTiny = size.height() < kTinyHeight * theme.scale;
  const bool hasNoStrip = isTiny || theme.page.isPictureAlone;
  const HeadStrip::Place place =
      hasNoStrip ? HeadStrip::Place{{}, all} : strip.placeIn(theme, all, aspectOf(shown, isStacked));
  layout.strip = place.strip;
  layout.areAxesTitled = !isTiny;
  layout.mostNoteLines = isLow ? 1 : size.height() < kMiddle * theme.scale ? 2 : 3;
  if (!theme.page.mayElide) layout.mostNoteLines = kAllLines;
  if (!theme.page.isLegendShown) layout.mostNoteLines = 0;
  Room room = roomOf(shown, theme, place.rest, isTiny, isLow, isStacked);
  double notes = 0;
  for (const QString& text : {noteText(shown), warningText(shown)})
    notes += fittingNote(text, theme, room.width, layout.mostNoteLines).height;
  room.bottom = size.height() - notes;
  if (shown.picture() == AttentionPicture::arcs)
    placeArcs(layout, room, theme);
  else
    placeMaps(layout, room, shown, theme);
  const double bottom = std::max(layout.attention.bar.bottom(), layout.companion.bar.bottom());
  layout.notes = QRectF(room.left, bottom, room.width, notes);
  return layout;
}

}  // namespace

AttentionLayout layoutOf(const AttentionShown& shown, const HeadStrip& strip, const Theme& theme, QSize size) {
  const AttentionLayout beside = arranged(shown, strip, theme, size, false);
  const bool areTwoMaps =
      shown.companion.matrix && shown.subject.heads() && !shown.isSplit() && shown.picture() == AttentionPicture::map;
  const bool isAlone = theme.page.isPictureAlone && !shown.companion.isSecondHead;
  if (!areTwoMaps || isAlone) return beside;
  // A page becomes as high as two maps below each other need it where they are too small beside each other.
  const double each = std::min(beside.attention.panel.width, beside.companion.panel.width);
  if (!theme.page.mayElide && each >= kLeastMapOnPaper * theme.scale) return beside;
  const AttentionLayout stacked = arranged(shown, strip, theme, size, true);
  if (stacked.companion.panel.isEmpty()) return beside;
  const bool isLarger = stacked.attention.panel.width > beside.attention.panel.width;
  return isLarger || beside.companion.panel.isEmpty() ? stacked : beside;
}

QString sightSentence(const AttentionShown& shown, const AttentionLayout& layout) {
  if (shown.picture() == AttentionPicture::map) return sightSentence(frameOf(shown, layout, mainPanel(shown, layout)));
  const ArcFrame frame = arcFrameOf(shown, layout);
  const Index first = frame.residueAt(layout.arcs.x + 1), last = frame.residueAt(layout.arcs.right() - 1);
  if (first <= 0 && (last < 0 || last + 1 >= frame.length)) return {};
  return tr(" Shown: %1 %2–%3 of %4.")
      .arg(rowUnit(shown.subject))
      .arg(std::max<Index>(first, 0) + 1)
      .arg(last < 0 ? frame.length : last + 1)
      .arg(frame.length);
}

QSizeF pictureSize(const AttentionShown& shown, const AttentionLayout& layout) {
  if (shown.picture() == AttentionPicture::arcs)
    return {layout.arcs.width, std::min(layout.arcs.height, kArcShape * layout.arcs.width)};
  const Rect &first = layout.attention.panel, &second = layout.companion.panel;
  return {std::max(first.width, second.width), std::max(first.height, second.height)};
}

const Rect& mainPanel(const AttentionShown& shown, const AttentionLayout& layout) {
  if (shown.picture() == AttentionPicture::arcs) return layout.arcs;
  return shown.subject.heads() ? layout.attention.panel : layout.companion.panel;
}

MapViewport viewportIn(const AttentionShown& shown, const AttentionLayout& layout) {
  const Rect& panel = shown.subject.heads() ? layout.attention.panel : layout.companion.panel;
  return shown.region.map.in(panel, shown.subject.numRows(), shown.subject.numColumns());
}

MapFrame frameOf(const AttentionShown& shown, const AttentionLayout& layout, const Rect& panel) {
  const AttentionSubject& subject = shown.subject;
  MapFrame frame{panel,
                 shown.region.map.in(panel, subject.numRows(), subject.numColumns()),
                 subject.numRows(),
                 subject.numColumns(),
                 subject.rowLetters(),
                 subject.columnLetters(),
                 {},
                 {},
                 wordsOf(subject)};
  if (layout.areAxesTitled) std::tie(frame.rowTitle, frame.columnTitle) = axisTitles(subject);
  return frame;
}

ArcFrame arcFrameOf(const AttentionShown& shown, const AttentionLayout& layout) {
  ArcFrame frame;
  frame.panel = layout.arcs;
  frame.length = shown.subject.numRows();
  const auto length = static_cast<double>(std::max<Index>(frame.length, 1));
  frame.pixelsPerResidue = std::max(frame.panel.width, 1.0) / length * shown.region.arcZoom;
  frame.firstResidue = shown.region.arcCenter * length - frame.panel.width / 2 / frame.pixelsPerResidue;
  frame.letters = shown.subject.rowLetters();
  const auto& geometry = shown.subject.geometry();
  if (geometry && static_cast<Index>(geometry->geometry.dssp.size()) == frame.length)
    frame.states = geometry->geometry.dssp;
  return frame;
}

FittingTitle fittingTitle(const std::vector<QString>& titles, const Theme& theme, double width) {
  const QFont font = theme.titleFont();
  const QFontMetricsF metrics(font);
  const QString text = fittingText(metrics, titles, width);
  if (theme.page.mayElide || std::find(titles.begin(), titles.end(), text) != titles.end())
    return {text, metrics.height()};
  return {titles.back(), std::max(metrics.height(), wrappedHeight(titles.back(), font, width))};
}

FittingNote fittingNote(const QString& text, const Theme& theme, double width, int mostLines) {
  if (text.isEmpty() || width < 1 || mostLines < 1) return {};
  const QFontMetricsF metrics(theme.labelFont());
  const double wanted = wrappedHeight(text, theme.labelFont(), width);
  const double height = std::min(wanted, mostLines * metrics.lineSpacing());
  return {height < wanted ? metrics.elidedText(text, Qt::ElideRight, 0.95 * width * mostLines) : text, height};
}

}  // namespace ui
