#include "engine/base/HalfFloat.h"

#include <Eigen/Core>
#include <cstring>

namespace engine {

namespace {

/// Of numbers that need not start at an even address.
template <class FloatOf>
void toFloats(const void* numbers, Index count, float* floats, FloatOf floatOf) {
  const auto* bytes = static_cast<const char*>(numbers);
  for (Index k = 0; k < count; ++k) {
    std::uint16_t bits;
    std::memcpy(&bits, bytes + 2 * k, sizeof bits);
    floats[k] = floatOf(bits);
  }
}

}  // namespace

float floatOfHalf(std::uint16_t bits) { return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(bits)); }

std::uint16_t halfOfFloat(float value) { return Eigen::half(value).x; }
std::uint16_t brainOfFloat(float value) { return Eigen::bfloat16(value).value; }

void floatsOfHalves(const void* halves, Index count, float* floats) {
  toFloats(halves, count, floats, [](std::uint16_t bits) { return floatOfHalf(bits); });
}

void floatsOfBrains(const void* brains, Index count, float* floats) {
  toFloats(brains, count, floats, [](std::uint16_t bits) { return floatOfBrain(bits); });
}

}  // namespace engine
