// Viterbi of one query profile against many templates (engine/search/MATHEMATICS.md 1.2), OpenCL C 1.2, float; for
// GPUs: one work group per template walks along anti-diagonals, one work item per row.
//
// Index map: work group = batch * 16 + lane, GROUP work items. A launch computes rows [first_block * GROUP,
// (first_block + num_blocks) * GROUP) of all templates, after those before it; work item r takes row r of each block,
// one column behind work item r - 1, which leaves E, DG and MI in local memory.
// Layout: as in batch_viterbi.cl with ROWS = 1.
// Options: GROUP = work items per group; LOCAL, KEEP_PATHS, BARS as in batch_viterbi.cl.
// Checked with: -DGROUP=64 -DLOCAL -DKEEP_PATHS
// Checked with: -DGROUP=64 -DBARS
// Tolerance against the plain CPU code: 1e-3 bit per score.

#define FLOATS float
#define INTS int
#include "batch_scores.cl"

__kernel void batch_rows(__global const float* query, __global const float* columns, __global float* above,
                         __global const float* left, __global uchar* pointers, __global const int* lengths,
                         __global const long* offsets, __global float* best, __global int* best_row,
                         __global int* best_column, const int query_length, const int first_block, const int num_blocks,
                         const int num_batches) {
  // What each row hands to the next: written in one step, read in the following one.
  __local float hand_e[2][GROUP + 1];
  __local float hand_dg[2][GROUP + 1];
  __local float hand_mi[2][GROUP + 1];
  __local float group_best[GROUP];
  __local int group_row[GROUP];
  __local int group_column[GROUP];
  const int templ = (int)get_group_id(0);
  const int batch = templ / 16;
  const int lane = templ % 16;
  const int r = (int)get_local_id(0);
  const int length = lengths[templ];
  columns += offsets[4 * batch] + lane;
  above += offsets[4 * batch + 1] + lane;
  left += offsets[4 * batch + 2] + lane;
  pointers += offsets[4 * batch + 3] + lane;
  float top = -FLT_MAX;
  int top_row = -1;
  int top_column = -1;

  for (int block = first_block; block < first_block + num_blocks; ++block) {
    const int row = block * GROUP + r;
    const bool has_row = row < query_length;
    float q[SLOTS];
    for (int slot = 0; slot < SLOTS; ++slot) q[slot] = has_row ? query[(size_t)row * SLOTS + slot] : -INFINITY;
    const float a_next_mm = has_row ? query[(size_t)(row + 1) * SLOTS + 20] : -INFINITY;
    // E of the row above one column back, and of this row's border; GD and IM from the border.
    float diagonal = -INFINITY;
    float gd = -INFINITY;
    float im = -INFINITY;
    float border_e = -INFINITY;
    if (has_row) {
      __global const float* border = left + (size_t)row * 48;
      border_e = border[0];
      gd = border[16];
      im = border[32];
      diagonal = r == 0 ? above[0] : left[(size_t)(row - 1) * 48];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (r == GROUP - 1) above[0] = border_e;

    for (int step = 0; step < length + GROUP - 1; ++step) {
      const int j = step - r + 1;
      const int read = step & 1;
      const int write = 1 - read;
      if (j >= 1 && j <= length) {
        __global const float* b = columns + (size_t)j * SLOTS * 16;
        __global float* state = above + (size_t)j * 48;
        const float above_e = r == 0 ? state[0] : hand_e[read][r];
        float dg = r == 0 ? state[16] : hand_dg[read][r];
        float mi = r == 0 ? state[32] : hand_mi[read][r];
        float sum = 0.0f;
        for (int a = 0; a < 20; ++a) sum = has_row ? fma(q[a], b[a * 16], sum) : 0.0f;
        const float mm = log2_without_offset(sum) + diagonal;
        diagonal = above_e;
#ifdef BARS
        const float b_bar_mm = b[25 * 16];
        const float from_mm = mm + (b_bar_mm + q[25]);
        const float from_dg = dg + (b_bar_mm + q[26]), from_gd = gd + (b[26 * 16] + q[25]);
        const float from_im = im + b_bar_mm, from_mi = mi + q[25];
        const float opens_im = mm + b_bar_mm + q[23], opens_mi = mm + q[25] + b[23 * 16];
#else
        const float from_mm = mm, from_dg = dg, from_gd = gd, from_im = im, from_mi = mi;
        const float opens_im = mm + q[23], opens_mi = mm + b[23 * 16];
#endif
        const float mm_or_im = from_im > from_mm ? from_im : from_mm;
        const float first = from_dg > mm_or_im ? from_dg : mm_or_im;
        const float second = from_mi > from_gd ? from_mi : from_gd;
        float onward = second > first ? second : first;
        const float opens_gd = mm + b[21 * 16], opens_dg = mm + q[21];
        const float on_gd = gd + b[22 * 16], on_im = from_im + q[24], on_dg = dg + q[22], on_mi = from_mi + b[24 * 16];
#ifdef LOCAL
        const float nothing = 0.0f;
#else
        const float nothing = -INFINITY;
#endif
#ifdef KEEP_PATHS
        int byte = from_im > from_mm ? 4 : 2;
        byte = from_dg > mm_or_im ? 5 : byte;
        byte = second > first ? (from_mi > from_gd ? 6 : 3) : byte;
        byte = onward > nothing ? byte : 0;
        byte |= opens_gd > on_gd ? 8 : 0;
        byte |= opens_im > on_im ? 16 : 0;
        byte |= opens_dg > on_dg ? 32 : 0;
        byte |= opens_mi > on_mi ? 64 : 0;
        const int stride = lengths[16 * batch] + 1;
        if (has_row) pointers[((size_t)row * stride + j) * 16] = (uchar)byte;
#endif
        onward = onward > nothing ? onward : nothing;
        gd = opens_gd > on_gd ? opens_gd : on_gd;
        im = (opens_im > on_im ? opens_im : on_im) + b[(SLOTS + 20) * 16];
        dg = opens_dg > on_dg ? opens_dg : on_dg;
        mi = (opens_mi > on_mi ? opens_mi : on_mi) + a_next_mm;
        if (r == GROUP - 1) {
          state[0] = onward;
          state[16] = dg;
          state[32] = mi;
        } else {
          hand_e[write][r + 1] = onward;
          hand_dg[write][r + 1] = dg;
          hand_mi[write][r + 1] = mi;
        }
#ifdef LOCAL
        const bool may_end = has_row;
#else
        const bool may_end = has_row && (row + 1 == query_length || j == length);
#endif
        const float score = mm - (q[20] + b[20 * 16]);
        if (may_end && score > top) {
          top = score;
          top_row = row;
          top_column = j - 1;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
  }

  group_best[r] = top;
  group_row[r] = top_row;
  group_column[r] = top_column;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (r != 0) return;
  top = best[templ];
  top_row = best_row[templ];
  top_column = best_column[templ];
  // Among equals the first row; within a row its work item kept the first column.
  for (int k = 0; k < GROUP; ++k)
    if (group_row[k] >= 0 && (group_best[k] > top || (group_best[k] == top && group_row[k] < top_row))) {
      top = group_best[k];
      top_row = group_row[k];
      top_column = group_column[k];
    }
  best[templ] = top;
  best_row[templ] = top_row;
  best_column[templ] = top_column;
}
