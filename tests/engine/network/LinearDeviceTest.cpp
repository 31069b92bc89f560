// Linear maps by every kernel on every device, against sums in double.
#include "engine/network/LinearDevice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/Random.h"
#include "tests/support/ErrorOf.h"

namespace linear_device_test {

using namespace engine;
using test::errorOf;

std::vector<std::string> deviceChoices() {
  std::string reason;
  std::vector<std::string> choices;
  for (const DeviceInfo& info : listDevices(reason)) choices.push_back("opencl:" + std::to_string(info.index));
  return choices;
}

struct Sizes {
  Index rows, in, out;
};

void expectSums(const Array<float>& Y, const Array<float>& X, const Array<float>& W, const Array<float>& b) {
  const Index rows = X.length(0), in = X.length(1), out = W.length(0);
  ASSERT_EQ(Y.shape(), (Shape{rows, out}));
  for (Index i = 0; i < rows; ++i)
    for (Index o = 0; o < out; ++o) {
      double sum = b.empty() ? 0.0 : double(b[o]);
      for (Index k = 0; k < in; ++k) sum += double(X(i, k)) * double(W(o, k));
      ASSERT_NEAR(Y(i, o), sum, 2e-5 * (1 + std::abs(sum))) << "row " << i << ", output " << o;
    }
}

TEST(LinearOnDevice, everyKernelEqualsTheDefinitionForEveryShape) {
  Progress none;
  const Sizes shapes[] = {{1, 1, 1}, {7, 5, 3}, {8, 16, 32}, {33, 17, 33}, {100, 64, 47}, {3, 200, 65},
                          {0, 4, 4}, {4, 0, 4}, {4, 4, 0},   {31, 1, 16},  {65, 33, 17},  {40, 512, 64}};
  for (const std::string& choice : deviceChoices()) {
    const DeviceChoice opened = openDevice(choice);
    for (const KernelFlavour flavour : {KernelFlavour::wide, KernelFlavour::tiled, KernelFlavour::automatic})
      for (const auto& [rows, in, out] : shapes)
        for (const bool hasBias : {false, true}) {
          SCOPED_TRACE(choice + ", flavour " + std::to_string(int(flavour)) + ", rows " + std::to_string(rows) +
                       ", in " + std::to_string(in) + ", out " + std::to_string(out));
          const auto X = deterministicArray<float>(1, {rows, in}, 1, "X");
          const auto W = deterministicArray<float>(2, {out, in}, 1, "W");
          const auto b = hasBias ? deterministicArray<float>(3, {out}, 1, "b") : Array<float>();
          expectSums(linearOnDevice(X, W, b, *opened.device, none, flavour), X, W, b);
        }
  }
}

TEST(LinearOnDevice, failureFallsBackToTheProcessorWithAWarning) {
  Progress none;
  const auto X = deterministicArray<float>(1, {5, 4}, 1, "X"), W = deterministicArray<float>(2, {3, 4}, 1, "W");
  for (const std::string& choice : deviceChoices()) {
    const DeviceChoice opened = openDevice(choice);
    const_cast<DeviceInfo&>(opened.device->info()).maxAllocation = 1;
    Diagnostics diagnostics;
    expectSums(linear(X, W, {}, Compute{opened.device.get(), 1}, diagnostics, none), X, W, {});
    EXPECT_THAT(diagnostics.warnings(),
                ::testing::ElementsAre(::testing::HasSubstr("computed on the native CPU path instead")));
  }
}

TEST(LinearOnDevice, weightsOfAnotherWidthAreNamed) {
  Progress none;
  const auto X = deterministicArray<float>(1, {5, 4}, 1, "X"), W = deterministicArray<float>(2, {3, 6}, 1, "W_q");
  Diagnostics diagnostics;
  EXPECT_THAT(errorOf([&] { linear(X, W, {}, Compute{nullptr, 1}, diagnostics, none); }),
              ::testing::HasSubstr("array W_q: found shape (3, 6)"));
}

}  // namespace linear_device_test
