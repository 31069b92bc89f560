// Letters of residues among arrays: by them arrays are linked to all that has the same residues.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/Array.h"

namespace engine {

/// Name of an array (L) of character codes: the letters of L residues.
inline constexpr char kLetterArray[] = "residue_letters";

Array<std::int64_t> letterArray(const std::string& letters);
/// The letters that the arrays name; empty when they name none, or what is called so is none.
std::string lettersIn(const ArrayBundle& arrays);

}  // namespace engine
