// Residues as they are written down for labels: "52 97-99 B:10".
#pragma once

#include <string>
#include <vector>

#include "engine/structure/Structure.h"

namespace ui {

/// Residues, counted over all chains, that a list names: numbers as in the file, with insertion code where there is
/// one, or ranges of them; separated by blanks or commas; before a number its chain and a colon, else it is meant in
/// every chain. What is not there is left out; at most `most`, each once, in the order of the chains.
std::vector<engine::Index> namedResidues(const engine::Structure& structure, const std::string& list, size_t most);

}  // namespace ui
