// One query profile against a database: scores of all templates, alignments of those that can matter, what they mean,
// best first (MATHEMATICS.md 5.1, MATHEMATICS.md 5.3).
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "engine/base/Diagnostics.h"
#include "engine/compute/Compute.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/search/EarlyStop.h"
#include "engine/search/SearchProfile.h"
#include "engine/search/database/DatabaseLetters.h"
#include "engine/search/hits/Calibration.h"
#include "engine/search/hits/SearchResult.h"
#include "engine/search/prefilter/Prefilter.h"

namespace engine {

/// How many hits a result holds, as HH-suite's -Z, -z, -p and -E: at most maxHits; the first minHits whatever they are
/// worth; behind them those that are at least as probable and no more often expected by chance than said.
struct HitLimits {
  Index maxHits = 500, minHits = 10;
  double minProbability = 20;  ///< %
  double maxEvalue = 1e6;
};

/// Which templates are aligned at all: those that the prefilter keeps. What it points to outlives the search.
struct PrefilterUse {
  const DatabaseLetters* letters = nullptr;
  const ColumnStates* states = nullptr;
  PrefilterOptions options;
};

/// Scores that are computed elsewhere, on other machines: what grows with the database. Each gives, bit for bit, what
/// the function that it stands for does; empty: that function itself.
struct ScoresElsewhere {
  /// Told the database of a search before its scores are asked for.
  std::function<void(const Database& database)> begin;
  /// viterbiScores()
  std::function<std::vector<float>(const SearchProfile& query, const Database& database, std::span<const Index> which,
                                   Progress& progress)>
      viterbi;
  PrefilterScoring prefilter;
};

struct SearchOptions {
  ProfileAlignmentOptions alignment;
  HitLimits limits;
  std::optional<PrefilterUse> prefilter;
  std::optional<GumbelFit> calibration;  ///< of calibrate() for this query; without: HH-suite's networks
  /// The first pass knows the Viterbi score V of every template, not what correlation adds to it, which needs the path.
  /// A template is aligned when V + the larger of two margins would be reported (bits, at the weight 0.1 of the
  /// correlation, to which they are proportional): marginFactor V + marginBits, where of 22471 pairs of unrelated and
  /// related profiles the one with the largest correlation gained 0.75 V + 2.2; and what a path of strongly conserved
  /// columns gains (conservedGain). Neither is proven; of 10592 other pairs 231 gained more than the
  /// first margin and none more than both. A provable bound is the best path with S + 0.4 S^2 in the place of S: 170
  /// bits on average for 609 unrelated pairs with V = 21, all of which would be aligned instead of 18. marginBits
  /// infinity: all are aligned.
  double marginFactor = 0.75, marginBits = 4;
  /// After a prefilter: templates are aligned in its order and in blocks, and no more after a block for which
  /// endsSearch() says so. What lies behind is not searched, with a warning.
  bool stopsEarly = true;
  ScoresElsewhere elsewhere;
  /// From so many templates on, bounds are computed first and the scores of those alone that decide; hits are the same.
  /// Local alignments on the processor only.
  Index fewestBounded = 1024;
};

/// Viterbi scores (bits, -inf where no path is possible) of the templates `which`, in their order: the first pass of a
/// search. A template's score depends on no other template, nor on the number of threads. Throws Error, Cancelled.
std::vector<float> viterbiScores(const SearchProfile& query, const Database& database, std::span<const Index> which,
                                 const ProfileAlignmentOptions& alignment, const Compute& compute,
                                 Diagnostics& diagnostics, Progress& progress);

/// Bits that correlation of weight 0.1 adds to a path of score V without gaps whose n = V / s pairs score s each,
/// 0.1 s^2 (4 n - 10), for s = 4.4, about the most that a pair of columns with one residue each can score.
double conservedGain(double viterbi);

/// Templates are aligned by the batch Viterbi; one by one, which takes many times as long, for what the batch does not
/// know: the local null model and excluded columns. Pairs that both carry secondary structure are aligned once more
/// with it. Every hit is the alignment that alignProfiles() gives for its pair. Throws Error for a query without
/// columns or that contradicts itself, Cancelled.
SearchResult searchDatabase(const ProfileHmm& query, const Database& database, const SearchOptions& options,
                            const Compute& compute, Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
