// Where to compute: passed down by value to everything that can run on a device.
#pragma once

namespace engine {

class Device;

/// `device` null: the native CPU path on `threads` threads (0: all cores). The device outlives the work.
struct Compute {
  Device* device = nullptr;
  int threads = 0;
};

}  // namespace engine
