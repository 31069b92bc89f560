// Heads of a model that ran: kept while memory allows, made again from the state that entered their layer otherwise.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/models/RunModel.h"

namespace engine {

/// Collects maps of one name while a model runs and hands them out as a set of heads.
class ModelHeads {
 public:
  /// `budget`: bytes that all maps of this name may take. `options` are those that the model ran with. Maps are copied,
  /// checked and made again on `threads` threads.
  ModelHeads(std::shared_ptr<const ModelRun<float>> run, std::string maps, ModelRunOptions<float> options,
             std::size_t budget, int threads);

  /// The maps (H, n, m) of a layer; kept if they fit beside those that are kept. Those of other shapes are passed over.
  void take(Index layer, const LayerMaps<float>& maps);
  /// Whether maps had to be dropped, so that the states that entered the layers are needed for heads().
  bool needsStates() const { return m_dropped; }
  /// Null when no layer gave maps (H, n, m). Missing maps are made when they are asked for, on `threads` threads: out of
  /// `states` (n + 1 of runModel), or without these from the first layer on, quickest when layers are asked for in order.
  std::shared_ptr<HeadSet> heads(std::vector<std::shared_ptr<const ModelState<float>>> states) const;
  /// Those of the layers that came first and were kept, while the model still runs; null when there are none.
  std::shared_ptr<HeadSet> headsSoFar() const;

 private:
  using Layer = std::vector<std::shared_ptr<const AttentionMap>>;
  /// Of so many layers, without maps; null where there are none.
  std::shared_ptr<HeadSet> emptySet(Index layers) const;

  std::shared_ptr<const ModelRun<float>> m_run;
  std::string m_maps;
  ModelRunOptions<float> m_options;
  std::size_t m_budget, m_bytes = 0;
  int m_threads;
  bool m_dropped = false;
  std::vector<Layer> m_layers;
  Index m_heads = 0, m_queries = 0, m_keys = 0;
};

/// Sets tokens, letters and unit of the positions of maps that the run gives under this name. Letters: '-' of a special
/// token, the letter of a residue, 'X' of a longer token; none where positions have a unit.
template <class T>
void nameModelPositions(HeadSet& heads, const ModelRun<T>& run, const std::string& maps);

}  // namespace engine
