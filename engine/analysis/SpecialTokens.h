// Tokens that language models put around a protein and that are no residues: <cls>, <eos>, [SEP], ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// "<mask>", "<unk>", "[MASK]", "[UNK]": they stand where a residue is, and do not say which.
bool isUnknownResidue(std::string_view token);
/// "<cls>", "[SEP]", "</s>": at least one character between angle or square brackets, but no unknown residue.
bool isSpecialToken(std::string_view token);

/// A token as people read it: without the marks of subword tokenizers for a new word or the end of one.
std::string shownToken(std::string_view token);

/// The rows and columns of `map` at these positions, in this order, for float and Bool. Values stay as they are:
/// nothing is renormalised. -1 is a position that the map has not: NaN, false.
template <class T>
Array<T> mapAt(const Array<T>& map, const std::vector<Index>& rows, const std::vector<Index>& columns);

/// For each of `rows`: the sum of the finite values in the columns that are not among `columns`, which ascend.
std::vector<double> lostMass(const Array<float>& map, const std::vector<Index>& rows,
                             const std::vector<Index>& columns);

}  // namespace engine
