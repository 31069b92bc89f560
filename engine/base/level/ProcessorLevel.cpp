#include "engine/base/level/ProcessorLevel.h"

namespace engine {

std::string processorLevel() { return HEADLIGHT_LEVEL; }

int processorLanes() {
#if defined(__AVX512F__)
  return 16;
#elif defined(__AVX__)
  return 8;
#else
  return 4;
#endif
}

}  // namespace engine
