#include "engine/models/RunModel.h"

#include <algorithm>
#include <optional>

#include "engine/models/parts/ContactHead.h"

namespace engine {

namespace {

/// Tells how many layers are done, whatever the steps of one report.
class LayerProgress : public Progress {
 public:
  LayerProgress(Progress& parent, Index layers) : m_parent(parent), m_layers(layers) {}
  void begin(Index layer) {
    m_fraction = double(layer) / double(m_layers + 1);
    m_step =
        layer < m_layers ? "layer " + std::to_string(layer + 1) + " of " + std::to_string(m_layers) : "predictions";
    m_parent.update(m_fraction, m_step);
  }
  bool cancelled() const override { return m_parent.cancelled(); }

 protected:
  void report(double, std::string_view) override { m_parent.update(m_fraction, m_step); }

 private:
  Progress& m_parent;
  Index m_layers;
  double m_fraction = 0;
  std::string m_step = "embedding";
};

template <class T>
std::unique_ptr<ModelRun<T>> prepare(const Architecture& architecture, const ModelSetup& setup,
                                     Diagnostics& diagnostics);
template <>
std::unique_ptr<ModelRun<float>> prepare(const Architecture& architecture, const ModelSetup& setup,
                                         Diagnostics& diagnostics) {
  return architecture.prepareFloat(setup, diagnostics);
}
template <>
std::unique_ptr<ModelRun<double>> prepare(const Architecture& architecture, const ModelSetup& setup,
                                          Diagnostics& diagnostics) {
  return architecture.prepareDouble(setup, diagnostics);
}

}  // namespace

template <class T>
PreparedModel<T> preparedModel(std::shared_ptr<const ModelWeights> weights, ModelInput input, Index heads,
                               Diagnostics& diagnostics) {
  PreparedModel<T> model;
  model.architecture = &architectureOf(*weights);
  model.source = weights->source->name();
  model.weights = weights->source;
  model.sizes = model.architecture->sizes(*weights, heads);
  requireNames(*weights, *model.architecture, model.sizes);
  const ModelSetup setup{std::move(weights), model.sizes, std::move(input)};
  model.run = prepare<T>(*model.architecture, setup, diagnostics);
  return model;
}

template <class T>
LayerWish wishFor(Index layer, const ModelRunOptions<T>& options) {
  LayerWish wish;
  wish.unwanted = options.unwanted;
  if (options.ablation)
    wish.ablation = [layer, ablation = options.ablation](std::string_view maps, Index head) {
      return ablation(layer, maps, head);
    };
  return wish;
}

template <class T>
ModelResult<T> runModel(const ModelRun<T>& run, const ModelRunOptions<T>& options, const ModelCall& call) {
  const Index layers = run.numLayers();
  LayerProgress progress(call.progress, layers);
  const ModelCall inner{call.where, call.diagnostics, progress};
  ModelResult<T> result;
  ModelState<T> state = run.embed(inner);
  const ContactHeadWeights<T> regression = run.contactRegression();
  std::optional<ContactSum<T>> contacts;
  const auto enter = [&](Index layer) {
    progress.begin(layer);
    if (options.beforeLayer) options.beforeLayer(layer, state);
    if (options.keepsStates) result.states.push_back(std::make_shared<const ModelState<T>>(state));
  };
  for (Index layer = 0; layer < layers; ++layer) {
    enter(layer);
    LayerMaps<T> maps = run.runLayer(layer, state, wishFor(layer, options), inner);
    if (const auto taken = maps.find(regression.maps); !regression.weights.empty() && taken != maps.end()) {
      if (!contacts) contacts.emplace(regression, taken->second.length(1));
      contacts->add(layer, taken->second, call.where.threads);
    }
    if (options.layerFinished) options.layerFinished(layer, maps);
  }
  enter(layers);
  result.outputs = run.readOut(state, inner);
  if (contacts) result.outputs["contacts"] = contacts->contacts();
  return result;
}

template <class T>
Array<T> hiddenOf(const ModelRun<T>& run, const ModelResult<T>& result) {
  if (result.states.empty()) return {};
  std::vector<const Array<T>*> parts;
  for (const auto& state : result.states) parts.push_back(&state->x);
  if (!run.hiddenHasEmbedding()) parts.erase(parts.begin());
  if (run.hiddenEndsWithNorm() && !parts.empty()) parts.back() = &result.outputs.at("last");
  Shape shape = result.states.front()->x.shape();
  shape.insert(shape.begin(), std::ssize(parts));
  Array<T> hidden(shape, Untouched{}, "hidden");
  T* target = hidden.data();
  for (const Array<T>* part : parts) target = std::copy(part->begin(), part->end(), target);
  return hidden;
}

#define INSTANTIATE(T)                                                                                           \
  template PreparedModel<T> preparedModel(std::shared_ptr<const ModelWeights>, ModelInput, Index, Diagnostics&); \
  template LayerWish wishFor(Index, const ModelRunOptions<T>&);                                                  \
  template ModelResult<T> runModel(const ModelRun<T>&, const ModelRunOptions<T>&, const ModelCall&);             \
  template Array<T> hiddenOf(const ModelRun<T>&, const ModelResult<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
