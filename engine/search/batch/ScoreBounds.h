// Upper bounds of the Viterbi scores of many templates, in 16-bit integers and twice as fast as the scores themselves:
// what cannot reach a score need not be aligned (MATHEMATICS.md 1.4).
#pragma once

#include <span>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/viterbi/Viterbi.h"
#include "engine/search/SearchProfile.h"

namespace engine {

/// Whether there are bounds for these options: for local alignments, with what the batch Viterbi serves.
bool hasScoreBounds(const ViterbiOptions& options);

/// Bounds stop here, bits: what may be higher is infinite.
inline constexpr double kHighestScoreBound = 150;

/// One bound per template, in the order given: a number of bits that is not less than the score that alignBatchNative()
/// gives. Infinite for templates, and all templates of a query, that bounds are not computed for: with more than 8000
/// columns, or with transitions of less than 2^-16 from match to match or from delete to match; so may be others that
/// share a vector with them. On `threads` threads (0: all cores), whose number changes nothing. Throws Error for a
/// query or template without columns and for options without bounds, Cancelled.
std::vector<float> scoreBounds(const SearchProfile& query, std::span<const SearchProfile* const> templates,
                               const ViterbiOptions& options, int threads, Progress& progress);

}  // namespace engine
