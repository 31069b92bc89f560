// Viterbi of one query profile against sixteen templates side by side (engine/search/MATHEMATICS.md 1.2), OpenCL C 1.2,
// float; for devices whose vectors are wide: no local memory, no barrier.
//
// Index map: work item = one batch of 16 templates, one per lane. A launch computes rows
// [first_block * ROWS, (first_block + num_blocks) * ROWS) of all batches, after those before it.
// Layout: query (blocks + 1, 27, ROWS): 20 emissions, then costs of leaving the column as in
// engine/search/batch/BatchViterbiPack.h: MM, MD, DD, insert, II, bar of MM, bar of DM. columns: per batch (longest Nt
// + 2, 27, 16): emissions divided by the null model times 2^(shift + kLog2[0]), costs; column 0 is the begin state, the
// last is blank. above: per batch (longest Nt + 1, 3, 16): E, DG, MI that the last row handed on; before row 1 the host
// fills it. left: per row and template E, GD, IM that the border hands on, (rows, 3, 16) per batch. pointers: per batch
// (rows, longest Nt + 1, 16) bytes as in engine/search/batch/BatchPointers.h. lengths (batches, 16), 0: no template.
// offsets (batches, 4): first element of columns, above, left, pointers. best, best_row, best_column (batches, 16):
// 0-based.
// Each cell hands on to its followers what they need; see engine/search/batch/BatchViterbiKernel.cpp.
// Options: ROWS = rows of a block; LOCAL = paths may begin and end anywhere; KEEP_PATHS = store pointers; BARS = some
// bar is not 0.
// Checked with: -DROWS=4 -DLOCAL -DKEEP_PATHS
// Checked with: -DROWS=4 -DBARS
// Tolerance against the plain CPU code: 1e-3 bit per score.

#define FLOATS float16
#define INTS int16
#include "batch_scores.cl"

// Slot of row R of a block; the row after its last begins the next block.
#define ROW_SLOT(SLOT, R) q[(R) / ROWS * SLOTS * ROWS + (SLOT) * ROWS + (R) % ROWS]

// Maxima. In a local alignment what is below 0 is never used again (transitions cost), and floats above it can be
// compared as integers.
#ifdef LOCAL
float16 larger(const float16 x, const float16 y) { return as_float16(max(as_int16(x), as_int16(y))); }
#else
float16 larger(const float16 x, const float16 y) { return x > y ? x : y; }
#endif

// Adds the products of residues [FIRST, LAST) to the sums of all rows.
#define ADD_PRODUCTS(FIRST, LAST, COLUMN)                                                           \
  _Pragma("unroll") for (int a = FIRST; a < LAST; ++a) {                                            \
    const float16 odds = vload16(a, COLUMN);                                                        \
    _Pragma("unroll") for (int k = 0; k < ROWS; ++k) sums[k] = fma((float16)(q[a * ROWS + k]), odds, sums[k]); \
  }

bool any_lane(const int16 mask) {
  const int8 a = mask.lo | mask.hi;
  const int4 b = a.lo | a.hi;
  const int2 c = b.lo | b.hi;
  return (c.x | c.y) != 0;
}

__kernel void batch_rows(__global const float* query, __global const float* columns, __global float* above,
                         __global const float* left, __global uchar* pointers, __global const int* lengths,
                         __global const long* offsets, __global float* best, __global int* best_row,
                         __global int* best_column, const int query_length, const int first_block, const int num_blocks,
                         const int num_batches) {
  const int batch = (int)get_global_id(0);
  if (batch >= num_batches) return;
  columns += offsets[4 * batch];
  above += offsets[4 * batch + 1];
  left += offsets[4 * batch + 2];
  pointers += offsets[4 * batch + 3];
#ifndef LOCAL
  const int16 length = vload16(batch, lengths);
#endif
  const int stride = lengths[16 * batch] + 1;
  float16 top = vload16(batch, best);
  int16 top_row = vload16(batch, best_row);
  int16 top_column = vload16(batch, best_column);

  for (int block = first_block; block < first_block + num_blocks; ++block) {
    __global const float* q = query + (size_t)block * SLOTS * ROWS;
    float16 e[ROWS];
    float16 gd[ROWS];
    float16 im[ROWS];
    float16 diagonal = vload16(0, above);
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      __global const float* border = left + (size_t)(block * ROWS + r) * 48;
      e[r] = vload16(0, border);
      gd[r] = vload16(1, border);
      im[r] = vload16(2, border);
    }
    vstore16(e[ROWS - 1], 0, above);

#ifdef LOCAL
    // The dearest way out of MM of any row: MM includes its costs.
    float dearest = 0.0f;
    for (int r = 0; r < ROWS; ++r) dearest = min(dearest, q[20 * ROWS + r]);
#endif
    float16 pair_score[ROWS];
    {
      float16 sums[ROWS];
#pragma unroll
      for (int r = 0; r < ROWS; ++r) sums[r] = (float16)(0.0f);
      ADD_PRODUCTS(0, 20, columns + SLOTS * 16)
#pragma unroll
      for (int r = 0; r < ROWS; ++r) pair_score[r] = log2_without_offset(sums[r]);
    }

    for (int j = 1; j < stride; ++j) {
      __global const float* column = columns + (size_t)j * SLOTS * 16;
      __global float* state = above + (size_t)j * 48;
      // The products of the next column are summed up between the cells of this one: they use other execution units.
      float16 sums[ROWS];
#pragma unroll
      for (int r = 0; r < ROWS; ++r) sums[r] = (float16)(0.0f);
      const float16 b_mm = vload16(20, column), b_next_mm = vload16(SLOTS + 20, column), b_md = vload16(21, column);
      const float16 b_dd = vload16(22, column), b_insert = vload16(23, column), b_ii = vload16(24, column);
#ifdef BARS
      const float16 b_bar_mm = vload16(25, column), b_bar_dm = vload16(26, column);
#endif
      const float16 next_diagonal = vload16(0, state);
      float16 dg = vload16(1, state);
      float16 mi = vload16(2, state);
      float16 before = diagonal;
      float16 mm[ROWS];
#pragma unroll
      for (int r = 0; r < ROWS; ++r) {
        const float a_next_mm = ROW_SLOT(20, r + 1), a_md = q[21 * ROWS + r], a_dd = q[22 * ROWS + r];
        const float a_insert = q[23 * ROWS + r], a_ii = q[24 * ROWS + r];
        ADD_PRODUCTS(r * 20 / ROWS, (r + 1) * 20 / ROWS, column + SLOTS * 16)
        const float16 score = pair_score[r] + before;
        mm[r] = score;
        before = e[r];
#ifdef BARS
        const float a_bar_mm = q[25 * ROWS + r], a_bar_dm = q[26 * ROWS + r];
        const float16 from_mm = score + (b_bar_mm + a_bar_mm);
        const float16 from_dg = dg + (b_bar_mm + a_bar_dm), from_gd = gd[r] + (b_bar_dm + a_bar_mm);
        const float16 from_im = im[r] + b_bar_mm, from_mi = mi + a_bar_mm;
        const float16 opens_im = score + b_bar_mm + a_insert, opens_mi = score + a_bar_mm + b_insert;
#else
        const float16 from_mm = score, from_dg = dg, from_gd = gd[r], from_im = im[r], from_mi = mi;
        const float16 opens_im = score + a_insert, opens_mi = score + b_insert;
#endif
        const float16 opens_gd = score + b_md, opens_dg = score + a_md;
        const float16 on_gd = gd[r] + b_dd, on_im = from_im + a_ii, on_dg = dg + a_dd, on_mi = from_mi + b_ii;
        const float16 mm_or_im = larger(from_im, from_mm);
        const float16 first = larger(from_dg, mm_or_im);
        const float16 second = larger(from_mi, from_gd);
        float16 onward = larger(second, first);
#ifdef KEEP_PATHS
        char16 origin = convert_char16(from_im > from_mm) ? (char16)(4) : (char16)(2);
        origin = convert_char16(from_dg > mm_or_im) ? (char16)(5) : origin;
        const char16 second_origin = convert_char16(from_mi > from_gd) ? (char16)(6) : (char16)(3);
        origin = convert_char16(second > first) ? second_origin : origin;
#ifdef LOCAL
        origin &= convert_char16(onward > (float16)(0.0f));
#else
        origin &= convert_char16(onward > (float16)(-INFINITY));
#endif
        origin |= convert_char16(opens_gd > on_gd) & (char16)(8);
        origin |= convert_char16(opens_im > on_im) & (char16)(16);
        origin |= convert_char16(opens_dg > on_dg) & (char16)(32);
        origin |= convert_char16(opens_mi > on_mi) & (char16)(64);
        // Aligned; vstore16 would store byte by byte.
        *(__global char16*)(pointers + ((size_t)(block * ROWS + r) * stride + j) * 16) = origin;
#endif
#ifdef LOCAL
        onward = larger(onward, (float16)(0.0f));
#endif
        e[r] = onward;
        gd[r] = larger(opens_gd, on_gd);
        im[r] = larger(opens_im, on_im) + b_next_mm;
        dg = larger(opens_dg, on_dg);
        mi = larger(opens_mi, on_mi) + a_next_mm;
      }
#pragma unroll
      for (int r = 0; r < ROWS; ++r) pair_score[r] = log2_without_offset(sums[r]);
      vstore16(e[ROWS - 1], 0, state);
      vstore16(dg, 1, state);
      vstore16(mi, 2, state);
      diagonal = next_diagonal;

#ifdef LOCAL
      float16 highest = mm[0];
#pragma unroll
      for (int r = 1; r < ROWS; ++r) highest = mm[r] > highest ? mm[r] : highest;
      if (!any_lane(highest >= top + (b_mm + dearest))) continue;
#else
      if (!any_lane(length == j) && (block + 1) * ROWS < query_length) continue;
#endif
#pragma unroll
      for (int r = 0; r < ROWS; ++r) {
        const int row = block * ROWS + r;
        const float16 score = mm[r] - (b_mm + q[20 * ROWS + r]);
        int16 better = (score > top) | ((score == top) & (row < top_row));
#ifndef LOCAL
        if (row + 1 != query_length) better &= length == j;
#endif
        top = better ? score : top;
        top_row = better ? (int16)(row) : top_row;
        top_column = better ? (int16)(j - 1) : top_column;
      }
    }
  }
  vstore16(top, batch, best);
  vstore16(top_row, batch, best_row);
  vstore16(top_column, batch, best_column);
}
