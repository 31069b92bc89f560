// Protein structures from the text of PDB and mmCIF files.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/structure/Structure.h"

namespace engine {

struct ReadOptions {
  int model = 0;  ///< number of the model as in the file; 0: the first one
};

/// Reads a PDB file (with or without header, from any year). Only atoms, models, chain ends, helices and strands are
/// looked at. Waters, ligands and nucleic acids are left out, hydrogens are kept.
/// Throws Error naming `source` and the line when a record cannot be read, and when no protein residue is found;
/// Cancelled.
Structure readPdb(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress,
                  const ReadOptions& options = {});

/// The same for mmCIF; coordinates given as '?' or '.' stay unset. Errors name the row of the _atom_site table.
Structure readMmcif(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress,
                    const ReadOptions& options = {});

}  // namespace engine
