// Performer, FAVOR+ (engine/attention/MATHEMATICS.md 9), for processors: features, sums over keys, outputs. OpenCL C
// 1.2, float.
//
// Work items are long and work on float16 vectors; no local memory, no barrier. Loops over rows are unrolled, because
// only then do their sums stay in registers.
// Layout and tables: performer_features.cl.
// Options: as there; VALUE_BLOCKS = float16 blocks of values per work item (sums, outputs).
// Checked with: -DKIND=0 -DOWN_SHIFT -DVALUE_BLOCKS=4
// Checked with: -DKIND=1 -DVALUE_BLOCKS=1 -DCAUSAL
// Checked with: -DKIND=2 -DVALUE_BLOCKS=2
// Checked with: -DKIND=3

#include "common.cl"

#ifndef VALUE_BLOCKS
#define VALUE_BLOCKS 1
#endif
#define ROWS 8

// exp(x) to 2 units in the last place: 0 below -87.7, infinity above 88.3. Not-a-number stays.
float16 exponential(const float16 x) { return select(bounded_exp(x), (float16)(INFINITY), x > (float16)(88.3f)); }

#define FLOATS float16
#define EXP exponential
#include "performer_features.cl"

// Running sums over the chunks of each head: chunk c gets what chunks 0 to c hold. Index map: item = 16 elements of a
// chunk, numbered over (head, element); num_elements = heads * size, size a multiple of 16.
__kernel void performer_scan(__global float* sums, const int size, const int chunks, const int num_elements) {
  const int element = (int)get_global_id(0) * 16;
  if (element >= num_elements) return;
  __global float* at = sums + (size_t)(element / size) * chunks * size + element % size;
  float16 sum = (float16)(0.0f);
  for (int chunk = 0; chunk < chunks; ++chunk) {
    sum += vload16(0, at + (size_t)chunk * size);
    vstore16(sum, 0, at + (size_t)chunk * size);
  }
}

// u of ROWS rows from `row` on, 16 of its components from 16 * first on and 16 from 16 * second on: two blocks at once,
// because a number of x that was read then serves two products.
void project(__global const float* x, __global const float* wt, const int row, const int num_rows, const int d,
             const int mp, const int first, const int second, float16* u, float16* u_second) {
  __global const float* rows[ROWS];
  float16 sum[ROWS], sum_second[ROWS];
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    rows[r] = x + (size_t)min(row + r, num_rows - 1) * d;
    sum[r] = sum_second[r] = (float16)(0.0f);
  }
  for (int c = 0; c < d; ++c) {
    const float16 w = vload16(first, wt + (size_t)c * mp);
    const float16 w_second = vload16(second, wt + (size_t)c * mp);
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      const float16 value = (float16)(rows[r][c]);
      sum[r] = fma(value, w, sum[r]);
      sum_second[r] = fma(value, w_second, sum_second[r]);
    }
  }
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    u[r] = sum[r];
    u_second[r] = sum_second[r];
  }
}

// Half the squared length of scale * x.
float half_square(__global const float* x, const int d, const float scale) {
  float16 squares = (float16)(0.0f);
  int c = 0;
  for (; c + 16 <= d; c += 16) {
    const float16 y = scale * vload16(0, x + c);
    squares = fma(y, y, squares);
  }
  float sum = total(squares);
  for (; c < d; ++c) sum = fma(scale * x[c], scale * x[c], sum);
  return 0.5f * sum;
}

// Index map: item = ROWS rows. Out: largest (all rows).
__kernel void performer_largest(__global const float* x, __global const float* wt, __global float* largest, const int d,
                                const int m, const int mp, const int first_row, const int num_rows) {
  const int row = (int)get_global_id(0) * ROWS;
  if (row >= num_rows) return;
  x += (size_t)first_row * d;
  float16 most[ROWS];
#pragma unroll
  for (int r = 0; r < ROWS; ++r) most[r] = (float16)(-INFINITY);
  for (int block = 0; block < mp / 16; block += 2) {
    const int second = min(block + 1, mp / 16 - 1);
    float16 u[ROWS], u_second[ROWS];
    project(x, wt, row, num_rows, d, mp, block, second, u, u_second);
    const int16 exists = LANE_NUMBERS + block * 16 < (int16)(m);
    const int16 second_exists = LANE_NUMBERS + second * 16 < (int16)(m);
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      most[r] = fmax(most[r], select((float16)(-INFINITY), stabilised(u[r]), exists));
      most[r] = fmax(most[r], select((float16)(-INFINITY), stabilised(u_second[r]), second_exists));
    }
  }
  for (int r = 0; r < ROWS && row + r < num_rows; ++r) largest[first_row + row + r] = largest_lane(most[r]);
}

// Index map: item = ROWS rows. shift (all rows), not read with OWN_SHIFT; seen (all rows): 0 gives features of 0. Out:
// phi.
__kernel void performer_features(__global const float* x, __global const float* wt, __global const float* shift,
                                 __global const uchar* seen, __global float* phi, const int d, const int m,
                                 const int mp, const float scale, const float factor, const float eps,
                                 const int first_row, const int num_rows) {
  const int row = (int)get_global_id(0) * ROWS;
  if (row >= num_rows) return;
  x += (size_t)first_row * d;
  const size_t stride = (size_t)HALVES * mp;
  float16 most[ROWS];
#pragma unroll
  for (int r = 0; r < ROWS; ++r) most[r] = (float16)(-INFINITY);
  for (int block = 0; block < mp / 16; block += 2) {
    const int second = min(block + 1, mp / 16 - 1);
    float16 u[ROWS], u_second[ROWS];
    project(x, wt, row, num_rows, d, mp, block, second, u, u_second);
    const int16 exists = LANE_NUMBERS + block * 16 < (int16)(m);
    const int16 second_exists = LANE_NUMBERS + second * 16 < (int16)(m);
    for (int r = 0; r < ROWS && row + r < num_rows; ++r) {
      vstore16(u[r], block, phi + (size_t)(row + r) * stride);
      vstore16(u_second[r], second, phi + (size_t)(row + r) * stride);
      most[r] = fmax(most[r], select((float16)(-INFINITY), stabilised(u[r]), exists));
      most[r] = fmax(most[r], select((float16)(-INFINITY), stabilised(u_second[r]), second_exists));
    }
  }
  for (int r = 0; r < ROWS && row + r < num_rows; ++r) {
    const float g = half_square(x + (size_t)(row + r) * d, d, scale);
#ifdef OWN_SHIFT
    const float down = largest_lane(most[r]);
#else
    const float down = shift[first_row + row + r];
#endif
    __global float* out = phi + (size_t)(row + r) * stride;
    for (int block = 0; block < mp / 16; ++block) {
      const float16 u = vload16(block, out);
      const int16 exists = (LANE_NUMBERS + block * 16 < (int16)(m)) & (int16)(seen[first_row + row + r] ? -1 : 0);
      vstore16(select((float16)(0.0f), first_half(u, g, down, factor, eps), exists), block, out);
#if HALVES == 2
      vstore16(select((float16)(0.0f), second_half(u, g, down, factor, eps), exists), block, out + mp);
#endif
    }
  }
}

// Index map: item (i, c): i = 4 features of a chunk, the features fastest; c = chunk of value columns. Out: kv, z.
__kernel void performer_key_sums(__global const float* phi, __global const float* v, __global const int* table,
                                 __global float* kv, __global float* z, const int features, const int value_stride,
                                 const int first_chunk, const int num_items) {
  const int item = (int)get_global_id(0);
  if (item >= num_items) return;
  const int launch_chunk = item / (features / 4);
  const int feature = item % (features / 4) * 4;
  const int column = (int)get_global_id(1) * 16 * VALUE_BLOCKS;
  __global const int* entry = table + (size_t)(first_chunk + launch_chunk) * 2;
  phi += (size_t)(entry[0] - table[(size_t)first_chunk * 2]) * features + feature;
  v += (size_t)entry[0] * value_stride + column;
  float16 sum[4][VALUE_BLOCKS];
  float4 sum_z = (float4)(0.0f);
#pragma unroll
  for (int f = 0; f < 4; ++f)
#pragma unroll
    for (int b = 0; b < VALUE_BLOCKS; ++b) sum[f][b] = (float16)(0.0f);
  for (int key = 0; key < entry[1]; ++key) {
    const float4 p = vload4(0, phi + (size_t)key * features);
    sum_z += p;
#pragma unroll
    for (int b = 0; b < VALUE_BLOCKS; ++b) {
      const float16 value = vload16(b, v + (size_t)key * value_stride);
      sum[0][b] = fma((float16)(p.x), value, sum[0][b]);
      sum[1][b] = fma((float16)(p.y), value, sum[1][b]);
      sum[2][b] = fma((float16)(p.z), value, sum[2][b]);
      sum[3][b] = fma((float16)(p.w), value, sum[3][b]);
    }
  }
  const size_t row = (size_t)(first_chunk + launch_chunk) * features + feature;
#pragma unroll
  for (int f = 0; f < 4; ++f)
#pragma unroll
    for (int b = 0; b < VALUE_BLOCKS; ++b) vstore16(sum[f][b], b, kv + (row + f) * value_stride + column);
  if (column == 0) vstore4(sum_z, 0, z + row);
}

#ifdef CAUSAL
// Adds the keys of the block's own chunk that a query sees.
void add_own_keys(__global const float* q, __global const float* phi_k, __global const float* v, const int num_keys,
                  const int features, const int value_stride, float16* sum, float* denominator) {
  for (int key = 0; key < num_keys; ++key) {
    float16 products = (float16)(0.0f);
    for (int block = 0; block < features / 16; ++block)
      products = fma(vload16(block, q), vload16(block, phi_k + (size_t)key * features), products);
    const float weight = total(products);
    *denominator += weight;
#pragma unroll
    for (int b = 0; b < VALUE_BLOCKS; ++b)
      sum[b] = fma((float16)(weight), vload16(b, v + (size_t)key * value_stride), sum[b]);
  }
}
#endif

// Index map: item (i, c): i = 4 queries, the four of a block of 16 side by side; c = chunk of value columns. Out,
// counted from the first phi row of the launch: o (rows, value_stride) numerators, denominators (rows).
__kernel void performer_outputs(__global const float* phi, __global const float* phi_k, __global const float* v,
                                __global const float* kv, __global const float* z, __global const int* table,
                                __global float* o, __global float* denominators, const int features,
                                const int value_stride, const float prefix_eps, const int first_block,
                                const int num_items) {
  const int item = (int)get_global_id(0);
  if (item >= num_items) return;
  const int column = (int)get_global_id(1) * 16 * VALUE_BLOCKS;
  __global const int* first_entry = table + (size_t)first_block * QUERY_ENTRIES;
  __global const int* entry = first_entry + (size_t)(item / 4) * QUERY_ENTRIES;
  const int within = item % 4 * 4;
  const int rows = min(4, entry[1] - within);
  if (rows <= 0) return;
  const size_t first_row = (size_t)(entry[0] - first_entry[0] + within);
  __global const float* q[4];
  float16 sum[4][VALUE_BLOCKS];
  float denominator[4];
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    q[r] = phi + (first_row + min(r, rows - 1)) * features;
    denominator[r] = 0.0f;
#pragma unroll
    for (int b = 0; b < VALUE_BLOCKS; ++b) sum[r][b] = (float16)(0.0f);
  }
  if (entry[2] >= 0) {
    __global const float* sums = kv + (size_t)entry[2] * features * value_stride + column;
    for (int f = 0; f < features; ++f)
#pragma unroll
      for (int b = 0; b < VALUE_BLOCKS; ++b) {
        const float16 value = vload16(b, sums + (size_t)f * value_stride);
#pragma unroll
        for (int r = 0; r < 4; ++r) sum[r][b] = fma((float16)(q[r][f]), value, sum[r][b]);
      }
    for (int f = 0; f < features; ++f)
#pragma unroll
      for (int r = 0; r < 4; ++r) denominator[r] = fma(q[r][f], z[(size_t)entry[2] * features + f], denominator[r]);
  }
  for (int f = 0; prefix_eps > 0.0f && f < features; ++f)
#pragma unroll
    for (int r = 0; r < 4; ++r) denominator[r] = fma(q[r][f], prefix_eps, denominator[r]);
#ifdef CAUSAL
  for (int r = 0; r < rows; ++r)
    add_own_keys(q[r], phi_k + (size_t)(entry[3] - first_entry[3]) * features,
                 v + (size_t)entry[3] * value_stride + column, min(entry[4] + within + r, entry[5]), features,
                 value_stride, sum[r], &denominator[r]);
#endif
  for (int r = 0; r < rows; ++r) {
#pragma unroll
    for (int b = 0; b < VALUE_BLOCKS; ++b) vstore16(sum[r][b], b, o + (first_row + r) * value_stride + column);
    if (column == 0) denominators[first_row + r] = denominator[r];
  }
}
