// Which arrays of a file are attention heads, and where each head lies in them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/datasets/HeadsNote.h"
#include "engine/io/RawArray.h"

namespace engine {

/// Lq x Lk elements of an array, from element `first` on.
struct HeadPlane {
  std::shared_ptr<const RawArray> array;
  Index first = 0;
};

struct HeadArrays {
  Index numLayers = 0, numHeads = 0, numQueries = 0, numKeys = 0;
  std::vector<HeadPlane> weights;  ///< numLayers * numHeads, layer-major
  std::vector<HeadPlane> scores;   ///< as many, or none
  std::vector<HeadPlane> leftOut;  ///< as many, of flags, or none
};

/// See headsOf() in HeadFile.h.
std::optional<HeadArrays> findHeads(const std::vector<RawArray>& arrays, Diagnostics& diagnostics);
/// Where the file itself says which arrays they are. Throws Error naming file and array when these are not there, or do
/// not fit together.
HeadArrays headsByNote(const HeadsNote& note, const std::vector<RawArray>& arrays, Diagnostics& diagnostics);

struct FoundNote {
  std::optional<HeadsNote> ofHeads;
  bool isOfOther = false;  ///< the file says that it holds something else
};
/// What the note among the arrays says. One that cannot be used is a warning, and as if it were not there.
FoundNote findNote(const std::vector<RawArray>& arrays, Diagnostics& diagnostics);

}  // namespace engine
