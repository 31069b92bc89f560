#include "engine/datasets/files/GeometryFile.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/files/FileArray.h"
#include "engine/datasets/FileNote.h"

namespace engine {

namespace {

constexpr const char* kBackboneArray = "backbone";
constexpr Index kNumAtoms = 5;
constexpr std::array<const char*, 4> kAtomNames{"N", "CA", "C", "O"};  // a virtual CB is no atom of the chain

Array<double> backboneArray(const Backbone& backbone) {
  Array<double> atoms({backbone.length(), kNumAtoms, 3}, 0.0, kBackboneArray);
  const std::array<const std::vector<Vector3>*, kNumAtoms> kinds{&backbone.n, &backbone.ca, &backbone.c, &backbone.o,
                                                                 &backbone.cb};
  for (Index i = 0; i < backbone.length(); ++i)
    for (Index atom = 0; atom < kNumAtoms; ++atom)
      for (Index axis = 0; axis < 3; ++axis) atoms(i, atom, axis) = nth(*nth(kinds, atom), i)(axis);
  return atoms;
}

Backbone backboneOfArray(const Array<double>& atoms) {
  const auto length = static_cast<size_t>(atoms.length(0));
  Backbone backbone;
  for (std::vector<Vector3>* kind : {&backbone.n, &backbone.ca, &backbone.c, &backbone.o, &backbone.cb})
    kind->resize(length);
  const std::array<std::vector<Vector3>*, kNumAtoms> kinds{&backbone.n, &backbone.ca, &backbone.c, &backbone.o,
                                                           &backbone.cb};
  for (Index i = 0; i < atoms.length(0); ++i)
    for (Index atom = 0; atom < kNumAtoms; ++atom)
      for (Index axis = 0; axis < 3; ++axis) nth(*nth(kinds, atom), i)(axis) = atoms(i, atom, axis);
  return backbone;
}

nlohmann::ordered_json noteOf(const ChainGeometry& geometry) {
  nlohmann::ordered_json note{{"kind", "pair geometry"}, {"chain", geometry.chain}};
  const Chain* const chain = geometry.structure ? geometry.structure->findChain(geometry.chain) : nullptr;
  if (!chain) return note;
  note["structure"] = geometry.structure->name;
  nlohmann::ordered_json residues = nlohmann::ordered_json::array();
  for (const Residue& residue : chain->residues)
    residues.push_back({residue.name, std::string(1, residue.letter), residue.number,
                        std::string(1, residue.insertionCode), std::string(1, residue.authorState)});
  note["residues"] = std::move(residues);
  return note;
}

char letterAt(const nlohmann::json& residue, size_t place) {
  const auto text = residue.at(place).get<std::string>();
  if (text.size() != 1) fail("the note of pair geometry: found \"", text, "\" for a residue, expected one character");
  return text[0];
}

/// The residues that the note names, with the atoms of the backbone; null when it names none.
std::shared_ptr<const Structure> structureOf(const nlohmann::json& note, const std::string& chain,
                                             const Backbone& backbone) {
  if (!note.contains("residues")) return nullptr;
  auto structure = std::make_shared<Structure>();
  structure->name = note.at("structure").get<std::string>();
  structure->chains.push_back({chain, {}});
  const nlohmann::json& residues = note.at("residues");
  if (!residues.is_array() || static_cast<Index>(residues.size()) != backbone.length())
    fail("the note of pair geometry: found ", residues.size(), " residues, expected ", backbone.length());
  for (Index i = 0; i < backbone.length(); ++i) {
    const nlohmann::json& told = residues.at(static_cast<size_t>(i));
    Residue residue;
    residue.name = told.at(0).get<std::string>();
    residue.letter = letterAt(told, 1);
    residue.number = told.at(2).get<int>();
    residue.insertionCode = letterAt(told, 3);
    residue.authorState = letterAt(told, 4);
    const std::array<Vector3, kAtomNames.size()> positions{nth(backbone.n, i), nth(backbone.ca, i), nth(backbone.c, i),
                                                           nth(backbone.o, i)};
    for (size_t atom = 0; atom < kAtomNames.size(); ++atom)
      if (isSet(positions[atom])) residue.atoms.push_back({kAtomNames[atom], {kAtomNames[atom][0]}, positions[atom]});
    structure->chains.front().residues.push_back(std::move(residue));
  }
  structure->validate();
  return structure;
}

}  // namespace

ArrayBundle geometryFileArrays(const ChainGeometry& geometry) {
  ArrayBundle arrays = geometryArrays(geometry.geometry);
  arrays.insert_or_assign(kBackboneArray, backboneArray(geometry.geometry.backbone));
  return withNote(std::move(arrays), noteOf(geometry));
}

ChainGeometry geometryOfFile(const ArrayBundle& arrays, const nlohmann::json& note) {
  const Backbone backbone = backboneOfArray(arrayOf<double>(arrays, kBackboneArray, {-1, kNumAtoms, 3}));
  const Index length = backbone.length();
  const Shape pairs{length, length};
  ChainGeometry restored;
  restored.chain = note.at("chain").get<std::string>();
  restored.structure = structureOf(note, restored.chain, backbone);
  PairGeometry& geometry = restored.geometry;
  geometry.distance = arrayOf<float>(arrays, "distance", pairs);
  geometry.omega = arrayOf<float>(arrays, "omega", pairs);
  geometry.theta = arrayOf<float>(arrays, "theta", pairs);
  geometry.phi = arrayOf<float>(arrays, "phi", pairs);
  geometry.contacts = arrayOf<Bool>(arrays, "contacts", pairs);
  for (const std::int32_t state : arrayOf<std::int32_t>(arrays, "ss", {length})) {
    if (state < ' ' || state > '~') fail("array ss: found ", state, ", expected character codes of DSSP's letters");
    geometry.dssp += static_cast<char>(state);
  }
  BackboneDihedrals dihedrals = backboneDihedrals(backbone);
  geometry.phiBackbone = std::move(dihedrals.phi);
  geometry.psiBackbone = std::move(dihedrals.psi);
  geometry.omegaBackbone = std::move(dihedrals.omega);
  geometry.frames = framesOfBackbone(backbone.n, backbone.ca, backbone.c);
  geometry.backbone = backbone;
  return restored;
}

}  // namespace engine
