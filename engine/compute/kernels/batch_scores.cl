// What both batch Viterbi kernels have in common, OpenCL C 1.2. Taken in with a line #include "batch_scores.cl", which
// the host replaces with this text. Before that line: FLOATS and INTS, float and int or vectors of as many.
// Checked with: -DFLOATS=float -DINTS=int
// Checked with: -DFLOATS=float16 -DINTS=int16

#define SLOTS 27
#define JOINED(A, B) A##B
#define TYPED(FUNCTION, TYPE) JOINED(FUNCTION, TYPE)

FLOATS log2_without_offset(const FLOATS x) {
  const INTS bits = TYPED(as_, INTS)(x);
  const FLOATS m = TYPED(as_, FLOATS)((bits & 0x007fffff) | 0x3f800000);
  FLOATS sum = fma(m, (FLOATS)(-0.0256910888f), (FLOATS)(0.27514877f));
  sum = fma(sum, m, (FLOATS)(-1.26691826f));
  sum = fma(sum, m, (FLOATS)(3.28652877f));
  sum = fma(sum, m, (FLOATS)(-5.3419892f));
  sum = fma(sum, m, (FLOATS)(6.11296313f));
  sum = fma(sum, m, TYPED(convert_, FLOATS)((bits >> 23) - 127));
  return bits < 0x00800000 ? (FLOATS)(-INFINITY) : sum;
}
