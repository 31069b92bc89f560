// Masks as they come in with a mechanism: valid lengths, boolean masks, causality, and what hidden scores become.
#pragma once

#include "engine/attention/Mechanism.h"
#include "engine/attention/dot/DotProduct.h"

namespace engine {

/// The optional inputs valid_lens and mask.
std::vector<ArrayDescription> maskInputs();
/// The parameters causal, window and mask_rule.
std::vector<Parameter> maskParameters();

enum class BatchAxis { absent, given };
/// Gives the mask that was in effect, (B, n, m) or without batches (n, m), as the output "mask".
void giveMask(ArrayBundle& outputs, const KeyMask& mask, Index keys, BatchAxis batch);
/// Its memory as a term of a cost formula: " + B*n*m" with intermediates=yes, else nothing.
std::string maskBytes(const ParameterValues& values);
/// That of the sliding window, which is an array of flags while it is used.
std::string windowBytes(const ParameterValues& values);
/// How many of m keys are computed with for each query at most, as a factor of a cost formula: those of a sliding
/// window, "m" without one and where hidden scores are overwritten.
std::string keysInWindow(const ParameterValues& values);

/// The mask for `batches` x `queries` x `keys`. valid_lens: (B), (B, n), or without batches one value or (n); mask: (B,
/// n, m) or (n, m) for all batches. Throws Error naming the array, both shapes, and lengths outside 0..m.
KeyMask readMask(const ArrayBundle& inputs, const ParameterValues& values, Index batches, Index queries, Index keys);

}  // namespace engine
