// Gotoh O: An improved algorithm for matching biological sequences (J. Mol. Biol. 1982), three states per cell.
#include "engine/alignment/GlobalAlignment.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Error.h"
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

/// Global alignment with affine gaps: for every cell one byte that names the predecessor of each state.
class GlobalAlignment {
 public:
  GlobalAlignment(const AlignmentScoring& scoring, const ResidueCode* a, Index lengthA, const ResidueCode* b,
                  Index lengthB)
      : m_scoring(scoring), m_a(a), m_b(b), m_lengthA(lengthA), m_lengthB(lengthB), m_width(lengthB + 1) {
    if (lengthA + 1 > kMaxCells / m_width)
      fail("sequences of ", lengthA, " and ", lengthB, " differing residues are too long to be compared");
    m_from.resize(static_cast<size_t>((lengthA + 1) * m_width), 0);
    fill();
  }

  /// The aligned positions, last first.
  std::vector<std::pair<Index, Index>> pairs() const {
    std::vector<std::pair<Index, Index>> aligned;
    Index i = m_lengthA, j = m_lengthB;
    State state = m_last;
    while (i > 0 || j > 0) {
      const auto from =
          static_cast<State>(m_from[static_cast<size_t>(i * m_width + j)] >> (kStateBits * state) & kStateMask);
      if (state == kPair) aligned.emplace_back(i - 1, j - 1);
      if (state != kGapInA) --i;
      if (state != kGapInB) --j;
      state = from;
    }
    return aligned;
  }

 private:
  void fill() {
    std::vector<Scores> row(static_cast<size_t>(m_width), Scores{kWorst, kWorst, kWorst});
    for (Index i = 0; i <= m_lengthA; ++i) {
      Scores diagonal = row[0];  // the cell (i - 1, j - 1)
      for (Index j = 0; j <= m_lengthB; ++j) {
        const Scores above = row[static_cast<size_t>(j)];
        row[static_cast<size_t>(j)] = cell(i, j, diagonal, above, j > 0 ? row[static_cast<size_t>(j - 1)] : above);
        diagonal = above;
      }
    }
    m_last = best(row.back(), 0, 0, 0).from;
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
    m_from[static_cast<size_t>(i * m_width + j)] = static_cast<std::uint8_t>(from);
    return scores;
  }

  const AlignmentScoring& m_scoring;
  const ResidueCode* m_a;
  const ResidueCode* m_b;
  Index m_lengthA, m_lengthB, m_width;
  State m_last = kPair;
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
  return GlobalAlignment(scoring, a, lengthA, b, lengthB).pairs();
}

ResidueMap alignSequences(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b) {
  const std::vector<ResidueCode> standardA = standardCodes(a), standardB = standardCodes(b);
  std::vector<Index> partners(a.size(), -1);
  const auto lengthA = static_cast<Index>(a.size()), lengthB = static_cast<Index>(b.size());
  for (const auto& [i, j] : alignGlobally(homologyScoring(), standardA.data(), lengthA, standardB.data(), lengthB))
    partners[static_cast<size_t>(i)] = j;
  return ResidueMap::fromPartners(std::move(partners), lengthB);
}

}  // namespace engine
