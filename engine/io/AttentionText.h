// Attention heads as text, as VizFold and the demonstration of OpenFold's attention print them.
//
// "Layer 47, Head 0" begins a head (the comma may be missing, case does not matter); each line behind it is
// "query key weight", positions from 0. Only the strongest pairs of a head are there: pairs without a line count as 0,
// so that rows sum to less than 1. A file holds a layer: msa_row_attn_layer47.txt, or
// triangle_start_attn_layer47_residue_idx_18.txt for one residue of the pair features.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"

namespace engine {

/// A pair that the text names.
struct WeightedPair {
  std::int32_t query = 0, key = 0;
  float weight = 0;
};

/// Heads by layer and head as the text counts them, from 0; the pairs of each in the order of query and key.
using PairsOfHeads = std::map<std::pair<Index, Index>, std::vector<WeightedPair>>;

/// Whether the first line that is not empty begins a head.
bool isAttentionText(std::string_view head);
/// Adds the heads of one text. Throws Error naming file and line: of what is no pair behind a head, of positions above
/// 65535, of weights that are negative or not finite, of a head or a pair that was there before.
void addHeadsOfText(std::string_view content, const std::string& source, PairsOfHeads& heads, Progress& progress);
/// Square maps with as many positions as the largest of all pairs needs. Layers that are missing between
/// others are not shown; heads that are missing in a layer are 0. Warns of both, and of rows that do not sum to
/// 1. Maps are made when they are asked for. Throws Error naming `source` when there is no pair, when one map is
/// larger than the memory, or of more than 2^20 heads.
std::shared_ptr<const HeadSet> headsOfPairs(PairsOfHeads heads, const std::string& source, Diagnostics& diagnostics);

/// All layers in the files NAME_layerN.txt of a folder, or null when it has no such file. Of several names (other
/// kinds of attention, other residues) the one with most layers is taken, then the first of the alphabet; the others
/// are named in a warning. Throws Error naming file and line.
std::shared_ptr<const HeadSet> headsOfTextFolder(const std::filesystem::path& folder, Diagnostics& diagnostics,
                                                 Progress& progress);

}  // namespace engine
