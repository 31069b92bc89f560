// Sequences that are not aligned.
#pragma once

#include <vector>

#include "engine/sequence/Sequence.h"

namespace engine {

struct SequenceSet {
  std::vector<Sequence> sequences;
};

}  // namespace engine
