// ESM-2, and ESM-1b with ESM-1v: one family, told apart by its positions.
#include "engine/models/esm/EsmRun.h"
#include "engine/models/parts/ShapeFacts.h"

namespace engine {

namespace {

class EsmArchitecture : public ArchitectureOf<EsmRun> {
 public:
  explicit EsmArchitecture(bool isRotary) : m_isRotary(isRotary) {}

  std::string id() const override { return m_isRotary ? "esm2" : "esm1b"; }
  std::string title() const override { return m_isRotary ? "ESM-2" : "ESM-1b, ESM-1v"; }
  std::string help() const override {
    return m_isRotary ? "Protein language model with rotary positions (Lin et al. 2023), as published by fair-esm or "
                        "for transformers, with contacts where the file of its regression lies beside."
                      : "Protein language models with learned positions, at most 1022 residues (Rives et al. 2021; "
                        "Meier et al. 2021), as published by fair-esm or for transformers.";
  }
  bool recognises(const ModelWeights& weights) const override {
    const auto names = esmNames(weights);
    return names && hasRotaryPositions(weights, *names) == m_isRotary;
  }

  ModelSizes sizes(const ModelWeights& weights, Index heads) const override {
    const EsmNames names = *esmNames(weights);
    const std::string layers = names.isTransformers ? names.prefix + "encoder.layer." : "layers.";
    const std::string query = names.layer(0).query + ".weight", feedIn = names.layer(0).feedIn + ".weight";
    ModelSizes sizes;
    sizes.layers = layersNamed(weights, layers, query.substr(layers.size() + 1));
    sizes.vocabulary = lengthOf(weights, names.embedding, 0);
    sizes.width = lengthOf(weights, names.embedding, 1);
    sizes.feedForward = lengthOf(weights, feedIn, 0);
    constexpr Index kUnusedPositions = 2;
    if (!m_isRotary) sizes.maxTokens = lengthOf(weights, names.positions, 0) - kUnusedPositions;
    settleHeads(sizes, weights, heads);
    return sizes;
  }

  std::vector<std::string> neededNames(const ModelWeights& weights, const ModelSizes& sizes) const override {
    const EsmNames names = *esmNames(weights);
    std::vector<std::string> all{names.embedding, names.normAfter + ".weight", names.normAfter + ".bias"};
    if (!m_isRotary) all.push_back(names.positions);
    for (Index layer = 0; layer < sizes.layers; ++layer)
      for (std::string& name : names.layer(layer).needed()) all.push_back(std::move(name));
    return all;
  }

 private:
  bool m_isRotary;
};

}  // namespace

std::unique_ptr<const Architecture> makeEsm2() { return std::make_unique<EsmArchitecture>(true); }
std::unique_ptr<const Architecture> makeEsm1b() { return std::make_unique<EsmArchitecture>(false); }

}  // namespace engine
