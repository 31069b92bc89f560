// The result of aligning two profiles: scores, paths, every matrix.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "engine/alignment/AlignmentPath.h"
#include "engine/hmm/pair/AlignmentOptions.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/hmm/score/DpMatrices.h"

namespace engine {

/// What is said about one alignment besides its path (MATHEMATICS.md 5.8, MATHEMATICS.md 6.5). NaN: not computed.
struct PathScores {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  double viterbi = 0;             ///< bits of the Viterbi path; secondary structure included when scored inside
  double secondaryStructure = 0;  ///< bits of it that come from secondary structure, weight included
  double correlation = 0;         ///< bits added for the correlation of neighbouring column scores
  double total = 0;  ///< the score that is shown: viterbi less what structure added inside, plus correlation
  double pValue = kUnknown;
  double eValue = kUnknown;
  double probability = kUnknown;       ///< that the two are homologous, %
  double sumProbabilities = kUnknown;  ///< of the posteriors of all match pairs (MAC)
};

struct ProfileAlignment {
  std::shared_ptr<const ProfileHmm> query;  ///< as aligned, pseudocounts included
  std::shared_ptr<const ProfileHmm> templ;
  /// The query that paths are judged and realigned with once they are found; null: the same. HH-suite 3.3 neutralises
  /// tags as late as that.
  std::shared_ptr<const ProfileHmm> judgedQuery;
  DpMatrices matrices;                        ///< of the first (best) alignment
  std::vector<AlignmentPath> paths;           ///< best first; empty when nothing scored above 0
  std::vector<PathScores> scores;             ///< of each path, in the same order
  Index opened = 0;                           ///< the path to look at first
  std::vector<AlignmentPath> coOptimalPaths;  ///< others that score as much as the best; empty: none or not asked for
  std::vector<AlignmentPath> sampledPaths;    ///< drawn from the posterior; empty: not asked for
  /// Sums over all paths in bits, and posteriors 0..1, of the same pair; without planes when not asked for.
  DpMatrices forward, backward, posterior;
  AlignmentOptions options;  ///< that all this was made with

  const ProfileHmm& judge() const { return judgedQuery ? *judgedQuery : *query; }
};

}  // namespace engine
