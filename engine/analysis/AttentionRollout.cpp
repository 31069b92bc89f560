#include "engine/analysis/AttentionRollout.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/RowGrain.h"
#include "engine/attention/lanes/TransposedMatrix.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

/// (Mean over the heads of a layer + I) / 2, rows made to sum to 1.
Array<float> layerWithResidual(const HeadSet& heads, Index layer, int threads, Progress& progress) {
  const Index length = heads.numQueries;
  Array<float> sum({length, length}, 0.0F, "rollout");
  for (Index head = 0; head < heads.numHeads; ++head) {
    const auto map = heads.map(layer, head);
    if (!map) fail("attention rollout: layer ", layer + 1, ", head ", head + 1, " is missing");
    requireShape("weights", map->weights.shape(), sum.shape());
    parallelFor(length, kRowGrain, threads, progress, "mean of heads", [&](Index begin, Index end) {
      for (Index k = begin * length; k < end * length; ++k) {
        if (map->weights[k] < 0)
          fail("attention rollout: layer ", layer + 1, ", head ", head + 1, ", row ", k / length + 1, ", column ",
               k % length + 1, ": found the weight ", map->weights[k], ", expected 0 or more");
        if (std::isfinite(map->weights[k])) sum[k] += map->weights[k];
      }
    });
  }
  parallelFor(length, kRowGrain, threads, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      float* const row = sum.data() + i * length;
      row[i] += static_cast<float>(heads.numHeads);
      double total = 0;
      for (Index j = 0; j < length; ++j) total += static_cast<double>(row[j]);
      for (Index j = 0; j < length; ++j) row[j] = static_cast<float>(static_cast<double>(row[j]) / total);
    }
  });
  return sum;
}

}  // namespace

bool hasRollout(const HeadSet& heads) {
  if (heads.numLayers < 2 || heads.numHeads < 1 || heads.numQueries != heads.numKeys) return false;
  return heads.source || (heads.count() == heads.numLayers * heads.numHeads &&
                          std::none_of(heads.maps.begin(), heads.maps.end(), [](const auto& map) { return !map; }));
}

Array<float> attentionRollout(const HeadSet& heads, Index lastLayer, int threads, Progress& progress) {
  if (lastLayer < 0 || lastLayer >= heads.numLayers || heads.numHeads < 1)
    fail("attention rollout: there is no layer ", lastLayer + 1, " of ", heads.numLayers, " with heads");
  if (heads.numQueries != heads.numKeys)
    fail("attention rollout: found maps of ", heads.numQueries, " x ", heads.numKeys, ", expected square ones");
  Array<float> rollout;
  for (Index layer = 0; layer <= lastLayer; ++layer) {
    const double share = 1.0 / static_cast<double>(lastLayer + 1), begin = static_cast<double>(layer) * share;
    PartProgress reading(progress, begin, begin + 0.5 * share),
        multiplying(progress, begin + 0.5 * share, begin + share);
    Array<float> own = layerWithResidual(heads, layer, threads, reading);
    rollout = layer == 0 ? std::move(own) : linear(own, transposedMatrix(rollout), {}, threads, multiplying);
  }
  rollout.name = "rollout";
  return rollout;
}

}  // namespace engine
