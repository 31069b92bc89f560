// Tokens to vectors.
#pragma once

#include <cstdint>

#include "engine/base/Array.h"

namespace engine {

/// Row `token` of the table (V, D) for every token of an array of any shape; returns that shape with D appended.
/// Throws Error naming the array of tokens when one is not in 0..V-1.
template <class T>
Array<T> embed(const Array<std::int64_t>& tokens, const Array<T>& table);

}  // namespace engine
