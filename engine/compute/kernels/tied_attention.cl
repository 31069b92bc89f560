// Tied attention on an alignment (engine/attention/MATHEMATICS.md 7.2), OpenCL C 1.2, float; for processors: wide
// vectors, no barriers.
//
// Index map: work item = ROWS consecutive queries of one head, items numbered over (head, row block) with the row block
// fastest, `first_item` added. An item sums its scores over all R rows of the alignment, turns them into weights, and
// multiplies the values of every row, so that it needs nothing from other items. Queries beyond the last are the last.
// Layout: q (heads, C, R, d); k (heads, keyBlocks, R, d, 16): sixteen keys side by side; v and o (heads, R, C,
// value_stride), value_stride a multiple of 16 * VALUE_BLOCKS; kind (keyBlocks*16) of keys: 0 real, 1 padded (score
// -10000), 2 beyond the last column; scores (written only with KEEP_SCORES) and weights (heads, C, keyBlocks*16).
// Missing keys and channels hold 0.
// Options: ROWS, VALUE_BLOCKS; KEEP_SCORES.
// Checked with: -DROWS=8 -DVALUE_BLOCKS=2
// Checked with: -DROWS=4 -DVALUE_BLOCKS=1 -DKEEP_SCORES
// Tolerance against the plain CPU code: 2e-5 * (1 + |x|).

#include "common.cl"

// Scores, not yet exponentiated, into `weights`.
void sum_scores(__global const float* q, __global const float* k, __global const uchar* kind, __global float* scores,
                __global float* weights, const int* row, const int R, const int C, const int d,
                const int head, const float scale) {
  const int key_blocks = (C + 15) / 16;
  for (int block = 0; block < key_blocks; ++block) {
    float16 s[ROWS];
#pragma unroll
    for (int i = 0; i < ROWS; ++i) s[i] = (float16)(0.0f);
    for (int r = 0; r < R; ++r) {
      __global const float* keys = k + (((size_t)head * key_blocks + block) * R + r) * d * 16;
      __global const float* query[ROWS];
#pragma unroll
      for (int i = 0; i < ROWS; ++i) query[i] = q + (((size_t)head * C + row[i]) * R + r) * d;
      for (int c = 0; c < d; ++c) {
        const float16 key = vload16(0, keys + (size_t)c * 16);
#pragma unroll
        for (int i = 0; i < ROWS; ++i) s[i] = fma((float16)(query[i][c]), key, s[i]);
      }
    }
    const int16 kinds = convert_int16(vload16(block, kind));
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
      const size_t at = ((size_t)head * C + row[i]) * key_blocks * 16;
      s[i] = select(s[i] * scale, (float16)(-10000.0f), kinds == (int16)(1));
#ifdef KEEP_SCORES
      vstore16(s[i], block, scores + at);
#endif
      vstore16(select(s[i], (float16)(-INFINITY), kinds == (int16)(2)), block, weights + at);
    }
  }
}

// Softmax of C scores, filled up with minus infinity to whole blocks. A row that holds a score that is not finite
// becomes not-a-number throughout.
void softmax_row(__global float* row, const int C) {
  const int blocks = (C + 15) / 16;
  float16 lanes = (float16)(-INFINITY), overflow = (float16)(0.0f);
  for (int block = 0; block < blocks; ++block) {
    const float16 x = vload16(block, row);
    lanes = fmax(lanes, x);
    overflow += select((float16)(0.0f), x - x, LANE_NUMBERS < C - block * 16);
  }
  const float maximum = largest_lane(lanes);
  float16 sums = (float16)(0.0f);
  for (int block = 0; block < blocks; ++block) {
    const float16 x = exp(vload16(block, row) - maximum);
    sums += x;
    vstore16(x, block, row);
  }
  const float factor = 1.0f / total(sums) + total(overflow);
  for (int block = 0; block < blocks; ++block) vstore16(vload16(block, row) * factor, block, row);
}

__kernel void tied_rows(__global const float* q, __global const float* k, __global const float* v,
                        __global const uchar* kind, __global float* scores, __global float* weights, __global float* o,
                        const int R, const int C, const int d, const int value_stride, const float scale,
                        const int first_item, const int num_items) {
  if ((int)get_global_id(0) >= num_items) return;
  const int item = first_item + (int)get_global_id(0);
  const int row_blocks = (C + ROWS - 1) / ROWS;
  const int key_blocks = (C + 15) / 16;
  const int head = item / row_blocks;
  int row[ROWS];
#pragma unroll
  for (int i = 0; i < ROWS; ++i) row[i] = min(item % row_blocks * ROWS + i, C - 1);
  sum_scores(q, k, kind, scores, weights, row, R, C, d, head, scale);
  __global const float* weight[ROWS];
#pragma unroll
  for (int i = 0; i < ROWS; ++i) {
    __global float* const own = weights + ((size_t)head * C + row[i]) * key_blocks * 16;
    if (i == 0 || row[i] != row[i - 1]) softmax_row(own, C);
    weight[i] = own;
  }
  for (int r = 0; r < R; ++r)
    for (int chunk = 0; chunk < value_stride; chunk += 16 * VALUE_BLOCKS) {
      float16 sum[ROWS][VALUE_BLOCKS];
#pragma unroll
      for (int i = 0; i < ROWS; ++i)
#pragma unroll
        for (int b = 0; b < VALUE_BLOCKS; ++b) sum[i][b] = (float16)(0.0f);
      for (int j = 0; j < C; ++j) {
        __global const float* values = v + (((size_t)head * R + r) * C + j) * value_stride + chunk;
#pragma unroll
        for (int b = 0; b < VALUE_BLOCKS; ++b) {
          const float16 value = vload16(b, values);
#pragma unroll
          for (int i = 0; i < ROWS; ++i) sum[i][b] = fma((float16)(weight[i][j]), value, sum[i][b]);
        }
      }
#pragma unroll
      for (int i = 0; i < ROWS; ++i)
#pragma unroll
        for (int b = 0; b < VALUE_BLOCKS; ++b)
          vstore16(sum[i][b], b, o + (((size_t)head * R + r) * C + row[i]) * value_stride + chunk);
    }
}
