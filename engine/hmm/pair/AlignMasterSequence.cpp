// A sequence against a profile, as an alignment of two profiles: views and writers need no other kind.
#include <algorithm>

#include "engine/hmm/pair/AlignProfiles.h"

namespace engine {

namespace {

std::vector<ResidueCode> masterOf(const ProfileHmm& profile) {
  std::vector<ResidueCode> codes;
  for (const char letter : profile.masterLetters) codes.push_back(alphabet::codeOf(letter));
  const auto gap = std::find_if_not(codes.begin(), codes.end(), alphabet::isResidue);
  if (static_cast<Index>(codes.size()) != profile.length() || gap != codes.end())
    fail("profile ", profile.name, ": its first sequence has a gap in match column ", gap - codes.begin() + 1,
         ", expected a residue in all ", profile.length(), " (three states align a sequence without gaps)");
  return codes;
}

}  // namespace

ProfileAlignment alignMasterSequence(const ProfileHmm& query, const ProfileHmm& templ,
                                     const ProfileAlignmentOptions& options, SequenceAlignmentMode mode,
                                     Progress& progress) {
  ProfileAlignment alignment;
  alignment.options = options;
  alignment.query = std::make_shared<const ProfileHmm>(query);
  alignment.templ = std::make_shared<const ProfileHmm>(
      withTransitionPseudocounts(templateEmissions(templ, options), options.transitions));
  SequenceViterbiResult result = alignSequence(masterOf(query), *alignment.templ, mode, progress);
  alignment.matrices = std::move(result.matrices);
  const bool isWorthless =
      result.path.steps.empty() || (mode == SequenceAlignmentMode::local && result.path.score <= 0);
  if (isWorthless) return alignment;
  PathScores scores;
  scores.viterbi = scores.total = result.path.score;
  alignment.scores.push_back(scores);
  alignment.paths.push_back(std::move(result.path));
  return alignment;
}

}  // namespace engine
