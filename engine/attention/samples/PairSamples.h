// Weights for the hairpin (HairpinSample.h) with which every module on pairs does one thing that can be seen; names
// after `path` ("" or "tri_mul_out.").
#pragma once

#include "engine/attention/samples/HairpinSample.h"

namespace engine {

/// Triangle multiplication with four channels.
void addTriangleSample(ArrayBundle& arrays, const std::string& path);
std::vector<std::string> triangleSampleLabels(bool isOutgoing);

/// Triangle attention with four heads of width 2.
void addTriangleAttentionSample(ArrayBundle& arrays, const std::string& path);
std::vector<std::string> triangleAttentionLabels(bool isStarting);

/// Row attention with pair bias, four heads of width 2.
void addPairBiasedRowSample(ArrayBundle& arrays, const std::string& path);
std::vector<std::string> pairBiasedRowLabels();
/// Column attention, four heads of width 2.
void addGatedColumnSample(ArrayBundle& arrays, const std::string& path);

/// Outer product mean of three channels: hydrophobic, positive, negative.
void addOuterProductSample(ArrayBundle& arrays, const std::string& path);
std::vector<std::string> outerProductLabels();

/// A transition of this width that changes nothing, with one hidden channel.
void addIdleTransition(ArrayBundle& arrays, const std::string& path, Index width);

}  // namespace engine
