// Rotary positions (MATHEMATICS.md 2.2): halves of every head's channels turned by an angle that grows with the place.
#pragma once

#include "engine/base/Array.h"

namespace engine {

/// Frequencies 10000^(-2t/d) for t = 0 .. d/2 - 1 as float32; with `throughHalf` rounded to float16 on the way, as
/// files that were saved in it have them.
Array<float> rotaryFrequencies(Index depth, bool throughHalf);

/// Turns the channels [a, b] of every head of X (T, H*d), in place: a cos - b sin, b cos + a sin with the angle
/// position * frequency. Throws Error unless d is even and frequencies are (d/2).
template <class T>
void rotate(Array<T>& X, Index heads, const Array<float>& frequencies, int threads);

}  // namespace engine
