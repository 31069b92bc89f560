// Structures. The residues of all chains in order are the positions, each chain a part.
#include "engine/structure/Structure.h"

#include <cmath>

#include "engine/datasets/TypedKind.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

class StructureKind : public TypedKind<Structure> {
 public:
  std::string name() const override { return "structure"; }
  std::string heading() const override { return "Structures"; }
  std::string icon() const override { return "structure"; }

  Index numPositions(const Dataset& dataset) const override {
    const auto* structure = dataset.as<Structure>();
    return structure ? structure->numResidues() : 0;
  }
  std::vector<Index> axisLengths(const Dataset& dataset) const override { return {numPositions(dataset)}; }
  std::string positionName() const override { return "residue"; }
  PositionNumbers numbers(const Dataset& dataset) const override {
    NumberColumn bFactors{"mean B-factor", "Å²", {}}, atoms{"atoms", {}, {}};
    std::vector<std::string> labels;
    for (const Chain& chain : dataset.as<Structure>()->chains)
      for (const Residue& residue : chain.residues) {
        double sum = 0;
        for (const Atom& atom : residue.atoms) sum += atom.bFactor;
        const auto count = static_cast<double>(residue.atoms.size());
        bFactors.values.push_back(count > 0 ? sum / count : std::nan(""));
        atoms.values.push_back(count);
        labels.push_back(residueLabel(residue, chain));
      }
    return {{std::move(bFactors), std::move(atoms)}, std::move(labels)};
  }
  std::vector<Residues> parts(const Dataset& dataset) const override {
    const auto* structure = dataset.as<Structure>();
    if (!structure) return {};
    std::vector<Residues> parts;
    Index first = 0;
    for (const Chain& chain : structure->chains) {
      const auto length = static_cast<Index>(chain.residues.size());
      parts.push_back({structure->name, chainCodes(chain), consecutive(first, length)});
      first += length;
    }
    return parts;
  }

 protected:
  std::string sizeOf(const Structure& structure) const override {
    return counted(static_cast<Index>(structure.chains.size()), "chain") + ", " +
           counted(structure.numResidues(), "residue");
  }
  Json factsOf(const Structure& structure) const override {
    Json chains = Json::array();
    for (const Chain& chain : structure.chains) {
      Json entry{{"id", chain.id}, {"residues", chain.residues.size()}};
      if (!chain.residues.empty()) entry["first"] = chain.residues.front().label();
      if (!chain.residues.empty()) entry["last"] = chain.residues.back().label();
      chains.push_back(entry);
    }
    return {{"name", structure.name},
            {"model", structure.modelNumber},
            {"models", structure.numModels},
            {"residues", structure.numResidues()},
            {"chains", chains}};
  }
};

}  // namespace

std::unique_ptr<const Kind> makeStructureKind() { return std::make_unique<StructureKind>(); }

}  // namespace engine
