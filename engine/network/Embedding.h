// Tokens to vectors.
#pragma once

#include <cstdint>

#include "engine/base/Array.h"

namespace engine {

/// Throws Error naming the array of tokens, and the place, when one is no row of the table (V, D).
template <class T>
void requireTokens(const Array<std::int64_t>& tokens, const Array<T>& table);

/// Row `token` of the table (V, D) for every token of an array of any shape; returns that shape with D appended.
/// Throws Error as requireTokens.
template <class T>
Array<T> embed(const Array<std::int64_t>& tokens, const Array<T>& table);

}  // namespace engine
