#include "engine/operations/ChainChoice.h"

#include "engine/base/Error.h"
#include "engine/base/Joined.h"

namespace engine {

const Chain& chosenChain(const Structure& structure, const std::string& id, const std::string& title) {
  if (structure.chains.empty()) fail(title, ": found no protein chain, expected at least one");
  if (id.empty()) return structure.chains.front();
  if (const Chain* chain = structure.findChain(id)) return *chain;
  fail(title, ": found no chain \"", id, "\", expected one of: ", joined(structure.chains, &Chain::id));
}

std::string titleOfChain(const std::string& structureTitle, const Chain& chain, const std::string& what) {
  const bool isNamed = chain.id.empty() || structureTitle.find("chain " + chain.id) != std::string::npos;
  return structureTitle + (isNamed ? "" : ", chain " + chain.id) + ": " + what;
}

}  // namespace engine
