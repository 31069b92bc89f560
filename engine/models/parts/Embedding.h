// Tokens to what enters the first layer: rows of a table, what is done about masks, learned positions.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Row `token` of the table (V, D) for every token: (T, D). Throws Error naming the table when a token is no row of it.
template <class T>
Array<T> embeddedTokens(const std::vector<std::int64_t>& tokens, const Array<T>& table);

/// ESM's token dropout (MATHEMATICS.md 3.1): rows of masks become 0, all are scaled by 0.88 / (1 - share of masks).
template <class T>
void dropMaskedTokens(Array<T>& x, const std::vector<std::int64_t>& tokens, std::int64_t mask);

/// Adds row t + `offset` of the table (P + offset, D) to row t of x (T, D). Throws Error naming the table when it has
/// too few rows.
template <class T>
void addPositions(Array<T>& x, const Array<T>& table, Index offset = 2);

}  // namespace engine
