// Memory that threads keep.
#include "engine/hmm/posterior/StripBuffers.h"

#include <utility>

#include "engine/base/LargePages.h"

namespace engine {

namespace {

/// Bytes that a thread keeps at most: match states and odds of a pair of 2000 columns each.
constexpr size_t kMostKept = size_t{48} << 20;

template <class Vector>
void enlarge(std::unique_ptr<Vector[]>& vectors, Index& count, Index needed) {
  if (count >= needed) return;
  vectors.reset();  // first gives back what is too small
  vectors = std::make_unique_for_overwrite<Vector[]>(static_cast<size_t>(needed));
  count = needed;
  adviseLargePages(vectors.get(), static_cast<size_t>(needed) * sizeof(Vector));
}

}  // namespace

StripBuffers::Memory& StripBuffers::kept() {
  static thread_local Memory memory;
  return memory;
}

StripBuffers::StripBuffers(Index numWide, Index numNarrow) : m_memory(std::exchange(kept(), {})) {
  enlarge(m_memory.wide, m_memory.numWide, numWide);
  enlarge(m_memory.narrow, m_memory.numNarrow, numNarrow);
}

StripBuffers::~StripBuffers() {
  const size_t bytes = static_cast<size_t>(m_memory.numWide) * sizeof(Lanes) +
                       static_cast<size_t>(m_memory.numNarrow) * sizeof(FloatLanes);
  if (bytes <= kMostKept) kept() = std::move(m_memory);
}

}  // namespace engine
