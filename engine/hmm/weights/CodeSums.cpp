// Table lookup by residue code. The 16-lane form looks a table of 32 floats up in two registers; adding is in the order
// of the plain loop, so both give the same bits.
#include "engine/hmm/weights/CodeSums.h"

#ifdef __AVX512F__
// GCC 12 warns about its own AVX-512 intrinsics (GCC bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#endif

namespace engine {

#ifdef __AVX512F__

void addByCode(float* weights, const std::uint8_t* codes, Index count, const std::array<float, kCodeSlots>& table) {
  constexpr Index kLanes = 16;
  const __m512 low = _mm512_loadu_ps(table.data()), high = _mm512_loadu_ps(table.data() + kLanes);
  for (Index k = 0; k < count; k += kLanes) {
    const __m512i index = _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(codes + k)));
    const __m512 share = _mm512_permutex2var_ps(low, index, high);
    _mm512_storeu_ps(weights + k, _mm512_add_ps(_mm512_loadu_ps(weights + k), share));
  }
}

#pragma GCC diagnostic pop

#else

void addByCode(float* weights, const std::uint8_t* codes, Index count, const std::array<float, kCodeSlots>& table) {
  for (Index k = 0; k < count; ++k) weights[k] += table[codes[k]];
}

#endif

}  // namespace engine
