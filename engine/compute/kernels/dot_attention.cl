// Scaled dot-product attention for processors (engine/attention/MATHEMATICS.md 2.3), OpenCL C 1.2, float.
//
// Index map: one work item per panel of 32 consecutive queries of a head, which lie in the lanes of two float16; panels
// are numbered over (batch, head, panel) with the panel fastest, from `first_panel` on. A work group is one work item,
// whose scores stand in local memory: (keys, 32), 128 keys at a time (dot_online) or all keys, rounded up to 8
// (dot_maps; with GLOBAL_SCORES in global memory, one panel after the other). Eight keys, or eight value columns, by 32
// queries stay in registers; no barrier.
// Layout: q (B*H, panels, d, 32), scale included; k (B*H, m, d) and v (B*H, m, v) as they are; key_end (B, panels, 32);
// mask (B, panels, m, 32) bytes, read only with HAS_MASK. Lanes without a query hold anything finite.
// Out: o (panels of the launch, v rounded up to 8, 32) and statistics (panels of the launch, 2, 32): shift and sum;
// scores and weights (rows, m), row 0 being query `first_row` of all heads.
// Options: HAS_MASK; GLOBAL_SCORES; OVERWRITE (hidden scores become -1e6 instead of minus infinity).
// Checked with: -DOVERWRITE
// Checked with: -DHAS_MASK -DGLOBAL_SCORES
// Assumes B*H*n and B*H*m below 2^31, k, v and o not empty. Tolerance against the plain CPU code: 2e-5 * (1 + |x|).

#include "common.cl"

#ifdef GLOBAL_SCORES
#define SCORES __global
#else
#define SCORES __local
#endif
#define LANES 32
#define KEY_TILE 128
#define GROUP 8

// Scores of 8 keys from `key` on; keys behind the last are the last one again.
void score_keys(__global const float* q, __global const float* k, SCORES float* scores, const int key, const int m,
                const int d) {
  __global const float* row[GROUP];
  float16 s[GROUP][2];
#pragma unroll
  for (int r = 0; r < GROUP; ++r) {
    row[r] = k + (size_t)min(key + r, m - 1) * d;
    s[r][0] = s[r][1] = (float16)(0.0f);
  }
  for (int c = 0; c < d; ++c) {
    const float16 q0 = vload16(0, q + (size_t)c * LANES), q1 = vload16(1, q + (size_t)c * LANES);
#pragma unroll
    for (int r = 0; r < GROUP; ++r) {
      const float16 x = (float16)(row[r][c]);
      s[r][0] = fma(x, q0, s[r][0]);
      s[r][1] = fma(x, q1, s[r][1]);
    }
  }
#pragma unroll
  for (int r = 0; r < GROUP; ++r) {
    vstore16(s[r][0], 2 * r, scores);
    vstore16(s[r][1], 2 * r + 1, scores);
  }
}

// Adds weights * values of `count` keys to the output panel. Columns behind the last are the last one again.
void add_values(__global const float* v, SCORES const float* weights, __global float* o, const int count,
                const int width) {
  for (int column = 0; column < width; column += GROUP) {
    int at[GROUP];
    float16 sum[GROUP][2];
#pragma unroll
    for (int r = 0; r < GROUP; ++r) {
      at[r] = min(column + r, width - 1);
      sum[r][0] = vload16(2 * r, o + (size_t)column * LANES);
      sum[r][1] = vload16(2 * r + 1, o + (size_t)column * LANES);
    }
    for (int j = 0; j < count; ++j) {
      __global const float* value = v + (size_t)j * width;
      const float16 w0 = vload16(2 * j, weights), w1 = vload16(2 * j + 1, weights);
#pragma unroll
      for (int r = 0; r < GROUP; ++r) {
        const float16 x = (float16)(value[at[r]]);
        sum[r][0] = fma(x, w0, sum[r][0]);
        sum[r][1] = fma(x, w1, sum[r][1]);
      }
    }
#pragma unroll
    for (int r = 0; r < GROUP; ++r) {
      vstore16(sum[r][0], 2 * r, o + (size_t)column * LANES);
      vstore16(sum[r][1], 2 * r + 1, o + (size_t)column * LANES);
    }
  }
}

void scale_output(__global float* o, const int width, const float16* factor) {
  for (int c = 0; c < width; ++c)
    for (int b = 0; b < 2; ++b) vstore16(vload16(2 * c + b, o) * factor[b], 2 * c + b, o);
}

// Hides keys [begin, begin + count) from the lanes that may not see them.
void mask_scores(SCORES float* scores, const int begin, const int count, __global const int* key_end,
                 __global const uchar* mask) {
#ifdef OVERWRITE
  const float16 hidden = (float16)(-1.0e6f);
#else
  const float16 hidden = (float16)(-INFINITY);
#endif
  for (int b = 0; b < 2; ++b) {
    const int16 end = vload16(b, key_end);
    for (int j = 0; j < count; ++j) {
      int16 seen = (int16)(begin + j) < end;
#ifdef HAS_MASK
      seen &= convert_int16(vload16(b, mask + (size_t)(begin + j) * LANES)) != (int16)(0);
#endif
      vstore16(select(hidden, vload16(2 * j + b, scores), seen), 2 * j + b, scores);
    }
  }
}

// Rises the maximum by `count` rows; four chains, because one would wait for each result.
float16 largest_of_rows(SCORES const float* rows, const int count, const float16 start) {
  float16 largest[4] = {start, start, start, start};
  int j = 0;
  for (; j + 4 <= count; j += 4)
    for (int chain = 0; chain < 4; ++chain)
      largest[chain] = larger(vload16(0, rows + (size_t)(j + chain) * LANES), largest[chain]);
  for (; j < count; ++j) largest[0] = larger(vload16(0, rows + (size_t)j * LANES), largest[0]);
  return larger(larger(largest[0], largest[1]), larger(largest[2], largest[3]));
}

// Scores become exponentials relative to `shift`; returns their sums.
void exponentiate(SCORES float* scores, const int count, const float16* shift, float16* sum) {
  float16 sum0 = sum[0], sum1 = sum[1];
  const float16 shift0 = shift[0], shift1 = shift[1];
  for (int j = 0; j < count; ++j) {
    const float16 w0 = bounded_exp(vload16(2 * j, scores) - shift0);
    const float16 w1 = bounded_exp(vload16(2 * j + 1, scores) - shift1);
    sum0 += w0;
    sum1 += w1;
    vstore16(w0, 2 * j, scores);
    vstore16(w1, 2 * j + 1, scores);
  }
  sum[0] = sum0;
  sum[1] = sum1;
}

// While nothing was seen the maximum is minus infinity: subtract 0 instead, every exponential is then 0.
float16 shift_of(const float16 maximum) {
  return select(maximum, (float16)(0.0f), maximum == (float16)(-INFINITY));
}

float16 inverse_of(const float16 sum) {
  return select((float16)(1.0f) / sum, (float16)(0.0f), sum == (float16)(0.0f));
}

// The panel of a work item, and where its numbers are.
typedef struct {
  __global const float *q, *k, *v;
  __global const int* key_end;
  __global const uchar* mask;
  __global float *o, *statistics;
  int m, d, width, padded_width, rows;
  int2 ends;       // least and greatest key end
  size_t first;    // query, counted over all heads
} Panel;

// The range of key ends in a panel.
int2 range_of_ends(__global const int* key_end) {
  int2 range = (int2)(key_end[0]);
  for (int lane = 1; lane < LANES; ++lane)
    range = (int2)(min(range.x, key_end[lane]), max(range.y, key_end[lane]));
  return range;
}

Panel panel_of(__global const float* q, __global const float* k, __global const float* v, __global const int* key_end,
               __global const uchar* mask, __global float* o, __global float* statistics, const int n, const int m,
               const int d, const int width, const int heads, const int first_panel) {
  const int item = (int)get_global_id(0), number = first_panel + item, panels = (n + LANES - 1) / LANES;
  const int head = number / panels, first = number % panels * LANES;
  const size_t masks = (size_t)(head / heads) * panels + first / LANES;
  Panel panel;
  panel.q = q + (size_t)number * d * LANES;
  panel.k = k + (size_t)head * m * d;
  panel.v = v + (size_t)head * m * width;
  panel.key_end = key_end + masks * LANES;
  panel.mask = mask;
#ifdef HAS_MASK
  panel.mask += masks * m * LANES;
#endif
  panel.m = m;
  panel.d = d;
  panel.width = width;
  panel.padded_width = (width + GROUP - 1) / GROUP * GROUP;
  panel.o = o + (size_t)item * panel.padded_width * LANES;
  panel.statistics = statistics + (size_t)item * 2 * LANES;
  panel.rows = min(LANES, n - first);
  panel.ends = range_of_ends(panel.key_end);
  panel.first = (size_t)head * n + first;
  return panel;
}

// Scores of keys [begin, begin + count), count rounded up to 8 rows.
void score_tile(const Panel* panel, SCORES float* scores, const int begin, const int count) {
  for (int j = 0; j < count; j += GROUP)
    score_keys(panel->q, panel->k, scores + (size_t)j * LANES, begin + j, panel->m, panel->d);
}

void mask_tile(const Panel* panel, SCORES float* scores, const int begin, const int count) {
#ifndef HAS_MASK
  if (begin + count <= panel->ends.x) return;
#endif
  mask_scores(scores, begin, count, panel->key_end, panel->mask);
}

// Shift and sum of the 32 queries; returns the factors that divide by the sums.
void write_statistics(const Panel* panel, const float16* shift, const float16* sum, float16* factor) {
  for (int b = 0; b < 2; ++b) {
    factor[b] = inverse_of(sum[b]);
    vstore16(shift[b], b, panel->statistics);
    vstore16(sum[b], 2 + b, panel->statistics);
  }
}

void clear_output(__global float* o, const int width) {
  for (int c = 0; c < width; ++c)
    for (int b = 0; b < 2; ++b) vstore16((float16)(0.0f), 2 * c + b, o);
}

// Online softmax over tiles of keys: O and statistics alone.
__kernel void dot_online(__global const float* q, __global const float* k, __global const float* v,
                         __global const int* key_end, __global const uchar* mask, __global float* o,
                         __global float* statistics, SCORES float* scores, const int n, const int m, const int d,
                         const int width, const int heads, const int first_panel, const int num_panels) {
  if ((int)get_global_id(0) >= num_panels) return;
  const Panel panel = panel_of(q, k, v, key_end, mask, o, statistics, n, m, d, width, heads, first_panel);
#ifdef OVERWRITE
  const int last = m;
#else
  const int last = panel.ends.y;
#endif
  float16 maximum[2] = {(float16)(-INFINITY), (float16)(-INFINITY)};
  float16 shift[2] = {(float16)(0.0f), (float16)(0.0f)}, sum[2] = {(float16)(0.0f), (float16)(0.0f)}, factor[2];
  clear_output(panel.o, panel.padded_width);
  for (int begin = 0; begin < last; begin += KEY_TILE) {
    const int count = min(KEY_TILE, last - begin);
    score_tile(&panel, scores, begin, count);
    mask_tile(&panel, scores, begin, count);
    int rose = 0;
    for (int b = 0; b < 2; ++b) {
      const float16 raised = largest_of_rows(scores + 16 * b, count, maximum[b]);
      shift[b] = shift_of(raised);
      factor[b] = bounded_exp(maximum[b] - shift[b]);
      rose |= any(raised != maximum[b]);
      maximum[b] = raised;
      sum[b] *= factor[b];
    }
    if (rose) scale_output(panel.o, panel.padded_width, factor);
    exponentiate(scores, count, shift, sum);
    add_values(panel.v + (size_t)begin * width, scores, panel.o, count, width);
  }
  write_statistics(&panel, shift, sum, factor);
  scale_output(panel.o, panel.padded_width, factor);
}

// Elements 0..7, or 8..15, of two vectors alternating.
#define INTERLEAVE_LOW(a, b)                                                                                        \
  (float16)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3, a.s4, b.s4, a.s5, b.s5, a.s6, b.s6, a.s7, b.s7)
#define INTERLEAVE_HIGH(a, b)                                                                                       \
  (float16)(a.s8, b.s8, a.s9, b.s9, a.sa, b.sa, a.sb, b.sb, a.sc, b.sc, a.sd, b.sd, a.se, b.se, a.sf, b.sf)

// One step of four that transpose 16 x 16: the highest bit of the row number becomes the lowest of the lane number.
void shuffle_rows(const float16* source, float16* target) {
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    target[2 * i] = INTERLEAVE_LOW(source[i], source[i + 8]);
    target[2 * i + 1] = INTERLEAVE_HIGH(source[i], source[i + 8]);
  }
}

// Writes scores (count, 32) of one tile, times factor, as rows of a map: map[row * m + j].
void write_map(SCORES const float* scores, const float16* factor, const int count, const int rows, __global float* map,
               const int m) {
  const int whole = count / 16 * 16;
  for (int b = 0; b < 2; ++b) {
    const int used = clamp(rows - 16 * b, 0, 16);
    __global float* corner = map + (size_t)(16 * b) * m;
    for (int j = 0; j < whole; j += 16) {
      float16 x[16], y[16];
#pragma unroll
      for (int i = 0; i < 16; ++i) x[i] = vload16(2 * (j + i) + b, scores) * factor[b];
      shuffle_rows(x, y);
      shuffle_rows(y, x);
      shuffle_rows(x, y);
      shuffle_rows(y, x);
      if (used == 16) {
#pragma unroll
        for (int i = 0; i < 16; ++i) vstore16(x[i], 0, corner + (size_t)i * m + j);
      } else {
        for (int i = 0; i < used; ++i) vstore16(x[i], 0, corner + (size_t)i * m + j);
      }
    }
    float factors[16];
    vstore16(factor[b], 0, factors);
    for (int i = 0; i < used; ++i)
      for (int j = whole; j < count; ++j)
        corner[(size_t)i * m + j] = scores[(size_t)j * LANES + 16 * b + i] * factors[i];
  }
}

// The same with the maps: raw scores S and weights A. `scores` holds all keys, rounded up to 8.
__kernel void dot_maps(__global const float* q, __global const float* k, __global const float* v,
                       __global const int* key_end, __global const uchar* mask, __global float* o,
                       __global float* statistics, SCORES float* scores, const int n, const int m, const int d,
                       const int width, const int heads, const int first_panel, const int num_panels,
                       __global float* score_map, __global float* weight_map, const int first_row) {
  if ((int)get_global_id(0) >= num_panels) return;
  const Panel panel = panel_of(q, k, v, key_end, mask, o, statistics, n, m, d, width, heads, first_panel);
  const size_t corner = (panel.first - first_row) * m;
#ifdef GLOBAL_SCORES
  scores += get_global_id(0) * ((m + GROUP - 1) / GROUP * GROUP) * LANES;
#endif
  float16 maximum[2] = {(float16)(-INFINITY), (float16)(-INFINITY)};
  float16 shift[2], sum[2] = {(float16)(0.0f), (float16)(0.0f)}, factor[2];
  const float16 ones[2] = {(float16)(1.0f), (float16)(1.0f)};
  for (int begin = 0; begin < m; begin += KEY_TILE) {
    const int count = min(KEY_TILE, m - begin);
    SCORES float* tile = scores + (size_t)begin * LANES;
    score_tile(&panel, tile, begin, count);
    write_map(tile, ones, count, panel.rows, score_map + corner + begin, m);
    mask_tile(&panel, tile, begin, count);
    for (int b = 0; b < 2; ++b) maximum[b] = largest_of_rows(tile + 16 * b, count, maximum[b]);
  }
  for (int b = 0; b < 2; ++b) shift[b] = shift_of(maximum[b]);
  exponentiate(scores, m, shift, sum);
  write_statistics(&panel, shift, sum, factor);
  clear_output(panel.o, panel.padded_width);
  for (int begin = 0; begin < m; begin += KEY_TILE) {
    const int count = min(KEY_TILE, m - begin);
    SCORES float* tile = scores + (size_t)begin * LANES;
    write_map(tile, factor, count, panel.rows, weight_map + corner + begin, m);
    add_values(panel.v + (size_t)begin * width, tile, panel.o, count, width);
  }
  scale_output(panel.o, panel.padded_width, factor);
}
