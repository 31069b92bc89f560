// Bars of attention: which are shown, how wide and how dense.
#include "ui/scenes/structure/StructureBars.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ui {
namespace {

using engine::Vector3;

constexpr double kThinnest = 0.07, kThickest = 0.22;  // Å, at the query
constexpr double kTaper = 0.3;                        // the key's end as a share of that
constexpr double kFaintest = 0.16, kDensest = 0.75;   // opacities
constexpr double kEnd = 0.9;  ///< Å that a bar stays away from each C-alpha: the ribbon is not crossed

/// From near one C-alpha to near the other; short bars keep a third of their length.
SolidBar solidOf(const AttentionBar& bar, const engine::RigidMotion& motion) {
  const Vector3 from = motion(bar.from), way = motion(bar.to) - from;
  const double length = way.norm(), end = std::min(kEnd, length / 3);
  const Vector3 step = length > 0 ? Vector3(way * (end / length)) : Vector3(Vector3::Zero());
  const double radius = kThinnest + bar.share * (kThickest - kThinnest);
  const double farRadius = bar.isDirected ? radius * kTaper : radius;
  return {from + step, from + way - step, radius, farRadius, kFaintest + (kDensest - kFaintest) * bar.share};
}

}  // namespace

void StructureBars::setLimits(float lowestWeight, int mostPerResidue) {
  m_lowestWeight = lowestWeight;
  m_mostPerResidue = mostPerResidue;
}

bool StructureBars::isShown(const AttentionBar& bar) const {
  return bar.weight >= m_lowestWeight && bar.rank < m_mostPerResidue;
}

int StructureBars::numShown() const {
  return static_cast<int>(
      std::count_if(m_bars.begin(), m_bars.end(), [this](const auto& bar) { return isShown(bar); }));
}

std::vector<ColoredStrokes> StructureBars::strokes(const StructureCamera& camera, int width, int height) const {
  std::vector<ColoredStrokes> byColor;
  for (const AttentionBar& bar : m_bars) {
    const auto stroke = isShown(bar) ? strokeOf(solidOf(bar, m_motion), camera, width, height) : std::nullopt;
    if (!stroke) continue;
    const auto isSame = [&](const ColoredStrokes& known) { return known.color == bar.color; };
    auto found = std::find_if(byColor.begin(), byColor.end(), isSame);
    if (found == byColor.end()) found = byColor.insert(byColor.end(), {bar.color, {}});
    found->strokes.push_back(*stroke);
  }
  return byColor;
}

}  // namespace ui
