// Scaled dot-product attention for GPUs: the online softmax over tiles in local memory
// (engine/attention/MATHEMATICS.md 2.3; the blocking of FlashAttention, arXiv:2205.14135), OpenCL C 1.2, float.
//
// Index map of dot_tiles: a work group of 64 items, 8 x 8, per tile of 32 consecutive queries of a head (dimension 0;
// tiles numbered over (batch, head, tile) from `first_tile` on) and per chunk of 64 value columns (dimension 1). Item
// (y, x) owns queries 4y..4y+3 of the tile; of a tile of 32 keys it owns scores 4x..4x+3, of the chunk columns x, x+8,
// ..., x+56. Queries and keys are staged 16 channels at a time, values 32 keys at a time.
// Layout: q (B*H, n, d), k (B*H, m, d), v (B*H, m, v) as they are; key_end (B, n); mask (B, n, m) bytes, read only with
// HAS_MASK. Out, counted from the first tile of the launch, 32 rows per tile: o (rows, v), statistics (rows, 2):
// maximum and sum; scores (rows, m) with KEEP_SCORES, and out of them weights (rows, m) by dot_tile_weights.
// Options: HAS_MASK, KEEP_SCORES, OVERWRITE (hidden scores become -1e6 instead of minus infinity).
// Checked with: -DOVERWRITE
// Checked with: -DHAS_MASK -DKEEP_SCORES
// Assumes B*H*n and B*H*m below 2^31. Tolerance against the plain CPU code: 2e-5 * (1 + |x|).

#include "tiles.cl"

#define COLUMNS 64

float hidden_score(const float score, const int key, const int m, const int end, __global const uchar* mask) {
  if (key >= m) return -INFINITY;
#ifdef HAS_MASK
  const int seen = key < end && mask[key] != 0;
#else
  const int seen = key < end;
#endif
#ifdef OVERWRITE
  return seen ? score : -1.0e6f;
#else
  return seen ? score : -INFINITY;
#endif
}

// Folds the eight items of a row: the result of `partial[row][0..7]`.
float largest_of_eight(__local const float* partial) {
  float result = partial[0];
  for (int k = 1; k < 8; ++k) result = fmax(result, partial[k]);
  return result;
}

float sum_of_eight(__local const float* partial) {
  float result = partial[0];
  for (int k = 1; k < 8; ++k) result += partial[k];
  return result;
}

// One step of the online softmax: scores become weights relative to the new maximum.
void merge_scores(float s[OWN][OWN], float maximum[OWN], float sum[OWN], float rescale[OWN], __local float* partial,
                  const int y, const int x) {
  for (int i = 0; i < OWN; ++i) {
    float largest = s[i][0];
    for (int j = 1; j < OWN; ++j) largest = fmax(largest, s[i][j]);
    partial[(y * OWN + i) * 9 + x] = largest;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < OWN; ++i) {
    const float raised = fmax(maximum[i], largest_of_eight(partial + (y * OWN + i) * 9));
    // While nothing was seen both are minus infinity: subtract 0 instead, every exponential is then 0.
    const float shift = raised == -INFINITY ? 0.0f : raised;
    rescale[i] = exp(maximum[i] - shift);
    maximum[i] = raised;
    for (int j = 0; j < OWN; ++j) s[i][j] = exp(s[i][j] - shift);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < OWN; ++i) partial[(y * OWN + i) * 9 + x] = (s[i][0] + s[i][1]) + (s[i][2] + s[i][3]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < OWN; ++i) sum[i] = sum[i] * rescale[i] + sum_of_eight(partial + (y * OWN + i) * 9);
}

// Scales the item's scores, writes them to its rows of `map` unless that is null, and hides what the mask hides.
void finish_scores(float s[OWN][OWN], const float scale, __global const int* key_end, __global const uchar* mask,
                   const int first_query, const int n, const int first_key, const int m, __global float* map) {
  for (int i = 0; i < OWN; ++i) {
    const int query = min(first_query + i, n - 1);
    for (int j = 0; j < OWN; ++j) {
      const int key = first_key + j;
      s[i][j] *= scale;
#ifdef KEEP_SCORES
      if (map != 0 && key < m) map[(size_t)i * m + key] = s[i][j];
#endif
      s[i][j] = hidden_score(s[i][j], key, m, key_end[query], mask + (size_t)query * m);
    }
  }
}

// The item's outputs, divided by the sums of their rows.
void write_output(float output[OWN][COLUMNS / 8], const float sum[OWN], __global float* o, const int first_column,
                  const int width) {
  for (int i = 0; i < OWN; ++i) {
    const float factor = sum[i] == 0.0f ? 0.0f : 1.0f / sum[i];
    for (int c = 0; c < COLUMNS / 8; ++c) {
      const int column = first_column + 8 * c;
      if (column < width) o[(size_t)i * width + column] = output[i][c] * factor;
    }
  }
}

// Adds weights * values of a tile of keys to the item's outputs.
void add_values(__local const float* weights, __local const float* values, const int y, const int x,
                float o[OWN][COLUMNS / 8]) {
  for (int key = 0; key < TILE; ++key)
    for (int c = 0; c < COLUMNS / 8; ++c) {
      const float value = values[key * COLUMNS + x + 8 * c];
      for (int i = 0; i < OWN; ++i) o[i][c] = fma(weights[(y * OWN + i) * (TILE + 1) + key], value, o[i][c]);
    }
}

// Products of the item's queries and keys, over all channels.
void score_tile(__global const float* q, const int first, const int n, __global const float* k, const int begin,
                const int m, const int d, __local float* queries, __local float* keys, const int item,
                float s[OWN][OWN]) {
  for (int i = 0; i < OWN; ++i)
    for (int j = 0; j < OWN; ++j) s[i][j] = 0.0f;
  for (int depth = 0; depth < d; depth += DEPTH) {
    stage_terms(q, first, n, depth, d, queries, item);
    stage_terms(k, begin, m, depth, d, keys, item);
    barrier(CLK_LOCAL_MEM_FENCE);
    add_terms(queries + item / 8 * OWN, keys + item % 8 * OWN, s);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Copies 64 columns of 32 values from `begin` on into block[key][column]; 0 outside.
void stage_values(__global const float* v, const int begin, const int m, const int first_column, const int width,
                  __local float* block, const int item) {
  for (int e = item; e < TILE * COLUMNS; e += ITEMS) {
    const int key = begin + e / COLUMNS, column = first_column + e % COLUMNS;
    block[e] = key < m && column < width ? v[(size_t)key * width + column] : 0.0f;
  }
}

// One past the last key that a query of the tile has to look at.
int last_key(__global const int* key_end, const int first, const int n, const int m) {
#if defined(KEEP_SCORES) || defined(OVERWRITE)
  return m;
#else
  int last = 0;
  for (int row = first; row < min(first + TILE, n); ++row) last = max(last, key_end[row]);
  return last;
#endif
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void dot_tiles(
    __global const float* q, __global const float* k, __global const float* v, __global const int* key_end,
    __global const uchar* mask, __global float* o, __global float* statistics, __global float* scores, const int n,
    const int m, const int d, const int width, const int heads, const float scale, const int first_tile) {
  __local float queries[DEPTH * (TILE + 1)], keys[DEPTH * (TILE + 1)], values[TILE * COLUMNS];
  __local float weights[TILE * (TILE + 1)], partial[TILE * 9];
  const int item = (int)get_local_id(0), y = item / 8, x = item % 8, first_column = (int)get_group_id(1) * COLUMNS;
  const int tiles = (n + TILE - 1) / TILE, tile = first_tile + (int)get_group_id(0);
  const int head = tile / tiles, first = tile % tiles * TILE;
  const size_t first_row = (size_t)get_group_id(0) * TILE + y * OWN;  // of the launch, the item's first
  q += (size_t)head * n * d;
  k += (size_t)head * m * d;
  v += (size_t)head * m * width;
  key_end += (size_t)(head / heads) * n;
  mask += (size_t)(head / heads) * n * m;
  float s[OWN][OWN], maximum[OWN], sum[OWN], rescale[OWN], output[OWN][COLUMNS / 8];
  for (int i = 0; i < OWN; ++i) {
    maximum[i] = -INFINITY;
    sum[i] = 0.0f;
    for (int c = 0; c < COLUMNS / 8; ++c) output[i][c] = 0.0f;
  }
  const int last = last_key(key_end, first, n, m);
  for (int begin = 0; begin < last; begin += TILE) {
    score_tile(q, first, n, k, begin, m, d, queries, keys, item, s);
    finish_scores(s, scale, key_end, mask, first + y * OWN, n, begin + x * OWN, m,
                  first_column == 0 ? scores + first_row * m : 0);
    merge_scores(s, maximum, sum, rescale, partial, y, x);
    for (int i = 0; i < OWN; ++i) {
      for (int c = 0; c < COLUMNS / 8; ++c) output[i][c] *= rescale[i];
      for (int j = 0; j < OWN; ++j) weights[(y * OWN + i) * (TILE + 1) + x * OWN + j] = s[i][j];
    }
    stage_values(v, begin, m, first_column, width, values, item);
    barrier(CLK_LOCAL_MEM_FENCE);
    add_values(weights, values, y, x, output);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  write_output(output, sum, o + first_row * width, first_column + x, width);
  if (first_column > 0 || x > 0) return;
  for (int i = 0; i < OWN; ++i) {
    statistics[2 * (first_row + i)] = maximum[i];
    statistics[2 * (first_row + i) + 1] = sum[i];
  }
}

// Weights out of the scores that dot_tiles kept. Index map: (key, row of the launch).
__kernel void dot_tile_weights(__global const float* scores, __global const float* statistics,
                               __global const int* key_end, __global const uchar* mask, __global float* weights,
                               const int n, const int m, const int heads, const int first_tile, const int num_rows) {
  const int key = (int)get_global_id(0), row = (int)get_global_id(1);
  if (key >= m || row >= num_rows) return;
  const int tiles = (n + TILE - 1) / TILE, tile = first_tile + row / TILE;
  const int query = min(tile % tiles * TILE + row % TILE, n - 1);
  const size_t flat = (size_t)(tile / tiles / heads) * n + query;
  const float maximum = statistics[2 * (size_t)row], sum = statistics[2 * (size_t)row + 1];
  const float shift = maximum == -INFINITY ? 0.0f : maximum, factor = sum == 0.0f ? 0.0f : 1.0f / sum;
  const size_t at = (size_t)row * m + key;
  weights[at] = exp(hidden_score(scores[at], key, m, key_end[flat], mask + flat * m) - shift) * factor;
}
