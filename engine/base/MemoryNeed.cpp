#include "engine/base/MemoryNeed.h"

#include <unistd.h>

#include "engine/base/Error.h"

namespace engine {

void requireMemory(double bytes, const char* what, const char* remedy) {
  const double machine = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
  constexpr double kGigabyte = 1e9;
  if (bytes > 0.8 * machine)
    fail(what, " need ", bytes / kGigabyte, " GB, this machine has ", machine / kGigabyte, " GB of memory: ", remedy);
}

}  // namespace engine
