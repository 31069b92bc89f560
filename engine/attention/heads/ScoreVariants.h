// What today's models do to the scores of scaled dot products, as inputs and parameters of mechanisms: additive biases,
// ALiBi, rotary places, heads of keys and values that several heads of queries share (MATHEMATICS.md 2.7 to 2.9).
#pragma once

#include "engine/attention/Mechanism.h"
#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/Rotary.h"

namespace engine {

/// The optional inputs bias and slopes.
std::vector<ArrayDescription> biasInputs();
/// The parameters alibi, rotary and rotary_base.
std::vector<Parameter> variantParameters();

/// The bias of maps (B, H, n, m). `leading`: how many axes Q has before its last two; those that `bias` does not
/// have in front are shared. Throws Error naming the array and both shapes.
template <class T>
ScoreBias<T> readBias(const ArrayBundle& inputs, const ParameterValues& values, const Shape& maps, Index leading);
/// Whether a run adds something to scores.
bool hasBias(const ArrayBundle& inputs, const ParameterValues& values);

/// X (B, G, rows, width) with each of its G heads for H / G heads in a row: (B, H, rows, width). Throws Error naming the
/// array unless G divides H.
template <class T>
Array<T> sharedByHeads(Array<T> X, Index heads);

}  // namespace engine
