// What a file of attention heads says about the positions of its maps: tokens, which of them are no residues, the
// sequence.
//
// Conventions of Python users, as arrays beside the heads or (safetensors, which has no text) as entries of
// "__metadata__":
//   tokens               (L) texts, "<cls>", "M", "K", ..., "<eos>"; in metadata a JSON list, or words between blanks
//   special_tokens_mask  (L) 1 where a token is no residue, as tokenizers give it; a batch of 1 before it is left out
//   special_positions    indices from 0, those below 0 from the end: [0, -1]
//   sequence             a text, the residues alone
// The same with query_ and key_ before the name where rows and columns differ.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/base/Diagnostics.h"
#include "engine/io/RawArray.h"

namespace engine {

/// Texts of a file by their names.
using FileTexts = std::map<std::string, std::string>;

/// Whether an array of this name is one of those above.
bool isAboutPositions(std::string_view name);

/// Sets tokens and letters of the set. What cannot be used is left out with a warning that says what was expected. A
/// sequence that is two letters shorter than the maps, without a word about special tokens, means that the first and
/// the last position are; this is said, too.
void namePositions(HeadSet& heads, const std::vector<RawArray>& arrays, const FileTexts& texts,
                   Diagnostics& diagnostics);

}  // namespace engine
