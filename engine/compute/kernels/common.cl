// What kernels on float16 have in common, OpenCL C 1.2. They take it in with a line #include "common.cl", which the
// host replaces with this text.

#define LANE_NUMBERS ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

float16 larger(const float16 a, const float16 b) { return a > b ? a : b; }

float largest_lane(const float16 x) {
  const float8 a = fmax(x.lo, x.hi);
  const float4 b = fmax(a.lo, a.hi);
  const float2 c = fmax(b.lo, b.hi);
  return fmax(c.x, c.y);
}

float total(const float16 x) {
  const float8 a = x.lo + x.hi;
  const float4 b = a.lo + a.hi;
  const float2 c = b.lo + b.hi;
  return c.x + c.y;
}

// exp(x) for x <= 88.3 to 2 units in the last place, 0 below -87.7, not-a-number stays: x = k ln 2 + r, |r| <= ln 2 /
// 2, polynomial of degree 5 with relative error 9.2e-8, 2^k by exponent bits: 12583039 = 1.5 * 2^23 + 127 leaves k and
// the exponent's bias in the low bits (as VectorExp.h). exp() of a library takes several times as long.
float16 bounded_exp(const float16 x) {
  const float16 bounded = larger((float16)(-88.0f), x);
  const float16 shifted = fma(bounded, (float16)(1.44269504f), (float16)(12583039.0f));
  const float16 k = shifted - 12583039.0f;
  const float16 r = fma(k, (float16)(-1.42860677e-6f), fma(k, (float16)(-0.693145752f), bounded));
  float16 series = fma(r, (float16)(0.00829027221f), (float16)(0.0418981612f));
  series = fma(series, r, (float16)(0.166676387f));
  series = fma(series, r, (float16)(0.499991477f));
  series = fma(series, r, (float16)(0.999999702f));
  series = fma(series, r, (float16)(1.0f));
  return series * as_float16(as_uint16(shifted) << 23);
}
