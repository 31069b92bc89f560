// A linear map Y = X W^T + b, OpenCL C 1.2, float: linear_wide for processors, linear_tiled for GPUs.
//
// Index map of linear_wide: work item (i, p): rows 32i..32i+31 of the launch and panel p of 32 outputs, eight rows by
// 32 outputs in registers; no barrier. w: (panels, in, 32), outputs side by side; b: (panels * 32); missing outputs
// hold 0.
// Index map of linear_tiled: a work group of 64 items, 8 x 8, per tile of 32 rows (dimension 0) and 32 outputs
// (dimension 1); item (y, x) owns 4 x 4 of them; rows and outputs are staged 16 terms at a time in local memory. w:
// (out, in) as it is; b: (out).
// Layout of both: x (rows, in) and y (rows, out); the launch begins at row `first_row`. b is read only with HAS_BIAS.
// Checked with: -DHAS_BIAS
// Checked with:
// Assumes rows below 2^31. Tolerance against the plain CPU code: 2e-5 * (1 + |x|) for sums of moderate length.

#include "tiles.cl"

#define LANES 32
#define GROUP 8

// Up to 16 values of a row of Y.
void store_part(const float16 values, __global float* y, const int count) {
  if (count >= 16) {
    vstore16(values, 0, y);
    return;
  }
  float part[16];
  vstore16(values, 0, part);
  for (int c = 0; c < count; ++c) y[c] = part[c];
}

// Eight rows from `row` on; rows behind the last are the last one again and are not written.
void eight_rows(__global const float* x, __global const float* w, const float16 start0, const float16 start1,
                __global float* y, const int row, const int rows, const int in, const int out, const int columns) {
  __global const float* source[GROUP];
  float16 sum[GROUP][2];
#pragma unroll
  for (int r = 0; r < GROUP; ++r) {
    source[r] = x + (size_t)min(row + r, rows - 1) * in;
    sum[r][0] = start0;
    sum[r][1] = start1;
  }
  for (int k = 0; k < in; ++k) {
    const float16 w0 = vload16(0, w + (size_t)k * LANES), w1 = vload16(1, w + (size_t)k * LANES);
#pragma unroll
    for (int r = 0; r < GROUP; ++r) {
      const float16 value = (float16)(source[r][k]);
      sum[r][0] = fma(value, w0, sum[r][0]);
      sum[r][1] = fma(value, w1, sum[r][1]);
    }
  }
#pragma unroll
  for (int r = 0; r < GROUP; ++r)
    if (row + r < rows) {
      store_part(sum[r][0], y + (size_t)(row + r) * out, columns);
      store_part(sum[r][1], y + (size_t)(row + r) * out + 16, columns - 16);
    }
}

__kernel void linear_wide(__global const float* x, __global const float* w, __global const float* b, __global float* y,
                          const int rows, const int in, const int out, const int first_row, const int num_blocks) {
  const int block = (int)get_global_id(0), panel = (int)get_global_id(1);
  if (block >= num_blocks) return;
  float16 start0 = (float16)(0.0f), start1 = (float16)(0.0f);
#ifdef HAS_BIAS
  start0 = vload16(2 * panel, b);
  start1 = vload16(2 * panel + 1, b);
#endif
  const int first = first_row + block * TILE;
  for (int row = first; row < min(first + TILE, rows); row += GROUP)
    eight_rows(x, w + (size_t)panel * in * LANES, start0, start1, y + (size_t)panel * LANES, row, rows, in, out,
               out - panel * LANES);
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void linear_tiled(
    __global const float* x, __global const float* w, __global const float* b, __global float* y, const int rows,
    const int in, const int out, const int first_row) {
  __local float left[DEPTH * (TILE + 1)], right[DEPTH * (TILE + 1)];
  const int item = (int)get_local_id(0);
  const int first = first_row + (int)get_group_id(0) * TILE, first_out = (int)get_group_id(1) * TILE;
  const int own_row = item / 8 * OWN, own_out = item % 8 * OWN;
  float sum[OWN][OWN];
  for (int i = 0; i < OWN; ++i)
    for (int j = 0; j < OWN; ++j) {
      sum[i][j] = 0.0f;
#ifdef HAS_BIAS
      if (first_out + own_out + j < out) sum[i][j] = b[first_out + own_out + j];
#endif
    }
  for (int term = 0; term < in; term += DEPTH) {
    stage_terms(x, first, rows, term, in, left, item);
    stage_terms(w, first_out, out, term, in, right, item);
    barrier(CLK_LOCAL_MEM_FENCE);
    add_terms(left + own_row, right + own_out, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < OWN; ++i)
    for (int j = 0; j < OWN; ++j) {
      const int row = first + own_row + i, column = first_out + own_out + j;
      if (row < rows && column < out) y[(size_t)row * out + column] = sum[i][j];
    }
}
