// Formulae as plain text writes them, "A_ij = exp(S_ij) / Σ_j exp(S_ij)", as TeX.
#pragma once

#include <string>
#include <string_view>

namespace engine {

/// One line of plain text as TeX that parseFormula() reads. Letters after "_" and "^" belong to the script up to the
/// next sign, as do those in braces; signs of Unicode (·, −, √, Σ, ², ₖ, Greek) are what they look like; "/" is a
/// fraction of the product before it and the factor after it, of all that follows where that is a sum; words of small
/// letters are text, others and those before brackets are names of functions. Every text gives TeX of the subset.
std::string texOfPlain(std::string_view text);

}  // namespace engine
