// Gotoh O: An improved algorithm for matching biological sequences (J. Mol. Biol. 1982), three states per cell.
#include "engine/alignment/GlobalAlignment.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

namespace {

constexpr int kWorst = std::numeric_limits<int>::min() / 2;
constexpr Index kMaxCells = Index{1} << 28;

/// States of the pairwise alignment, in the order in which ties are broken.
enum State : std::uint8_t { kPair, kGapInB, kGapInA };
constexpr int kStateBits = 2, kStateMask = 3;

using Scores = std::array<int, 3>;  // by State

struct Choice {
  int score;
  State from;
};

/// The best of the three states of a cell after adding the given terms; the first of equal ones.
Choice best(const Scores& cell, int toPair, int toGapInB, int toGapInA) {
  Choice choice{cell[kPair] + toPair, kPair};
  if (cell[kGapInB] + toGapInB > choice.score) choice = {cell[kGapInB] + toGapInB, kGapInB};
  if (cell[kGapInA] + toGapInA > choice.score) choice = {cell[kGapInA] + toGapInA, kGapInA};
  return choice;
}

/// Cells (i, j) of the matrix with first <= j - i <= last.
struct Band {
  Index first, last;
};

/// Those that a path comes to which strays at most `reach` from the diagonals between the two corners.
Band bandAround(Index lengthA, Index lengthB, Index reach) {
  const Index difference = lengthB - lengthA;
  return {std::max(-lengthA, std::min(Index{0}, difference) - reach),
          std::min(lengthB, std::max(Index{0}, difference) + reach)};
}

/// Global alignment with affine gaps in a band: for every cell one byte that names the predecessor of each state.
class GlobalAlignment {
 public:
  GlobalAlignment(const AlignmentScoring& scoring, const ResidueCode* a, Index lengthA, const ResidueCode* b,
                  Index lengthB, Band band)
      : m_scoring(scoring),
        m_a(a),
        m_b(b),
        m_lengthA(lengthA),
        m_lengthB(lengthB),
        m_band(band),
        m_width(std::min(lengthB, band.last - band.first) + 1) {
    if (lengthA + 1 > kMaxCells / m_width)
      fail("sequences of ", lengthA, " and ", lengthB, " differing residues are too long to be compared");
    m_from.resize(static_cast<size_t>((lengthA + 1) * m_width), 0);
    fill();
  }

  int score() const { return m_score; }

  /// The aligned positions, last first.
  std::vector<std::pair<Index, Index>> pairs() const {
    std::vector<std::pair<Index, Index>> aligned;
    Index i = m_lengthA, j = m_lengthB;
    State state = m_last;
    while (i > 0 || j > 0) {
      const auto from = static_cast<State>(m_from[place(i, j)] >> (kStateBits * state) & kStateMask);
      if (state == kPair) aligned.emplace_back(i - 1, j - 1);
      if (state != kGapInA) --i;
      if (state != kGapInB) --j;
      state = from;
    }
    return aligned;
  }

 private:
  Index firstOf(Index i) const { return std::max(Index{0}, i + m_band.first); }
  size_t place(Index i, Index j) const { return static_cast<size_t>(i * m_width + j - firstOf(i)); }

  void fill() {
    constexpr Scores kOutside{kWorst, kWorst, kWorst};
    std::vector<Scores> row(static_cast<size_t>(m_lengthB + 1), kOutside);
    for (Index i = 0; i <= m_lengthA; ++i) {
      const Index first = firstOf(i), last = std::min(m_lengthB, i + m_band.last);
      Scores diagonal = first > 0 ? nth(row, first - 1) : kOutside;  // the cell (i - 1, j - 1)
      Scores left = kOutside;
      for (Index j = first; j <= last; ++j) {
        const Scores above = nth(row, j);
        left = nth(row, j) = cell(i, j, diagonal, above, left);
        diagonal = above;
      }
    }
    const Choice end = best(row.back(), 0, 0, 0);
    m_last = end.from;
    m_score = end.score;
  }

  Scores cell(Index i, Index j, const Scores& diagonal, const Scores& above, const Scores& left) {
    if (i == 0 && j == 0) return {0, kWorst, kWorst};
    Scores scores{kWorst, kWorst, kWorst};
    unsigned from = 0;
    const auto enter = [&](State state, Choice choice, int score) {
      scores[state] = std::max(kWorst, choice.score + score);
      from |= unsigned{choice.from} << (kStateBits * state);
    };
    const auto& [pair, open, extend] = m_scoring;
    if (i > 0 && j > 0) enter(kPair, best(diagonal, 0, 0, 0), pair[m_a[i - 1]][m_b[j - 1]]);
    if (i > 0) enter(kGapInB, best(above, open, extend, open), 0);
    if (j > 0) enter(kGapInA, best(left, open, open, extend), 0);
    m_from[place(i, j)] = static_cast<std::uint8_t>(from);
    return scores;
  }

  const AlignmentScoring& m_scoring;
  const ResidueCode* m_a;
  const ResidueCode* m_b;
  Index m_lengthA, m_lengthB;
  Band m_band;
  Index m_width;
  State m_last = kPair;
  int m_score = 0;
  std::vector<std::uint8_t> m_from;
};

AlignmentScoring makeSameSequenceScoring() {
  AlignmentScoring scoring{{}, -30, -1};
  for (size_t a = 0; a < alphabet::kUnknown; ++a)
    for (size_t b = 0; b < alphabet::kUnknown; ++b) scoring.pair[a][b] = a == b ? 20 : -20;
  return scoring;
}

AlignmentScoring makeHomologyScoring() {
  constexpr double kUnit = 20;
  AlignmentScoring scoring{{}, -120, -10};
  const SubstitutionMatrix& matrix = blosum62();
  for (size_t a = 0; a < alphabet::kNumResidues; ++a)
    for (size_t b = 0; b < alphabet::kNumResidues; ++b)
      scoring.pair[a][b] = static_cast<int>(std::lround(kUnit * matrix.score[a][b]));
  return scoring;
}

}  // namespace

const AlignmentScoring& sameSequenceScoring() {
  static const AlignmentScoring scoring = makeSameSequenceScoring();
  return scoring;
}

const AlignmentScoring& homologyScoring() {
  static const AlignmentScoring scoring = makeHomologyScoring();
  return scoring;
}

std::vector<ResidueCode> standardCodes(const std::vector<ResidueCode>& codes) {
  std::vector<ResidueCode> standard(codes.size());
  std::transform(codes.begin(), codes.end(), standard.begin(),
                 [](ResidueCode code) { return std::min(alphabet::standard(code), alphabet::kUnknown); });
  return standard;
}

std::vector<std::pair<Index, Index>> alignGlobally(const AlignmentScoring& scoring, const ResidueCode* a, Index lengthA,
                                                   const ResidueCode* b, Index lengthB) {
  return GlobalAlignment(scoring, a, lengthA, b, lengthB, {-lengthA, lengthB}).pairs();
}

std::vector<std::pair<Index, Index>> alignNearlyEqual(const AlignmentScoring& scoring, const ResidueCode* a,
                                                      Index lengthA, const ResidueCode* b, Index lengthB) {
  constexpr Index kFirstReach = 32;
  int bestPair = 0;
  for (const auto& scores : scoring.pair)
    bestPair = std::max(bestPair, *std::max_element(scores.begin(), scores.end()));
  // A path that strays further than `reach` has gaps on both sides and so many pairs less.
  const auto mostOutside = [&](Index reach) {
    const Index numPairs = std::min(lengthA, lengthB) - reach - 1;
    return numPairs * bestPair + 2 * scoring.open + (lengthA + lengthB - 2 * numPairs - 2) * scoring.extend;
  };
  const auto within = [&](Index reach) {
    return GlobalAlignment(scoring, a, lengthA, b, lengthB, bandAround(lengthA, lengthB, reach));
  };
  const GlobalAlignment narrow = within(kFirstReach);
  Index reach = kFirstReach;
  while (reach < std::min(lengthA, lengthB) && mostOutside(reach) >= narrow.score()) ++reach;
  return reach == kFirstReach ? narrow.pairs() : within(reach).pairs();
}

ResidueMap alignSequences(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b) {
  const std::vector<ResidueCode> standardA = standardCodes(a), standardB = standardCodes(b);
  std::vector<Index> partners(a.size(), -1);
  const auto lengthA = static_cast<Index>(a.size()), lengthB = static_cast<Index>(b.size());
  for (const auto& [i, j] : alignGlobally(homologyScoring(), standardA.data(), lengthA, standardB.data(), lengthB))
    nth(partners, i) = j;
  return ResidueMap::fromPartners(std::move(partners), lengthB);
}

}  // namespace engine
