#include "engine/base/MemoryNeed.h"

#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"

namespace engine {

void requireMemory(double bytes, const char* what, const char* remedy) {
  const auto available = static_cast<double>(availableMemory());
  constexpr double kGigabyte = 1e9;
  if (bytes > 0.8 * available)
    fail(what, " need ", bytes / kGigabyte, " GB, there are ", available / kGigabyte,
         " GB of memory for this program: ", remedy);
}

}  // namespace engine
