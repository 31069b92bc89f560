#include "ui/views/dp/paths/DpLines.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kGhostStrength = 0.45;

Rgb mixed(Rgb a, Rgb b, double share) {
  Rgb color{};
  for (size_t k = 0; k < color.size(); ++k)
    color[k] = static_cast<std::uint8_t>(std::lround(a[k] + share * (b[k] - a[k])));
  return color;
}

/// The last `count` steps.
engine::AlignmentPath endOf(const engine::AlignmentPath& path, Index count) {
  engine::AlignmentPath end;
  end.steps.assign(path.steps.end() - std::min(count, static_cast<Index>(path.steps.size())), path.steps.end());
  return end;
}

}  // namespace

std::vector<MapLine> linesOver(const DpPicture& picture, int plane, const DpStepper* stepper, const Theme& theme) {
  const engine::AlignmentPath* path = picture.path();
  const DpOptions& options = picture.options();
  // A line would hide the ridge of the posterior.
  if (!options.isPathShown || !path || plane >= picture.numPlanes()) return {};
  const engine::PairState state = engine::nth(picture.planes(), plane).state;
  const Rgb line = toRgb(theme.text), halo = toRgb(theme.canvas), rival = toRgb(theme.muted);
  const double width = theme.lineScale * (picture.isLarge(plane) ? 1.0 : 0.75);
  if (stepper && stepper->numTraced() == 0) return {};
  if (stepper) return pathLines(endOf(*path, stepper->numTraced()), state, line, halo, width);
  std::vector<MapLine> lines;
  const engine::AlignmentPath* ghost = picture.ghost();
  if (ghost && ghost->steps != path->steps)
    lines.push_back(rivalLine(*ghost, mixed(halo, toRgb(theme.error), kGhostStrength), 5 * width));
  for (const PathChoice& choice : picture.paths())
    if (options.areRivalsShown && choice.path != path) lines.push_back(rivalLine(*choice.path, rival, width));
  const std::vector<MapLine> own = options.isPosteriorShown && picture.isPosteriorKnown()
                                       ? posteriorLines(*path, picture.alignment()->posterior, rival, line, width)
                                       : pathLines(*path, state, line, halo, width);
  lines.insert(lines.end(), own.begin(), own.end());
  return lines;
}

}  // namespace ui
