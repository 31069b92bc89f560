// Which of a mechanism's outputs are maps to look at, and how their axes are to be read.
#pragma once

#include "engine/attention/HeadSet.h"
#include "engine/base/Array.h"

namespace engine {

/// Maps of one kind, ready for the eye.
struct NamedMaps {
  std::string title;  ///< "attention"; "sequence weights"
  std::shared_ptr<HeadSet> heads;
};

/// An array as layers x heads of maps. `axes` says what each axis is, first to last: 'b' batch, 'l' layer, 'h' head,
/// 'q' query, 'k' key; each at most once, q and k always: "hqk". Several batch items take the number of heads where
/// there are none, else that of layers, and are called so (HeadAxes.h); null where all three are there, or the array
/// has another number of axes. `scores` of the same shape are kept beside, unless null.
template <class T>
std::shared_ptr<HeadSet> mapsOf(const Array<T>& weights, const std::string& axes, const Array<T>* scores = nullptr,
                                bool isStochastic = true);

/// The same by name from outputs of either precision; null when there is no such array. Without `axes`: the last of
/// "lhqk" ("qk", "hqk"), where a first of four axes is taken for a batch when it has length 1 and for layers otherwise.
/// An output "mask" of Bool, true where a key is seen, becomes the mask of the maps where its shape is theirs.
std::shared_ptr<HeadSet> mapsOf(const ArrayBundle& outputs, const std::string& weights, const std::string& scores = {},
                                const std::string& axes = {}, bool isStochastic = true);

}  // namespace engine
