// The table of atoms of an mmCIF text, read row by row: a file of half a million atoms needs no second copy of itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gemmi/model.hpp>

namespace engine {

/// What a text holds apart from its large tables.
struct CifAtoms {
  gemmi::Structure atoms;  ///< models, chains, residues and atoms as gemmi's own reader would make them
  std::string rest;        ///< the text without the tables of atoms and of categories that are not `wanted`; every line
                           ///< keeps its number
};

/// `wanted`: beginnings of the tags whose loops stay in `rest`. Nothing when the text is not as plain as programs write
/// it (several blocks, text fields among the atoms, missing columns, coordinates that are no numbers, syntax errors):
/// the complete reader then says what is wrong.
std::optional<CifAtoms> readCifAtoms(std::string_view text, const std::vector<std::string>& wanted);

}  // namespace engine
