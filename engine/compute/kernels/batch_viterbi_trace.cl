// Follows the back pointers of batch_viterbi.cl from the best cell of each template (OpenCL C 1.2).
//
// Index map: work item = batch * 16 + lane. Layout: pointers, lengths, offsets, best_row, best_column as there; steps:
// the states from the last to the first, 0 MM, 1 MI, 2 IM, 3 DG, 4 GD as in engine/alignment/AlignmentPath.h,
// most_steps bytes per template; num_steps per template, 0 without a path.

__kernel void batch_trace(__global const uchar* pointers, __global const int* lengths, __global const long* offsets,
                          __global const int* best_row, __global const int* best_column, __global uchar* steps,
                          __global int* num_steps, const int most_steps, const int num_templates) {
  const int templ = (int)get_global_id(0);
  if (templ >= num_templates) return;
  const int batch = templ / 16;
  const int stride = lengths[16 * batch] + 1;
  pointers += offsets[4 * batch + 3] + templ % 16;
  steps += (size_t)templ * most_steps;
  int count = 0;
  if (best_row[templ] >= 0) {
    // Positions count from 1.
    int i = best_row[templ] + 1;
    int j = best_column[templ] + 1;
    int state = 0;
    while (count < most_steps) {
      steps[count++] = (uchar)state;
      if (state != 2 && state != 4) --i;
      if (state != 1 && state != 3) --j;
      if (i == 0 || j == 0) break;
      // The cell that the step came from knows its state there.
      const int byte = pointers[((size_t)(i - 1) * stride + j) * 16];
      const int origin = byte & 7;
      if (state == 0) {
        if (origin == 0) break;
        state = origin == 3 ? 4 : origin == 4 ? 2 : origin == 5 ? 3 : origin == 6 ? 1 : 0;
      } else {
        const int opens = state == 4 ? 8 : state == 2 ? 16 : state == 3 ? 32 : 64;
        if (byte & opens) state = 0;
      }
    }
  }
  num_steps[templ] = count;
}
