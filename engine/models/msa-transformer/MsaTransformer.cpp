#include "engine/models/msa-transformer/MsaRun.h"
#include "engine/models/parts/ShapeFacts.h"

namespace engine {

namespace {

class MsaTransformerArchitecture : public ArchitectureOf<MsaRun> {
 public:
  std::string id() const override { return "msa-transformer"; }
  std::string title() const override { return "MSA Transformer"; }
  std::string help() const override {
    return "Reads an alignment of at most 1024 rows, the first of which is the query (Rao et al. 2021): one map per "
           "head along the sequence, shared by all rows, and one per column along the alignment.";
  }
  ModelTakes takes() const override { return ModelTakes::alignment; }
  bool recognises(const ModelWeights& weights) const override {
    return weights.contains("layers.0.row_self_attention.layer.q_proj.weight");
  }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override {
    constexpr Index kUnusedPositions = 2;
    ModelSizes sizes;
    sizes.layers = layersNamed(weights, "layers.", ".row_self_attention.layer.q_proj.weight");
    sizes.vocabulary = lengthOf(weights, "embed_tokens.weight", 0);
    sizes.width = lengthOf(weights, "embed_tokens.weight", 1);
    sizes.feedForward = lengthOf(weights, msaLayerNames(weights, 0).row.feedIn + ".weight", 0);
    sizes.maxTokens = lengthOf(weights, "embed_positions.weight", 0) - kUnusedPositions;
    settleHeads(sizes, weights, heads);
    return sizes;
  }
  std::vector<std::string> neededNames(const ModelWeights& weights, const ModelSizes& sizes) const override {
    std::vector<std::string> all{"embed_tokens.weight", "embed_positions.weight"};
    for (const char* norm : {"emb_layer_norm_before", "emb_layer_norm_after"})
      for (const char* part : {".weight", ".bias"}) all.push_back(std::string(norm) + part);
    for (Index layer = 0; layer < sizes.layers; ++layer) {
      const MsaLayerNames names = msaLayerNames(weights, layer);
      for (const LayerNames& axis : {names.row, names.column})
        for (std::string& name : axis.needed()) all.push_back(std::move(name));
    }
    return all;
  }
};

}  // namespace

std::unique_ptr<const Architecture> makeMsaTransformer() { return std::make_unique<MsaTransformerArchitecture>(); }

}  // namespace engine
