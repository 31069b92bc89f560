#include "engine/io/TextMemory.h"

#include <algorithm>

#include "engine/base/MemoryBudget.h"

namespace engine {

std::size_t memoryToRead(std::string_view content) {
  constexpr std::size_t kSniffed = std::size_t{1} << 20;
  constexpr std::size_t kBytesPerRecord = 400, kBytesPerLine = 200, kMostPerByte = kBytesPerRecord / 4;  // ">\nA\n"
  const std::size_t budget = memoryBudget();
  if (content.size() < budget / kMostPerByte || content.size() > budget) return content.size();
  const char lineEnd = content.substr(0, kSniffed).find('\n') == std::string_view::npos ? '\r' : '\n';
  std::size_t numRecords = 0, numLines = 0;
  for (std::size_t begin = 0; begin < content.size(); ++numLines) {
    numRecords += content[begin] == '>';
    begin = std::min(content.find(lineEnd, begin), content.size() - 1) + 1;
  }
  return content.size() + (numRecords > 0 ? numRecords * kBytesPerRecord : numLines * kBytesPerLine);
}

}  // namespace engine
