// What the preset "guide" writes besides its numbers, which tests/engine/documents compares with the guide's.
#include <gtest/gtest.h>

#include "engine/datasets/Exports.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/weights/TransitionCounts.h"

namespace preset_guide_test {

using namespace engine;

/// One column of tryptophan alone.
ProfileHmm tryptophan() {
  ProfileHmm profile;
  profile.emissions = {{}};
  profile.emissions[0][alphabet::kLetters.find('W')] = 1;
  profile.background = gonnet().background;
  profile.transitions.assign(2, log2Of({1, 0, 0, 1, 0, 1, 0}));
  profile.columnNeff.assign(2, {1, 1, 1});
  profile.name.assign("column");
  profile.consensus.assign(1, 'x');
  profile.alignmentColumn = {0};
  profile.masterLetters.assign(1, 'W');
  profile.hasPseudocounts = true;
  return profile;
}

TEST(PresetGuide, filesHoldTheBackPointersInTheFormOfTheTextbook) {
  const ProfileHmm profile = tryptophan();
  Progress progress;
  const ProfileAlignment guide = alignProfiles(profile, profile, alignmentOptions(Preset::guide), progress);
  ProfileAlignment marked = guide;
  marked.options.preset = Preset::guide;
  const ArrayBundle arrays = alignmentArrays(marked);
  const auto ours = numbersOf<double>(arrays, "backtrace"), textbook = numbersOf<double>(arrays, "backtrace_guide");
  ASSERT_EQ(ours.size(), 1);
  EXPECT_EQ(textbook[0], textbookByte(static_cast<std::uint8_t>(ours[0])));
  marked.options.preset = Preset::standard;
  EXPECT_EQ(alignmentArrays(marked).count("backtrace_guide"), 0u);
}

}  // namespace preset_guide_test
