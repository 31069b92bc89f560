// Numbers side by side, OpenCL C 1.2: LANES 16 for processors, whose items work on whole vectors, 1 for GPUs, whose
// items stand side by side themselves. Taken in with a line #include "lanes.cl", which the host replaces with this text.

#ifndef LANES
#define LANES 16
#endif

#if LANES == 16
typedef float16 lanes;
lanes load_lanes(__global const float* from) { return vload16(0, from); }
void store_lanes(const lanes values, __global float* to) { vstore16(values, 0, to); }
void spill_lanes(const lanes values, float* to) { vstore16(values, 0, to); }
#else
typedef float lanes;
lanes load_lanes(__global const float* from) { return *from; }
void store_lanes(const lanes values, __global float* to) { *to = values; }
void spill_lanes(const lanes values, float* to) { *to = values; }
#endif
