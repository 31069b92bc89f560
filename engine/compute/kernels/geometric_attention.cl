// ESM3 geometric attention between residue frames (attention-math 8.2 and 8.4), OpenCL C 1.2, float.
//
// Index map: work item i = row (head, query residue), the query fastest, `first_row` added; every item loops over all keys
// in blocks of 16 lanes. No local memory, no barrier.
// Layout: q_r, q_d (H, L, 3); k_r, k_d (H, 3, P) and v (H, 3M, P), one plane per component, P = L rounded up to 16;
// weight_r, weight_d (H); sequence, chain (P); has_frame (P) 0 or 1. Padding holds 0.
// Out, counted from the first row of the slice: r, d, a (rows, P) and o (rows, 3M).
// Option: COMPONENTS = 3M. Masked pairs score -FLT_MAX, so that a row of them is uniform; padding scores minus infinity.
// Checked with: -DCOMPONENTS=3
// Assumes H*L below 2^31. Tolerance against the plain CPU code: 2e-5 * (1 + |x|).

float largest(const float16 x) {
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

__kernel void geometric_rows(__global const float* q_r, __global const float* q_d, __global const float* k_r,
                             __global const float* k_d, __global const float* v, __global const float* weight_r,
                             __global const float* weight_d, __global const int* sequence, __global const int* chain,
                             __global const int* has_frame, __global float* r, __global float* d, __global float* a,
                             __global float* o, const int length, const int first_row, const int num_rows) {
  const int slice_row = (int)get_global_id(0);
  if (slice_row >= num_rows) return;
  const int row = first_row + slice_row;
  const int head = row / length;
  const int i = row % length;
  const int blocks = (length + 15) / 16;
  const size_t plane = (size_t)blocks * 16;
  const float inverse_root3 = 0.57735026919f;
  const int16 lane = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

  const float3 direction = vload3(row, q_r);
  const float3 position = vload3(row, q_d);
  __global const float* keys_r = k_r + (size_t)head * 3 * plane;
  __global const float* keys_d = k_d + (size_t)head * 3 * plane;
  __global const float* values = v + (size_t)head * COMPONENTS * plane;
  __global float* row_r = r + (size_t)slice_row * plane;
  __global float* row_d = d + (size_t)slice_row * plane;
  __global float* row_a = a + (size_t)slice_row * plane;

  float maximum = -INFINITY;
  for (int block = 0; block < blocks; ++block) {
    const size_t at = (size_t)block * 16;
    float16 dot = direction.x * vload16(0, keys_r + at);
    dot = fma((float16)(direction.y), vload16(0, keys_r + plane + at), dot);
    dot = fma((float16)(direction.z), vload16(0, keys_r + 2 * plane + at), dot);
    const float16 x = position.x - vload16(0, keys_d + at);
    const float16 y = position.y - vload16(0, keys_d + plane + at);
    const float16 z = position.z - vload16(0, keys_d + 2 * plane + at);
    const float16 rotational = dot * inverse_root3;
    const float16 distance = sqrt(fma(x, x, fma(y, y, z * z))) * inverse_root3;
    vstore16(rotational, 0, row_r + at);
    vstore16(distance, 0, row_d + at);

    float16 score = weight_r[head] * rotational - weight_d[head] * distance;
    score += select((float16)(0.0f), (float16)(1.0f), vload16(0, sequence + at) == (int16)(sequence[i]));
    const int16 seen = (vload16(0, has_frame + at) != (int16)(0)) & (vload16(0, chain + at) == (int16)(chain[i]));
    score = select((float16)(-FLT_MAX), score, seen);
    score = select((float16)(-INFINITY), score, lane + block * 16 < (int16)(length));
    vstore16(score, 0, row_a + at);
    maximum = fmax(maximum, largest(score));
  }

  float sum = 0.0f;
  for (int block = 0; block < blocks; ++block) {
    const size_t at = (size_t)block * 16;
    const float16 weight = exp(vload16(0, row_a + at) - (float16)(maximum));
    vstore16(weight, 0, row_a + at);
    sum += total(weight);
  }

  float16 output[COMPONENTS];
  for (int c = 0; c < COMPONENTS; ++c) output[c] = (float16)(0.0f);
  const float factor = 1.0f / sum;
  for (int block = 0; block < blocks; ++block) {
    const size_t at = (size_t)block * 16;
    const float16 weight = vload16(0, row_a + at) * factor;
    vstore16(weight, 0, row_a + at);
    for (int c = 0; c < COMPONENTS; ++c) output[c] = fma(weight, vload16(0, values + c * plane + at), output[c]);
  }
  for (int c = 0; c < COMPONENTS; ++c) o[(size_t)slice_row * COMPONENTS + c] = total(output[c]);
}
