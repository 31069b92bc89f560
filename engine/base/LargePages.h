// Memory in large pages.
#pragma once

#include <cstddef>

namespace engine {

/// Asks for large pages in memory that has not been touched yet. Fresh memory costs a page fault per 4 KiB; large pages
/// make that 512 times fewer. The kernel may ignore the advice.
void adviseLargePages(void* memory, std::size_t numBytes);

/// Blocks of this size and above are worth using again: filling fresh pages with zeros takes as long as computing a
/// map.
inline constexpr std::size_t kLargeBlock = std::size_t{4} << 20;

/// A block of at least `numBytes` in large pages, its bytes undefined; one that was released before where there is one
/// of this size. Throws std::bad_alloc.
void* takeLargeBlock(std::size_t numBytes);
/// Gives back a block that was taken with the same `numBytes`. Up to an eighth of the machine's memory is kept for the
/// next one of this size; the kernel may take these pages away when it needs them.
void releaseLargeBlock(void* block, std::size_t numBytes) noexcept;

}  // namespace engine
