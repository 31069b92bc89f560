// What both Performer kernels have in common (engine/attention/MATHEMATICS.md 9), OpenCL C 1.2: the features of a
// position, and how keys and queries are told. Taken in with a line #include "performer_features.cl", which the host
// replaces with this text.
//
// Layout: x (rows, d); wt (d, mp) = input scale * W^T with mp = m rounded up to 16, zeros behind m; phi (rows, M) with
// M = 2 mp for kinds 1 and 2, else mp, zeros behind m in each half; v (all keys, value_stride), hidden keys and padding
// columns 0; kv (chunks, M, value_stride); z (chunks, M). Rows of phi and of outputs are counted from the first row of
// a launch.
// Table of chunks of keys, two ints each: first row of K, number of keys. Table of blocks of 16 queries, six ints each:
// first row of Q; number of queries; chunk of kv that they attend to, -1: none; and with CAUSAL, of the chunk of keys
// that they see in part: its first row of K, how many of its keys the first query sees (one more for each query after
// it; below 1: none), its number of keys.
// Options, each needed only where it says so: KIND = 0 positive, 1 trigonometric, 2 hyperbolic, 3 relu (features,
// largest); OWN_SHIFT: each row is shifted by its own largest u (features); CAUSAL (outputs).
// Assumes rows of K and of Q below 2^31. Tolerance against the plain CPU code: 2e-5 * (1 + |x|), 1e-4 where the
// device's functions are only as exact as OpenCL asks for.
// Before the #include line: FLOATS, what u is, and EXP, its exponential.
// Checked with: -DKIND=0 -DFLOATS=float -DEXP=exp
// Checked with: -DKIND=2 -DFLOATS=float16 -DEXP=exp

#ifndef KIND
#define KIND 0
#endif
#if KIND == 1 || KIND == 2
#define HALVES 2
#else
#define HALVES 1
#endif
#define QUERY_ENTRIES 6

FLOATS stabilised(const FLOATS u) {
#if KIND == 2
  return fabs(u);
#else
  return u;
#endif
}

// First half of the features of a position.
FLOATS first_half(const FLOATS u, const float g, const float shift, const float factor, const float eps) {
#if KIND == 1
  return factor * exp(g - shift) * cos(u);
#elif KIND == 3
  return factor * (select(u, (FLOATS)(0.0f), u < (FLOATS)(0.0f)) + eps);
#else
  return factor * (EXP(u - (FLOATS)(g + shift)) + eps);
#endif
}

FLOATS second_half(const FLOATS u, const float g, const float shift, const float factor, const float eps) {
#if KIND == 1
  return factor * exp(g - shift) * sin(u);
#else
  return factor * (EXP(-u - (FLOATS)(g + shift)) + eps);
#endif
}
