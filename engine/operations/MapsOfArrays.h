// The attention maps among arrays that a mechanism gave.
#pragma once

#include "engine/attention/Mechanism.h"
#include "engine/datasets/Dataset.h"

namespace engine {

/// Id of the operation that takes them out of a file.
inline constexpr char kMapsOperation[] = "maps";

/// Whether that operation finds some without being told the mechanism. Takes as long as copying them; of arrays too
/// large for a moment it is taken for granted.
bool hasMaps(const Dataset& arrays);
/// The first of these maps in the place of the arrays, under their id and title, without a window. Throws Error when
/// there are none.
DatasetPtr firstMapsOf(const DatasetPtr& arrays);
/// The arrays with a note (FileNote.h) of what positions and heads of their maps are called, where that is known.
ArrayBundle withNames(ArrayBundle arrays, const Sample& names);

}  // namespace engine
