// Guarded buffers, slices and the program cache on every OpenCL device of this machine.
#include "engine/compute/ClTools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/compute/KernelSource.h"

namespace cl_tools_test {

using namespace engine;
using ::testing::HasSubstr;

std::vector<std::string> deviceChoices() {
  std::string reason;
  std::vector<std::string> choices;
  for (const DeviceInfo& info : listDevices(reason)) choices.push_back("opencl:" + std::to_string(info.index));
  return choices;
}

class ClTools : public ::testing::TestWithParam<std::string> {
 protected:
  DeviceChoice m_choice = openDevice(GetParam());
  DeviceImplementation& m_device = m_choice.device->implementation();

  cl::Kernel kernel(const std::string& body) {
    const std::string source =
        "__kernel void test(__global int* x, const int first, const int n) {"
        " const int i = get_global_id(0); if (i < n) { " +
        body + " } }";
    return cl::Kernel(m_device.build(source, "", "test"), "test");
  }
};

TEST_P(ClTools, buffersGiveBackWhatWasUploaded) {
  const std::vector<int> values = {1, -2, 3};
  DeviceBuffer<int> buffer(m_device, values, "values");
  EXPECT_EQ(buffer.download(3), values);
}

TEST_P(ClTools, emptyBufferIsLegal) {
  DeviceBuffer<int> buffer(m_device, std::vector<int>{}, "nothing");
  EXPECT_TRUE(buffer.download(0).empty());
}

TEST_P(ClTools, writingOnePastTheEndIsCaughtAtTheDownload) {
  DeviceBuffer<int> buffer(m_device, std::vector<int>(5), "five");
  cl::Kernel overrun = kernel("x[i + 1] = 1;");
  setArguments(overrun, buffer.buffer(), cl_int(0), cl_int(5));
  enqueueItems(m_device, overrun, 5);
  try {
    buffer.download(5);
    FAIL() << "the overrun went unnoticed";
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("wrote behind the end of buffer five"));
  }
}

TEST_P(ClTools, kernelsReadTheCallersMemoryAndWriteRightIntoIt) {
  if (m_device.info.isGpu) GTEST_SKIP() << "memory in place is for processors";
  const std::vector<int> source = {5, 6, 7, 8};
  std::vector<int> target(4 + kGuardBytes / sizeof(int), -1);
  const InputBuffer input(m_device, source, "source");
  const cl::Program program = m_device.build(
      "__kernel void copy(__global const int* a, __global int* b) { b[get_global_id(0)] = a[get_global_id(0)] + 1; }",
      "", "copy");
  cl::Kernel copy(program, "copy");
  InPlaceBuffer output(m_device, target.data(), 4 * sizeof(int), "target");
  setArguments(copy, input.buffer(), output.buffer());
  enqueueItems(m_device, copy, 4);
  m_device.queue.finish();
  output.check();
  EXPECT_EQ(std::vector<int>(target.begin(), target.begin() + 4), (std::vector<int>{6, 7, 8, 9}));
}

TEST_P(ClTools, writingBehindMemoryInPlaceIsCaught) {
  if (m_device.info.isGpu) GTEST_SKIP() << "memory in place is for processors";
  std::vector<int> target(5 + kGuardBytes / sizeof(int));
  InPlaceBuffer output(m_device, target.data(), 5 * sizeof(int), "five");
  cl::Kernel overrun = kernel("x[i + 1] = 1;");
  setArguments(overrun, output.buffer(), cl_int(0), cl_int(5));
  enqueueItems(m_device, overrun, 5);
  m_device.queue.finish();
  try {
    output.check();
    FAIL() << "the overrun went unnoticed";
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("wrote behind the end of buffer five"));
  }
}

TEST_P(ClTools, bufferLargerThanTheDeviceAllowsIsADeviceError) {
  EXPECT_THROW(DeviceBuffer<char>(m_device, m_device.info.maxAllocation, "huge"), DeviceError);
}

TEST_P(ClTools, brokenKernelIsADeviceErrorWithItsName) {
  try {
    m_device.build("__kernel void f( {", "", "nonsense");
    FAIL() << "the broken kernel was built";
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot build kernel nonsense"));
  }
}

TEST_P(ClTools, slicesCoverEveryItemOnceAndNeverExceedTheMost) {
  for (const Index count : {0, 1, 7, 1000}) {
    DeviceBuffer<int> buffer(m_device, std::vector<int>(static_cast<size_t>(count)), "x");
    cl::Kernel add = kernel("x[first + i] += first + i + 1;");
    Progress none;
    runInSlices(m_device, count, 100, none, "test", [&](Index first, Index number) {
      EXPECT_LE(number, 100);
      setArguments(add, buffer.buffer(), cl_int(first), cl_int(number));
      enqueueItems(m_device, add, number);
    });
    const std::vector<int> values = buffer.download(static_cast<size_t>(count));
    for (Index i = 0; i < count; ++i) EXPECT_EQ(values[static_cast<size_t>(i)], i + 1);
  }
}

TEST_P(ClTools, cancelStopsBetweenSlices) {
  struct CancelAfter : Progress {
    int updates = 0;
    bool cancelled() const override { return updates >= 3; }
    void report(double, std::string_view) override { ++updates; }
  } progress;
  int launches = 0;
  EXPECT_THROW(runInSlices(m_device, 1000, 1, progress, "test", [&](Index, Index) { ++launches; }), Cancelled);
  EXPECT_EQ(launches, 3);
}

TEST_P(ClTools, openClExceptionsBecomeDeviceErrorsThatNameTheCall) {
  try {
    withDeviceErrors(m_device, [&] { cl::Kernel(m_device.build("__kernel void f() {}", "", "f"), "g"); });
    FAIL() << "a kernel that does not exist was made";
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("CL_INVALID_KERNEL_NAME"));
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ClTools);
INSTANTIATE_TEST_SUITE_P(EveryDevice, ClTools, ::testing::ValuesIn(deviceChoices()),
                         [](const auto& info) { return "device" + info.param.substr(7); });

TEST(KernelSource, embeddedKernelsAreThereAndUnknownOnesAreErrors) {
  EXPECT_THAT(kernelSource("self_check"), HasSubstr("__kernel void self_check"));
  EXPECT_TRUE(embeddedKernelSource("no_such_kernel").empty());
  EXPECT_THROW(kernelSource("no_such_kernel"), Error);
}

TEST(KernelSource, whatAKernelIncludesStandsInItsSource) {
  EXPECT_THAT(std::string(embeddedKernelSource("performer")), HasSubstr("#include \"common.cl\""));
  const std::string source = kernelSource("performer");
  EXPECT_THAT(source, ::testing::Not(HasSubstr("\n#include")));
  EXPECT_THAT(source, HasSubstr("float16 bounded_exp("));
  EXPECT_THAT(source, HasSubstr("__kernel void performer_features("));
}

}  // namespace cl_tools_test
