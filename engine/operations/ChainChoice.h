// Picking a chain of a structure by the author's id.
#pragma once

#include <string>

#include "engine/structure/Structure.h"

namespace engine {

/// The chain with this id, or the first one for an empty id. Throws Error listing the chains; `title` names the
/// structure.
const Chain& chosenChain(const Structure& structure, const std::string& id, const std::string& title);

/// "1LDM chain A: pair geometry" for what is computed of one chain: names the chain once.
std::string titleOfChain(const std::string& structureTitle, const Chain& chain, const std::string& what);

}  // namespace engine
