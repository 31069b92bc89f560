#include "engine/operations/heads/ReferenceRow.h"

#include "engine/alignment/ResidueMap.h"

namespace engine {

Index referenceRow(const Alignment& alignment, const std::string& name, const Chain* chain, const std::string& title) {
  if (!name.empty()) {
    const Index row = alignment.findRow(name);
    if (row < 0) fail(title, ": found no row \"", name, "\"");
    return row;
  }
  if (!chain) return alignment.rows.empty() ? -1 : 0;
  const Index row = findRowOfSequence(alignment, chainCodes(*chain), title);
  if (row < 0) fail(title, ": found no row with the sequence of chain ", chain->id, ", expected one");
  return row;
}

}  // namespace engine
