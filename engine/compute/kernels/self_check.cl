// Three tiny known answers that a device must give before it is trusted (OpenCL C 1.2).
// Index map: one work item. Layout: out[0..15] integers as floats, out[16..31] softmax of (x, 0, ..., 0) over 16 lanes,
// out[32..36] answers about infinities. Tolerance: 1e-6 on the softmax, exact elsewhere. Built without fast-math.

__kernel void self_check(__global float* out, const float x, const float infinity) {
  if (get_global_id(0) != 0) return;

  // 1: integer arithmetic and addressing.
  for (int i = 0; i < 16; ++i) out[i] = (float)((i * i + 7) % 11);

  // 2: vectors, fma, exp.
  float16 s = (float16)(0.0f);
  s.s0 = fma(x, 0.5f, 0.5f * x);
  const float16 p = exp(s - (float16)(fmax(x, 0.0f)));
  float sum = 0.0f;
  float lanes[16];
  vstore16(p, 0, lanes);
  for (int i = 0; i < 16; ++i) sum += lanes[i];
  vstore16(p / sum, 0, out + 16);

  // 3: infinities and not-a-number are honoured.
  out[32] = exp(-infinity);
  out[33] = fmax(-infinity, x);
  out[34] = (infinity - infinity) == (infinity - infinity) ? 1.0f : 0.0f;
  out[35] = isinf(infinity) ? 1.0f : 0.0f;
  out[36] = log(0.0f * x) == -infinity ? 1.0f : 0.0f;
}
