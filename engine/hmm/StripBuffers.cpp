// Memory that threads keep.
#include "engine/hmm/StripBuffers.h"

#include <utility>

namespace engine {

namespace {

/// Bytes that a thread keeps at most: match states and odds of a pair of 2000 columns each.
constexpr size_t kMostKept = size_t{48} << 20;

}  // namespace

StripBuffers::Memory& StripBuffers::kept() {
  static thread_local Memory memory;
  return memory;
}

StripBuffers::StripBuffers(Index numWide, Index numNarrow) : m_memory(std::exchange(kept(), {})) {
  if (m_memory.numWide < numWide) {
    m_memory.wide.reset();  // first gives back what is too small
    m_memory.wide = std::make_unique_for_overwrite<Lanes[]>(static_cast<size_t>(numWide));
    m_memory.numWide = numWide;
  }
  if (m_memory.numNarrow < numNarrow) {
    m_memory.narrow.reset();
    m_memory.narrow = std::make_unique_for_overwrite<FloatLanes[]>(static_cast<size_t>(numNarrow));
    m_memory.numNarrow = numNarrow;
  }
}

StripBuffers::~StripBuffers() {
  const size_t bytes = static_cast<size_t>(m_memory.numWide) * sizeof(Lanes) +
                       static_cast<size_t>(m_memory.numNarrow) * sizeof(FloatLanes);
  if (bytes <= kMostKept) kept() = std::move(m_memory);
}

}  // namespace engine
