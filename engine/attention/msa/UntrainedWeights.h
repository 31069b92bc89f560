// Weights that nobody has trained, as networks start with them (MATHEMATICS.md 7.8).
#pragma once

#include <cstdint>

#include "engine/attention/Mechanism.h"

namespace engine {

/// Whether this is a real array whose lengths `sizes` knows: a weight, not data.
bool isWeight(const ArrayDescription& input, const Sizes& sizes);

/// Arrays for these descriptions, each a weight, of the lengths that `sizes` gives to their letters. Linear maps and
/// their biases are uniform within 1/sqrt(inputs), weights of normalisations (a_2) 1 and their biases (b_2) 0,
/// embeddings normal with variance 1, projections of a Performer orthogonal in blocks, their rows as long as Gaussian
/// ones. Array number k by name, from 0, is drawn from Random(1000 seed + k). Same descriptions, sizes and seed, same
/// numbers.
ArrayBundle untrainedWeights(const std::vector<ArrayDescription>& weights, const Sizes& sizes, std::uint64_t seed);

}  // namespace engine
