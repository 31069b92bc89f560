#include "ui/views/dp/DpPlanes.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "ui/views/dp/DpReadout.h"
#include "ui/views/maps/ColorBar.h"
#include "ui/views/maps/MapReadout.h"

namespace ui {

using engine::DpKind;
using engine::PairState;

namespace {

constexpr double kSignedShare = 0.2, kLagShare = 0.25;

/// Scores that are hardly ever below 0 get a sequential map; otherwise 0 is the middle of a diverging one.
MapLook scoreLook(const ValueRange& range, const QString& chosenMap) {
  MapLook look;
  const bool isSigned = range.low < 0 && -range.low > kSignedShare * range.high;
  look.colorMapId = !chosenMap.isEmpty() ? chosenMap.toStdString() : isSigned ? "diverging" : "viridis";
  look.low = range.low;
  look.high = std::max(range.high, range.low + 1e-6);
  if (!colorMap(look.colorMapId).isDiverging) return look;
  look.high = std::max({range.high, -range.low, 1e-6});
  look.low = -look.high;
  return look;
}

void takeShown(std::vector<DpPlane>& planes, const DpOptions& options) {
  std::vector<std::shared_ptr<const engine::Array<float>>> values;
  for (const DpPlane& plane : planes)
    if (plane.kind == options.kind) values.push_back(plane.values);
  if (showsLag(options, options.kind)) values = behindBest(values);
  size_t next = 0;
  for (DpPlane& plane : planes) plane.shown = plane.kind == options.kind ? values[next++] : plane.values;
}

/// `range` is that of what is shown, `best` the highest score of all planes.
MapLook lookOf(const DpPlane& plane, const DpOptions& options, const ValueRange& range, double best) {
  MapLook look = scoreLook(range, options.colorMap);
  const bool isSigned = colorMap(look.colorMapId).isDiverging, isLag = showsLag(options, plane.kind);
  const std::string sequential = options.colorMap.isEmpty() ? "viridis" : options.colorMap.toStdString();
  if (plane.kind == DpKind::posterior) look = {sequential, 0, 1};
  if (isLag) {
    // Whoever lies further behind than this share of the best score is out of the race: one colour for all of them.
    const double span = std::max(std::min(kLagShare * best, range.high - range.low), 1e-6);
    look = {sequential, range.high - span, range.high};
  }
  // The best of the cells that share a pixel: a path is as thin as a line.
  const bool areScores = plane.kind != DpKind::posterior && !isLag;
  look.shrinking = areScores && isSigned ? Shrinking::largestMagnitude : Shrinking::largest;
  return look;
}

}  // namespace

const engine::DpMatrices& matricesOf(const engine::ProfileAlignment& alignment, DpKind kind) {
  switch (kind) {
    case DpKind::forward:
      return alignment.forward;
    case DpKind::backward:
      return alignment.backward;
    case DpKind::posterior:
      return alignment.posterior;
    case DpKind::viterbi:
      break;
  }
  return alignment.matrices;
}

void validateMatrices(const engine::ProfileAlignment& alignment) {
  for (const DpKind kind : {DpKind::viterbi, DpKind::forward, DpKind::backward, DpKind::posterior})
    matricesOf(alignment, kind).validate();
}

std::vector<DpKind> kindsOf(const engine::ProfileAlignment& alignment) {
  std::vector<DpKind> kinds;
  for (const DpKind kind : {DpKind::viterbi, DpKind::forward, DpKind::backward, DpKind::posterior})
    if (!matricesOf(alignment, kind).planes.empty()) kinds.push_back(kind);
  return kinds;
}

bool showsLag(const DpOptions& options, DpKind kind) {
  return options.quantity == PlaneQuantity::behindBest && (kind == DpKind::viterbi || kind == DpKind::forward);
}

std::vector<DpPlane> planesOf(const engine::ProfileAlignment& alignment, const DpOptions& options) {
  const engine::DpMatrices& matrices = matricesOf(alignment, options.kind);
  std::vector<DpPlane> planes;
  for (const PairState state : matrices.states) planes.push_back({options.kind, state, innerPlane(matrices, state)});
  if (options.arrangement == PlaneArrangement::withPosterior && !planes.empty()) {
    const PairState state = engine::nth(planes, options.mainPlane).state;
    planes.push_back({DpKind::posterior, state, innerPlane(alignment.posterior, state)});
  }
  return planes;
}

void colorPlanes(std::vector<DpPlane>& planes, const DpOptions& options, Rgb noValue) {
  takeShown(planes, options);
  ValueRange common;
  double best = 0;
  std::vector<ValueRange> ranges;
  for (const DpPlane& plane : planes) {
    ranges.push_back(plane.shown ? rangeOf(*plane.shown) : ValueRange{});
    if (plane.kind != options.kind) continue;
    common.low = std::min(common.low, ranges.back().low);
    common.high = std::max(common.high, ranges.back().high);
    if (plane.values) best = std::max(best, rangeOf(*plane.values).high);
  }
  for (size_t k = 0; k < planes.size(); ++k) {
    planes[k].look = lookOf(planes[k], options, options.range == PlaneRange::common ? common : ranges[k], best);
    planes[k].look.notANumber = noValue;
  }
}

QString scaleCaption(const DpOptions& options, DpKind kind) {
  const bool isLag = showsLag(options, kind);
  switch (kind) {
    case DpKind::viterbi:
      return isLag ? QStringLiteral("bits behind the best so far") : QStringLiteral("score in bits, linear");
    case DpKind::forward:
      return isLag ? QStringLiteral("all paths to here, bits behind the most so far")
                   : QStringLiteral("all paths to here, bits, linear");
    case DpKind::backward:
      return QStringLiteral("all paths from here on, bits, linear");
    case DpKind::posterior:
      return QStringLiteral("probability that a path is in this state here, linear");
  }
  return {};
}

QString shrinkingNote(const DpOptions& options, const DpPlane& plane, engine::Index cellsPerPixel) {
  // The maximum of what lies behind could be taken for the worst.
  if (showsLag(options, plane.kind) && cellsPerPixel > 1)
    return QStringLiteral("best of %1 × %1 cells").arg(cellsPerPixel);
  return shrinkingText(plane.look.shrinking, cellsPerPixel);
}

}  // namespace ui
