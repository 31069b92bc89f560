// Describing the weights of encoder layers as inputs of mechanisms, under the names of RoseTTAFold's checkpoint.
#pragma once

#include "engine/attention/Mechanism.h"

namespace engine {

using InputList = std::vector<ArrayDescription>;

/// NAME.weight (out, in) and, optional, NAME.bias (out).
void addLinearInputs(InputList& list, const std::string& name, const std::string& out, const std::string& in,
                     const std::string& help, bool isOptional = false);
/// NAME.a_2 and NAME.b_2, both (D).
void addNormInputs(InputList& list, const std::string& name, const std::string& before);
/// to_query, to_key, to_value and to_out of the attention NAME.
void addAttentionInputs(InputList& list, const std::string& name);
/// seq_weight.to_query and seq_weight.to_key of the attention NAME.
void addSequenceWeightInputs(InputList& list, const std::string& name, bool isOptional);
/// NAME.linear1 (F, D) and NAME.linear2 (D, F).
void addFeedForwardInputs(InputList& list, const std::string& name);

/// Sample values for the real arrays of the list whose axes all have a length, by letter or digit; weights of
/// normalisations are about 1.
ArrayBundle sampleWeights(const InputList& list, const std::map<std::string, Index>& lengths, std::uint64_t seed);
/// Weights for BenchCase, such that every linear map about keeps the variance of what goes in.
ArrayBundle benchWeights(const InputList& list, const std::map<std::string, Index>& lengths);

}  // namespace engine
