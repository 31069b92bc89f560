#include "engine/models/ModelHeads.h"

#include <algorithm>
#include <list>
#include <mutex>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

using Layer = std::vector<std::shared_ptr<const AttentionMap>>;

/// Maps (H, n, m) one by one, checked.
Layer layerOf(const Array<float>& maps, bool isStochastic, const std::string& what, int threads) {
  const Index heads = maps.length(0), rows = maps.length(1), columns = maps.length(2);
  Layer layer(static_cast<std::size_t>(heads));
  parallelFor(heads, 1, threads, [&](Index begin, Index end) {
    for (Index h = begin; h < end; ++h) {
      auto map = std::make_shared<AttentionMap>();
      map->weights = Array<float>({rows, columns}, Untouched{});
      std::copy_n(maps.data() + h * rows * columns, rows * columns, map->weights.data());
      map->isStochastic = isStochastic;
      validateMap(*map, {rows, columns}, what + ", head " + std::to_string(h + 1));
      nth(layer, h) = std::move(map);
    }
  });
  return layer;
}

std::string nameOfLayer(Index layer) { return "attention map of layer " + std::to_string(layer + 1); }

std::size_t bytesOf(Index heads, Index queries, Index keys) {
  return static_cast<std::size_t>(heads * queries * keys) * sizeof(float);
}

/// Layers that are there and those that can be made again, the last few of which are kept.
class LayersOnDemand : public HeadSource {
 public:
  LayersOnDemand(std::shared_ptr<const ModelRun<float>> run, std::string maps, ModelRunOptions<float> options,
                 std::vector<Layer> kept, std::vector<std::shared_ptr<const ModelState<float>>> states, int threads)
      : m_run(std::move(run)),
        m_maps(std::move(maps)),
        m_options(std::move(options)),
        m_kept(std::move(kept)),
        m_states(std::move(states)),
        m_threads(threads) {
    for (const std::string& name : m_run->mapNames())
      if (name != m_maps) m_options.unwanted.insert(name);
    m_options.unwanted.erase(m_maps);
  }

  std::shared_ptr<const AttentionMap> map(Index layer, Index head) const override {
    if (layer < 0 || layer >= std::ssize(m_kept))
      fail("attention maps: layer ", layer, " is not there, expected 0 to ", std::ssize(m_kept) - 1);
    const Layer& kept = nth(m_kept, layer);
    if (!kept.empty()) return kept.at(static_cast<std::size_t>(head));
    const std::lock_guard lock(m_mutex);
    const auto recent =
        std::find_if(m_recent.begin(), m_recent.end(), [&](const auto& entry) { return entry.first == layer; });
    if (recent != m_recent.end()) {
      m_recent.splice(m_recent.begin(), m_recent, recent);
    } else {
      m_recent.emplace_front(layer, made(layer));
      constexpr std::size_t kLayersKept = 2;
      if (m_recent.size() > kLayersKept) m_recent.pop_back();
    }
    return m_recent.front().second.at(static_cast<std::size_t>(head));
  }

  PooledMap pooled(Index layer, Index head, Index block) const override {
    return pooledMap(map(layer, head)->weights, block);
  }

 private:
  /// With the mutex held.
  Layer made(Index layer) const {
    Progress progress;
    Diagnostics said;  // what there is to say was said when the model ran
    const Compute where{nullptr, m_threads};
    const ModelCall call{where, said, progress};
    const ModelState<float>& entering = m_states.empty() ? reached(layer, call) : *nth(m_states, layer);
    const LayerMaps<float> maps = m_run->mapsOfLayer(layer, entering, wishFor(layer, m_options), call);
    return layerOf(maps.at(m_maps), m_run->rowsSumToOne(), nameOfLayer(layer), m_threads);
  }

  /// What enters a layer, going on from where the last call came to.
  const ModelState<float>& reached(Index layer, const ModelCall& call) const {
    if (m_reached < 0 || m_reached > layer) {
      m_state = m_run->embed(call);
      m_reached = 0;
    }
    for (; m_reached < layer; ++m_reached) {
      LayerWish wish = wishFor(m_reached, m_options);
      wish.unwanted.insert(m_maps);
      m_run->runLayer(m_reached, m_state, wish, call);
    }
    return m_state;
  }

  std::shared_ptr<const ModelRun<float>> m_run;
  std::string m_maps;
  ModelRunOptions<float> m_options;
  std::vector<Layer> m_kept;
  std::vector<std::shared_ptr<const ModelState<float>>> m_states;
  int m_threads;
  mutable std::mutex m_mutex;
  mutable std::list<std::pair<Index, Layer>> m_recent;
  mutable ModelState<float> m_state;  ///< without kept states: what enters the layer that was reached
  mutable Index m_reached = -1;
};

}  // namespace

namespace {

/// Whether some are more than a letter: the model reads texts, not residues. What it calls in brackets, "<mask>" or
/// "[UNK]", is a residue that it does not know.
bool areWords(const std::vector<std::string>& positions, const std::vector<bool>& isSpecial) {
  for (std::size_t k = 0; k < positions.size(); ++k)
    if (!isSpecial.at(k) && positions[k].size() > 1 && positions[k][0] != '<' && positions[k][0] != '[') return true;
  return false;
}

}  // namespace

template <class T>
void nameModelPositions(HeadSet& heads, const ModelRun<T>& run, const std::string& maps) {
  const std::vector<std::string> positions = run.positions(maps);
  const std::vector<bool> isSpecial = run.specialPositions(maps);
  heads.queryUnit = run.unit(maps);
  if (heads.queryUnit.empty() && areWords(positions, isSpecial)) heads.queryUnit = "token";
  heads.queryTokens = positions;
  heads.queryLetters.clear();
  for (std::size_t k = 0; heads.queryUnit.empty() && k < positions.size(); ++k)
    heads.queryLetters += isSpecial.at(k) ? '-' : positions[k].size() == 1 ? positions[k][0] : 'X';
  heads.keyUnit = heads.queryUnit;
  heads.keyTokens = heads.queryTokens;
  heads.keyLetters = heads.queryLetters;
}
template void nameModelPositions(HeadSet&, const ModelRun<float>&, const std::string&);
template void nameModelPositions(HeadSet&, const ModelRun<double>&, const std::string&);

ModelHeads::ModelHeads(std::shared_ptr<const ModelRun<float>> run, std::string maps, ModelRunOptions<float> options,
                       std::size_t budget, int threads)
    : m_run(std::move(run)),
      m_maps(std::move(maps)),
      m_options(std::move(options)),
      m_budget(budget),
      m_threads(threads),
      m_layers(static_cast<std::size_t>(m_run->numLayersOf(m_maps))) {
  m_options.layerFinished = {};
}

void ModelHeads::take(Index layer, const LayerMaps<float>& maps) {
  const auto found = maps.find(m_maps);
  if (found == maps.end() || found->second.rank() != 3 || layer >= std::ssize(m_layers)) return;
  const Array<float>& A = found->second;
  m_heads = A.length(0);
  m_queries = A.length(1);
  m_keys = A.length(2);
  const std::size_t bytes = bytesOf(m_heads, m_queries, m_keys);
  if (m_bytes + bytes > m_budget) {
    m_dropped = true;
    return;
  }
  m_bytes += bytes;
  nth(m_layers, layer) = layerOf(A, m_run->rowsSumToOne(), nameOfLayer(layer), m_threads);
}

std::shared_ptr<HeadSet> ModelHeads::emptySet(Index layers) const {
  if (m_heads == 0 || layers == 0) return nullptr;
  auto set = std::make_shared<HeadSet>();
  set->numLayers = layers;
  set->numHeads = m_heads;
  set->numQueries = m_queries;
  set->numKeys = m_keys;
  nameModelPositions(*set, *m_run, m_maps);
  return set;
}

std::shared_ptr<HeadSet> ModelHeads::heads(std::vector<std::shared_ptr<const ModelState<float>>> states) const {
  auto set = emptySet(std::ssize(m_layers));
  if (!set) return nullptr;
  if (m_dropped)
    set->source =
        std::make_shared<const LayersOnDemand>(m_run, m_maps, m_options, m_layers, std::move(states), m_threads);
  else
    for (const Layer& layer : m_layers) set->maps.insert(set->maps.end(), layer.begin(), layer.end());
  return set;
}

std::shared_ptr<HeadSet> ModelHeads::headsSoFar() const {
  const auto end = std::find_if(m_layers.begin(), m_layers.end(), [](const Layer& layer) { return layer.empty(); });
  auto set = emptySet(end - m_layers.begin());
  for (auto layer = m_layers.begin(); layer != end; ++layer)
    set->maps.insert(set->maps.end(), layer->begin(), layer->end());
  return set;
}

}  // namespace engine
