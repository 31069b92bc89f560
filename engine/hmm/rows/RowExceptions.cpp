// Lists of exceptions, block by block.
#include "engine/hmm/rows/RowExceptions.h"

#include <algorithm>
#include <array>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

std::uint8_t usualCode(const PackedRows& rows, Index column) {
  std::array<Index, kCodeSlots> counts{};
  for (Index k = 0; k < rows.numRows; ++k) ++counts[rows.column(column)[k]];
  return static_cast<std::uint8_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

void fillBlock(RowExceptions::Block& block, const PackedRows& rows, const std::vector<std::uint8_t>& usual) {
  const Index count = std::min(kColumnsPerBlock, rows.numColumns - block.first);
  block.begins.push_back(0);
  for (Index k = 0; k < rows.numRows; ++k) {
    for (Index j = 0; j < count; ++j) {
      const std::uint8_t code = rows.row(k)[block.first + j], common = nth(usual, block.first + j);
      const bool isAsked = code < alphabet::kNumResidues || common < alphabet::kNumResidues;
      if (code != common && isAsked) block.slots.push_back(static_cast<std::uint16_t>(j * kCodeSlots + code));
    }
    block.begins.push_back(static_cast<std::uint32_t>(block.slots.size()));
  }
}

}  // namespace

RowExceptions rowExceptions(const PackedRows& rows, int threads) {
  RowExceptions exceptions;
  exceptions.usual.resize(static_cast<size_t>(rows.numColumns));
  exceptions.blocks.resize(static_cast<size_t>((rows.numColumns + kColumnsPerBlock - 1) / kColumnsPerBlock));
  parallelFor(static_cast<Index>(exceptions.blocks.size()), 1, threads, [&](Index begin, Index end) {
    for (Index b = begin; b < end; ++b) {
      RowExceptions::Block& block = nth(exceptions.blocks, b);
      block.first = b * kColumnsPerBlock;
      for (Index j = block.first; j < std::min(block.first + kColumnsPerBlock, rows.numColumns); ++j)
        nth(exceptions.usual, j) = usualCode(rows, j);
      fillBlock(block, rows, exceptions.usual);
    }
  });
  return exceptions;
}

}  // namespace engine
