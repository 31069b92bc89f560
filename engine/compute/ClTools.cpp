#include "engine/compute/ClTools.h"

#include <algorithm>
#include <chrono>

namespace engine {

std::string clErrorName(int code) {
  static constexpr std::pair<int, const char*> kNames[] = {
      {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
      {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
      {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
      {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE (out of device memory)"},
      {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
      {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
      {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
      {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
      {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE (larger than the device allows)"},
      {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
      {CL_INVALID_ARG_INDEX, "CL_INVALID_ARG_INDEX"},
      {CL_INVALID_ARG_SIZE, "CL_INVALID_ARG_SIZE"},
      {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
      {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
      {-1001, "CL_PLATFORM_NOT_FOUND_KHR (no OpenCL driver is installed)"},
  };
  for (const auto& [known, name] : kNames)
    if (known == code) return name;
  return "OpenCL error " + std::to_string(code);
}

namespace {

void requireAllocation(const DeviceImplementation& device, std::size_t bytes, const char* name) {
  if (bytes > device.info.maxAllocation)
    throw DeviceError("OpenCL device " + device.info.name + ": buffer " + name + " needs " + std::to_string(bytes) +
                      " bytes, the device allows " + std::to_string(device.info.maxAllocation));
}

void requireGuard(const DeviceImplementation& device, const unsigned char* guard, const char* name) {
  if (std::any_of(guard, guard + kGuardBytes, [](unsigned char byte) { return byte != kGuardByte; }))
    throw DeviceError("OpenCL device " + device.info.name + ": a kernel wrote behind the end of buffer " + name);
}

}  // namespace

GuardedBuffer::GuardedBuffer(DeviceImplementation& device, std::size_t bytes, const char* name)
    : m_device(device), m_bytes(bytes), m_name(name) {
  requireAllocation(device, bytes + kGuardBytes, name);
  m_buffer = cl::Buffer(device.context, CL_MEM_READ_WRITE, bytes + kGuardBytes);
  const std::vector<unsigned char> guard(kGuardBytes, kGuardByte);
  device.queue.enqueueWriteBuffer(m_buffer, CL_TRUE, bytes, kGuardBytes, guard.data());
}

void GuardedBuffer::upload(const void* source, std::size_t bytes) {
  if (bytes > 0) m_device.queue.enqueueWriteBuffer(m_buffer, CL_TRUE, 0, bytes, source);
}

void GuardedBuffer::download(void* target, std::size_t bytes) {
  std::vector<unsigned char> guard(kGuardBytes);
  m_device.queue.enqueueReadBuffer(m_buffer, CL_TRUE, m_bytes, kGuardBytes, guard.data());
  requireGuard(m_device, guard.data(), m_name);
  if (bytes > 0) m_device.queue.enqueueReadBuffer(m_buffer, CL_TRUE, 0, bytes, target);
}

InputBuffer::InputBuffer(DeviceImplementation& device, const void* memory, std::size_t bytes, const char* name) {
  if (device.info.isGpu || bytes == 0) {
    m_copy.emplace(device, bytes, name);
    m_copy->upload(memory, bytes);
    return;
  }
  requireAllocation(device, bytes, name);
  m_buffer = cl::Buffer(device.context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes, const_cast<void*>(memory));
}

InPlaceBuffer::InPlaceBuffer(DeviceImplementation& device, void* memory, std::size_t bytes, const char* name)
    : m_device(device), m_bytes(bytes), m_name(name) {
  requireAllocation(device, bytes + kGuardBytes, name);
  std::fill_n(static_cast<unsigned char*>(memory) + bytes, kGuardBytes, kGuardByte);
  m_buffer = cl::Buffer(device.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes + kGuardBytes, memory);
}

void InPlaceBuffer::check() {
  // Mapping is what makes the kernels' writes visible to the host, even where the memory is the same.
  void* const all = m_device.queue.enqueueMapBuffer(m_buffer, CL_TRUE, CL_MAP_READ, 0, m_bytes + kGuardBytes);
  const unsigned char* const guard = static_cast<const unsigned char*>(all) + m_bytes;
  const std::vector<unsigned char> found(guard, guard + kGuardBytes);
  m_device.queue.enqueueUnmapMemObject(m_buffer, all);
  m_device.queue.finish();
  requireGuard(m_device, found.data(), m_name);
}

void enqueueItems(DeviceImplementation& device, const cl::Kernel& kernel, Index count, Index columns) {
  const Index size = device.info.isGpu ? 64 : 1;
  enqueueGroups(device, kernel, (count + size - 1) / size, size, columns);
}

void enqueueGroups(DeviceImplementation& device, const cl::Kernel& kernel, Index groups, Index size, Index columns) {
  device.queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                    cl::NDRange(static_cast<size_t>(groups * size), static_cast<size_t>(columns)),
                                    cl::NDRange(static_cast<size_t>(size), 1));
}

void runInSlices(DeviceImplementation& device, Index count, Index most, Progress& progress, std::string_view step,
                 const std::function<void(Index, Index)>& launch) {
  using Clock = std::chrono::steady_clock;
  constexpr double kTargetSeconds = 0.025;
  most = std::max<Index>(1, most);
  Index number = std::min<Index>(most, 16 * std::max(1, device.info.computeUnits));
  for (Index first = 0; first < count;) {
    progress.update(double(first) / double(count), step);
    number = std::min({number, most, count - first});
    const auto start = Clock::now();
    launch(first, number);
    device.queue.finish();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    first += number;
    // At most four times more: the first launch also compiles the kernel and says little about the work.
    const double factor = std::clamp(kTargetSeconds / std::max(seconds, 1e-6), 0.25, 4.0);
    number = std::max<Index>(1, static_cast<Index>(double(number) * factor));
  }
  progress.update(1.0, step);
}

}  // namespace engine
