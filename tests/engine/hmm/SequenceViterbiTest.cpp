// Three-state Viterbi against the enumeration of every legal path of short sequences and tiny profiles.
#include "engine/hmm/viterbi/SequenceViterbi.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/hmm/viterbi/PathScore.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace sequence_viterbi_test {

using enum PairState;
using Mode = SequenceAlignmentMode;

class AllPaths {
 public:
  AllPaths(Index residues, Index columns, Mode mode) : m_residues(residues), m_columns(columns), m_mode(mode) {
    for (Index l = 0; l < (mode == Mode::local ? residues : 1); ++l)
      for (Index c = 0; c < columns; ++c) extend({{{M, l, c, 0}}, 0});
  }
  const std::vector<AlignmentPath>& paths() const { return m_paths; }

 private:
  void extend(const AlignmentPath& path) {
    const PathStep& last = path.steps.back();
    const bool ends = m_mode == Mode::local ? last.state == M : last.i + 1 == m_residues && last.state != D;
    if (ends) m_paths.push_back(path);
    for (const PairState next : {M, I, D}) {
      if (next != last.state && next != M && last.state != M) continue;
      const PathStep step{next, last.i + (next != D), last.j + (next != I), 0};
      if (step.i >= m_residues || step.j >= m_columns) continue;
      AlignmentPath longer = path;
      longer.steps.push_back(step);
      extend(longer);
    }
  }

  Index m_residues, m_columns;
  Mode m_mode;
  std::vector<AlignmentPath> m_paths;
};

std::vector<ResidueCode> randomSequence(Index length, Random& random) {
  std::vector<ResidueCode> codes;
  for (Index l = 0; l < length; ++l) codes.push_back(static_cast<ResidueCode>(random.below(21)));
  return codes;
}

void expectEnumerationAgrees(const std::vector<ResidueCode>& sequence, const ProfileHmm& profile, Mode mode) {
  Progress progress;
  const SequenceViterbiResult result = alignSequence(sequence, profile, mode, progress);
  std::vector<AlignmentPath> all = AllPaths(static_cast<Index>(sequence.size()), profile.length(), mode).paths();
  for (AlignmentPath& path : all) path = scoredPath(std::move(path), sequence, profile, mode);
  test::expectBestOf(all, result.path);
  if (result.path.steps.empty()) return;
  const PathStep& end = result.path.steps.back();
  EXPECT_NEAR((*result.matrices.plane(end.state))(end.i + 1, end.j + 1), result.path.score, 1e-4);
}

TEST(SequenceViterbi, equalsTheBestOfAllPathsOfShortSequences) {
  Random random(1);
  for (const Mode mode : {Mode::local, Mode::semiGlobal})
    for (const bool withZeros : {false, true})
      for (Index residues = 1; residues <= 4; ++residues)
        for (Index columns = 1; columns <= 3; ++columns)
          for (int trial = 0; trial < 60; ++trial)
            expectEnumerationAgrees(randomSequence(residues, random), test::randomProfile(columns, random, withZeros),
                                    mode);
}

TEST(SequenceViterbi, enumerationVisitsTheKnownNumberOfPaths) {
  EXPECT_EQ(AllPaths(1, 3, Mode::semiGlobal).paths().size(), 3u);
  // Two residues, two columns, semi-global: M M on the diagonal, M I in either column.
  EXPECT_EQ(AllPaths(2, 2, Mode::semiGlobal).paths().size(), 3u);
  EXPECT_EQ(AllPaths(2, 2, Mode::local).paths().size(), 5u);
}

TEST(SequenceViterbi, emittedPathCoversEveryResidueInSemiGlobalMode) {
  Random random(2);
  Progress progress;
  for (const Index length : {1, 5, 30}) {
    const auto sequence = randomSequence(length, random);
    const auto path = alignSequence(sequence, test::randomProfile(9, random, false), Mode::semiGlobal, progress).path;
    ASSERT_FALSE(path.steps.empty());
    EXPECT_EQ(path.steps.front().i, 0);
    EXPECT_EQ(path.steps.back().i, length - 1);
  }
}

TEST(SequenceViterbi, emptyInputsAndGapsAreRefused) {
  Random random(3);
  Progress progress;
  const ProfileHmm profile = test::randomProfile(2, random, false);
  EXPECT_THROW(alignSequence({}, profile, Mode::local, progress), Error);
  EXPECT_THROW(alignSequence({0, alphabet::kGap}, profile, Mode::local, progress), Error);
  EXPECT_THROW(alignSequence({0}, test::randomProfile(0, random, false), Mode::local, progress), Error);
}

}  // namespace sequence_viterbi_test
