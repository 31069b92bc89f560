// Tokens that language models put around a protein and that are no residues: <cls>, <eos>, [SEP], ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// "<cls>", "[SEP]", "</s>": anything of two or more characters in angle or square brackets. Letters are not.
bool isSpecialToken(std::string_view token);

/// Positions [0, count) whose token is a residue; all of them when `tokens` is empty. Throws Error when there are
/// tokens but not one per position.
std::vector<Index> residuePositions(const std::vector<std::string>& tokens, Index count);

/// The rows and columns of `map` at these positions, in this order. Values stay as they are: nothing is renormalised.
Array<float> mapAt(const Array<float>& map, const std::vector<Index>& rows, const std::vector<Index>& columns);

/// For each of `rows`: the sum of the values in the columns that are not among `columns`. `columns` ascend.
std::vector<double> lostMass(const Array<float>& map, const std::vector<Index>& rows,
                             const std::vector<Index>& columns);

}  // namespace engine
