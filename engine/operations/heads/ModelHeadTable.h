// The head table of a model's run, whose maps are counted layer by layer and not kept.
#pragma once

#include "engine/heads/MakeHeadTable.h"
#include "engine/models/RunModel.h"

namespace engine {

/// Sizes, letters and tokens of the maps that the run shows first; no maps.
HeadSet headShapeOf(const ModelRun<float>& run);

/// `shape`: headShapeOf(run). At most the maps of one layer are in memory. Throws Error, Cancelled.
HeadTable headTableOfRun(const ModelRun<float>& run, const HeadSet& shape, const HeadTableOptions& options,
                         const ModelCall& call);

}  // namespace engine
