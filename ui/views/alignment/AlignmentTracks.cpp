// The tracks above the columns: bars, the consensus as letters, logos, secondary structure, characters of the file,
// groups of columns.
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/base/Nth.h"
#include "ui/scenes/structure/ResidueColors.h"
#include "ui/views/alignment/AlignmentPainter.h"
#include "ui/views/logo/LogoPainter.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"

namespace ui {
namespace {

using engine::Index;

/// Confidence 0 is still seen.
constexpr double kLeastStateHeight = 0.25;
constexpr double kLeastSymbolWidth = 6;

/// A label left of the columns at the height of a track; `range` is left out when it does not fit.
void paintTrackLabel(QPainter& painter, const AlignmentPicture& picture, const QRectF& strip,
                     const AlignmentTrack& track) {
  const double margin = picture.theme.space(2);
  QRectF box(margin, strip.top(), picture.layout.names.right() - 2 * margin, strip.height());
  if (track.color.isValid()) {
    const double side = picture.theme.space(2);
    painter.fillRect(QRectF(box.right() - side, strip.center().y() - side / 2, side, side), track.color);
    box.setRight(box.right() - side - picture.theme.space(1));
  }
  painter.setFont(picture.theme.labelFont());
  painter.setPen(picture.theme.muted);
  const QFontMetricsF metrics(painter.font());
  const QString full = track.range.isEmpty() ? track.label : track.label + QStringLiteral(" ") + track.range;
  const QString shown = metrics.horizontalAdvance(full) <= box.width() ? full : track.label;
  paintLine(painter, picture.theme, box, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, shown);
}

/// Calls use(x, width, columns' first slot, last slot) for every slot, or for every pixel when slots are narrower.
void forEachBar(const AlignmentPicture& picture, const QRectF& strip,
                const std::function<void(double x, double width, Index first, Index last)>& use) {
  const Index first = picture.firstSlot(), last = picture.lastSlot();
  const double width = picture.viewport.columnWidth;
  if (width >= 1) {
    for (Index slot = first; slot < last; ++slot) use(picture.xOf(static_cast<double>(slot)), width, slot, slot + 1);
    return;
  }
  const double end = std::min(strip.right(), picture.xOf(static_cast<double>(last)));
  for (double x = strip.left(); x < end; ++x) {
    const double from = picture.viewport.firstColumn + (x - strip.left()) / width;
    const Index a = std::clamp(static_cast<Index>(from), Index{0}, last - 1);
    use(x, 1, a, std::clamp(static_cast<Index>(from + 1 / width), a + 1, last));
  }
}

void paintBarTrack(QPainter& painter, const AlignmentPicture& picture, const QRectF& strip,
                   const AlignmentTrack& track) {
  std::vector<QRectF> bars;
  const double gap = picture.viewport.columnWidth >= 4 ? 1 : 0;
  forEachBar(picture, strip, [&](double x, double width, Index first, Index last) {
    double sum = 0;
    for (Index slot = first; slot < last; ++slot) {
      const Index column = picture.content->cells.columnOf(slot);
      const float value = column < 0 ? 0 : engine::nth(track.values, column);
      if (std::isfinite(value)) sum += value;
    }
    const double share = sum / static_cast<double>(last - first) / track.most;
    const double height = std::clamp(share, 0.0, 1.0) * strip.height();
    if (height > 0) bars.emplace_back(x, strip.bottom() - height, std::max(1.0, width - gap), height);
  });
  painter.setPen(Qt::NoPen);
  const bool isMain = track.id == "conservation" || track.id == "subfamilies" || track.kind != TrackKind::bars;
  painter.setBrush(isMain ? picture.theme.accent : picture.theme.muted);
  painter.drawRects(bars.data(), static_cast<int>(bars.size()));
}

void paintLetters(QPainter& painter, const AlignmentPicture& picture, const QRectF& strip,
                  const AlignmentTrack& track) {
  const double width = picture.viewport.columnWidth;
  const bool isConsensus = track.kind == TrackKind::letters;
  const bool hasLetters = isConsensus ? picture.letterOpacity > 0 : width >= kLeastSymbolWidth;
  if (!hasLetters && (!isConsensus || width < 1)) return;
  QFont font = picture.theme.residueFont();
  font.setPixelSize(std::max(1, static_cast<int>(std::min(strip.height() * 0.8, width * 1.4))));
  font.setBold(isConsensus);
  painter.setFont(font);
  for (Index slot = picture.firstSlot(); slot < picture.lastSlot(); ++slot) {
    const Index column = picture.content->cells.columnOf(slot);
    if (column < 0) continue;
    const auto at = static_cast<size_t>(column);
    const QRectF box(picture.xOf(static_cast<double>(slot)), strip.top(), width, strip.height());
    const char symbol = track.symbols[at];
    if (!hasLetters) {
      painter.fillRect(box, toColor(picture.content->palette.color(column, engine::alphabet::codeOf(symbol))));
      continue;
    }
    painter.setPen(isConsensus && track.values[at] > 0.5f ? picture.theme.text : picture.theme.muted);
    painter.drawText(box, Qt::AlignCenter, QString(QChar::fromLatin1(symbol)));
  }
}

void paintLogoTrack(QPainter& painter, const AlignmentPicture& picture, const QRectF& strip,
                    const AlignmentTrack& track) {
  // Runs of neighbouring columns: hidden columns and expanded inserts interrupt a logo.
  const Index last = picture.lastSlot();
  for (Index slot = picture.firstSlot(); slot < last;) {
    const Index column = picture.content->cells.columnOf(slot);
    Index end = slot + 1;
    if (column < 0) {
      slot = end;
      continue;
    }
    while (end < last && picture.content->cells.columnOf(end) == column + (end - slot)) ++end;
    const QRectF area(picture.xOf(static_cast<double>(slot)), strip.top(),
                      static_cast<double>(end - slot) * picture.viewport.columnWidth, strip.height());
    const std::span<const engine::ResidueVector> stacks(track.logo);
    paintLogo(painter, stacks.subspan(static_cast<size_t>(column), static_cast<size_t>(end - slot)), 0,
              static_cast<double>(end - slot), area, track.most, LogoDirection::right, logoColors(picture.theme));
    slot = end;
  }
}

struct StateRun {
  SecondaryState state = SecondaryState::none;
  float confidence = 1;
  double left = 0, right = 0;
};

std::vector<StateRun> stateRuns(const AlignmentPicture& picture, const QRectF& strip, const AlignmentTrack& track) {
  std::vector<StateRun> runs;
  forEachBar(picture, strip, [&](double x, double width, Index first, Index) {
    const Index column = picture.content->cells.columnOf(first);
    StateRun run;
    run.left = x;
    run.right = x + width;
    const auto at = static_cast<size_t>(column);
    if (column >= 0 && at < track.symbols.size()) run.state = secondaryState(track.symbols[at]);
    if (column >= 0 && at < track.values.size())
      run.confidence = std::isfinite(track.values[at]) ? track.values[at] : 0;
    if (!runs.empty() && runs.back().state == run.state && runs.back().confidence == run.confidence)
      runs.back().right = run.right;
    else
      runs.push_back(run);
  });
  return runs;
}

/// Helices as boxes, strands as boxes with an arrow at their end, coil as a line; as high as they are sure.
void paintStates(QPainter& painter, const AlignmentPicture& picture, const QRectF& strip, const AlignmentTrack& track) {
  const std::vector<StateRun> runs = stateRuns(picture, strip, track);
  for (size_t k = 0; k < runs.size(); ++k) {
    const StateRun& run = runs[k];
    if (run.state == SecondaryState::none) continue;
    const double middle = strip.center().y();
    if (run.state == SecondaryState::coil) {
      painter.setPen(QPen(picture.theme.muted, picture.theme.lineScale * 1.5));
      painter.drawLine(QPointF(run.left, middle), QPointF(run.right, middle));
      continue;
    }
    const QColor color = toColor(foldColor(run.state == SecondaryState::helix ? Fold::helix : Fold::strand));
    const double height = strip.height() * std::max<double>(kLeastStateHeight, run.confidence);
    const bool isEnd = k + 1 == runs.size() || runs[k + 1].state != SecondaryState::strand;
    const double head =
        run.state == SecondaryState::strand && isEnd ? std::min(run.right - run.left, 0.7 * strip.height()) : 0;
    painter.fillRect(QRectF(run.left, middle - height * 0.35, run.right - run.left - head, height * 0.7), color);
    if (head <= 0) continue;
    const QPointF arrow[3] = {
        {run.right - head, middle - height / 2}, {run.right, middle}, {run.right - head, middle + height / 2}};
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawConvexPolygon(arrow, 3);
  }
}

/// As high as the strip; where several columns share a pixel, of the first that is in a group.
void paintGroups(QPainter& painter, const AlignmentPicture& picture, const QRectF& strip, const AlignmentTrack& track) {
  forEachBar(picture, strip, [&](double x, double width, Index first, Index last) {
    for (Index slot = first; slot < last; ++slot) {
      const Index column = picture.content->cells.columnOf(slot);
      const float group = column < 0 ? 0 : engine::nth(track.values, column);
      if (!(group >= 1)) continue;
      painter.fillRect(QRectF(x, strip.top() + 1, width, strip.height() - 2), toColor(groupColor(std::size_t(group))));
      return;
    }
  });
}

void paintTrack(QPainter& painter, const AlignmentPicture& picture, const QRectF& strip, const AlignmentTrack& track) {
  switch (track.kind) {
    case TrackKind::bars:
      return paintBarTrack(painter, picture, strip, track);
    case TrackKind::letters:
    case TrackKind::symbols:
      return paintLetters(painter, picture, strip, track);
    case TrackKind::groups:
      return paintGroups(painter, picture, strip, track);
    case TrackKind::states:
      return paintStates(painter, picture, strip, track);
    case TrackKind::logo:
      return paintLogoTrack(painter, picture, strip, track);
  }
}

}  // namespace

void paintTracks(QPainter& painter, const AlignmentPicture& picture) {
  const AlignmentLayout& layout = picture.layout;
  for (size_t k = 0; k < layout.tracks.size() && k < picture.content->tracks.size(); ++k) {
    const QRectF& strip = layout.tracks[k];
    if (strip.isNull() || !strip.intersects(picture.area.adjusted(-1, -1, 1, 1))) continue;
    paintTrackLabel(painter, picture, strip, picture.content->tracks[k]);
    if (picture.firstSlot() >= picture.lastSlot()) continue;
    painter.save();
    painter.setClipRect(strip, Qt::IntersectClip);
    paintTrack(painter, picture, strip, picture.content->tracks[k]);
    painter.restore();
  }
}

}  // namespace ui
