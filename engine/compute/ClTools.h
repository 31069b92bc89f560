// Tools for the host side of kernels: guarded buffers, work in slices, OpenCL errors as DeviceError.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/compute/DeviceImplementation.h"

namespace engine {

/// "CL_OUT_OF_RESOURCES" and the like; "OpenCL error -9999" for codes without a name here.
std::string clErrorName(int code);

/// Runs `body`; an OpenCL exception becomes a DeviceError that names the failing call.
template <class Body>
auto withDeviceErrors(const DeviceImplementation& device, Body&& body) {
  try {
    return body();
  } catch (const cl::Error& error) {
    throw DeviceError("OpenCL device " + device.info.name + ": " + error.what() + " failed with " +
                      clErrorName(error.err()));
  }
}

/// Guard bytes behind every buffer: a kernel that writes past its end is caught at the next download.
inline constexpr std::size_t kGuardBytes = 64;
inline constexpr unsigned char kGuardByte = 0xC5;

/// Device memory of untyped bytes with a guard behind it.
class GuardedBuffer {
 public:
  GuardedBuffer(DeviceImplementation& device, std::size_t bytes, const char* name);
  void upload(const void* source, std::size_t bytes);
  /// Copies `bytes` from the start after checking the guard. Throws DeviceError when the guard was overwritten.
  void download(void* target, std::size_t bytes);
  const cl::Buffer& buffer() const { return m_buffer; }

 private:
  DeviceImplementation& m_device;
  std::size_t m_bytes;
  const char* m_name;
  cl::Buffer m_buffer;
};

/// What kernels only read: on a processor the caller's memory itself, which has to outlive the buffer, elsewhere a
/// copy.
class InputBuffer {
 public:
  InputBuffer(DeviceImplementation& device, const void* memory, std::size_t bytes, const char* name);
  /// All values of an array or vector.
  template <class Values>
  InputBuffer(DeviceImplementation& device, const Values& values, const char* name)
      : InputBuffer(device, values.data(), static_cast<std::size_t>(values.size()) * sizeof(*values.data()), name) {}
  const cl::Buffer& buffer() const { return m_copy ? m_copy->buffer() : m_buffer; }

 private:
  std::optional<GuardedBuffer> m_copy;
  cl::Buffer m_buffer;
};

/// What kernels write, right in the caller's memory; for processors. The first `bytes` are the kernels'; the
/// kGuardBytes behind them hold the guard until check(), so the caller writes those afterwards.
class InPlaceBuffer {
 public:
  InPlaceBuffer(DeviceImplementation& device, void* memory, std::size_t bytes, const char* name);
  const cl::Buffer& buffer() const { return m_buffer; }
  /// Call once all kernels have finished. Throws DeviceError when the guard was overwritten.
  void check();

 private:
  DeviceImplementation& m_device;
  std::size_t m_bytes;
  const char* m_name;
  cl::Buffer m_buffer;
};

/// Device memory of `count` values of T.
template <class T>
class DeviceBuffer {
 public:
  DeviceBuffer(DeviceImplementation& device, std::size_t count, const char* name)
      : m_count(count), m_memory(device, count * sizeof(T), name) {}
  DeviceBuffer(DeviceImplementation& device, const std::vector<T>& values, const char* name)
      : DeviceBuffer(device, values.size(), name) {
    m_memory.upload(values.data(), values.size() * sizeof(T));
  }
  std::size_t count() const { return m_count; }
  const cl::Buffer& buffer() const { return m_memory.buffer(); }
  /// The first `count` values. Throws DeviceError when a kernel wrote behind the buffer.
  std::vector<T> download(std::size_t count) {
    std::vector<T> values(count);
    m_memory.download(values.data(), count * sizeof(T));
    return values;
  }

 private:
  std::size_t m_count;
  GuardedBuffer m_memory;
};

/// Sets the arguments of a kernel from left to right.
template <class... Arguments>
void setArguments(cl::Kernel& kernel, const Arguments&... arguments) {
  cl_uint index = 0;
  (kernel.setArg(index++, arguments), ...);
}

/// Enqueues `count` work items in one dimension (and `columns` in the second) with the work-group size that suits the
/// device: 1 on a processor (our items are long and use vectors themselves), 64 on a GPU. Always the same local size,
/// because a driver may compile a kernel anew for each. Kernels therefore check their item number against the count.
void enqueueItems(DeviceImplementation& device, const cl::Kernel& kernel, Index count, Index columns = 1);

/// Enqueues `groups` work groups of `size` items in the first dimension (and `columns` groups of one in the second):
/// for kernels whose items share local memory.
void enqueueGroups(DeviceImplementation& device, const cl::Kernel& kernel, Index groups, Index size, Index columns = 1);

/// Covers items [0, count) by calls of launch(first, number), waiting for the queue after each. The number adapts so
/// that one launch takes about 25 ms, never more than `most`; progress is updated before each.
void runInSlices(DeviceImplementation& device, Index count, Index most, Progress& progress, std::string_view step,
                 const std::function<void(Index first, Index number)>& launch);

}  // namespace engine
