#include "engine/operations/heads/HeadInputs.h"

#include "engine/analysis/ChainMatch.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/operations/ChainChoice.h"

namespace engine {

namespace {

/// A threshold with its place.
struct Threshold {
  const char *key, *label, *help;
  double HeadThresholds::*value;
  double most;
};

const Threshold kThresholds[] = {
    {"special-mass", "Special tokens", "share of the weight on special tokens", &HeadThresholds::specialMass, 1},
    {"entropy", "Uniform", "entropy over the largest possible", &HeadThresholds::entropyNorm, 1},
    {"offset-mass", "Offset", "weight at one offset: previous, next, self", &HeadThresholds::offsetMass, 1},
    {"sink", "Sink", "share of the weight that one residue receives", &HeadThresholds::sinkShare, 1},
    {"helix", "Helix", "weight at offsets 3 and 4 either way", &HeadThresholds::helixMass, 1},
    {"helix-excess", "Helix above its neighbours", "the same less that at 2 and 5", &HeadThresholds::helixExcess, 1},
    {"precision", "Contacts", "share of the best L pairs that touch", &HeadThresholds::contactPrecision, 1},
    {"enrichment", "Contacts above chance", "lower end of the enrichment", &HeadThresholds::contactEnrichment, 1000},
    {"type", "Residue type", "share of the weight on one type", &HeadThresholds::typeShare, 1},
    {"type-enrichment", "Type above its part", "times its part of the sequence", &HeadThresholds::typeOverBackground,
     1000},
    {"type-sink", "Type and one residue", "largest sink, as a part of the type's share", &HeadThresholds::typeOverSink,
     1},
    {"local", "Local", "weight within five residues", &HeadThresholds::local, 1}};

}  // namespace

OperationInput structureInput() {
  return {"structure",
          "a structure of the same protein, its pair geometry, or an array distance (L, L) in Å with ca_distance",
          {DatasetKind::structure, DatasetKind::geometry, DatasetKind::arrays},
          true};
}

std::vector<Parameter> contactParameters() {
  return {textParameter("chain", "Chain", "of the structure: author's id; empty: the one that the maps are about"),
          choiceParameter("atom", "Atoms", "whose distance tells contacts: C-beta (virtual for glycine) or C-alpha",
                          {"CB", "CA"}),
          numberParameter("cutoff", "Contacts closer than", "Å", "distance below which two residues touch", 8, 4, 20)};
}

const Chain& chainOfMaps(const HeadSet& heads, const Structure& structure, const std::string& id,
                         const std::string& title) {
  const auto positions = id.empty() ? mapPositions(heads) : std::nullopt;
  const auto matches = positions ? matchingChains(*positions, structure) : std::vector<StructureMatch>{};
  return matches.empty() ? chosenChain(structure, id, title) : nth(structure.chains, matches.front().chain);
}

MapDistances structureDistances(const HeadSet& heads, const Dataset& input, const ParameterValues& values, int threads,
                                ContactSource& source, Progress& progress) {
  source.title = input.title;
  source.atom = values.text("atom") == "CA" ? ContactAtom::alpha : ContactAtom::beta;
  source.cutoff = values.real("cutoff");
  if (const auto* arrays = input.as<ArrayBundle>()) return distancesOf(heads, *arrays, input.title);
  if (const auto* geometry = input.as<ChainGeometry>()) {
    const Chain* chain = geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr;
    if (!chain) fail(input.title, ": the chain of the pair geometry is not known, expected a structure");
    source.chain = chain->id;
    return distancesOf(heads, *chain, geometry->geometry, input.title);
  }
  const Chain& chain = chainOfMaps(heads, *input.as<Structure>(), values.text("chain"), input.title);
  source.chain = chain.id;
  return distancesOf(heads, chain, pairGeometryOf(chain, threads, progress), input.title);
}

std::vector<Parameter> thresholdParameters() {
  std::vector<Parameter> parameters;
  const HeadThresholds standard;
  for (const Threshold& one : kThresholds)
    parameters.push_back(numberParameter(one.key, one.label, "", one.help, standard.*one.value, 0, one.most));
  parameters.push_back(
      countParameter("type-count", "Residues of the type", "fewer make no residue type", standard.typeCount, 1, 1e6));
  return grouped("Labels hold from", std::move(parameters));
}

HeadThresholds thresholdsOf(const ParameterValues& values) {
  HeadThresholds thresholds;
  for (const Threshold& one : kThresholds) thresholds.*one.value = values.real(one.key);
  thresholds.typeCount = static_cast<Index>(values.integer("type-count"));
  return thresholds;
}

std::vector<ResidueAnnotation> annotationsOf(const HeadSet& heads, const Dataset& input) {
  const MapResidues residues = residuesOf(heads);
  const auto count = static_cast<Index>(residues.keys.size());
  std::vector<ResidueAnnotation> found;
  const auto& arrays = *input.as<ArrayBundle>();
  for (const auto& [name, array] : arrays) {
    const Shape& shape = shapeOf(array);
    if (shape != Shape{count} && shape != Shape{heads.numKeys}) continue;
    const Array<double> values = numbersOf<double>(arrays, name, NonFinite::allow);
    ResidueAnnotation annotation{name, {}};
    for (Index k = 0; k < count; ++k)
      annotation.values.push_back(values[values.size() == count ? k : nth(residues.keys, k)]);
    found.push_back(std::move(annotation));
  }
  if (found.empty()) fail(input.title, ": found no array with ", count, " numbers, one for each residue of the maps");
  return found;
}

}  // namespace engine
