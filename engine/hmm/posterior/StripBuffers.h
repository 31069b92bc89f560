// Memory of the recursions over strips, kept from one pair to the next: a page touched for the first time costs about
// as much as the cells that it holds.
#pragma once

#include <memory>

#include "engine/hmm/posterior/Strips.h"

namespace engine {

/// While it lives it holds what its thread has kept, or fresh memory; the values are whatever was there before.
class StripBuffers {
 public:
  /// Room for so many vectors of each kind.
  StripBuffers(Index numWide, Index numNarrow);
  ~StripBuffers();
  StripBuffers(const StripBuffers&) = delete;
  StripBuffers& operator=(const StripBuffers&) = delete;

  Lanes* wide() { return m_memory.wide.get(); }
  const Lanes* wide() const { return m_memory.wide.get(); }
  FloatLanes* narrow() { return m_memory.narrow.get(); }

 private:
  struct Memory {
    Index numWide = 0, numNarrow = 0;
    std::unique_ptr<Lanes[]> wide;
    std::unique_ptr<FloatLanes[]> narrow;
  };
  static Memory& kept();

  Memory m_memory;
};

}  // namespace engine
