#include "engine/heads/MapDistances.h"

#include <limits>

#include "engine/analysis/ChainMatch.h"
#include "engine/analysis/SpecialTokens.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

Array<float> unknownPairs(Index length, const char* name) { return Array<float>({length, length}, kUnknown, name); }

float distanceBetween(const Vector3& a, const Vector3& b) { return static_cast<float>((a - b).norm()); }

/// An array of residues or of all positions, as one of residues.
Array<float> pairsOf(const ArrayBundle& arrays, const std::string& name, const MapResidues& residues, Index positions,
                     const std::string& title) {
  Array<float> pairs = numbersOf<float>(arrays, name, NonFinite::allow);
  const auto length = static_cast<Index>(residues.queries.size());
  if (pairs.shape() == Shape{length, length}) return pairs;
  if (pairs.shape() == Shape{positions, positions}) return mapAt(pairs, residues.queries, residues.queries);
  fail(title, ", array ", name, ": found shape ", shapeText(pairs.shape()), ", expected ", shapeText({length, length}),
       ", a row for each residue of the maps");
}

}  // namespace

const Array<float>& MapDistances::of(ContactAtom atom, Index length) const {
  const Array<float>& distance = atom == ContactAtom::beta ? beta : alpha;
  if (atom == ContactAtom::alpha && alpha.size() == 0 && length > 0)
    fail("contacts: found no distances between C-alpha atoms, expected the array ca_distance");
  if (length > 0) requireShape("distance", distance.shape(), {length, length});
  return distance;
}

MapDistances unknownDistances(Index length) {
  return {unknownPairs(length, "distance"), unknownPairs(length, "ca_distance"),
          std::string(static_cast<size_t>(length), ' ')};
}

MapDistances distancesOf(const HeadSet& heads, const Chain& chain, const PairGeometry& geometry,
                         const std::string& title) {
  const auto positions = mapPositions(heads);
  if (!positions) fail(title, ": the rows and columns of the maps are not the same residues, contacts need that");
  const auto match = matchChain(*positions, chain);
  if (!match)
    fail(title, ": chain ", chain.id, " (", chain.residues.size(), " residues) is another protein than the maps (",
         positions->numResidues(), " residues)");
  const MapResidues residues = residuesOf(heads);
  MapDistances found{contactDistances(residues, match->map, geometry.backbone, ContactAtom::beta),
                     contactDistances(residues, match->map, geometry.backbone, ContactAtom::alpha), {}};
  for (const Index position : residues.queries) {
    const Index partner = match->map.partner(position);
    found.dssp += partner < 0 ? ' ' : nth(geometry.dssp, partner);
  }
  return found;
}

Array<float> contactDistances(const MapResidues& residues, const ResidueMap& partners, const Backbone& backbone,
                              ContactAtom atom) {
  const auto length = static_cast<Index>(residues.queries.size());
  const std::vector<Vector3>& positions = atom == ContactAtom::beta ? backbone.cb : backbone.ca;
  Array<float> distances = unknownPairs(length, atom == ContactAtom::beta ? "distance" : "ca_distance");
  for (Index i = 0; i < length; ++i) {
    const Index a = partners.partner(nth(residues.queries, i));
    for (Index j = 0; a >= 0 && j < length; ++j)
      if (const Index b = partners.partner(nth(residues.queries, j)); b >= 0)
        distances(i, j) = distanceBetween(nth(positions, a), nth(positions, b));
  }
  return distances;
}

MapDistances distancesOf(const HeadSet& heads, const ArrayBundle& arrays, const std::string& title) {
  const MapResidues residues = residuesOf(heads);
  if (!residues.isSquare())
    fail(title, ": the maps have ", residues.queries.size(), " rows and ", residues.keys.size(),
         " columns of residues, contacts need as many of both");
  MapDistances found{pairsOf(arrays, "distance", residues, heads.numQueries, title), {}, {}};
  if (arrays.count("ca_distance") != 0) found.alpha = pairsOf(arrays, "ca_distance", residues, heads.numQueries, title);
  if (arrays.count("ss") == 0) return found;
  const Array<float> states = numbersOf<float>(arrays, "ss");
  requireShape(title + ", array ss", states.shape(), {static_cast<Index>(residues.queries.size())});
  for (const float state : states) found.dssp += static_cast<char>(state);
  return found;
}

}  // namespace engine
