// Positions as waves (engine/attention/MATHEMATICS.md 6.1, engine/attention/MATHEMATICS.md 6.2): fixed vectors that are
// added to features.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Sines and cosines of each position, interleaved: P[i, 2t] = sin(p_i / 10000^(2t/D)), P[i, 2t + 1] = cos of the same.
/// Positions are residue numbers as they stand, so gaps in the numbering show. Returns (L, D); an odd D lacks the last
/// cosine. Vaswani et al. 2017; d2l; RoseTTAFold in one dimension.
template <class T>
Array<T> sinusoidalEncoding(const std::vector<std::int64_t>& positions, Index width);

/// Pairs: the first half of the channels encodes the row's position, the second half the column's. Each half is all
/// sines followed by all cosines, not interleaved, with the frequencies of 1-D encodings of width K/2. Returns (L, L,
/// K). Throws Error unless K is a multiple of 4. RoseTTAFold in two dimensions.
template <class T>
Array<T> pairEncoding(const std::vector<std::int64_t>& positions, Index width);

}  // namespace engine
