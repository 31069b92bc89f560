// Memory that threads keep.
#include "engine/hmm/StripBuffers.h"

#include <utility>

namespace engine {

namespace {

/// Vectors of each kind that a thread keeps at most: 48 MB, a pair of 2000 columns each.
constexpr Index kMostKept = 500000;

}  // namespace

StripBuffers::Memory& StripBuffers::kept() {
  static thread_local Memory memory;
  return memory;
}

StripBuffers::StripBuffers(Index count) : m_memory(std::exchange(kept(), {})) {
  if (m_memory.count >= count) return;
  m_memory = {};  // first gives back what is too small
  m_memory = {count, std::make_unique_for_overwrite<Lanes[]>(static_cast<size_t>(count)),
              std::make_unique_for_overwrite<FloatLanes[]>(static_cast<size_t>(count))};
}

StripBuffers::~StripBuffers() {
  if (m_memory.count <= kMostKept) kept() = std::move(m_memory);
}

}  // namespace engine
