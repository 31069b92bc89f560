// Maps between positions, and the alignment of two versions of one sequence.
#include "engine/alignment/ResidueMap.h"

#include <algorithm>
#include <bitset>
#include <cctype>
#include <numeric>

#include "engine/alignment/GlobalAlignment.h"
#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

constexpr int kWordLength = 4;
constexpr size_t kShortSequence = 16;
constexpr size_t kNumWords = 21 * 21 * 21 * 21;
using Words = std::bitset<kNumWords>;

/// Words of four residues; empty for shorter sequences.
std::vector<size_t> wordsOf(const std::vector<ResidueCode>& standard) {
  std::vector<size_t> words;
  size_t word = 0;
  for (size_t k = 0; k < standard.size(); ++k) {
    word = (word * 21 + std::min<ResidueCode>(standard[k], alphabet::kUnknown)) % kNumWords;
    if (k + 1 >= kWordLength) words.push_back(word);
  }
  return words;
}

/// How well a row is the sequence looked for.
struct RowMatch {
  Index row = -1, numPairs = 0;
};

class RowSearch {
 public:
  RowSearch(const Alignment& alignment, const std::vector<ResidueCode>& residues)
      : m_alignment(alignment), m_residues(standardCodes(residues)) {}

  /// The best of the rows by number of pairs, earlier rows first among equals.
  RowMatch bestOf(const std::vector<Index>& rows) const {
    RowMatch best;
    for (const Index row : rows) {
      const std::vector<ResidueCode> sequence = sequenceOf(row);
      const Index shorter = static_cast<Index>(std::min(sequence.size(), m_residues.size()));
      const Index numPairs = mapSameSequence(sequence, m_residues).numPairs();
      if (shorter > 0 && numPairs * 10 >= shorter * 9 && numPairs > best.numPairs) best = {row, numPairs};
    }
    return best;
  }

  std::vector<Index> allRows() const {
    std::vector<Index> rows(m_alignment.rows.size());
    std::iota(rows.begin(), rows.end(), Index{0});
    return rows;
  }

  std::vector<Index> rowsNamed(const std::string& name) const {
    std::string wanted = lowerCase(name);
    if (wanted.ends_with(".gz")) wanted.resize(wanted.size() - 3);
    wanted = wanted.substr(0, wanted.find_last_of('.'));
    std::vector<Index> rows;
    for (Index row = 0; row < m_alignment.numRows() && !wanted.empty(); ++row)
      if (lowerCase(nth(m_alignment.rows, row).name).starts_with(wanted)) rows.push_back(row);
    return rows;
  }

  /// Those of the rows that share most words with the sequence, most first; a row that is equal to it comes alone.
  std::vector<Index> likelyOf(const std::vector<Index>& rows) const {
    constexpr size_t kNumCandidates = 8;
    Words known;
    for (const size_t word : wordsOf(m_residues)) known.set(word);
    std::vector<std::pair<Index, Index>> shared;  // number of words, row
    for (const Index row : rows) {
      const std::vector<ResidueCode> sequence = sequenceOf(row);
      if (sequence == m_residues) return {row};
      const std::vector<size_t> words = wordsOf(sequence);
      const Index count = std::count_if(words.begin(), words.end(), [&](size_t word) { return known.test(word); });
      // Short sequences may be equal up to an X and still share no word.
      if (count > 0 || std::min(m_residues.size(), sequence.size()) < kShortSequence) shared.emplace_back(count, row);
    }
    std::stable_sort(shared.begin(), shared.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
    if (shared.size() > kNumCandidates) shared.resize(kNumCandidates);
    std::vector<Index> likely;
    for (const auto& [count, row] : shared) likely.push_back(row);
    return likely;
  }

 private:
  std::vector<ResidueCode> sequenceOf(Index row) const { return standardCodes(m_alignment.ungapped(row).codes); }

  const Alignment& m_alignment;
  std::vector<ResidueCode> m_residues;
};

}  // namespace

ResidueMap ResidueMap::identity(Index length) {
  ResidueMap map;
  for (Index k = 0; k < length; ++k) map.to.push_back(k);
  map.from = map.to;
  return map;
}

ResidueMap ResidueMap::fromPartners(std::vector<Index> to, Index toSize) {
  ResidueMap map;
  map.from.assign(static_cast<size_t>(std::max<Index>(0, toSize)), -1);
  for (size_t k = 0; k < to.size(); ++k) {
    if (to[k] == -1) continue;
    if (to[k] < 0 || to[k] >= toSize) fail("residue map: partner ", to[k], " of position ", k, " is out of range");
    Index& back = nth(map.from, to[k]);
    if (back != -1) fail("residue map: positions ", back, " and ", k, " have the same partner ", to[k]);
    back = static_cast<Index>(k);
  }
  map.to = std::move(to);
  return map;
}

ResidueMap ResidueMap::then(const ResidueMap& next) const {
  if (from.size() != next.to.size())
    fail("residue maps of sizes ", from.size(), " and ", next.to.size(), " cannot be chained");
  std::vector<Index> partners(to.size(), -1);
  for (size_t k = 0; k < to.size(); ++k) partners[k] = next.partner(to[k]);
  return fromPartners(std::move(partners), static_cast<Index>(next.from.size()));
}

Index ResidueMap::partner(Index position) const {
  return position >= 0 && position < static_cast<Index>(to.size()) ? nth(to, position) : -1;
}

Index ResidueMap::numPairs() const {
  return static_cast<Index>(to.size()) - std::count(to.begin(), to.end(), Index{-1});
}

void ResidueMap::validate() const {
  const ResidueMap expected = fromPartners(to, static_cast<Index>(from.size()));
  if (!(expected == *this)) fail("residue map: the two directions contradict each other");
}

ResidueMap mapSameSequence(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b) {
  const std::vector<ResidueCode> standardA = standardCodes(a), standardB = standardCodes(b);
  const Index lengthA = static_cast<Index>(a.size()), lengthB = static_cast<Index>(b.size());
  // Equal ends may be paired at once: an optimal alignment that leaves them unpaired can be shifted onto them without
  // loss, gap by gap. What is left between them is short for two versions of one sequence.
  Index begin = 0, endA = lengthA, endB = lengthB;
  while (begin < std::min(endA, endB) && nth(standardA, begin) == nth(standardB, begin))
    ++begin;
  while (endA > begin && endB > begin &&
         nth(standardA, endA - 1) == nth(standardB, endB - 1)) {
    --endA;
    --endB;
  }
  std::vector<Index> partners(a.size(), -1);
  for (Index k = 0; k < begin; ++k) nth(partners, k) = k;
  for (Index k = endA; k < lengthA; ++k) nth(partners, k) = k - endA + endB;
  if (endA > begin && endB > begin) {
    const AlignmentScoring& scoring = sameSequenceScoring();
    for (const auto& [i, j] :
         alignNearlyEqual(scoring, standardA.data() + begin, endA - begin, standardB.data() + begin, endB - begin)) {
      const ResidueCode codeA = nth(standardA, begin + i);
      const ResidueCode codeB = nth(standardB, begin + j);
      if (scoring.pair[codeA][codeB] >= 0) nth(partners, begin + i) = begin + j;
    }
  }
  return ResidueMap::fromPartners(std::move(partners), lengthB);
}

Index findRowOfSequence(const Alignment& alignment, const std::vector<ResidueCode>& residues, const std::string& name) {
  const RowSearch search(alignment, residues);
  const RowMatch named = search.bestOf(search.likelyOf(search.rowsNamed(name)));
  return named.row >= 0 ? named.row : search.bestOf(search.likelyOf(search.allRows())).row;
}

}  // namespace engine
