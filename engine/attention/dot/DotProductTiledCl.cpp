// Host side of dot_attention_tiled.cl: arrays go to the device as they are, tiles of 32 queries run in slices.
#include <algorithm>

#include "engine/attention/dot/DotProductCl.h"

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr Index kTile = 32, kColumns = 64, kItems = 64;  ///< TILE, COLUMNS, ITEMS of the kernel
constexpr Index kMostKeptFloats = Index{16} << 20;       ///< of kept scores and weights

/// The work on one device: buffers that stay for all slices.
class TiledRun {
 public:
  TiledRun(const DotProductInput<float>& input, DeviceImplementation& device)
      : m_input(input),
        m_device(device),
        m_tilesPerHead((input.queries() + kTile - 1) / kTile),
        m_sliceTiles(mostTiles()),
        m_q(device, input.Q, "Q"),
        m_k(device, input.K, "K"),
        m_v(device, input.V, "V"),
        m_keyEnd(device, input.mask.keyEnd, "keyEnd"),
        m_mask(device, input.mask.allowed, "mask"),
        m_output(device, sliceCount(input.valueWidth()), "O"),
        m_statistics(device, sliceCount(2), "statistics"),
        m_scores(device, keepsMaps() ? sliceCount(input.keys()) : 1, "S"),
        m_weights(device, keepsMaps() ? sliceCount(input.keys()) : 1, "A") {}

  DotProductResult<float> run(Progress& progress) {
    DotProductResult<float> result = emptyDotProductResult(m_input);
    std::string options = keepsMaps() ? " -DKEEP_SCORES" : "";
    if (!m_input.mask.allowed.empty()) options += " -DHAS_MASK";
    if (m_input.mask.rule == MaskRule::overwrite) options += " -DOVERWRITE";
    cl::Kernel tiles = m_device.kernel("dot_attention_tiled", "dot_tiles", options);
    cl::Kernel weights = m_device.kernel("dot_attention_tiled", "dot_tile_weights", options);
    runInSlices(m_device, numTiles(), m_sliceTiles, progress, "attention", [&](Index first, Index number) {
      launch(tiles, weights, first, number);
      collect(result, first, number);
    });
    return result;
  }

 private:
  bool keepsMaps() const { return m_input.maps == Maps::keep; }
  Index numTiles() const { return m_input.batches() * m_input.heads() * m_tilesPerHead; }
  Index mostTiles() const {
    const Index perTile = kTile * (m_input.valueWidth() + 2 + (keepsMaps() ? 2 * m_input.keys() : 0));
    return std::clamp<Index>(kMostKeptFloats / perTile, 1, std::max<Index>(1, numTiles()));
  }
  size_t sliceCount(Index perRow) const { return static_cast<size_t>(m_sliceTiles * kTile * perRow); }

  void launch(cl::Kernel& tiles, cl::Kernel& weights, Index first, Index number) {
    const auto n = cl_int(m_input.queries()), m = cl_int(m_input.keys()), heads = cl_int(m_input.heads());
    const Index chunks = std::max<Index>(1, (m_input.valueWidth() + kColumns - 1) / kColumns);
    setArguments(tiles, m_q.buffer(), m_k.buffer(), m_v.buffer(), m_keyEnd.buffer(), m_mask.buffer(), m_output.buffer(),
                 m_statistics.buffer(), m_scores.buffer(), n, m, cl_int(m_input.depth()), cl_int(m_input.valueWidth()),
                 heads, float(m_input.scale), cl_int(first));
    enqueueGroups(m_device, tiles, number, kItems, chunks);
    if (!keepsMaps() || m == 0) return;
    setArguments(weights, m_scores.buffer(), m_statistics.buffer(), m_keyEnd.buffer(), m_mask.buffer(),
                 m_weights.buffer(), n, m, heads, cl_int(first), cl_int(number * kTile));
    enqueueGroups(m_device, weights, (m + kItems - 1) / kItems, kItems, number * kTile);
  }

  /// Copies the rows of a slice to where they belong.
  void collect(DotProductResult<float>& result, Index first, Index number) {
    const Index m = m_input.keys(), width = m_input.valueWidth(), n = m_input.queries(), rows = number * kTile;
    const auto output = m_output.download(static_cast<size_t>(rows * width));
    const auto statistics = m_statistics.download(static_cast<size_t>(rows * 2));
    const auto scores = m_scores.download(static_cast<size_t>(keepsMaps() ? rows * m : 0));
    const auto weights = m_weights.download(static_cast<size_t>(keepsMaps() ? rows * m : 0));
    for (Index i = 0; i < number; ++i) {
      const Index start = (first + i) % m_tilesPerHead * kTile, row = (first + i) / m_tilesPerHead * n + start;
      const Index used = std::min(kTile, n - start), source = i * kTile;
      std::copy_n(output.data() + source * width, used * width, result.O.data() + row * width);
      for (Index r = 0; r < used; ++r)
        result.lse[row + r] = logSumExp(nth(statistics, 2 * (source + r)), nth(statistics, 2 * (source + r) + 1));
      if (!keepsMaps()) continue;
      std::copy_n(scores.data() + source * m, used * m, result.S.data() + row * m);
      std::copy_n(weights.data() + source * m, used * m, result.A.data() + row * m);
    }
  }

  const DotProductInput<float>& m_input;
  DeviceImplementation& m_device;
  Index m_tilesPerHead, m_sliceTiles;
  InputBuffer m_q, m_k, m_v, m_keyEnd, m_mask;
  DeviceBuffer<float> m_output, m_statistics, m_scores, m_weights;
};

}  // namespace

DotProductResult<float> dotProductTiled(const DotProductInput<float>& input, DeviceImplementation& device,
                                        Progress& progress) {
  return TiledRun(input, device).run(progress);
}

}  // namespace engine
