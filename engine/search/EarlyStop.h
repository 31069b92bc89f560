// When a search behind a prefilter ends, from scores or from as few of them as decide it (MATHEMATICS.md 5.2).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// True when hardly a template of a block was a hit: the sum of 1 / (1 + E) is below 0.01 per template. A block of
/// fewer than kSearchBlock templates never ends a search.
inline constexpr Index kSearchBlock = 2000;
bool endsSearch(std::span<const double> eValuesOfBlock);

/// Viterbi scores (bits) of the templates of a block, or bounds that they do not exceed.
struct BlockScores {
  std::vector<float> bits;
  std::vector<bool> areKnown;
};

/// What endsSearch() says of a block when all of its scores are known. Those that it takes become known, the most
/// promising first. eValue: of a template of the block by its score, does not rise with it by more than 1e-4 of itself;
/// known: the scores of some, in rising order.
bool endsSearch(BlockScores& scores, const std::function<double(size_t k, double viterbi)>& eValue,
                const std::function<std::vector<float>(std::span<const size_t> block)>& known);

}  // namespace engine
