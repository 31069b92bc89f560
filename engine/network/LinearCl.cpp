// Host side of linear.cl.
#include <algorithm>
#include <limits>

#include "engine/base/ParallelFor.h"
#include "engine/compute/ClTools.h"
#include "engine/network/LinearDevice.h"

namespace engine {

namespace {

constexpr Index kTile = 32;   ///< TILE and LANES of the kernel
constexpr Index kItems = 64;  ///< ITEMS

Index tilesOf(Index count) { return (count + kTile - 1) / kTile; }

/// (panels, in, 32): outputs side by side, 0 where there are none. A model packs every weight once per run, so all cores
/// do it, each a panel from its 32 rows at once.
std::vector<float> packWeights(const Array<float>& W) {
  const Index out = W.length(0), in = W.length(1);
  std::vector<float> packed(static_cast<size_t>(tilesOf(out) * kTile * in));
  parallelFor(tilesOf(out), 1, 0, [&](Index begin, Index end) {
    for (Index panel = begin; panel < end; ++panel) {
      const Index lanes = std::min(kTile, out - panel * kTile);
      const float* const rows = W.data() + panel * kTile * in;
      float* const target = packed.data() + panel * kTile * in;
      for (Index k = 0; k < in; ++k)
        for (Index lane = 0; lane < lanes; ++lane) target[k * kTile + lane] = rows[lane * in + k];
    }
  });
  return packed;
}

std::vector<float> padded(const Array<float>& b) {
  std::vector<float> values(b.begin(), b.end());
  values.resize(static_cast<size_t>(tilesOf(b.size()) * kTile));
  return values;
}

Array<float> compute(const Array<float>& X, const Array<float>& W, const Array<float>& b, Index rows,
                     DeviceImplementation& device, bool isTiled, Progress& progress) {
  const Index out = W.length(0), in = W.length(1), panels = tilesOf(out);
  const std::vector<float> weights = isTiled ? std::vector<float>(W.begin(), W.end()) : packWeights(W);
  const std::vector<float> bias = padded(b);
  const InputBuffer x(device, X, "X"), w(device, weights, "W"), offset(device, bias, "b");
  DeviceBuffer<float> y(device, static_cast<size_t>(rows * out), "Y");
  cl::Kernel kernel = device.kernel("linear", isTiled ? "linear_tiled" : "linear_wide", b.empty() ? "" : "-DHAS_BIAS");
  runInSlices(device, tilesOf(rows), tilesOf(rows), progress, "projection", [&](Index first, Index number) {
    if (panels == 0) return;
    const auto setCommon = [&](const auto&... more) {
      setArguments(kernel, x.buffer(), w.buffer(), offset.buffer(), y.buffer(), cl_int(rows), cl_int(in), cl_int(out),
                   cl_int(first * kTile), more...);
    };
    if (isTiled) {
      setCommon();
      enqueueGroups(device, kernel, number, kItems, panels);
    } else {
      setCommon(cl_int(number));
      enqueueItems(device, kernel, number, panels);
    }
  });
  return Array<float>({rows, out}, y.download(static_cast<size_t>(rows * out)));
}

}  // namespace

Array<float> linearOnDevice(const Array<float>& X, const Array<float>& W, const Array<float>& b, Device& device,
                            Progress& progress, KernelFlavour flavour) {
  const Index rows = rowsOfLinear(X, W);
  if (rows > std::numeric_limits<cl_int>::max() / 2 || W.length(0) > std::numeric_limits<cl_int>::max() / 2)
    throw DeviceError("the projection has too many rows for the OpenCL kernel");
  DeviceImplementation& implementation = device.implementation();
  return withDeviceErrors(implementation, [&] {
    return compute(X, W, b, rows, implementation, usesTiles(flavour, device.info()), progress);
  });
}

}  // namespace engine
