#include "engine/analysis/ChainMatch.h"

#include <algorithm>

#include "engine/analysis/SpecialTokens.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr size_t kMostCells = size_t{1} << 24;  // some tenths of a second

/// Nine of ten of the shorter one, and, so that a few letters do not match everything, 20 residues or half of the
/// longer one.
bool areMostOfShorter(Index numPairs, Index a, Index b) {
  return 10 * numPairs >= 9 * std::min(a, b) && (numPairs >= 20 || 2 * numPairs >= std::max(a, b));
}

/// Two parts of one protein: from the first pair to the last nearly all are equal.
bool overlap(const ResidueMap& map) {
  constexpr Index kLeastOverlap = 30;
  const Index numPairs = map.numPairs();
  if (numPairs < kLeastOverlap) return false;
  const auto span = [](const std::vector<Index>& partners) {
    const auto isPaired = [](Index partner) { return partner >= 0; };
    const auto first = std::find_if(partners.begin(), partners.end(), isPaired);
    const auto last = std::find_if(partners.rbegin(), partners.rend(), isPaired);
    return static_cast<Index>(last.base() - first);
  };
  return 10 * numPairs >= 9 * std::min(span(map.to), span(map.from));
}

std::optional<ResidueMap> sameProtein(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b) {
  if (a.empty() || b.empty()) return std::nullopt;
  if (a == b) return ResidueMap::identity(static_cast<Index>(a.size()));
  if (a.size() > kMostCells / b.size()) return std::nullopt;
  ResidueMap map = mapSameSequence(a, b);
  const bool isSame =
      areMostOfShorter(map.numPairs(), static_cast<Index>(a.size()), static_cast<Index>(b.size())) || overlap(map);
  return isSame ? std::optional(std::move(map)) : std::nullopt;
}

/// Positions that are residues, with their codes where they are known.
struct Residues {
  std::vector<Index> positions;
  std::vector<ResidueCode> codes;
};

Residues residuesOf(const MapPositions& positions) {
  Residues residues;
  for (size_t k = 0; k < positions.isResidue.size(); ++k) {
    if (!positions.isResidue[k]) continue;
    residues.positions.push_back(static_cast<Index>(k));
    if (positions.letters.empty()) continue;
    const ResidueCode code = alphabet::codeOf(positions.letters[k]);
    const bool isKnown = code != alphabet::kInvalid && alphabet::isResidue(code);
    residues.codes.push_back(isKnown ? alphabet::upper(code) : alphabet::kUnknown);
  }
  return residues;
}

}  // namespace

Index MapPositions::numResidues() const {
  return static_cast<Index>(std::count(isResidue.begin(), isResidue.end(), true));
}

std::optional<MapPositions> mapPositions(const HeadSet& heads, const std::vector<std::string>& tokens) {
  if (heads.numQueries != heads.numKeys || heads.queryLetters != heads.keyLetters) return std::nullopt;
  const auto count = static_cast<size_t>(heads.numQueries);
  const std::vector<std::string>& known = heads.queryTokens.empty() ? tokens : heads.queryTokens;
  MapPositions positions;
  positions.isResidue.assign(count, true);
  if (heads.queryLetters.size() == count) positions.letters = heads.queryLetters;
  for (size_t k = 0; k < positions.letters.size(); ++k) positions.isResidue[k] = positions.letters[k] != '-';
  for (size_t k = 0; k < std::min(count, known.size()); ++k)
    if (isSpecialToken(known[k])) positions.isResidue[k] = false;
  return positions;
}

std::optional<ChainMatch> matchChain(const MapPositions& positions, const Chain& chain) {
  const Residues residues = residuesOf(positions);
  const std::vector<ResidueCode> codes = chainCodes(chain);
  ChainMatch match;
  match.numResidues = static_cast<Index>(codes.size());
  std::optional<ResidueMap> found;
  if (!residues.codes.empty()) {
    found = sameProtein(residues.codes, codes);
  } else if (residues.positions.size() == codes.size() && !codes.empty()) {
    found = ResidueMap::identity(match.numResidues);
    match.isByNumber = true;
  }
  if (!found) return std::nullopt;
  std::vector<Index> partners(positions.isResidue.size(), -1);
  for (size_t k = 0; k < residues.positions.size(); ++k)
    nth(partners, residues.positions[k]) = found->partner(static_cast<Index>(k));
  match.map = ResidueMap::fromPartners(std::move(partners), match.numResidues);
  return match;
}

std::vector<StructureMatch> matchingChains(const MapPositions& positions, const Structure& structure) {
  std::vector<StructureMatch> matches;
  Index first = 0;
  for (size_t k = 0; k < structure.chains.size(); ++k) {
    if (auto match = matchChain(positions, structure.chains[k]))
      matches.push_back({static_cast<Index>(k), first, std::move(*match)});
    first += static_cast<Index>(structure.chains[k].residues.size());
  }
  std::stable_sort(matches.begin(), matches.end(), [](const StructureMatch& a, const StructureMatch& b) {
    return a.match.numMatched() > b.match.numMatched();
  });
  return matches;
}

}  // namespace engine
