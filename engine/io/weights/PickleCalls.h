// What the names in a pickle of weights stand for, and the values that come of them.
#pragma once

#include <string>
#include <string_view>

#include "engine/io/weights/Pickle.h"

namespace engine {

/// A pickle while it is read.
struct PickleBuilder {
  std::string name;  ///< of the file; begins every error
  Pickle pickle;
  std::size_t numItems = 0;  ///< of all containers

  Index add(PickleNode node);
  PickleNode& node(Index place) { return pickle.nodes[static_cast<std::size_t>(place)]; }
  /// Counts items that a container gets. Throws Error when there are too many.
  void countItems(std::size_t more);
};

/// GLOBAL. Throws Error naming module and name unless it is one of those that weights need.
Index globalOf(PickleBuilder& builder, std::string_view module, std::string_view name);
/// REDUCE and NEWOBJ: what `callable(*arguments)` stands for.
Index calledWith(PickleBuilder& builder, Index callable, Index arguments);
/// BUILD: attributes of an object; what a dict carries beside its items is left out.
void buildWith(PickleBuilder& builder, Index object, Index state);
/// BINPERSID: a storage.
Index storageOf(PickleBuilder& builder, Index identity);
/// Adds keys and values in turn to a dict or object. Keys are texts or whole numbers.
void addToDict(PickleBuilder& builder, Index dict, const std::vector<Index>& keysAndValues);

}  // namespace engine
