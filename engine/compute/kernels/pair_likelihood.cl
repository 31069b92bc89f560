// Pseudo-likelihood of rows under couplings of letters at pairs of positions, OpenCL C 1.2, float
// (engine/training/MATHEMATICS.md 2, 3): logits as sums of lines of W, residuals, their sums as lines of D.
//
// Index map: one dimension; items stand in the order of what they write, LANES numbers each (residuals: 20), so that
// items side by side touch numbers side by side. No barrier, no local memory.
// Layouts: positions stand four together in panels, with 80 numbers a line. w and d (panels, 20 L, 80): line j * 20 + b
// of a panel has X_iajb of its four i and all a. logits (panels of a chunk, rows, 80); bias and bias_sums (panels, 80);
// codes (rows, L), 20 where there is no letter; losses (panels of a chunk, rows, 4).
// Checked with: -DLANES=16
// Checked with: -DLANES=1
// Assumes products of panels, rows and 80 below 2^31. Tolerance against the definition in double: 2e-5 (1 + |x|).

#include "lanes.cl"

#define LETTERS 20
#define PARTS 4
#define WIDTH (PARTS * LETTERS)
#define BLOCKS (WIDTH / LANES)

// z_nia = b_ia + the lines of the letters of row n: lines[line_starts[n]] to lines[line_starts[n + 1] - 1].
__kernel void pair_logits(__global const float* w, __global const float* bias, __global const int* lines,
                          __global const int* line_starts, __global float* logits, const int rows, const int num_lines,
                          const int first_panel, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0);
  const int column = item % BLOCKS * LANES, n = item / BLOCKS % rows, panel = item / BLOCKS / rows;
  __global const float* from = w + (size_t)(first_panel + panel) * num_lines * WIDTH + column;
  lanes sum = load_lanes(bias + (size_t)(first_panel + panel) * WIDTH + column);
  for (int k = line_starts[n]; k < line_starts[n + 1]; ++k) sum += load_lanes(from + (size_t)lines[k] * WIDTH);
  store_lanes(sum, logits + ((size_t)panel * rows + n) * WIDTH + column);
}

// Logits become (P - x) times the factor of the row, 0 where there is no letter; losses: ln sum exp z - z_own, times it.
__kernel void pair_residuals(__global float* logits, __global const uchar* codes, __global const float* factors,
                             __global float* losses, const int rows, const int length, const int first_panel,
                             const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0);
  const int n = item / PARTS % rows, i = (first_panel + item / PARTS / rows) * PARTS + item % PARTS;
  __global float* values = logits + (size_t)item * LETTERS;
  const int own = i < length ? codes[(size_t)n * length + i] : LETTERS;
  losses[item] = 0.0f;
  if (own == LETTERS) {
    for (int a = 0; a < LETTERS; ++a) values[a] = 0.0f;
    return;
  }
  float largest = values[0], sum = 0.0f;
  for (int a = 1; a < LETTERS; ++a) largest = fmax(largest, values[a]);
  const float of_own = values[own] - largest;
  float parts[LETTERS];
  for (int a = 0; a < LETTERS; ++a) sum += parts[a] = exp(values[a] - largest);
  const float factor = factors[n];
  for (int a = 0; a < LETTERS; ++a) values[a] = factor * (parts[a] / sum - (a == own ? 1.0f : 0.0f));
  losses[item] = factor * (log(sum) - of_own);
}

__kernel void pair_bias_sums(__global const float* residuals, __global float* bias_sums, const int rows,
                             const int first_panel, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0);
  const int column = item % BLOCKS * LANES, panel = item / BLOCKS;
  lanes sum = (lanes)(0.0f);
  for (int n = 0; n < rows; ++n) sum += load_lanes(residuals + ((size_t)panel * rows + n) * WIDTH + column);
  store_lanes(sum, bias_sums + (size_t)(first_panel + panel) * WIDTH + column);
}

// Line j * 20 + b of D: the sum of the residuals of the rows with b at j, sorted[letter_starts[j * 21 + b]] to
// sorted[letter_starts[j * 21 + b + 1] - 1].
__kernel void pair_derivatives(__global const float* residuals, __global const int* sorted,
                               __global const int* letter_starts, __global float* d, const int rows,
                               const int num_lines, const int first_panel, const int first, const int number) {
  if ((int)get_global_id(0) >= number) return;
  const int item = first + (int)get_global_id(0);
  const int column = item % BLOCKS * LANES, line = item / BLOCKS % num_lines, panel = item / BLOCKS / num_lines;
  const int start = line / LETTERS * (LETTERS + 1) + line % LETTERS;
  __global const float* from = residuals + (size_t)panel * rows * WIDTH + column;
  lanes sum = (lanes)(0.0f);
  for (int k = letter_starts[start]; k < letter_starts[start + 1]; ++k)
    sum += load_lanes(from + (size_t)sorted[k] * WIDTH);
  store_lanes(sum, d + ((size_t)(first_panel + panel) * num_lines + line) * WIDTH + column);
}
