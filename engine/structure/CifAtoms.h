// The table of atoms of an mmCIF text, read row by row: a file of half a million atoms needs no second copy of itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gemmi/cifdoc.hpp>
#include <gemmi/model.hpp>

#include "engine/base/Progress.h"

namespace engine {

/// What a text holds apart from its large tables.
struct CifAtoms {
  gemmi::Structure atoms;  ///< models, chains, residues and atoms as gemmi's own reader would make them
  std::string rest;        ///< the text without the tables of atoms and of categories that are not `wanted`; every line
                           ///< keeps its number
};

/// `wanted`: beginnings of the tags whose loops stay in `rest`. Nothing when the text is not as plain as programs write
/// it (text fields among the atoms, syntax errors): the complete reader then takes it or says what is wrong. Throws
/// Error naming `source` and the row of the table of atoms, Cancelled.
std::optional<CifAtoms> readCifAtoms(std::string_view text, const std::string& source,
                                     const std::vector<std::string>& wanted, Progress& progress);

/// The atoms of a block that the library has read, taken out of it. The library's own way takes time by the square of
/// the residues of a chain. Throws Error, Cancelled.
gemmi::Structure takeCifAtoms(gemmi::cif::Block& block, const std::string& source, Progress& progress);

}  // namespace engine
