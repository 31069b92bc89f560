#include "engine/base/LargePages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <mutex>
#include <new>
#include <vector>

namespace engine {

void adviseLargePages(void* memory, std::size_t numBytes) {
  constexpr std::uintptr_t kPage = 4096;
  const auto first = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t begin = (first + kPage - 1) / kPage * kPage, end = (first + numBytes) / kPage * kPage;
  if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kKeepsBlocks = false;  // what is used after its release shall be found
#else
constexpr bool kKeepsBlocks = true;
#endif

std::size_t wholePages(std::size_t numBytes) { return (numBytes + kLargePage - 1) / kLargePage * kLargePage; }

/// Whole large pages from the operating system, so that none is cut in two.
void* freshPages(std::size_t numBytes) {
  const std::size_t reserved = numBytes + kLargePage;
  void* const memory = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  char* const first = static_cast<char*>(memory);
  const std::size_t before = (kLargePage - reinterpret_cast<std::uintptr_t>(first) % kLargePage) % kLargePage;
  if (before > 0) munmap(first, before);
  munmap(first + before + numBytes, kLargePage - before);
  adviseLargePages(first + before, numBytes);
  return first + before;
}

/// Released blocks, the latest last.
class SpareBlocks {
 public:
  /// Null when there is none of this size.
  void* take(std::size_t numBytes) {
    const std::lock_guard lock(m_mutex);
    for (std::size_t k = m_blocks.size(); k-- > 0;) {
      if (m_blocks[k].numBytes != numBytes) continue;
      void* const memory = m_blocks[k].memory;
      m_blocks.erase(m_blocks.begin() + static_cast<std::ptrdiff_t>(k));
      m_numBytes -= numBytes;
      return memory;
    }
    return nullptr;
  }
  /// The oldest blocks make room for a new one. False when it is larger than all the room.
  bool keep(void* memory, std::size_t numBytes) {
    const std::lock_guard lock(m_mutex);
    if (numBytes > m_mostBytes) return false;
    while (m_numBytes + numBytes > m_mostBytes) {
      munmap(m_blocks.front().memory, m_blocks.front().numBytes);
      m_numBytes -= m_blocks.front().numBytes;
      m_blocks.erase(m_blocks.begin());
    }
    madvise(memory, numBytes, MADV_FREE);
    m_blocks.push_back({memory, numBytes});
    m_numBytes += numBytes;
    return true;
  }

 private:
  struct Block {
    void* memory;
    std::size_t numBytes;
  };
  std::mutex m_mutex;
  std::vector<Block> m_blocks;
  std::size_t m_numBytes = 0;
  const std::size_t m_mostBytes =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 8;
};

/// Never destroyed: arrays with static lifetime may be released after everything else.
SpareBlocks& spareBlocks() {
  static SpareBlocks& blocks = *new SpareBlocks;
  return blocks;
}

}  // namespace

void* takeLargeBlock(std::size_t numBytes) {
  if (!kKeepsBlocks) return ::operator new(numBytes);
  const std::size_t size = wholePages(numBytes);
  if (size < numBytes || size + kLargePage < size) throw std::bad_alloc();
  if (void* const spare = spareBlocks().take(size)) return spare;
  return freshPages(size);
}

void releaseLargeBlock(void* block, std::size_t numBytes) noexcept {
  if (!kKeepsBlocks) return ::operator delete(block);
  const std::size_t size = wholePages(numBytes);
  try {
    if (spareBlocks().keep(block, size)) return;
  } catch (...) {  // no memory to remember it
  }
  munmap(block, size);
}

}  // namespace engine
