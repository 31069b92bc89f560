// What realigning makes of the paths of a pair: the presets, pairs left alone, short alignments.
#include "engine/hmm/pair/MacRealignment.h"

#include <gtest/gtest.h>

#include "engine/hmm/pair/AlignProfiles.h"
#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace mac_realignment_test {

/// Two profiles that are alike in all columns.
ProfileAlignment alignedWithItself(Index length, Preset preset, double mact, Index minPairs,
                                   StructureMode structure = StructureMode::none) {
  Random random(7);
  ProfileHmm query = test::randomProfile(length, random, false);
  ProfileHmm templ = query;
  query.annotations = {{"ss_pred", std::string(static_cast<size_t>(length), 'H')},
                       {"ss_conf", std::string(static_cast<size_t>(length), '9')}};
  templ.annotations = {{"ss_dssp", std::string(static_cast<size_t>(length), 'H')}};
  ProfileAlignmentOptions options = alignmentOptions(preset);
  options.viterbi.structure.mode = structure;
  options.mac.isOn = true;
  options.mac.mact = mact;
  options.mac.minPairs = minPairs;
  Progress progress;
  return alignProfiles(query, templ, options, progress);
}

float firstPosterior(Preset preset, StructureMode structure) {
  return alignedWithItself(1, preset, 0.1, 0, structure).posterior.planes.at(0)(1, 1);
}

TEST(MacRealignment, hhsuiteCountsNoStructureAtTheForwardBorder) {
  const float bare = firstPosterior(Preset::standard, StructureMode::none);
  EXPECT_GT(firstPosterior(Preset::standard, StructureMode::inside), bare);
  EXPECT_NEAR(firstPosterior(Preset::hhsuite33, StructureMode::inside),
              firstPosterior(Preset::hhsuite33, StructureMode::none), 1e-6);
}

TEST(MacRealignment, hhsuiteSaysNothingAboutAPairAlone) {
  const ProfileAlignment ours = alignedWithItself(1, Preset::standard, 0.1, 0);
  ASSERT_EQ(ours.paths.size(), 1u);
  EXPECT_GT(ours.paths[0].steps.at(0).posterior, 0);
  EXPECT_DOUBLE_EQ(ours.scores[0].sumProbabilities, ours.paths[0].steps[0].posterior);
  const ProfileAlignment theirs = alignedWithItself(1, Preset::hhsuite33, 0.1, 0);
  ASSERT_EQ(theirs.paths.size(), 1u);
  EXPECT_EQ(theirs.paths[0].steps.at(0).posterior, -1);
  EXPECT_EQ(theirs.scores[0].sumProbabilities, 0);
}

TEST(MacRealignment, alignmentsLeftWithFewPairsAreDropped) {
  for (const Preset preset : {Preset::standard, Preset::hhsuite33}) {
    EXPECT_EQ(alignedWithItself(6, preset, 0, 6).paths.size(), 1u);
    EXPECT_EQ(alignedWithItself(5, preset, 0, 6).paths.size(), 0u);
    EXPECT_EQ(alignedWithItself(5, preset, 0, 6).scores.size(), 0u);
    EXPECT_EQ(alignedWithItself(5, preset, 0, 5).paths.size(), 1u);
    // Nothing is worth a pair at this threshold.
    EXPECT_EQ(alignedWithItself(30, preset, 1, 6).paths.size(), 0u);
    EXPECT_EQ(alignedWithItself(30, preset, 1, 0).paths.size(), 1u);
  }
}

}  // namespace mac_realignment_test
