// The table of atoms of an mmCIF text, read row by row: a file of half a million atoms needs no second copy of itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gemmi/cifdoc.hpp>
#include <gemmi/model.hpp>

#include "engine/base/Progress.h"

namespace engine {

/// What a text holds.
struct CifAtoms {
  gemmi::Structure atoms;     ///< of the first block: models, chains, residues and atoms as gemmi's own reader would
                              ///< make them, without waters
  gemmi::cif::Document rest;  ///< tables of the first block that are `wanted`
};

/// `wanted`: beginnings of the tags whose values stay in `rest`. Throws Error naming `source` and the row of the table
/// of atoms, std::exception naming `source` and the line where the text is no CIF, Cancelled.
CifAtoms readCifAtoms(std::string_view text, const std::string& source, const std::vector<std::string>& wanted,
                      Progress& progress);

}  // namespace engine
