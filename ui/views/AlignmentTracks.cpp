// The tracks above the columns: conservation and occupancy as bars, the consensus as letters.
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <functional>

#include "ui/views/AlignmentPainter.h"

namespace ui {
namespace {

using engine::Index;

constexpr double kMostConservation = 4.32192809;  ///< log2 20, bits

QColor toQColor(const Rgb& color) { return {color[0], color[1], color[2]}; }

/// A label in the names column at the height of a track; `range` is left out when it does not fit.
void paintTrackLabel(QPainter& painter, const AlignmentPicture& picture, const QRectF& track, const QString& text,
                     const QString& range) {
  const double margin = picture.theme.space(2);
  const QRectF box(margin, track.top(), picture.layout.names.width() - 2 * margin, track.height());
  painter.setFont(picture.theme.labelFont());
  painter.setPen(picture.theme.muted);
  const QFontMetricsF metrics(painter.font());
  const QString full = range.isEmpty() ? text : text + QStringLiteral(" ") + range;
  const QString shown = metrics.horizontalAdvance(full) <= box.width() ? full : text;
  painter.drawText(box, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine,
                   metrics.elidedText(shown, Qt::ElideRight, box.width()));
}

/// Bars of `share` (0..1 of the track's height): one per column, or one per pixel with the mean of the columns under
/// it.
void paintShares(QPainter& painter, const AlignmentPicture& picture, const QRectF& track, const QColor& color,
                 const std::function<double(Index)>& share) {
  std::vector<QRectF> bars;
  const Index first = picture.firstColumn(), last = picture.lastColumn();
  const double width = picture.viewport.columnWidth;
  const auto add = [&](double x, double barWidth, double value) {
    const double height = std::clamp(value, 0.0, 1.0) * track.height();
    if (height > 0) bars.emplace_back(x, track.bottom() - height, barWidth, height);
  };
  if (width >= 1) {
    const double gap = width >= 4 ? 1 : 0;
    for (Index column = first; column < last; ++column)
      add(picture.xOf(static_cast<double>(column)), width - gap, share(column));
  } else {
    const double end = std::min(track.right(), picture.xOf(static_cast<double>(last)));
    for (double x = track.left(); x < end; ++x) {
      const double from = picture.viewport.firstColumn + (x - track.left()) / width;
      const Index a = std::clamp(static_cast<Index>(from), Index{0}, last - 1);
      const Index b = std::clamp(static_cast<Index>(from + 1 / width), a + 1, last);
      double sum = 0;
      for (Index column = a; column < b; ++column) sum += share(column);
      add(x, 1, sum / static_cast<double>(b - a));
    }
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawRects(bars.data(), static_cast<int>(bars.size()));
}

void paintConsensus(QPainter& painter, const AlignmentPicture& picture) {
  const QRectF& track = picture.layout.consensus;
  const double width = picture.viewport.columnWidth;
  const bool hasLetters = picture.letterOpacity > 0;
  QFont font = picture.theme.residueFont();
  font.setPixelSize(std::max(1, static_cast<int>(std::min(track.height() * 0.8, width * 1.4))));
  font.setBold(true);
  painter.setFont(font);
  for (Index column = picture.firstColumn(); column < picture.lastColumn(); ++column) {
    const engine::ResidueCode code = picture.statistics->consensus[static_cast<size_t>(column)];
    const QRectF box(picture.xOf(static_cast<double>(column)), track.top(), width, track.height());
    if (!hasLetters) {
      if (width >= 1) painter.fillRect(box, toQColor(picture.palette->color(column, code)));
      continue;
    }
    painter.setPen(picture.statistics->consensusShare[static_cast<size_t>(column)] > 0.5f ? picture.theme.text
                                                                                          : picture.theme.muted);
    painter.drawText(box, Qt::AlignCenter, QString(QChar::fromLatin1(engine::alphabet::letterOf(code))));
  }
}

}  // namespace

void paintTracks(QPainter& painter, const AlignmentPicture& picture) {
  const AlignmentLayout& layout = picture.layout;
  paintTrackLabel(painter, picture, layout.conservation, QStringLiteral("Conservation"), QStringLiteral("0–4.32 bits"));
  paintTrackLabel(painter, picture, layout.occupancy, QStringLiteral("Occupancy"), QStringLiteral("0–100 %"));
  paintTrackLabel(painter, picture, layout.consensus, QStringLiteral("Consensus"), {});
  const engine::ColumnStatistics* statistics = picture.statistics;
  if (!statistics || picture.firstColumn() >= picture.lastColumn()) return;
  painter.save();
  painter.setClipRect(QRectF(layout.cells.left(), layout.conservation.top(), layout.cells.width(),
                             layout.consensus.bottom() - layout.conservation.top()));
  paintShares(painter, picture, layout.conservation, picture.theme.accent,
              [&](Index column) { return statistics->conservation[static_cast<size_t>(column)] / kMostConservation; });
  paintShares(painter, picture, layout.occupancy, picture.theme.muted,
              [&](Index column) { return static_cast<double>(statistics->occupancy[static_cast<size_t>(column)]); });
  paintConsensus(painter, picture);
  painter.restore();
}

}  // namespace ui
