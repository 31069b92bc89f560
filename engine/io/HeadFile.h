// Sets of attention heads in files of arrays: recognised by their arrays, each head read when it is asked for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/base/Diagnostics.h"
#include "engine/io/HeadPositions.h"
#include "engine/io/RawArray.h"

namespace engine {

/// The heads among the arrays of one file, or null when it holds something else. Heads are arrays that are called
/// attention (or attentions, attn, "layers.3.attention_weights", ...) or, under any name, the only array of three or
/// four axes whose first rows sum to 1; and they are most of what the file holds. [layers, heads, Lq, Lk], where a
/// batch of length 1 before or after the layers is left out, [heads, Lq, Lk], [Lq, Lk], or one array for each layer.
/// An array "scores" of the same shape goes with them, and what HeadPositions.h names; others are left out with a
/// warning. `texts`: what the file says beside its arrays.
/// A file that this program wrote says itself which arrays its maps are, and what more is to be told of them
/// (HeadsNote.h).
/// Nothing but shapes and a few rows is read. Throws Error naming file and array when heads are there but do not fit
/// together, or when the file is shorter than they need.
std::shared_ptr<const HeadSet> headsOf(const std::vector<RawArray>& arrays, const FileTexts& texts,
                                       Diagnostics& diagnostics);

/// Whether arrays of these names can be heads at all: known before anything is unpacked.
bool mayBeHeads(const std::vector<std::string>& names);

/// Memory for heads that were made; a single larger head is kept only as long as somebody uses it.
inline constexpr std::size_t kHeadCacheBytes = std::size_t{64} << 20;

}  // namespace engine
