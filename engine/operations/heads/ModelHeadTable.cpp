#include "engine/operations/heads/ModelHeadTable.h"

#include <algorithm>

#include "engine/base/CancelOnly.h"
#include "engine/models/ModelHeads.h"

namespace engine {

namespace {

/// The maps (H, n, m) of one layer where they are.
class MapsOfLayer : public HeadSource {
 public:
  explicit MapsOfLayer(const Array<float>& maps) : m_maps(maps) {}
  std::shared_ptr<const AttentionMap> map(Index layer, Index head) const override {
    auto map = std::make_shared<AttentionMap>();
    readWeights(layer, head, map->weights);
    return map;
  }
  PooledMap pooled(Index layer, Index head, Index block) const override {
    return pooledMap(map(layer, head)->weights, block);
  }
  void readWeights(Index, Index head, Array<float>& target) const override {
    const Shape shape{m_maps.length(1), m_maps.length(2)};
    if (target.shape() != shape) target = Array<float>(shape, Untouched{}, "attention");
    std::copy_n(m_maps.data() + head * target.size(), target.size(), target.data());
  }

 private:
  const Array<float>& m_maps;
};

}  // namespace

HeadSet headShapeOf(const ModelRun<float>& run) {
  const std::string name = run.mapNames().front();
  HeadSet shape;
  shape.numLayers = run.numLayersOf(name);
  shape.numHeads = run.numHeads();
  nameModelPositions(shape, run, name);
  shape.numQueries = shape.numKeys = std::ssize(shape.queryTokens);
  return shape;
}

HeadTable headTableOfRun(const ModelRun<float>& run, const HeadSet& shape, const HeadTableOptions& options,
                         const ModelCall& call) {
  HeadTableMaker maker(shape, options);
  const std::vector<std::string> names = run.mapNames();
  ModelRunOptions<float> wishes;
  wishes.unwanted.insert(names.begin() + 1, names.end());
  wishes.layerFinished = [&](Index layer, LayerMaps<float>& maps) {
    const auto found = maps.find(names.front());
    if (found == maps.end()) return;
    requireShape(found->first, found->second.shape(), {shape.numHeads, shape.numQueries, shape.numKeys});
    HeadSet one = shape;
    one.numLayers = 1;
    one.source = std::make_shared<const MapsOfLayer>(found->second);
    CancelOnly silent(call.progress);
    maker.count(one, layer, call.where.threads, silent);
    maps.clear();
  };
  runModel(run, wishes, call);
  CancelOnly silent(call.progress);
  return maker.table(call.where.threads, silent);
}

}  // namespace engine
