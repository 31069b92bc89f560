// Colours of residues in 3D.
#include "ui/scenes/ResidueColors.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "ui/scenes/AlignmentColors.h"

namespace ui {
namespace {

using engine::Index;

constexpr Rgb kHelix{0xcc, 0x47, 0x78}, kStrand{0x00, 0x72, 0xb2};
/// Order of Okabe-Ito colours for chains: black is left for text.
constexpr std::array<size_t, 7> kChainColors = {5, 1, 3, 7, 2, 6, 4};

const Rgb& chainColor(size_t chain) { return okabeIto()[kChainColors[chain % kChainColors.size()]]; }

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
    result.legend.low = sorted[static_cast<size_t>(std::floor(0.02 * last))];
    result.legend.high = sorted[static_cast<size_t>(std::ceil(0.98 * last))];
  }
  const double range = result.legend.high - result.legend.low;
  for (const double value : values) {
    const double share = range > 0 ? std::clamp((value - result.legend.low) / range, 0.0, 1.0) : 0.5;
    result.colors.push_back(std::isfinite(value) ? table[static_cast<size_t>(std::lround(share * 255))]
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
    result.colors.push_back(table[static_cast<size_t>(std::lround(share * 255))]);
  });
  return result;
}

}  // namespace

Rgb foldColor(Fold fold) { return fold == Fold::helix ? kHelix : fold == Fold::strand ? kStrand : kPlainResidue; }

const std::vector<ResidueColoringInfo>& residueColorings() {
  static const std::vector<ResidueColoringInfo> colorings = {
      {ResidueColoring::secondaryStructure, "Secondary structure"},
      {ResidueColoring::chain, "Chain"},
      {ResidueColoring::index, "Residue index"},
      {ResidueColoring::bFactor, "B-factor"},
      {ResidueColoring::attention, "Attention received"},
      {ResidueColoring::hydrophobicity, "Hydrophobicity"},
  };
  return colorings;
}

ResidueColors residueColors(const engine::Structure& structure, ResidueColoring coloring,
                            const std::vector<Fold>& folds, const std::vector<float>& attention) {
  std::vector<double> values;
  switch (coloring) {
    case ResidueColoring::chain:
      return byChain(structure);
    case ResidueColoring::secondaryStructure:
      return byFold(structure, folds);
    case ResidueColoring::hydrophobicity:
      return byHydropathy(structure);
    case ResidueColoring::index: {
      forEachResidue(structure,
                     [&](Index index, size_t, const auto&) { values.push_back(static_cast<double>(index + 1)); });
      ResidueColors result = onScale(values, "viridis", "Residue index");
      return result;
    }
    case ResidueColoring::bFactor:
      forEachResidue(structure, [&](Index, size_t, const engine::Residue& residue) {
        const engine::Atom* alpha = residue.findAtom("CA");
        values.push_back(alpha ? alpha->bFactor : std::nan(""));
      });
      return onScale(values, "viridis", "B-factor (Å²)");
    case ResidueColoring::attention:
      break;
  }
  forEachResidue(structure, [&](Index index, size_t, const auto&) {
    const auto at = static_cast<size_t>(index);
    values.push_back(at < attention.size() ? static_cast<double>(attention[at]) : std::nan(""));
  });
  return onScale(values, "viridis", "Attention received (mean)");
}

}  // namespace ui
