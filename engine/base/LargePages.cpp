// Advice to the kernel about whole pages.
#include "engine/base/LargePages.h"

#include <sys/mman.h>

#include <cstdint>

namespace engine {

void adviseLargePages(void* memory, std::size_t numBytes) {
  constexpr std::uintptr_t kPage = 4096;
  const auto first = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t begin = (first + kPage - 1) / kPage * kPage, end = (first + numBytes) / kPage * kPage;
  if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

}  // namespace engine
