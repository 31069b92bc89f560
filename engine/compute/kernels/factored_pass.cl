// Factored attention forwards and backwards, OpenCL C 1.2, float (engine/training/MATHEMATICS.md 2, 3): maps, couplings
// out of maps and values, and the gradients of values, queries and keys out of D.
//
// Index map: one dimension; items stand in the order of what they write, LANES numbers each, in products eight lines of
// them. No barrier, no local memory.
// Layouts, with lengths rounded up to 16 and marked ' : query, key (H, L, d'), keys_across (H, d, L'), maps and
// map_gradient (H, L, L'); pairs i < j row by row, their positions in pairs (P, 2); pair_maps and pair_gradient
// (P, 2H'): A_ij / 2 of all heads, then A_ji / 2; values (2H, 400): V_ab of all heads, then V_ba; values_across
// (400, 2H'), the same turned; symmetric (pairs of a slice, 400): D_iajb + D_jbia with the penalty; w and d as in
// pair_likelihood.cl; parts (pieces, 2H', 400).
// Checked with: -DLANES=16
// Checked with: -DLANES=1
// Assumes every number of items below 2^31. Tolerance against the definition in double: 2e-5 (1 + |x|).

#include "lanes.cl"

#define LETTERS 20
#define PARTS 4
#define WIDTH (PARTS * LETTERS)
#define BLOCK (LETTERS * LETTERS)
#define ROWS 8

// Where X_iajb is.
size_t place(const int length, const int i, const int a, const int j, const int b) {
  return (((size_t)(i / PARTS) * length + j) * LETTERS + b) * WIDTH + i % PARTS * LETTERS + a;
}

__kernel void factored_scores(__global const float* query, __global const float* keys_across, __global float* maps,
                              const int length, const int width, const int width_stride, const int stride,
                              const float scale, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0), blocks = stride / LANES;
  const int j = item % blocks * LANES, row = item / blocks;
  __global const float* q = query + (size_t)row * width_stride;
  __global const float* k = keys_across + (size_t)(row / length) * width * stride + j;
  lanes sum = (lanes)(0.0f);
  for (int c = 0; c < width; ++c) sum += q[c] * load_lanes(k + (size_t)c * stride);
  store_lanes(sum * scale, maps + (size_t)row * stride + j);
}

// A row of scores becomes weights without the position itself; length > 1.
__kernel void factored_softmax(__global float* maps, const int length, const int stride, const int first,
                               const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int row = first + (int)get_global_id(0), self = row % length;
  __global float* values = maps + (size_t)row * stride;
  float largest = -INFINITY, sum = 0.0f;
  for (int j = 0; j < length; ++j)
    if (j != self) largest = fmax(largest, values[j]);
  for (int j = 0; j < length; ++j) sum += values[j] = j == self ? 0.0f : exp(values[j] - largest);
  for (int j = 0; j < length; ++j) values[j] /= sum;
}

__kernel void factored_spread(__global const float* maps, __global const int* pairs, __global float* pair_maps,
                              const int length, const int heads, const int stride, const int pair_stride,
                              const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0), head = item % heads, pair = item / heads;
  const int i = pairs[2 * pair], j = pairs[2 * pair + 1];
  __global const float* map = maps + (size_t)head * length * stride;
  pair_maps[(size_t)pair * pair_stride + head] = 0.5f * map[(size_t)i * stride + j];
  pair_maps[(size_t)pair * pair_stride + heads + head] = 0.5f * map[(size_t)j * stride + i];
}

// W_iajb = W_jbia of eight pairs: pair_maps times values.
__kernel void factored_couplings(__global const float* pair_maps, __global const float* values,
                                 __global const int* pairs, __global float* w, const int length, const int num_pairs,
                                 const int terms, const int pair_stride, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0), blocks = BLOCK / LANES;
  const int column = item % blocks * LANES, begin = item / blocks * ROWS;
  __global const float* left[ROWS];
  lanes sums[ROWS];
  for (int r = 0; r < ROWS; ++r) {
    left[r] = pair_maps + (size_t)min(begin + r, num_pairs - 1) * pair_stride;
    sums[r] = (lanes)(0.0f);
  }
  for (int k = 0; k < terms; ++k) {
    const lanes right = load_lanes(values + (size_t)k * BLOCK + column);
    for (int r = 0; r < ROWS; ++r) sums[r] += left[r][k] * right;
  }
  for (int r = 0; r < ROWS && begin + r < num_pairs; ++r) {
    const int i = pairs[2 * (begin + r)], j = pairs[2 * (begin + r) + 1];
    float block[LANES];
    spill_lanes(sums[r], block);
    for (int lane = 0; lane < LANES; ++lane) {
      const int a = (column + lane) / LETTERS, b = (column + lane) % LETTERS;
      w[place(length, i, a, j, b)] = block[lane];
      w[place(length, j, b, i, a)] = block[lane];
    }
  }
}

// D_iajb + D_jbia with four times the penalty, and the sums of the squares of W, (pairs of the slice, 20). Blocks of
// positions with themselves are never read: D has other numbers there.
__kernel void factored_symmetric(__global const float* d, __global const float* w, __global const int* pairs,
                                 __global float* symmetric, __global float* squares, const int length,
                                 const int first_pair, const float of_squares, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0), a = item % LETTERS, pair = item / LETTERS;
  const int i = pairs[2 * (first_pair + pair)], j = pairs[2 * (first_pair + pair) + 1];
  float sum = 0.0f;
  for (int b = 0; b < LETTERS; ++b) {
    const size_t other = place(length, j, b, i, a);
    symmetric[(size_t)item * LETTERS + b] = d[place(length, i, a, j, b)] + d[other] + 4.0f * of_squares * w[other];
    sum += w[other] * w[other];
  }
  squares[item] = sum;
}

__kernel void factored_squares(__global const float* squares, __global float* pair_squares, const int first_pair,
                               const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int pair = first + (int)get_global_id(0);
  float sum = 0.0f;
  for (int a = 0; a < LETTERS; ++a) sum += squares[(size_t)pair * LETTERS + a];
  pair_squares[first_pair + pair] = sum;
}

// G_ij of all heads and G_ji of eight pairs: half of symmetric times values_across.
__kernel void factored_pair_gradient(__global const float* symmetric, __global const float* values_across,
                                     __global float* pair_gradient, const int num_pairs, const int first_pair,
                                     const int pair_stride, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0), blocks = pair_stride / LANES;
  const int column = item % blocks * LANES, begin = item / blocks * ROWS;
  __global const float* left[ROWS];
  lanes sums[ROWS];
  for (int r = 0; r < ROWS; ++r) {
    left[r] = symmetric + (size_t)min(begin + r, num_pairs - 1) * BLOCK;
    sums[r] = (lanes)(0.0f);
  }
  for (int k = 0; k < BLOCK; ++k) {
    const lanes right = load_lanes(values_across + (size_t)k * pair_stride + column);
    for (int r = 0; r < ROWS; ++r) sums[r] += left[r][k] * right;
  }
  for (int r = 0; r < ROWS && begin + r < num_pairs; ++r)
    store_lanes(0.5f * sums[r], pair_gradient + (size_t)(first_pair + begin + r) * pair_stride + column);
}

// Sums over pieces of the pairs of a slice: pair_maps turned, times symmetric.
__kernel void factored_value_parts(__global const float* pair_maps, __global const float* symmetric,
                                   __global float* parts, const int num_pairs, const int first_pair,
                                   const int pair_stride, const int piece_pairs, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0), blocks = BLOCK / LANES, rows = pair_stride / ROWS;
  const int column = item % blocks * LANES, row = item / blocks % rows * ROWS, piece = item / blocks / rows;
  const int end = min(num_pairs, (piece + 1) * piece_pairs);
  lanes sums[ROWS];
  for (int r = 0; r < ROWS; ++r) sums[r] = (lanes)(0.0f);
  for (int pair = piece * piece_pairs; pair < end; ++pair) {
    __global const float* left = pair_maps + (size_t)(first_pair + pair) * pair_stride + row;
    const lanes right = load_lanes(symmetric + (size_t)pair * BLOCK + column);
    for (int r = 0; r < ROWS; ++r) sums[r] += left[r] * right;
  }
  for (int r = 0; r < ROWS; ++r)
    store_lanes(sums[r], parts + ((size_t)piece * pair_stride + row + r) * BLOCK + column);
}

// Adds the pieces to the sums of earlier slices, in order. is_first: there are none.
__kernel void factored_value_sums(__global const float* parts, __global float* sums, const int count, const int pieces,
                                  const int is_first, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0);
  float sum = is_first ? 0.0f : sums[item];
  for (int piece = 0; piece < pieces; ++piece) sum += parts[(size_t)piece * count + item];
  sums[item] = sum;
}

__kernel void factored_gather(__global const float* pair_gradient, __global const int* pairs,
                              __global float* map_gradient, const int length, const int heads, const int stride,
                              const int pair_stride, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0), head = item % heads, pair = item / heads;
  const int i = pairs[2 * pair], j = pairs[2 * pair + 1];
  __global float* map = map_gradient + (size_t)head * length * stride;
  map[(size_t)i * stride + j] = pair_gradient[(size_t)pair * pair_stride + head];
  map[(size_t)j * stride + i] = pair_gradient[(size_t)pair * pair_stride + heads + head];
}

// Through the softmax of a row: what J changes by Q K^T.
__kernel void factored_score_gradient(__global const float* maps, __global float* map_gradient, const int length,
                                      const int stride, const float scale, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int row = first + (int)get_global_id(0), self = row % length;
  __global const float* weights = maps + (size_t)row * stride;
  __global float* values = map_gradient + (size_t)row * stride;
  float mean = 0.0f;
  for (int j = 0; j < length; ++j)
    if (j != self) mean += weights[j] * values[j];
  for (int j = 0; j < length; ++j) values[j] = j == self ? 0.0f : weights[j] * (values[j] - mean) * scale;
}

// Row i of a head: sum over j of gradient_ij other_j; is_key: of gradient_ji other_j.
__kernel void factored_row_gradient(__global const float* map_gradient, __global const float* other,
                                    __global float* gradient, const int length, const int width_stride,
                                    const int stride, const int is_key, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0), blocks = width_stride / LANES;
  const int column = item % blocks * LANES, row = item / blocks, head = row / length, i = row % length;
  __global const float* map = map_gradient + (size_t)head * length * stride;
  __global const float* from = other + (size_t)head * length * width_stride + column;
  lanes sum = (lanes)(0.0f);
  for (int j = 0; j < length; ++j) {
    const float value = is_key ? map[(size_t)j * stride + i] : map[(size_t)i * stride + j];
    sum += value * load_lanes(from + (size_t)j * width_stride);
  }
  store_lanes(sum, gradient + (size_t)row * width_stride + column);
}
