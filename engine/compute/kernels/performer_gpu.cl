// Performer, FAVOR+ (engine/attention/MATHEMATICS.md 9), for GPUs: features, sums over keys, outputs. OpenCL C
// 1.2, float.
//
// Work groups of 64 items share tiles of 16 rows in local memory; neighbouring items take neighbouring features or
// value columns, so that reads of global memory lie side by side.
// Layout, tables and options: performer_features.cl.
// Checked with: -DKIND=0 -DOWN_SHIFT
// Checked with: -DKIND=1 -DCAUSAL
// Checked with: -DKIND=2
// Checked with: -DKIND=3

#define FLOATS float
#define EXP exp
#include "performer_features.cl"

#define TILE 16
#define GROUP 64

// Running sums over the chunks of each head: chunk c gets what chunks 0 to c hold. Index map: one item per (head,
// element of a chunk), the element fastest; num_elements = heads * size.
__kernel void performer_scan(__global float* sums, const int size, const int chunks, const int num_elements) {
  const int item = (int)get_global_id(0);
  if (item >= num_elements) return;
  __global float* at = sums + (size_t)(item / size) * chunks * size + item % size;
  float sum = 0.0f;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    sum += at[(size_t)chunk * size];
    at[(size_t)chunk * size] = sum;
  }
}

// u of TILE rows from `row` on, one component (`feature`) per item. Called by all items of the group together.
void project_tile(__global const float* x, __global const float* wt, __local float* tile, const int row,
                  const int num_rows, const int d, const int mp, const int feature, float* u) {
  const int lid = (int)get_local_id(0);
#pragma unroll
  for (int r = 0; r < TILE; ++r) u[r] = 0.0f;
  for (int first = 0; first < d; first += TILE) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lid; k < TILE * TILE; k += GROUP) {
      const int at_row = row + k / TILE;
      const int c = first + k % TILE;
      tile[k] = at_row < num_rows && c < d ? x[(size_t)at_row * d + c] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (feature < mp)
      for (int c = 0; c < min(TILE, d - first); ++c) {
        const float w = wt[(size_t)(first + c) * mp + feature];
#pragma unroll
        for (int r = 0; r < TILE; ++r) u[r] = fma(tile[r * TILE + c], w, u[r]);
      }
  }
}

// Largest of what the items of the group hold for each row: afterwards in partial[row * GROUP].
void reduce_rows(__local float* partial, const float* most) {
  const int lid = (int)get_local_id(0);
#pragma unroll
  for (int r = 0; r < TILE; ++r) partial[r * GROUP + lid] = most[r];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < TILE) {
    float largest = partial[lid * GROUP];
    for (int k = 1; k < GROUP; ++k) largest = fmax(largest, partial[lid * GROUP + k]);
    partial[lid * GROUP] = largest;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Index map: group = TILE rows. Out: largest (all rows).
__kernel void performer_largest(__global const float* x, __global const float* wt, __global float* largest, const int d,
                                const int m, const int mp, const int first_row, const int num_rows) {
  __local float tile[TILE * TILE];
  __local float partial[TILE * GROUP];
  const int row = (int)get_group_id(0) * TILE;
  const int lid = (int)get_local_id(0);
  x += (size_t)first_row * d;
  float most[TILE];
#pragma unroll
  for (int r = 0; r < TILE; ++r) most[r] = -INFINITY;
  for (int first = 0; first < mp; first += GROUP) {
    float u[TILE];
    project_tile(x, wt, tile, row, num_rows, d, mp, first + lid, u);
#pragma unroll
    for (int r = 0; r < TILE; ++r)
      if (first + lid < m) most[r] = fmax(most[r], stabilised(u[r]));
  }
  reduce_rows(partial, most);
  if (lid < TILE && row + lid < num_rows) largest[first_row + row + lid] = partial[lid * GROUP];
}

// Index map: group = TILE rows; shift (all rows), not read with OWN_SHIFT; seen (all rows): 0 gives features of 0. Out:
// phi.
__kernel void performer_features(__global const float* x, __global const float* wt, __global const float* shift,
                                 __global const uchar* seen, __global float* phi, const int d, const int m,
                                 const int mp, const float scale, const float factor, const float eps,
                                 const int first_row, const int num_rows) {
  __local float tile[TILE * TILE];
  __local float partial[TILE * GROUP];
  __local float norms[TILE];
  const int row = (int)get_group_id(0) * TILE;
  const int lid = (int)get_local_id(0);
  x += (size_t)first_row * d;
  const size_t stride = (size_t)HALVES * mp;
  float most[TILE];
#pragma unroll
  for (int r = 0; r < TILE; ++r) most[r] = -INFINITY;
  for (int first = 0; first < mp; first += GROUP) {
    float u[TILE];
    project_tile(x, wt, tile, row, num_rows, d, mp, first + lid, u);
#pragma unroll
    for (int r = 0; r < TILE; ++r) {
      if (first + lid < mp && row + r < num_rows) phi[(size_t)(row + r) * stride + first + lid] = u[r];
      if (first + lid < m) most[r] = fmax(most[r], stabilised(u[r]));
    }
  }
  reduce_rows(partial, most);
  if (lid < TILE && row + lid < num_rows) {
    float g = 0.0f;
    for (int c = 0; c < d; ++c) {
      const float y = scale * x[(size_t)(row + lid) * d + c];
      g = fma(y, y, g);
    }
    norms[lid] = 0.5f * g;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = 0; r < TILE && row + r < num_rows; ++r) {
#ifdef OWN_SHIFT
    const float down = partial[r * GROUP];
#else
    const float down = shift[first_row + row + r];
#endif
    __global float* out = phi + (size_t)(row + r) * stride;
    for (int feature = lid; feature < mp; feature += GROUP) {
      const float u = out[feature];
      const bool exists = feature < m && seen[first_row + row + r] != 0;
      out[feature] = exists ? first_half(u, norms[r], down, factor, eps) : 0.0f;
#if HALVES == 2
      out[mp + feature] = exists ? second_half(u, norms[r], down, factor, eps) : 0.0f;
#endif
    }
  }
}

// Index map: group (i, c): i = TILE features of a chunk, the features fastest; c = 64 value columns, one per item.
__kernel void performer_key_sums(__global const float* phi, __global const float* v, __global const int* table,
                                 __global float* kv, __global float* z, const int features, const int value_stride,
                                 const int first_chunk, const int num_items) {
  __local float tile[TILE * TILE];
  const int item = (int)get_group_id(0);
  const int lid = (int)get_local_id(0);
  const int launch_chunk = item / (features / TILE);
  const int feature = item % (features / TILE) * TILE;
  const int column = (int)get_group_id(1) * GROUP + lid;
  __global const int* entry = table + (size_t)(first_chunk + launch_chunk) * 2;
  const int num_keys = item < num_items ? entry[1] : 0;
  phi += (size_t)(entry[0] - table[(size_t)first_chunk * 2]) * features + feature;
  v += (size_t)entry[0] * value_stride + column;
  float sum[TILE];
  float sum_z = 0.0f;
#pragma unroll
  for (int f = 0; f < TILE; ++f) sum[f] = 0.0f;
  for (int first = 0; first < num_keys; first += TILE) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lid; k < TILE * TILE; k += GROUP)
      tile[k] = first + k / TILE < num_keys ? phi[(size_t)(first + k / TILE) * features + k % TILE] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int key = 0; key < min(TILE, num_keys - first); ++key) {
      const float value = v[(size_t)(first + key) * value_stride];
#pragma unroll
      for (int f = 0; f < TILE; ++f) sum[f] = fma(tile[key * TILE + f], value, sum[f]);
      if (lid < TILE) sum_z += tile[key * TILE + lid];
    }
  }
  const size_t row = (size_t)(first_chunk + launch_chunk) * features + feature;
#pragma unroll
  for (int f = 0; f < TILE; ++f) kv[(row + f) * value_stride + column] = sum[f];
  if (lid < TILE && get_group_id(1) == 0) z[row + lid] = sum_z;
}

// Index map: group (i, c): i = block of 16 queries; c = 64 value columns, one per item. Out, counted
// from the first phi row of the launch: o (rows, value_stride) numerators, denominators (rows).
__kernel void performer_outputs(__global const float* phi, __global const float* phi_k, __global const float* v,
                                __global const float* kv, __global const float* z, __global const int* table,
                                __global float* o, __global float* denominators, const int features,
                                const int value_stride, const float prefix_eps, const int first_block,
                                const int num_items) {
  __local float tile[TILE * TILE];
  const int lid = (int)get_local_id(0);
  const int column = (int)get_group_id(1) * GROUP + lid;
  __global const int* first_entry = table + (size_t)first_block * QUERY_ENTRIES;
  __global const int* entry = first_entry + (size_t)get_group_id(0) * QUERY_ENTRIES;
  const int rows = entry[1];
  const size_t first_row = (size_t)(entry[0] - first_entry[0]);
  phi += first_row * features;
  float sum[TILE];
  float denominator = 0.0f;
#pragma unroll
  for (int r = 0; r < TILE; ++r) sum[r] = 0.0f;
  for (int first = 0; first < features; first += TILE) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lid; k < TILE * TILE; k += GROUP)
      tile[k] = k / TILE < rows ? phi[(size_t)(k / TILE) * features + first + k % TILE] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int f = 0; f < TILE; ++f) {
      const size_t at = (size_t)max(entry[2], 0) * features + first + f;
      const float value = entry[2] >= 0 ? kv[at * value_stride + column] : 0.0f;
#pragma unroll
      for (int r = 0; r < TILE; ++r) sum[r] = fma(tile[r * TILE + f], value, sum[r]);
      if (lid < TILE) denominator = fma(tile[lid * TILE + f], (entry[2] >= 0 ? z[at] : 0.0f) + prefix_eps, denominator);
    }
  }
#ifdef CAUSAL
  phi_k += (size_t)(entry[3] - first_entry[3]) * features;
  v += (size_t)entry[3] * value_stride + column;
  const int num_keys = min(entry[4] + rows - 1, entry[5]);
  for (int first = 0; first < num_keys; first += TILE) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lid; k < TILE * TILE; k += GROUP) {
      const int r = k / TILE;
      const int key = first + k % TILE;
      float weight = 0.0f;
      if (r < rows && key < min(entry[4] + r, entry[5]))
        for (int f = 0; f < features; ++f)
          weight = fma(phi[(size_t)r * features + f], phi_k[(size_t)key * features + f], weight);
      tile[k] = weight;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int key = 0; key < min(TILE, num_keys - first); ++key) {
      const float value = v[(size_t)(first + key) * value_stride];
#pragma unroll
      for (int r = 0; r < TILE; ++r) sum[r] = fma(tile[r * TILE + key], value, sum[r]);
      if (lid < TILE) denominator += tile[lid * TILE + key];
    }
  }
#endif
  for (int r = 0; r < rows; ++r) o[(first_row + r) * value_stride + column] = sum[r];
  if (lid < rows && get_group_id(1) == 0) denominators[first_row + lid] = denominator;
}
