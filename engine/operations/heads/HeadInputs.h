// What operations on heads take: a structure in one of its forms, and numbers of residues.
#pragma once

#include <optional>
#include <vector>

#include "engine/heads/MakeHeadTable.h"
#include "engine/operations/Operation.h"
#include "engine/structure/Structure.h"

namespace engine {

/// The optional input of distances: a structure, its pair geometry, or arrays with `distance`.
OperationInput structureInput();
/// chain, atom and cutoff: which chain of the structure, which atoms, how near.
std::vector<Parameter> contactParameters();
/// The chain with this id; for an empty one that of which most residues are those of the maps, else the first. Throws
/// Error listing the chains; `title` names the structure.
const Chain& chainOfMaps(const HeadSet& heads, const Structure& structure, const std::string& id,
                         const std::string& title);
/// The distances of the input for the residues of the maps, with where they are from in `source`. Throws Error.
MapDistances structureDistances(const HeadSet& heads, const Dataset& input, const ParameterValues& values, int threads,
                                ContactSource& source, Progress& progress);

/// From where on rules hold, under a heading of their own.
std::vector<Parameter> thresholdParameters();
HeadThresholds thresholdsOf(const ParameterValues& values);

/// Each array with a number for every residue, or for every position, of the maps. Throws Error when there is none.
std::vector<ResidueAnnotation> annotationsOf(const HeadSet& heads, const Dataset& input);

}  // namespace engine
