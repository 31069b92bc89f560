// How significant the score of an alignment is: extreme value distribution, P, E, probability
// (engine/search/MATHEMATICS.md 4.1).
#pragma once

#include "engine/hmm/pair/ProfileAlignment.h"

namespace engine {

/// P(score >= s by chance) = 1 - exp(-exp(-lambda (s - mu))). lambda per bit, mu in bits.
struct ExtremeValues {
  double lambda = 0, mu = 0;
};

/// What the statistics of a pair depend on besides its score.
struct PairSizes {
  Index numQueryColumns = 0, numTemplateColumns = 0;  ///< >= 1
  double queryNeff = 1, templateNeff = 1;
};
PairSizes sizesOf(const ProfileHmm& query, const ProfileHmm& templ);

/// Local: two fixed networks of four and six hidden units, not symmetric in query and template. Global: 0.42, 3.
/// Throws Error for lengths below 1.
ExtremeValues extremeValues(const PairSizes& sizes, AlignmentMode mode);

/// ln P; precise where P is far below the smallest number.
double logPValue(double score, const ExtremeValues& distribution);

/// E of hhblits, whose prefilter has already seen numSearched templates and handed on about 1000: N P (1000 / N)^alpha,
/// alpha = 0.4 + 0.02 (Neff_t - 1) (1 - 0.1 (Neff_q - 1)); N P where N <= 1000.
double prefilteredEValue(double pValue, Index numSearched, double queryNeff, double templateNeff);

/// The key that hits are sorted by, larger is more significant: from ln P and the secondary structure score, which
/// counts up to 0.2 (score - 8) only.
double significanceOf(const PathScores& scores, const ExtremeValues& distribution);

/// Whether the constants of the probability are those for pairs with secondary structure on both sides.
enum class StructureKnowledge { none, bothSides };

/// %, 0..100; does not depend on the size of the database.
double homologyProbability(double significance, AlignmentMode mode, StructureKnowledge structure);

/// The scores with pValue, eValue = numSearched * P and probability filled in from `total` and `secondaryStructure`.
PathScores withSignificance(PathScores scores, const PairSizes& sizes, AlignmentMode mode, StructureKnowledge structure,
                            Index numSearched);

}  // namespace engine
