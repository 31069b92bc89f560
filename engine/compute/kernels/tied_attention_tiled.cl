// Tied attention on an alignment (engine/attention/MATHEMATICS.md 7.2), OpenCL C 1.2, float; for GPUs: work
// groups of 16 x 16 share tiles of 64 rows and 16 terms in local memory, every work item sums 4 x 4 elements of a
// tile of 64 x 64.
//
// Layout: q and k (R, C, heads, d); v and o (R, C, heads, v); hidden (C): 1 for keys whose score is -10000; scores
// (written only with KEEP_SCORES) and weights (heads, C, C).
// Options: KEEP_SCORES.
// Checked with: -DKEEP_SCORES
// Checked with:
// Tolerance against the plain CPU code: 2e-5 * (1 + |x|).

#define TILE 64
#define TERMS 16

// Adds the product of two tiles to the 4 x 4 sums of a work item: rows 4 y .. and columns x, x + 16, x + 32, x + 48.
void add_tile(__local float (*left)[TILE + 1], __local float (*right)[TILE + 1], const int x, const int y,
              float (*sum)[4]) {
  for (int t = 0; t < TERMS; ++t)
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) sum[a][b] = fma(left[t][4 * y + a], right[t][x + 16 * b], sum[a][b]);
}

// Index map: group (column tile, row tile, head - first_head). Scores, before the softmax, into `weights`.
__kernel void tied_scores(__global const float* q, __global const float* k, __global const uchar* hidden,
                          __global float* scores, __global float* weights, const int R, const int C, const int heads,
                          const int d, const float scale, const int first_head) {
  __local float left[TERMS][TILE + 1];
  __local float right[TERMS][TILE + 1];
  const int x = (int)get_local_id(0);
  const int y = (int)get_local_id(1);
  const int first_column = (int)get_group_id(0) * TILE;
  const int first_row = (int)get_group_id(1) * TILE;
  const int head = first_head + (int)get_group_id(2);
  const size_t width = (size_t)heads * d;
  float sum[4][4];
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) sum[a][b] = 0.0f;
  for (int r = 0; r < R; ++r)
    for (int begin = 0; begin < d; begin += TERMS) {
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int line = y; line < TILE; line += 16) {
        const size_t term = (size_t)head * d + begin + x;
        const bool exists = begin + x < d;
        const int row = first_row + line;
        const int column = first_column + line;
        left[x][line] = exists && row < C ? q[((size_t)r * C + row) * width + term] : 0.0f;
        right[x][line] = exists && column < C ? k[((size_t)r * C + column) * width + term] : 0.0f;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      add_tile(left, right, x, y, sum);
    }
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) {
      const int row = first_row + 4 * y + a;
      const int column = first_column + x + 16 * b;
      if (row >= C || column >= C) continue;
      const float score = hidden[column] ? -10000.0f : sum[a][b] * scale;
      const size_t at = ((size_t)head * C + row) * C + column;
#ifdef KEEP_SCORES
      scores[at] = score;
#endif
      weights[at] = score;
    }
}

// Index map: work group of 64 = one row of the maps, counted from first_row. A row that holds a score that is not
// finite becomes not-a-number throughout.
__kernel void tied_softmax(__global float* weights, const int C, const int first_row) {
  __local float partial[64];
  const int lane = (int)get_local_id(0);
  __global float* row = weights + (size_t)(first_row + (int)get_group_id(0)) * C;
  float maximum = -INFINITY;
  for (int j = lane; j < C; j += 64) maximum = fmax(maximum, row[j]);
  partial[lane] = maximum;
  for (int half_group = 32; half_group > 0; half_group /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < half_group) partial[lane] = fmax(partial[lane], partial[lane + half_group]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  maximum = partial[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int j = lane; j < C; j += 64) {
    const float x = exp(row[j] - maximum) + (row[j] - row[j]);
    row[j] = x;
    sum += x;
  }
  partial[lane] = sum;
  for (int half_group = 32; half_group > 0; half_group /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < half_group) partial[lane] += partial[lane + half_group];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float factor = 1.0f / partial[0];
  for (int j = lane; j < C; j += 64) row[j] *= factor;
}

// Index map: group (channel tile, row tile, plane - first_plane), plane = head * R + row of the alignment.
__kernel void tied_values(__global const float* weights, __global const float* v, __global float* o, const int R,
                          const int C, const int heads, const int value_width, const int first_plane) {
  __local float left[TERMS][TILE + 1];
  __local float right[TERMS][TILE + 1];
  const int x = (int)get_local_id(0);
  const int y = (int)get_local_id(1);
  const int first_channel = (int)get_group_id(0) * TILE;
  const int first_row = (int)get_group_id(1) * TILE;
  const int plane = first_plane + (int)get_group_id(2);
  const int head = plane / R;
  const size_t r = (size_t)(plane % R);
  const size_t width = (size_t)heads * value_width;
  float sum[4][4];
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) sum[a][b] = 0.0f;
  for (int begin = 0; begin < C; begin += TERMS) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int line = y; line < TILE; line += 16) {
      const int row = first_row + line;
      left[x][line] = row < C && begin + x < C ? weights[((size_t)head * C + row) * C + begin + x] : 0.0f;
    }
    for (int b = 0; b < 4; ++b) {
      const int channel = first_channel + x + 16 * b;
      const int key = begin + y;
      right[y][x + 16 * b] = key < C && channel < value_width
                                 ? v[(r * C + key) * width + (size_t)head * value_width + channel]
                                 : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    add_tile(left, right, x, y, sum);
  }
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) {
      const int row = first_row + 4 * y + a;
      const int channel = first_channel + x + 16 * b;
      if (row < C && channel < value_width)
        o[(r * C + row) * width + (size_t)head * value_width + channel] = sum[a][b];
    }
}
