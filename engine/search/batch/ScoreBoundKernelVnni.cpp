// The kernel once more for processors with AVX-512 and VNNI, which has the sums of products in one instruction: a third
// faster. Compiled with it at the level of AVX-512 alone (../../CMakeLists.txt); nothing elsewhere.
#if defined(__AVX512VNNI__) && defined(HEADLIGHT_HAS_BOUNDS_VNNI)
#define HEADLIGHT_RUN_BOUNDS runBoundsVnni
#include "engine/search/batch/ScoreBoundKernel.cpp"
#endif
