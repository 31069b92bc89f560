// Residues of datasets and which of them are the same.
#include "engine/datasets/Residues.h"

#include <algorithm>
#include <bitset>

#include "engine/base/Nth.h"
#include "engine/structure/Structure.h"

namespace engine {

namespace {

constexpr size_t kNumWords = 32 * 32 * 32;

/// Words of three known residues as numbers.
std::bitset<kNumWords> wordsOf(const std::vector<ResidueCode>& codes) {
  std::bitset<kNumWords> words;
  for (size_t k = 0; k + 2 < codes.size(); ++k) {
    int word = 0;
    bool isKnown = true;
    for (size_t offset = 0; offset < 3; ++offset) {
      const ResidueCode code = alphabet::standard(codes[k + offset]);
      isKnown = isKnown && code < alphabet::kNumResidues;
      word = word * 32 + code;
    }
    if (isKnown) words.set(static_cast<size_t>(word));
  }
  return words;
}

/// Cheap and on the safe side: two sequences that agree in nine of ten residues share most of their words, unrelated
/// ones a few per cent. Saves the quadratic alignment for nearly all unrelated pairs.
bool mayBeSame(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b) {
  if (std::min(a.size(), b.size()) < 20) return true;
  const auto wordsA = wordsOf(a), wordsB = wordsOf(b);
  return 10 * (wordsA & wordsB).count() >= 3 * std::min(wordsA.count(), wordsB.count());
}

/// Enough pairs to call two sequences one: 90 % of the shorter one, and, so that a few letters do not match everything,
/// 20 residues or half of the longer one.
bool areEnough(Index numPairs, size_t lengthA, size_t lengthB) {
  const Index shorter = static_cast<Index>(std::min(lengthA, lengthB));
  const Index longer = static_cast<Index>(std::max(lengthA, lengthB));
  return numPairs > 0 && 10 * numPairs >= 9 * shorter && (numPairs >= 20 || 2 * numPairs >= longer);
}

}  // namespace

std::vector<Index> consecutive(Index first, Index count) {
  std::vector<Index> positions(static_cast<size_t>(count));
  for (Index k = 0; k < count; ++k) nth(positions, k) = first + k;
  return positions;
}

std::string residueLabel(const Residue& residue, const Chain& chain) {
  return residue.name + " " + residue.label() + (chain.id.empty() ? "" : " " + chain.id);
}

Residues residuesOfLetters(const std::string& name, const std::string& letters) {
  Residues residues{name, {}, {}};
  for (size_t k = 0; k < letters.size(); ++k) {
    const ResidueCode code = alphabet::codeOf(letters[k]);
    if (code == alphabet::kInvalid || !alphabet::isResidue(code)) continue;
    residues.codes.push_back(alphabet::upper(code));
    residues.positions.push_back(static_cast<Index>(k));
  }
  return residues;
}

std::optional<ResidueMap> sameSequence(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b) {
  if (a.empty() || b.empty()) return std::nullopt;
  if (a == b) return ResidueMap::identity(static_cast<Index>(a.size()));
  if (a.size() > kMostCells / b.size() || !mayBeSame(a, b)) return std::nullopt;
  ResidueMap map = mapSameSequence(a, b);
  if (!areEnough(map.numPairs(), a.size(), b.size())) return std::nullopt;
  return map;
}

void PartnerTable::link(Index a, Index b) {
  if (a < 0 || b < 0 || a >= static_cast<Index>(m_to.size()) || b >= static_cast<Index>(m_from.size())) return;
  Index& to = nth(m_to, a);
  Index& from = nth(m_from, b);
  if (to >= 0 || from >= 0) return;
  to = b;
  from = a;
}

std::optional<ResidueMap> PartnerTable::map() const {
  const bool isLinked = std::any_of(m_to.begin(), m_to.end(), [](Index b) { return b >= 0; });
  return isLinked ? std::optional<ResidueMap>({m_to, m_from}) : std::nullopt;
}

}  // namespace engine
