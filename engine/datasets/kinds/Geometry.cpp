// Pair geometry of a chain. Its residues are the positions, where they are not those of a structure.
#include "engine/datasets/ChainGeometry.h"

#include <numbers>

#include "engine/datasets/files/GeometryFile.h"
#include "engine/datasets/TypedKind.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

NumberColumn degreesOf(const char* name, const std::vector<double>& radians) {
  NumberColumn degrees{name, kDegreeUnit, {}};
  for (const double angle : radians) degrees.values.push_back(angle * 180 / std::numbers::pi);
  return degrees;
}

/// Of each residue with the others.
std::vector<double> contactCounts(const PairGeometry& pairs) {
  std::vector<double> counts;
  const Index length = pairs.contacts.rank() == 2 ? pairs.contacts.length(0) : 0;
  for (Index i = 0; i < length; ++i) {
    double count = 0;
    for (Index j = 0; j < length; ++j) count += i != j && pairs.contacts(i, j) ? 1 : 0;
    counts.push_back(count);
  }
  return counts;
}

/// Null: the chain is not known.
const Chain* chainOf(const ChainGeometry& geometry) {
  return geometry.structure ? geometry.structure->findChain(geometry.chain) : nullptr;
}

class GeometryKind : public TypedKind<ChainGeometry> {
 public:
  std::string name() const override { return "pair geometry"; }
  std::string heading() const override { return "Pair geometry"; }
  std::string icon() const override { return "geometry"; }
  std::vector<Exporter> exporters() const override {
    return {{".npz", "",
             "distance omega theta phi contacts frames_R frames_t frames_valid phi_backbone psi omega_backbone ss "
             "backbone",
             [](const Dataset& dataset, const CommandOf&) {
               return exported(geometryFileArrays(*dataset.as<ChainGeometry>()));
             }}};
  }
  std::optional<DatasetValue> restored(const ArrayBundle& arrays, const nlohmann::json& note) const override {
    return std::make_shared<const ChainGeometry>(geometryOfFile(arrays, note));
  }

  Index numPositions(const Dataset& dataset) const override {
    const auto* geometry = dataset.as<ChainGeometry>();
    return geometry && dataset.axes.empty() ? geometry->geometry.backbone.length() : 0;
  }
  std::vector<Index> axisLengths(const Dataset& dataset) const override {
    const Index length = dataset.as<ChainGeometry>()->geometry.backbone.length();
    return {length, length};
  }
  std::string positionName() const override { return "residue"; }
  PositionNumbers numbers(const Dataset& dataset) const override {
    const auto& geometry = *dataset.as<ChainGeometry>();
    const PairGeometry& pairs = geometry.geometry;
    PositionNumbers numbers{{degreesOf("backbone φ", pairs.phiBackbone),
                             degreesOf("backbone ψ", pairs.psiBackbone),
                             degreesOf("backbone ω", pairs.omegaBackbone)}};
    std::vector<double> contacts = contactCounts(pairs);
    if (contacts.size() == pairs.phiBackbone.size())
      numbers.columns.push_back({"contacts below 8 Å", {}, std::move(contacts)});
    if (const Chain* chain = chainOf(geometry))
      for (const Residue& residue : chain->residues) numbers.labels.push_back(residueLabel(residue, *chain));
    return numbers;
  }
  std::vector<Residues> parts(const Dataset& dataset) const override {
    const auto* geometry = dataset.axes.empty() ? dataset.as<ChainGeometry>() : nullptr;
    const Chain* chain = geometry ? chainOf(*geometry) : nullptr;
    if (!chain) return {};
    const auto length = static_cast<Index>(chain->residues.size());
    return {{geometry->structure->name, chainCodes(*chain), consecutive(0, length)}};
  }
  /// The chain in the structure that it was computed from, whatever other chains look like.
  std::optional<ResidueMap> mapToOrigin(const Dataset& dataset, const Dataset& origin) const override {
    const auto* geometry = dataset.axes.empty() ? dataset.as<ChainGeometry>() : nullptr;
    const auto* structure = origin.as<Structure>();
    if (!geometry || !structure || geometry->structure.get() != structure) return std::nullopt;
    PartnerTable table(numPositions(dataset), structure->numResidues());
    Index first = 0;
    for (const Chain& chain : structure->chains) {
      const auto length = static_cast<Index>(chain.residues.size());
      if (chain.id == geometry->chain)
        for (Index k = 0; k < length; ++k) table.link(k, first + k);
      first += length;
    }
    return table.map();
  }

 protected:
  std::string sizeOf(const ChainGeometry& geometry) const override {
    return counted(geometry.geometry.backbone.length(), "residue");
  }
  std::string shownSizeOf(const ChainGeometry& geometry) const override {
    return "chain " + geometry.chain + ", " + sizeOf(geometry);
  }
  Json factsOf(const ChainGeometry& geometry) const override {
    Index contacts = 0;
    const Index length = geometry.geometry.backbone.length();
    for (Index i = 0; i < length; ++i)
      for (Index j = i + 1; j < length; ++j) contacts += geometry.geometry.contacts(i, j) ? 1 : 0;
    return {{"chain", geometry.chain}, {"residues", length}, {"contacts", contacts}, {"ss", geometry.geometry.dssp}};
  }
};

}  // namespace

std::unique_ptr<const Kind> makeGeometryKind() { return std::make_unique<GeometryKind>(); }

}  // namespace engine
