// Colours of residues in 3D.
#include "ui/scenes/structure/ResidueColors.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/base/Nth.h"
#include "ui/scenes/alignment/AlignmentColors.h"

namespace ui {
namespace {

using engine::Index;

/// Bands of the predicted confidence (pLDDT, 0..100) with the colours of the AlphaFold database, best first.
struct ConfidenceBand {
  double above;
  Rgb color;
  const char* text;
};
constexpr std::array<ConfidenceBand, 4> kConfidence{{{90, {0x00, 0x53, 0xd6}, "> 90"},
                                                     {70, {0x65, 0xcb, 0xf3}, "70–90"},
                                                     {50, {0xff, 0xdb, 0x13}, "50–70"},
                                                     {-1e300, {0xff, 0x7d, 0x45}, "≤ 50"}}};
constexpr Rgb kHelix{0xcc, 0x47, 0x78}, kStrand{0x00, 0x72, 0xb2};
/// Order of Okabe-Ito colours for chains: black is left for text.
constexpr std::array<size_t, 7> kChainColors = {5, 1, 3, 7, 2, 6, 4};


template <class Value>
void forEachResidue(const engine::Structure& structure, const Value& visit) {
  Index index = 0;
  for (size_t chain = 0; chain < structure.chains.size(); ++chain)
    for (const engine::Residue& residue : structure.chains[chain].residues) visit(index++, chain, residue);
}

/// Values spread over a colour map; the ends are the 2nd and 98th percentile, so that one outlier does not flatten the
/// rest.
ResidueColors onScale(const std::vector<double>& values, const std::string& map, std::string title) {
  std::vector<double> sorted;
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted), [](double v) { return std::isfinite(v); });
  std::sort(sorted.begin(), sorted.end());
  ResidueColors result;
  result.legend.title = std::move(title);
  const auto& table = colorMap(map).colors;
  result.legend.scale.assign(table.begin(), table.end());
  if (!sorted.empty()) {
    const auto last = static_cast<double>(sorted.size() - 1);
    result.legend.low = engine::nth(sorted, std::floor(0.02 * last));
    result.legend.high = engine::nth(sorted, std::ceil(0.98 * last));
  }
  const double range = result.legend.high - result.legend.low;
  for (const double value : values) {
    const double share = range > 0 ? std::clamp((value - result.legend.low) / range, 0.0, 1.0) : 0.5;
    result.colors.push_back(std::isfinite(value) ? engine::nth(table, std::lround(share * 255))
                                                 : kPlainResidue);
  }
  return result;
}

ResidueColors byChain(const engine::Structure& structure) {
  ResidueColors result;
  result.legend.title = "Chain";
  forEachResidue(structure, [&](Index, size_t chain, const auto&) { result.colors.push_back(chainColor(chain)); });
  for (size_t chain = 0; chain < structure.chains.size(); ++chain)
    result.legend.entries.push_back({chainColor(chain), structure.chains[chain].id});
  return result;
}

ResidueColors byFold(const engine::Structure& structure, const std::vector<Fold>& folds) {
  ResidueColors result;
  result.legend = {"Secondary structure", {{kHelix, "helix"}, {kStrand, "strand"}, {kPlainResidue, "coil"}}, {}, 0, 0};
  forEachResidue(structure, [&](Index index, size_t, const auto&) {
    const auto at = static_cast<size_t>(index);
    result.colors.push_back(foldColor(at < folds.size() ? folds[at] : Fold::coil));
  });
  return result;
}

ResidueColors byHydropathy(const engine::Structure& structure) {
  constexpr double kMost = 4.5;
  const auto& table = colorMap("diverging").colors;
  ResidueColors result;
  result.legend = {"Kyte-Doolittle hydropathy", {}, {table.begin(), table.end()}, -kMost, kMost};
  forEachResidue(structure, [&](Index, size_t, const engine::Residue& residue) {
    const double share = (hydropathy(residue.letter) + kMost) / (2 * kMost);
    result.colors.push_back(engine::nth(table, std::lround(share * 255)));
  });
  return result;
}

ResidueColors byGroup(const engine::Structure& structure, const ResidueValues& values) {
  ResidueColors result;
  result.legend.title = values.columnTitle;
  for (size_t k = 0; k < values.groupNames.size(); ++k)
    result.legend.entries.push_back({groupColor(k + 1), values.groupNames[k]});
  forEachResidue(structure, [&](Index index, size_t, const auto&) {
    const auto at = static_cast<size_t>(index);
    const float group = at < values.column.size() ? values.column[at] : 0;
    result.colors.push_back(group >= 1 ? groupColor(static_cast<size_t>(group)) : kPlainResidue);
  });
  return result;
}

double alphaBFactor(const engine::Residue& residue) {
  const engine::Atom* alpha = residue.findAtom("CA");
  return alpha ? alpha->bFactor : std::nan("");
}

ResidueColors byConfidence(const engine::Structure& structure) {
  ResidueColors result;
  result.legend.title = "Predicted confidence (pLDDT)";
  for (const ConfidenceBand& band : kConfidence) result.legend.entries.push_back({band.color, band.text});
  forEachResidue(structure, [&](Index, size_t, const engine::Residue& residue) {
    const double value = alphaBFactor(residue);
    const auto band = std::find_if(kConfidence.begin(), kConfidence.end(),
                                   [&](const ConfidenceBand& candidate) { return value > candidate.above; });
    result.colors.push_back(band == kConfidence.end() ? kPlainResidue : band->color);
  });
  return result;
}

std::vector<double> valuesOf(const engine::Structure& structure, const std::vector<float>& given) {
  std::vector<double> values;
  forEachResidue(structure, [&](Index index, size_t, const auto&) {
    const auto at = static_cast<size_t>(index);
    values.push_back(at < given.size() ? static_cast<double>(given[at]) : std::nan(""));
  });
  return values;
}

}  // namespace

Rgb foldColor(Fold fold) { return fold == Fold::helix ? kHelix : fold == Fold::strand ? kStrand : kPlainResidue; }

const Rgb& chainColor(size_t chain) { return okabeIto()[kChainColors[chain % kChainColors.size()]]; }

const std::vector<ResidueColoringInfo>& residueColorings() {
  static const std::vector<ResidueColoringInfo> colorings = {
      {ResidueColoring::secondaryStructure, "secondary structure", "Secondary structure"},
      {ResidueColoring::chain, "chain", "Chain"},
      {ResidueColoring::index, "residue index", "Residue index"},
      {ResidueColoring::bFactor, "B-factor", "B-factor"},
      {ResidueColoring::confidence, "pLDDT", "Predicted confidence (pLDDT)"},
      {ResidueColoring::attention, "attention received", "Attention received"},
      {ResidueColoring::hydrophobicity, "hydrophobicity", "Hydrophobicity"},
      {ResidueColoring::column, "alignment column", "Alignment column"},
      {ResidueColoring::feature, "feature", "Feature of a model"},
      {ResidueColoring::group, "group", "Named group"},
  };
  return colorings;
}

ResidueColors residueColors(const engine::Structure& structure, ResidueColoring coloring, const ResidueValues& values) {
  switch (coloring) {
    case ResidueColoring::chain:
      return byChain(structure);
    case ResidueColoring::secondaryStructure:
      return byFold(structure, values.folds);
    case ResidueColoring::hydrophobicity:
      return byHydropathy(structure);
    case ResidueColoring::confidence:
      return byConfidence(structure);
    case ResidueColoring::attention:
      return onScale(valuesOf(structure, values.attention), "viridis", "Attention received (mean weight)");
    case ResidueColoring::column:
    case ResidueColoring::feature:
      return onScale(valuesOf(structure, values.column), "viridis", values.columnTitle);
    case ResidueColoring::group:
      return byGroup(structure, values);
    case ResidueColoring::index:
    case ResidueColoring::bFactor:
      break;
  }
  std::vector<double> numbers;
  const bool isIndex = coloring == ResidueColoring::index;
  forEachResidue(structure, [&](Index index, size_t, const engine::Residue& residue) {
    numbers.push_back(isIndex ? static_cast<double>(index + 1) : alphaBFactor(residue));
  });
  return onScale(numbers, "viridis", isIndex ? "Residue index" : "B-factor (Å²)");
}

}  // namespace ui
