#include "engine/heads/contacts/HeadContacts.h"

#include <cmath>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/heads/MapDistances.h"
#include "engine/heads/contacts/ContactRegression.h"

namespace engine {

namespace {

/// Of the residues of maps that are no heads: the mean of both orders over all of them.
Array<float> symmetricMean(const HeadSet& maps, const MapResidues& residues, const std::vector<Index>& chosen,
                           Progress& progress) {
  const auto length = static_cast<Index>(residues.queries.size());
  Array<float> sum({length, length}, 0.0F, "scores");
  Array<float> values;
  for (const Index number : chosen) {
    progress.update(0, "adding maps");
    if (number < 0 || number >= maps.count()) fail("contacts: there is no map ", number + 1, " of ", maps.count());
    maps.readWeights(number / maps.numHeads, number % maps.numHeads, values);
    const auto at = [&](Index i, Index j) { return values(nth(residues.queries, i), nth(residues.keys, j)); };
    for (Index i = 0; i < length; ++i)
      for (Index j = 0; j < length; ++j)
        sum(i, j) += (at(i, j) + at(j, i)) / (2 * static_cast<float>(chosen.size()));
  }
  return sum;
}

}  // namespace

HeadContacts headContacts(const HeadSet& heads, const std::vector<Index>& chosen, const Chain& chain,
                          const ResidueMap& partners, const ContactSource& source, Progress& progress) {
  const MapResidues residues = residuesOf(heads);
  if (!residues.isSquare())
    fail("contacts: found maps of ", residues.queries.size(), " x ", residues.keys.size(),
         " residues, expected as many rows as columns");
  const ContactPairs pairs(contactDistances(residues, partners, backboneOf(chain), source.atom), source.cutoff);
  const Array<float> scores =
      heads.areHeads ? meanScores(heads, chosen, progress) : symmetricMean(heads, residues, chosen, progress);
  const RankedContacts ranked = rankedContacts(scores, pairs);
  HeadContacts found;
  found.known = pairs.known();
  found.background = ranked.background;
  for (const std::size_t pair : ranked.best) {
    const auto [i, j] = pairs.pairs()[pair];
    found.pairs.push_back({nth(residues.queries, i), nth(residues.queries, j),
                           scores(static_cast<Index>(i), static_cast<Index>(j)), pairs.isContact(pair)});
  }
  return found;
}

std::shared_ptr<const HeadSet> pairMap(const HeadSet& heads, const std::vector<Index>& places,
                                       const Array<float>& values, const std::string& label) {
  requireShape(label, values.shape(), {std::ssize(places), std::ssize(places)});
  auto map = std::make_shared<AttentionMap>();
  map->weights = Array<float>({heads.numQueries, heads.numKeys}, 0.0F, label);
  for (Index i = 0; i < values.length(0); ++i)
    for (Index j = 0; j < values.length(1); ++j)
      if (std::isfinite(values(i, j))) map->weights(nth(places, i), nth(places, j)) = values(i, j);
  map->isStochastic = false;
  map->label = label;
  auto single = std::make_shared<HeadSet>();
  single->numHeads = 1;
  single->numQueries = heads.numQueries;
  single->numKeys = heads.numKeys;
  single->maps = {std::move(map)};
  single->queryLetters = heads.queryLetters;
  single->keyLetters = heads.keyLetters;
  single->queryTokens = heads.queryTokens;
  single->keyTokens = heads.keyTokens;
  single->queryUnit = heads.queryUnit;
  single->keyUnit = heads.keyUnit;
  single->areHeads = false;
  return single;
}

}  // namespace engine
