// Products of tiles of 32 x 32 for GPUs, OpenCL C 1.2: a work group of 64 items, 8 x 8, stages 16 terms at a time in
// local memory, each item sums 4 x 4 elements. Taken in with a line #include "tiles.cl", which the host replaces with
// this text.

#define TILE 32
#define DEPTH 16
#define ITEMS 64
#define OWN 4

// Copies terms [term, term + 16) of 32 rows from `first` on into block[term][row]; 0 outside.
void stage_terms(__global const float* source, const int first, const int count, const int term, const int terms,
                 __local float* block, const int item) {
  for (int e = item; e < TILE * DEPTH; e += ITEMS) {
    const int row = first + e / DEPTH, k = term + e % DEPTH;
    block[(e % DEPTH) * (TILE + 1) + e / DEPTH] = row < count && k < terms ? source[(size_t)row * terms + k] : 0.0f;
  }
}

// Adds the products of 16 terms to the item's 4 x 4 sums; left and right: the item's first row of each block.
void add_terms(__local const float* left, __local const float* right, float sum[OWN][OWN]) {
  for (int k = 0; k < DEPTH; ++k) {
    float a[OWN], b[OWN];
    for (int i = 0; i < OWN; ++i) {
      a[i] = left[k * (TILE + 1) + i];
      b[i] = right[k * (TILE + 1) + i];
    }
    for (int i = 0; i < OWN; ++i)
      for (int j = 0; j < OWN; ++j) sum[i][j] = fma(a[i], b[j], sum[i][j]);
  }
}
