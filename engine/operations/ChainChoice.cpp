#include "engine/operations/ChainChoice.h"

#include "engine/base/Error.h"

namespace engine {

const Chain& chosenChain(const Structure& structure, const std::string& id, const std::string& title) {
  if (structure.chains.empty()) fail(title, ": found no protein chain, expected at least one");
  if (id.empty()) return structure.chains.front();
  if (const Chain* chain = structure.findChain(id)) return *chain;
  std::string known;
  for (const Chain& chain : structure.chains) known += (known.empty() ? "" : ", ") + chain.id;
  fail(title, ": found no chain \"", id, "\", expected one of: ", known);
}

std::string titleOfChain(const std::string& structureTitle, const Chain& chain, const std::string& what) {
  const bool isNamed = chain.id.empty() || structureTitle.find("chain " + chain.id) != std::string::npos;
  return structureTitle + (isNamed ? "" : ", chain " + chain.id) + ": " + what;
}

}  // namespace engine
