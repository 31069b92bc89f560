// The self-check of an opened device.
#include <cmath>
#include <limits>

#include "engine/compute/ClTools.h"

#include "engine/base/Nth.h"

namespace engine {

namespace {

[[noreturn]] void refuse(const DeviceImplementation& device, const char* what, double found, double expected) {
  throw DeviceError("OpenCL device " + device.info.name + " fails the self-check (" + what + "): found " +
                    std::to_string(found) + ", expected " + std::to_string(expected));
}

void checkIntegers(const DeviceImplementation& device, const std::vector<float>& out) {
  for (int i = 0; i < 16; ++i) {
    const int expected = (i * i + 7) % 11;
    if (nth(out, i) != float(expected))
      refuse(device, "integers", nth(out, i), expected);
  }
}

void checkSoftmax(const DeviceImplementation& device, const std::vector<float>& out, double x) {
  const double sum = std::exp(x) + 15;
  for (size_t i = 0; i < 16; ++i) {
    const double expected = (i == 0 ? std::exp(x) : 1.0) / sum;
    if (!(std::abs(out[16 + i] - expected) <= 1e-6)) refuse(device, "softmax", out[16 + i], expected);
  }
}

void checkInfinities(const DeviceImplementation& device, const std::vector<float>& out, double x) {
  const double expected[] = {0, x, 0, 1, 1};
  for (size_t i = 0; i < 5; ++i)
    if (out[32 + i] != float(expected[i])) refuse(device, "infinities", out[32 + i], expected[i]);
}

}  // namespace

void selfCheck(DeviceImplementation& device) {
  const float x = 0.75f;
  const std::vector<float> out = withDeviceErrors(device, [&] {
    DeviceBuffer<float> buffer(device, 37, "out");
    cl::Kernel kernel = device.kernel("self_check", "self_check", "");
    setArguments(kernel, buffer.buffer(), x, std::numeric_limits<float>::infinity());
    enqueueItems(device, kernel, 1);
    device.queue.finish();
    return buffer.download(37);
  });
  checkIntegers(device, out);
  checkSoftmax(device, out, x);
  checkInfinities(device, out, x);
}

}  // namespace engine
