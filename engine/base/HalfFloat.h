// Numbers of 16 bits as floats: IEEE binary16 ("fp16") and its coarse relative with the range of a float ("bf16").
#pragma once

#include <bit>
#include <cstdint>

#include "engine/base/Array.h"

namespace engine {

/// The value of an IEEE binary16 number: 1 sign, 5 exponent and 10 fraction bits. Every one of them is exact as float.
float floatOfHalf(std::uint16_t bits);

/// The value of a bfloat16 number: the upper half of a float.
inline float floatOfBrain(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

/// The nearest binary16 number, of two equally near ones the even one; too large values become infinite.
std::uint16_t halfOfFloat(float value);
/// The nearest bfloat16 number, of two equally near ones the even one; what is not a number stays so.
std::uint16_t brainOfFloat(float value);

/// The same for `count` numbers from anywhere in memory, with the processor's own instruction where it has one.
void floatsOfHalves(const void* halves, Index count, float* floats);
void floatsOfBrains(const void* brains, Index count, float* floats);

}  // namespace engine
