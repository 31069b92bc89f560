// Scaled dot-product attention with the online softmax (attention-math 1.3), OpenCL C 1.2, float.
//
// Index map: work item (i, c): i = item of ROWS consecutive queries, items numbered over (batch, head, row block) with the
// row block fastest, `first_item` added; c = chunk of 16 * VALUE_BLOCKS value columns. Every item loops over all keys in
// blocks of 16 lanes; no local memory, no barrier.
// Layout: q (B*H, n, d); k (B*H, keyBlocks, d, 16): sixteen keys side by side; v (B*H, keyBlocks*16, valueStride);
// key_end (B, n); mask (B, n, keyBlocks*16) bytes, read only with HAS_MASK. Padding keys and columns hold 0.
// Out, counted from the first row of the slice: o (rows, valueStride), statistics (rows): maximum and sum;
// scores and weights (rows, keyBlocks*16), written only with KEEP_SCORES and by dot_weights.
// Options: ROWS, VALUE_BLOCKS; HAS_MASK, KEEP_SCORES, OVERWRITE (masked scores become -1e6 instead of minus infinity).
// Checked with: -DROWS=4 -DVALUE_BLOCKS=2
// Checked with: -DROWS=1 -DVALUE_BLOCKS=1 -DHAS_MASK -DKEEP_SCORES -DOVERWRITE
// Assumes B*H*n and B*H*m below 2^31. Tolerance against the plain CPU code: 2e-5 * (1 + |x|).

float16 masked_scores(float16 s, const int key, const int m, const int key_end, __global const uchar* mask) {
  const int16 lane = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const int16 j = lane + key;
  int16 seen = j < (int16)(key_end);
#ifdef HAS_MASK
  seen &= convert_int16(vload16(0, mask + key)) != (int16)(0);
#endif
#ifdef OVERWRITE
  s = select((float16)(-1.0e6f), s, seen);
  return select((float16)(-INFINITY), s, j < (int16)(m));
#else
  return select((float16)(-INFINITY), s, seen);
#endif
}

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

__kernel void dot_online(__global const float* q, __global const float* k, __global const float* v,
                         __global const int* key_end, __global const uchar* mask, __global float* o,
                         __global float2* statistics, __global float* scores, const int n, const int m, const int d,
                         const int heads, const int value_stride, const float scale, const int first_item,
                         const int num_items) {
  const int slice_item = (int)get_global_id(0);
  if (slice_item >= num_items) return;
  const int chunk = (int)get_global_id(1) * 16 * VALUE_BLOCKS;
  const int row_blocks = (n + ROWS - 1) / ROWS;
  const int item = first_item + slice_item;
  const int head = item / row_blocks;
  const int batch = head / heads;
  const int key_blocks = (m + 15) / 16;
  const size_t padded_keys = (size_t)key_blocks * 16;

  __global const float* query[ROWS];
  __global const uchar* row_mask[ROWS];
  int end[ROWS];
  int last_key = 0;
  for (int r = 0; r < ROWS; ++r) {
    const int row = min(item % row_blocks * ROWS + r, n - 1);
    query[r] = q + ((size_t)head * n + row) * d;
    end[r] = key_end[(size_t)batch * n + row];
    row_mask[r] = mask;
#ifdef HAS_MASK
    row_mask[r] += ((size_t)batch * n + row) * padded_keys;
#endif
    last_key = max(last_key, end[r]);
  }
#if defined(KEEP_SCORES) || defined(OVERWRITE)
  const int used_blocks = key_blocks;
#else
  const int used_blocks = (last_key + 15) / 16;
#endif

  float maximum[ROWS];
  float sum[ROWS];
  float16 output[ROWS][VALUE_BLOCKS];
  for (int r = 0; r < ROWS; ++r) {
    maximum[r] = -INFINITY;
    sum[r] = 0.0f;
    for (int b = 0; b < VALUE_BLOCKS; ++b) output[r][b] = (float16)(0.0f);
  }

  for (int block = 0; block < used_blocks; ++block) {
    float16 s[ROWS];
    for (int r = 0; r < ROWS; ++r) s[r] = (float16)(0.0f);
    __global const float* keys = k + ((size_t)head * key_blocks + block) * d * 16;
    for (int c = 0; c < d; ++c) {
      const float16 key = vload16(0, keys + (size_t)c * 16);
      for (int r = 0; r < ROWS; ++r) s[r] = fma((float16)(query[r][c]), key, s[r]);
    }
    float p[ROWS][16];
    for (int r = 0; r < ROWS; ++r) {
      s[r] *= scale;
#ifdef KEEP_SCORES
      if (chunk == 0) vstore16(s[r], 0, scores + ((size_t)slice_item * ROWS + r) * padded_keys + (size_t)block * 16);
#endif
      const float16 x = masked_scores(s[r], block * 16, m, end[r], row_mask[r]);
      const float new_maximum = fmax(maximum[r], largest(x));
      // While nothing was seen both are minus infinity: subtract 0 instead, every exponential is then 0.
      const float shift = new_maximum == -INFINITY ? 0.0f : new_maximum;
      const float rescale = exp(maximum[r] - shift);
      const float16 weight = exp(x - (float16)(shift));
      vstore16(weight, 0, p[r]);
      sum[r] = sum[r] * rescale + total(weight);
      maximum[r] = new_maximum;
      for (int b = 0; b < VALUE_BLOCKS; ++b) output[r][b] *= rescale;
    }
    __global const float* values = v + ((size_t)head * padded_keys + (size_t)block * 16) * value_stride + chunk;
    for (int j = 0; j < 16; ++j)
      for (int b = 0; b < VALUE_BLOCKS; ++b) {
        const float16 value = vload16(b, values + (size_t)j * value_stride);
        for (int r = 0; r < ROWS; ++r) output[r][b] = fma((float16)(p[r][j]), value, output[r][b]);
      }
  }

  for (int r = 0; r < ROWS; ++r) {
    const size_t row = (size_t)slice_item * ROWS + r;
    const float factor = sum[r] == 0.0f ? 0.0f : 1.0f / sum[r];
    for (int b = 0; b < VALUE_BLOCKS; ++b) vstore16(output[r][b] * factor, b, o + row * value_stride + chunk);
    if (chunk == 0) statistics[row] = (float2)(maximum[r], sum[r]);
  }
}

// Weights out of the scores that dot_online kept. Index map: one work item per row of the slice.
__kernel void dot_weights(__global const float* scores, __global const float2* statistics, __global const int* key_end,
                          __global const uchar* mask, __global float* weights, const int n, const int m, const int heads,
                          const int first_item, const int num_rows) {
  const int slice_row = (int)get_global_id(0);
  if (slice_row >= num_rows) return;
  const int row_blocks = (n + ROWS - 1) / ROWS;
  const int item = first_item + slice_row / ROWS;
  const int batch = item / row_blocks / heads;
  const int row = min(item % row_blocks * ROWS + slice_row % ROWS, n - 1);
  const int key_blocks = (m + 15) / 16;
  const size_t padded_keys = (size_t)key_blocks * 16;
  const int end = key_end[(size_t)batch * n + row];
  __global const uchar* row_mask = mask;
#ifdef HAS_MASK
  row_mask += ((size_t)batch * n + row) * padded_keys;
#endif
  const float2 state = statistics[slice_row];
  const float shift = state.x == -INFINITY ? 0.0f : state.x;
  const float factor = state.y == 0.0f ? 0.0f : 1.0f / state.y;
  for (int block = 0; block < key_blocks; ++block) {
    const size_t at = (size_t)slice_row * padded_keys + (size_t)block * 16;
    const float16 x = masked_scores(vload16(0, scores + at), block * 16, m, end, row_mask);
    vstore16(exp(x - (float16)(shift)) * factor, 0, weights + at);
  }
}
