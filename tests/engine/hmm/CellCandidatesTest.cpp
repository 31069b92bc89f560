// What is said about a cell against what the recursions put into it, for every cell.
#include "engine/hmm/viterbi/CellCandidates.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace cell_candidates_test {

using enum PairState;

/// Planes hold single precision.
constexpr double kTolerance = 1e-4;

void expectSumsUp(const StateCandidates& state) {
  for (const Candidate& candidate : state.candidates) {
    const double sum = candidate.previous + candidate.queryTransition + candidate.templateTransition;
    EXPECT_TRUE(candidate.sum == sum || std::abs(candidate.sum - sum) < 1e-12);
  }
}

/// Winner, score and margin of one state against plane and back pointer.
void expectExplainsPlane(const StateCandidates& state, float plane, std::uint8_t pointers) {
  expectSumsUp(state);
  if (!state.winner) {
    EXPECT_EQ(state.score, kImpossible);
    EXPECT_EQ(plane, -std::numeric_limits<float>::infinity());
    return;
  }
  const Candidate& winner = state.candidates[*state.winner];
  EXPECT_EQ(winner.from, originOf(state.state, pointers));
  if (state.score > kImpossible)
    EXPECT_NEAR(state.score, plane, kTolerance);
  else
    EXPECT_EQ(plane, -std::numeric_limits<float>::infinity());
  double nearest = std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : state.candidates) {
    EXPECT_LE(candidate.sum, winner.sum + kTolerance);
    if (&candidate != &winner) nearest = std::min(nearest, winner.sum - candidate.sum);
  }
  EXPECT_GE(state.margin, 0);
  if (std::isinf(nearest))
    EXPECT_EQ(state.margin, nearest);
  else
    EXPECT_NEAR(state.margin, std::max(0.0, nearest), kTolerance);
}

void expectExplainsCell(const CellCandidates& cell, const DpMatrices& matrices) {
  ASSERT_EQ(cell.states.size(), matrices.states.size());
  for (size_t k = 0; k < cell.states.size(); ++k) {
    EXPECT_EQ(cell.states[k].state, matrices.states[k]);
    expectExplainsPlane(cell.states[k], matrices.planes[k](cell.i + 1, cell.j + 1),
                        matrices.backtrace(cell.i + 1, cell.j + 1));
  }
}

std::vector<ViterbiOptions> optionSets() {
  std::vector<ViterbiOptions> sets(4);
  sets[1].mode = AlignmentMode::global;
  sets[1].endGapQuery = 0.3;
  sets[2] = viterbiOptions(Preset::guide);
  sets[3] = sets[2];
  sets[3].mode = AlignmentMode::global;
  return sets;
}

TEST(CellCandidates, winnerIsWhatPlaneAndBackPointerSayInEveryCell) {
  Random random(21);
  Progress progress;
  for (const ViterbiOptions& options : optionSets())
    for (int trial = 0; trial < 60; ++trial) {
      const ProfileHmm query = test::randomProfile(1 + static_cast<Index>(random.below(6)), random, trial % 2 == 0);
      const ProfileHmm templ = test::randomProfile(1 + static_cast<Index>(random.below(6)), random, trial % 2 == 0);
      const ViterbiResult result = alignByViterbi(query, templ, options, progress);
      for (Index i = 0; i < query.length(); ++i)
        for (Index j = 0; j < templ.length(); ++j)
          expectExplainsCell(cellCandidates(query, templ, options, result.matrices, i, j), result.matrices);
    }
}

TEST(CellCandidates, winnerIsWhatPlaneAndBackPointerSayOfThreeStates) {
  Random random(22);
  Progress progress;
  for (const SequenceAlignmentMode mode : {SequenceAlignmentMode::local, SequenceAlignmentMode::semiGlobal})
    for (int trial = 0; trial < 60; ++trial) {
      std::vector<ResidueCode> sequence;
      for (Index l = 1 + static_cast<Index>(random.below(6)); l > 0; --l)
        sequence.push_back(static_cast<ResidueCode>(random.below(21)));
      const ProfileHmm profile = test::randomProfile(1 + static_cast<Index>(random.below(6)), random, trial % 2 == 0);
      const SequenceViterbiResult result = alignSequence(sequence, profile, mode, progress);
      for (Index l = 0; l < static_cast<Index>(sequence.size()); ++l)
        for (Index c = 0; c < profile.length(); ++c)
          expectExplainsCell(cellCandidates(sequence, profile, mode, result.matrices, l, c), result.matrices);
    }
}

TEST(CellCandidates, matchStateListsStopAndFiveOrigins) {
  Random random(23);
  Progress progress;
  const ProfileHmm profile = test::randomProfile(3, random, false);
  ViterbiOptions options;
  const auto matchOf = [&](const ViterbiOptions& used) {
    const ViterbiResult result = alignByViterbi(profile, profile, used, progress);
    return cellCandidates(profile, profile, used, result.matrices, 1, 2).states.front();
  };
  const StateCandidates local = matchOf(options);
  ASSERT_EQ(local.candidates.size(), 6u);
  EXPECT_FALSE(local.candidates[0].from);
  EXPECT_EQ(local.candidates[0].sum, 0);
  EXPECT_EQ(local.candidates[2].from, GD);
  EXPECT_EQ(local.shift, options.shift);
  EXPECT_NEAR(local.columnScore, ColumnScorer(profile, profile, options.nullModel).score(1, 2), 1e-12);
  options.mode = AlignmentMode::global;
  EXPECT_EQ(matchOf(options).candidates.size(), 5u);  // nothing begins in the middle
}

TEST(CellCandidates, otherMatricesAndPositionsOutsideAreRefused) {
  Random random(24);
  Progress progress;
  const ProfileHmm profile = test::randomProfile(2, random, false), other = test::randomProfile(3, random, false);
  DpMatrices matrices = alignByViterbi(profile, profile, {}, progress).matrices;
  EXPECT_THROW(cellCandidates(profile, profile, {}, matrices, 2, 0), Error);
  EXPECT_THROW(cellCandidates(profile, profile, {}, matrices, 0, -1), Error);
  EXPECT_THROW(cellCandidates(profile, other, {}, matrices, 0, 0), Error);
  EXPECT_THROW(cellCandidates({0, 1}, profile, SequenceAlignmentMode::local, matrices, 0, 0), Error);
  matrices.kind = DpKind::forward;
  EXPECT_THROW(cellCandidates(profile, profile, {}, matrices, 0, 0), Error);
}

TEST(CellCandidates, finishedAlignmentsExplainTheirOwnCells) {
  Random random(77);
  Progress progress;
  ProfileHmm query = test::randomProfile(6, random, false);
  const ProfileHmm templ = test::randomProfile(7, random, false);
  query.masterLetters = "ACDEFG";
  const ProfileAlignmentOptions options = alignmentOptions(Preset::standard);
  EXPECT_FALSE(hasCandidates(ProfileAlignment()));
  for (const ProfileAlignment& alignment :
       {alignProfiles(query, templ, options, progress),
        alignMasterSequence(query, templ, options, SequenceAlignmentMode::local, progress)}) {
    ASSERT_TRUE(hasCandidates(alignment));
    int numWinners = 0;
    for (Index i = 0; i < 6; ++i)
      for (Index j = 0; j < 7; ++j) {
        const CellCandidates cell = cellCandidates(alignment, i, j);
        for (size_t k = 0; k < cell.states.size(); ++k)
          if (cell.states[k].winner) {
            EXPECT_NEAR(cell.states[k].score, alignment.matrices.planes[k](i + 1, j + 1), 1e-3);
            ++numWinners;
          }
      }
    EXPECT_GT(numWinners, 6 * 7);
  }
}

}  // namespace cell_candidates_test
