#include "ui/views/structure/StructurePicture.h"

#include <algorithm>
#include <limits>

namespace ui {

using engine::Vector3;

namespace {

/// Of the faintest of the strongest bars that are few enough; 0 where all are.
float lowestOfMost(const std::vector<AttentionLine>& lines, const StructureOptions& options) {
  int left = options.mostBars;
  for (auto line = lines.rbegin(); left > 0 && line != lines.rend(); ++line)  // strongest first
    if (line->rank < options.perResidue && --left == 0) return line->weight;
  return 0;
}

}  // namespace

BarLimits barLimits(const StructurePicture& picture) {
  const StructureOptions& options = picture.options;
  const std::vector<AttentionLine>& lines = picture.head.lines;
  if (picture.head.areRanked)
    return {-std::numeric_limits<float>::infinity(), options.mostBars > 0 ? options.mostBars : kMostBars};
  const float ofMost = lowestOfMost(lines, options);
  if (options.weightLimit == WeightLimit::weight)
    return {std::max(ofMost, static_cast<float>(options.lowestWeight)), options.perResidue};
  // A hair below, so that the strongest pair itself is not lost to rounding.
  const double share = lines.empty() ? 0 : options.threshold * lines.back().weight * (1 - 1e-6);
  return {std::max(ofMost, static_cast<float>(share)), options.perResidue};
}

bool isShown(const StructurePicture& picture, const AttentionLine& line) {
  const BarLimits limits = barLimits(picture);
  return line.rank < limits.ranks && line.weight >= limits.lowestWeight;
}

int numShownBars(const StructurePicture& picture) {
  return static_cast<int>(std::count_if(picture.head.lines.begin(), picture.head.lines.end(),
                                        [&](const AttentionLine& line) { return isShown(picture, line); }));
}

int numTouchingBars(const StructurePicture& picture) {
  return static_cast<int>(std::count_if(picture.head.lines.begin(), picture.head.lines.end(), [&](const auto& line) {
    return line.touches && isShown(picture, line);
  }));
}

Rgb contactColor(bool touches) { return okabeIto()[touches ? 3 : 6]; }

std::vector<Vector3> shownAlphas(const StructurePicture& picture) {
  std::vector<Vector3> points = picture.structure.alphas();
  if (!picture.companion) return points;
  const engine::RigidMotion& motion = picture.structure.motion();
  for (const Vector3& position : alphaPositions(*picture.companion->structure))
    if (engine::isSet(position)) points.push_back(motion(picture.companion->superposition.motion(position)));
  return points;
}

double fitMargin(const StructurePicture& picture) {
  constexpr double kBackbone = 3, kSideChains = 7;
  return picture.options.style == StructureStyle::ballAndStick ? kSideChains : kBackbone;
}

ResidueColors residueColors(const StructurePicture& picture) {
  ResidueValues values{picture.folds, {}, picture.columns.values, picture.columns.title.toStdString(),
                       picture.columns.groupNames};
  const ResidueColoring coloring = picture.options.coloring;
  if (!picture.head.weights.isEmpty() && coloring == ResidueColoring::attention)
    values.attention = picture.head.weights.received();
  const engine::Structure& structure = *picture.structure.structure();
  ResidueColors colors = residueColors(structure, coloring, values);
  if (!picture.companion) return colors;
  // Both in one legend.
  auto& entries = colors.legend.entries;
  if (coloring == ResidueColoring::chain)
    for (auto& entry : entries) entry.text = picture.structure.dataset()->title + " " + entry.text;
  size_t chain = structure.chains.size();
  for (const engine::Chain& second : picture.companion->structure->chains)
    entries.push_back({chainColor(chain++), picture.companion->dataset->title + " " + second.id});
  return colors;
}

std::vector<Rgb> companionColors(const StructurePicture& picture) {
  std::vector<Rgb> colors;
  size_t chain = picture.structure.structure()->chains.size();
  for (const engine::Chain& second : picture.companion->structure->chains)
    colors.insert(colors.end(), second.residues.size(), chainColor(chain++));
  return colors;
}

std::vector<AttentionBar> attentionBars(const StructurePicture& picture, const Rgb& color) {
  std::vector<AttentionBar> bars;
  const std::vector<AttentionLine>& lines = picture.head.lines;
  const bool areRanked = picture.head.contacts.has_value();
  const double strongest = lines.empty() ? 1 : lines.back().weight;  // weakest first
  const double ranks = static_cast<double>(std::max<size_t>(lines.size(), 1));
  // Of ranked pairs every one that touches is worth seeing; the others are the background that they stand out from.
  constexpr double kLeastTouching = 0.7, kMostOther = 0.3;
  const ResidueTable& residues = picture.structure.residues();
  for (const AttentionLine& line : lines) {
    const double place = 1 - line.rank / ranks;
    const double ranked = line.touches ? kLeastTouching + (1 - kLeastTouching) * place : kMostOther * place;
    const double share = areRanked ? ranked : line.weight / strongest;
    bars.push_back({residues.position({line.i}), residues.position({line.j}), line.weight, line.rank, share,
                    areRanked ? contactColor(line.touches) : color, !areRanked});
  }
  // Pairs that touch lie over those that do not.
  if (areRanked)
    std::stable_partition(bars.begin(), bars.end(), [](const auto& bar) { return bar.color != contactColor(true); });
  return bars;
}

}  // namespace ui
