// The architecture "esm3-blocks" (MATHEMATICS.md 7.1): blocks of ESM3 without what is before them, on given features.
#include <algorithm>

#include "engine/models/esm3/GeometricBlocks.h"
#include "engine/models/parts/Normalise.h"
#include "engine/models/parts/ReadWeights.h"

namespace engine {

namespace {

constexpr double kEpsilon = 1e-5;

template <class T>
class Esm3BlocksRun : public ModelRun<T> {
 public:
  Esm3BlocksRun(const ModelSetup& setup, Diagnostics& diagnostics)
      : m_setup(setup), m_blocks(setup, {framesOfAtoms(setup.input.backbone), setup.input.chains}) {
    const Index L = setup.input.backbone.length(0);
    requireShape("features", setup.input.features.shape(), {L, setup.sizes.width});
    warnOfMissingFrames(m_blocks.residues().frames, diagnostics);
  }

  Index numLayers() const override { return m_setup.sizes.layers; }
  Index numHeads() const override { return m_setup.sizes.heads; }
  std::vector<std::string> mapNames() const override { return m_blocks.mapNames(); }
  Index numLayersOf(const std::string& maps) const override { return m_blocks.numLayersOf(maps); }
  std::string unit(const std::string&) const override { return "residue"; }
  std::vector<std::string> positions(const std::string&) const override {
    std::vector<std::string> numbers;
    for (Index i = 1; i <= m_setup.input.backbone.length(0); ++i) numbers.push_back(std::to_string(i));
    return numbers;
  }
  std::vector<bool> specialPositions(const std::string& maps) const override {
    return std::vector<bool>(positions(maps).size(), false);
  }
  bool hiddenHasEmbedding() const override { return false; }
  bool hiddenEndsWithNorm() const override { return false; }

  ModelState<T> embed(const ModelCall& call) const override {
    call.progress.update(0, "features");
    const Array<float>& features = m_setup.input.features;
    Array<T> x(features.shape(), Untouched{}, "features");
    std::copy(features.begin(), features.end(), x.begin());
    return {std::move(x), {}};
  }
  LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                        const ModelCall& call) const override {
    return m_blocks.run(layer, state.x, wish, call);
  }
  std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const override {
    if (!m_setup.weights->contains("transformer.norm.weight")) return {{"last", state.x}};
    const auto norm = readNorm<T>(*m_setup.weights, "transformer.norm", m_setup.sizes.width);
    return {{"last", normalised(state.x, norm, kEpsilon, call)}};
  }

 private:
  ModelSetup m_setup;
  Esm3Blocks<T> m_blocks;
};

class Esm3BlocksAlone : public ArchitectureOf<Esm3BlocksRun> {
 public:
  std::string id() const override { return "esm3-blocks"; }
  std::string title() const override { return "ESM3 blocks"; }
  std::string help() const override {
    return "Blocks with geometric attention, of the trunk or of the structure encoder of ESM3, without tables of "
           "tokens: "
           "features (L, D) enter the first one. Hayes et al. 2024.";
  }
  ModelTakes takes() const override { return ModelTakes::featuresAndBackbone; }
  bool recognises(const ModelWeights& weights) const override {
    return hasGeometricAttention(weights, 0) && !weights.contains("encoder.sequence_embed.weight") &&
           !weights.contains("relative_positional_embedding.embedding.weight");
  }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override { return sizesOfEsm3(weights, heads); }
  std::vector<std::string> neededNames(const ModelWeights& weights, const ModelSizes& sizes) const override {
    return esm3BlockNames(weights, sizes);
  }
};

}  // namespace

std::unique_ptr<const Architecture> makeEsm3Blocks() { return std::make_unique<Esm3BlocksAlone>(); }

}  // namespace engine
