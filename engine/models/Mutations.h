// Residues of a model's input put in the place of others: "H50A".
#pragma once

#include <string>
#include <vector>

#include "engine/models/Architecture.h"

namespace engine {

/// Letters in upper case; '_' is a hidden residue.
struct Mutation {
  char from = 0;      ///< what stands there
  Index residue = 0;  ///< from 0; gaps are no residues
  char to = 0;
};

/// "H50A Y102_": what stands there, its number from 1, and what takes its place ('_' hides it); several with blanks or
/// commas between them. Throws Error naming the word; no residue twice.
std::vector<Mutation> parsedMutations(const std::string& text);

/// "H50A Y102_"
std::string mutationsText(const std::vector<Mutation>& mutations);

/// The input with these residues in its sequence, or in the first row of its alignment. Throws Error when another letter
/// stands there, the sequence ends before, or there are no letters.
ModelInput mutated(ModelInput input, const std::vector<Mutation>& mutations);

}  // namespace engine
