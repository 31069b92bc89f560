// ESM3 geometric attention between residue frames (engine/attention/MATHEMATICS.md 10.2), OpenCL C 1.2, float.
//
// Layout: q_r, q_d (H, L, 3); k_r, k_d (H, 3, P) and v (H, 3M, P), one plane per component, P = L rounded up to 16,
// where planes end in copies of the last residue; weights (H, 2): softplus of w_r and w_d, times log2(e) / sqrt(3):
// scores are to the base 2; sequence, chain (P) of queries; sequence, seen_chain (P) of keys, seen_chain -1 without a
// frame.
// Index map: items of ROWS consecutive queries, numbered over (head, item of the head), `first_item` added. Rows of a
// slice are numbered (item of the slice, query of the item); queries beyond L are computed but never stored.
// Out, counted from the first row of the slice: o (rows, 3M), not a number in rows where a score is not finite;
// statistics (rows): maximum score and 1 / sum of 2^(score - maximum); r, d, a and with KEEP_SCORES s (rows, P).
// Masked pairs score -FLT_MAX, so that a row of them is uniform; s holds scores before that.
// Options: COMPONENTS = 3M, ROWS; KEEP_SCORES.
// Checked with: -DCOMPONENTS=3 -DROWS=2
// Checked with: -DCOMPONENTS=6 -DROWS=64 -DKEEP_SCORES
// Assumes H*P below 2^31. Tolerance against the plain CPU code: 2e-5 * (1 + |x|).

#include "common.cl"

#define INVERSE_ROOT3 0.57735026919f
#define LOG2E 1.44269504f
#define LN2 0.69314718f

// As largest_lane, without its care for not-a-number, which `overflow` brings in at the end.
float largest(const float16 x) {
  const float8 a = select(x.hi, x.lo, x.lo > x.hi);
  const float4 b = select(a.hi, a.lo, a.lo > a.hi);
  const float2 c = select(b.hi, b.lo, b.lo > b.hi);
  return c.x > c.y ? c.x : c.y;
}

// 2^x for x <= 0 to 2 units in the last place, exactly 1 at 0 and exactly 0 from -127 on; see GeometricKeys.h.
float16 power_of_two(const float16 x) {
  const float16 bounded = larger(x, (float16)(-127.0f));
  const float16 shifted = bounded + 12582912.0f;
  const float16 r = bounded - (shifted - 12582912.0f);
  float16 series = fma((float16)(0.001326472731f), r, (float16)(0.009671512991f));
  series = fma(series, r, (float16)(0.05550733581f));
  series = fma(series, r, (float16)(0.2402224243f));
  series = fma(series, r, (float16)(0.6931470037f));
  series = fma(series, r, (float16)(1.0f));
  return as_float16(as_int16(series) + (as_int16(shifted) << 23));
}

// What a row of the maps compares with all keys.
typedef struct {
  float3 direction, position;
  float attraction, repulsion;
  int sequence, chain;
} Query;

Query query_of(const int head, const int i, const int length, __global const float* q_r, __global const float* q_d,
               __global const float* weights, __global const int* sequence, __global const int* chain) {
  const size_t row = (size_t)head * length + i;
  Query query;
  query.direction = vload3(row, q_r);
  query.position = vload3(row, q_d);
  query.attraction = weights[2 * head];
  query.repulsion = weights[2 * head + 1];
  query.sequence = sequence[i];
  query.chain = chain[i];
  return query;
}

// Sixteen keys: q_r . k_r and |q_d - k_d|, both without 1/sqrt(3).
float16 dots(const Query query, __global const float* keys, const size_t plane) {
  float16 dot = query.direction.x * vload16(0, keys);
  dot = fma((float16)(query.direction.y), vload16(0, keys + plane), dot);
  return fma((float16)(query.direction.z), vload16(0, keys + 2 * plane), dot);
}
float16 distances(const Query query, __global const float* keys, const size_t plane) {
  const float16 x = query.position.x - vload16(0, keys);
  const float16 y = query.position.y - vload16(0, keys + plane);
  const float16 z = query.position.z - vload16(0, keys + 2 * plane);
  return sqrt(fma(x, x, fma(y, y, z * z)));
}
float16 scores_of(const Query query, const float16 dot, const float16 distance, __global const int* sequence) {
  const float16 bias = select((float16)(0.0f), (float16)(LOG2E), vload16(0, sequence) == (int16)(query.sequence));
  return fma((float16)(query.attraction), dot, bias - query.repulsion * distance);
}
float16 masked(const Query query, const float16 score, __global const int* seen_chain) {
  return select((float16)(-FLT_MAX), score, vload16(0, seen_chain) == (int16)(query.chain));
}
float16 without_padding(const float16 score, const int first, const int length) {
  return select((float16)(-INFINITY), score, LANE_NUMBERS + first < (int16)(length));
}

#define ARGUMENTS                                                                                                      \
  __global const float *q_r, __global const float *q_d, __global const float *k_r, __global const float *k_d,          \
      __global const float *v, __global const float *weights, __global const int *sequence, __global const int *chain, \
      __global const int *seen_chain, __global float *o, __global float2 *statistics, const int length,                \
      const int first_item, const int num_items

// Processors, with maps: one query per work item (ROWS = 1), three passes over the keys. No local memory, no barrier.
__kernel void geometric_rows(ARGUMENTS, __global float* r, __global float* d, __global float* a, __global float* s) {
  const int slice_item = (int)get_global_id(0);
  if (slice_item >= num_items) return;
  const int head = (first_item + slice_item) / length;
  const int blocks = (length + 15) / 16;
  const size_t plane = (size_t)blocks * 16;
  const Query query = query_of(head, (first_item + slice_item) % length, length, q_r, q_d, weights, sequence, chain);
  __global const float* values = v + (size_t)head * COMPONENTS * plane;
  __global float* row_a = a + (size_t)slice_item * plane;

  float16 highest = (float16)(-INFINITY), overflow = (float16)(0.0f);
  for (int block = 0; block < blocks; ++block) {
    const size_t at = (size_t)block * 16, to = (size_t)slice_item * plane + at;
    const float16 dot = dots(query, k_r + (size_t)head * 3 * plane + at, plane);
    const float16 distance = distances(query, k_d + (size_t)head * 3 * plane + at, plane);
    vstore16(dot * INVERSE_ROOT3, 0, r + to);
    vstore16(distance * INVERSE_ROOT3, 0, d + to);
    float16 score = scores_of(query, dot, distance, sequence + at);
#ifdef KEEP_SCORES
    vstore16(score * LN2, 0, s + to);
#endif
    overflow += score - score;
    score = without_padding(masked(query, score, seen_chain + at), block * 16, length);
    vstore16(score, 0, row_a + at);
    highest = larger(score, highest);
  }

  const float maximum = largest(highest);
  float16 sums = (float16)(0.0f);
  for (int block = 0; block < blocks; ++block) {
    const float16 weight = power_of_two(vload16(block, row_a) - (float16)(maximum));
    vstore16(weight, block, row_a);
    sums += weight;
  }

  // One message after the other: three sums stay in registers.
  const float factor = 1.0f / total(sums), not_finite = total(overflow);
  for (int c = 0; c < COMPONENTS; c += 3) {
    float16 x = (float16)(0.0f), y = (float16)(0.0f), z = (float16)(0.0f);
    for (int block = 0; block < blocks; ++block) {
      const float16 weight = vload16(block, row_a) * (c == 0 ? factor : 1.0f);
      if (c == 0) vstore16(weight, block, row_a);
      x = fma(weight, vload16(block, values + c * plane), x);
      y = fma(weight, vload16(block, values + (c + 1) * plane), y);
      z = fma(weight, vload16(block, values + (c + 2) * plane), z);
    }
    vstore3((float3)(total(x), total(y), total(z)) + not_finite, slice_item * (COMPONENTS / 3) + c / 3, o);
  }
  statistics[slice_item] = (float2)(maximum, factor);
}

// Processors, without maps: ROWS queries per work item, the online softmax over tiles of 256 keys. No local memory, no
// barrier.
#define TILE_BLOCKS 16
__kernel void geometric_online(ARGUMENTS) {
  const int slice_item = (int)get_global_id(0);
  if (slice_item >= num_items) return;
  const int items_per_head = (length + ROWS - 1) / ROWS;
  const int head = (first_item + slice_item) / items_per_head;
  const int blocks = (length + 15) / 16;
  const size_t plane = (size_t)blocks * 16;
  __global const float* values = v + (size_t)head * COMPONENTS * plane;

  for (int r = 0; r < ROWS; ++r) {
    const int i = min((first_item + slice_item) % items_per_head * ROWS + r, length - 1);
    const Query query = query_of(head, i, length, q_r, q_d, weights, sequence, chain);
    float maximum = -INFINITY;
    float16 sums = (float16)(0.0f), overflow = (float16)(0.0f);
    float16 output[COMPONENTS];
    for (int c = 0; c < COMPONENTS; ++c) output[c] = (float16)(0.0f);

    for (int first = 0; first < blocks; first += TILE_BLOCKS) {
      const int count = min(TILE_BLOCKS, blocks - first);
      float16 tile[TILE_BLOCKS];
      float16 highest = (float16)(-INFINITY);
      for (int b = 0; b < count; ++b) {
        const size_t at = (size_t)(first + b) * 16;
        const float16 dot = dots(query, k_r + (size_t)head * 3 * plane + at, plane);
        const float16 distance = distances(query, k_d + (size_t)head * 3 * plane + at, plane);
        const float16 score = scores_of(query, dot, distance, sequence + at);
        overflow += score - score;
        tile[b] = without_padding(masked(query, score, seen_chain + at), (first + b) * 16, length);
        highest = larger(tile[b], highest);
      }
      const float new_maximum = fmax(maximum, largest(highest));
      const float rescale = exp2(maximum - new_maximum);
      maximum = new_maximum;
      sums *= rescale;
      // One message after the other: three sums stay in registers, an array of all of them would not.
      float16 x = output[0] * rescale, y = output[1] * rescale, z = output[2] * rescale;
      __global const float* v_x = values + (size_t)first * 16;
      for (int b = 0; b < count; ++b) {
        const float16 weight = power_of_two(tile[b] - (float16)(maximum));
        tile[b] = weight;
        sums += weight;
        x = fma(weight, vload16(b, v_x), x);
        y = fma(weight, vload16(b, v_x + plane), y);
        z = fma(weight, vload16(b, v_x + 2 * plane), z);
      }
      output[0] = x;
      output[1] = y;
      output[2] = z;
      for (int c = 3; c < COMPONENTS; ++c) {
        float16 sum = output[c] * rescale;
        for (int b = 0; b < count; ++b) sum = fma(tile[b], vload16(b, v_x + c * plane), sum);
        output[c] = sum;
      }
    }
    const size_t row = (size_t)slice_item * ROWS + r;
    const float factor = 1.0f / total(sums);
    for (int c = 0; c < COMPONENTS; ++c) o[row * COMPONENTS + c] = total(output[c]) * factor + total(overflow);
    statistics[row] = (float2)(maximum, factor);
  }
}

// GPUs: a work group of ROWS items is ROWS queries of one head; it loads ROWS keys at a time into local memory, which
// all of its items then read. Every item runs its own online softmax, CHUNK keys at a time.
#define CHUNK 8
__kernel __attribute__((reqd_work_group_size(ROWS, 1, 1))) void geometric_tiled(ARGUMENTS) {
  __local float key_direction[3][ROWS];
  __local float key_position[3][ROWS];
  __local float key_value[COMPONENTS][ROWS];
  __local int key_sequence[ROWS];
  __local int key_chain[ROWS];
  const int lane = (int)get_local_id(0);
  const int slice_item = (int)get_group_id(0);
  const int items_per_head = (length + ROWS - 1) / ROWS;
  const int head = (first_item + slice_item) / items_per_head;
  const int i = min((first_item + slice_item) % items_per_head * ROWS + lane, length - 1);
  const size_t plane = (size_t)((length + 15) / 16) * 16;
  const Query query = query_of(head, i, length, q_r, q_d, weights, sequence, chain);

  float maximum = -INFINITY, sum = 0.0f, overflow = 0.0f;
  float output[COMPONENTS];
  for (int c = 0; c < COMPONENTS; ++c) output[c] = 0.0f;
  for (int first = 0; first < length; first += ROWS) {
    const int j = min(first + lane, length - 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int axis = 0; axis < 3; ++axis) {
      key_direction[axis][lane] = k_r[((size_t)head * 3 + axis) * plane + j];
      key_position[axis][lane] = k_d[((size_t)head * 3 + axis) * plane + j];
    }
    for (int c = 0; c < COMPONENTS; ++c) key_value[c][lane] = v[((size_t)head * COMPONENTS + c) * plane + j];
    key_sequence[lane] = sequence[j];
    key_chain[lane] = seen_chain[j];
    barrier(CLK_LOCAL_MEM_FENCE);

    const int count = min(ROWS, length - first);
    for (int start = 0; start < count; start += CHUNK) {
      float score[CHUNK];
      float new_maximum = maximum;
      for (int k = 0; k < CHUNK; ++k) {
        const int key = start + k;  // below ROWS, which is a multiple of CHUNK
        const float dot = fma(query.direction.z, key_direction[2][key],
                              fma(query.direction.y, key_direction[1][key], query.direction.x * key_direction[0][key]));
        const float x = query.position.x - key_position[0][key];
        const float y = query.position.y - key_position[1][key];
        const float z = query.position.z - key_position[2][key];
        const float bias = key_sequence[key] == query.sequence ? LOG2E : 0.0f;
        const float whole = fma(query.attraction, dot, bias - query.repulsion * sqrt(fma(x, x, fma(y, y, z * z))));
        overflow += whole - whole;
        score[k] = key >= count ? -INFINITY : key_chain[key] == query.chain ? whole : -FLT_MAX;
        new_maximum = fmax(new_maximum, score[k]);
      }
      const float rescale = exp2(maximum - new_maximum);
      maximum = new_maximum;
      sum *= rescale;
      for (int c = 0; c < COMPONENTS; ++c) output[c] *= rescale;
      for (int k = 0; k < CHUNK; ++k) {
        const float weight = exp2(score[k] - maximum);
        sum += weight;
        for (int c = 0; c < COMPONENTS; ++c) output[c] = fma(weight, key_value[c][start + k], output[c]);
      }
    }
  }
  const size_t row = (size_t)slice_item * ROWS + lane;
  const float factor = 1.0f / sum;
  for (int c = 0; c < COMPONENTS; ++c) o[row * COMPONENTS + c] = output[c] * factor + overflow;
  statistics[row] = (float2)(maximum, factor);
}

// GPUs: the maps after geometric_tiled. Work item (j, row) is one pair, so that neighbours write neighbouring numbers.
__kernel void geometric_pairs(ARGUMENTS, __global float* r, __global float* d, __global float* a, __global float* s) {
  const int j = (int)get_global_id(0);
  const int slice_row = (int)get_global_id(1);
  const int items_per_head = (length + ROWS - 1) / ROWS;
  const int item = first_item + slice_row / ROWS;
  const int i = item % items_per_head * ROWS + slice_row % ROWS;
  if (j >= length || i >= length || slice_row >= num_items * ROWS) return;
  const int head = item / items_per_head;
  const size_t plane = (size_t)((length + 15) / 16) * 16;
  const Query query = query_of(head, i, length, q_r, q_d, weights, sequence, chain);

  __global const float* key_r = k_r + (size_t)head * 3 * plane + j;
  __global const float* key_d = k_d + (size_t)head * 3 * plane + j;
  const float dot = fma(query.direction.z, key_r[2 * plane],
                        fma(query.direction.y, key_r[plane], query.direction.x * key_r[0]));
  const float x = query.position.x - key_d[0], y = query.position.y - key_d[plane],
              z = query.position.z - key_d[2 * plane];
  const float distance = sqrt(fma(x, x, fma(y, y, z * z)));
  const float bias = sequence[j] == query.sequence ? LOG2E : 0.0f;
  const float score = fma(query.attraction, dot, bias - query.repulsion * distance);
  const size_t at = (size_t)slice_row * plane + j;
  r[at] = dot * INVERSE_ROOT3;
  d[at] = distance * INVERSE_ROOT3;
#ifdef KEEP_SCORES
  s[at] = score * LN2;
#endif
  const float2 row = statistics[slice_row];
  a[at] = exp2((seen_chain[j] == query.chain ? score : -FLT_MAX) - row.x) * row.y;
}
