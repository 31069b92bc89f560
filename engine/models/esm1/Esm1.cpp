#include "engine/models/esm1/Esm1Run.h"
#include "engine/models/parts/ShapeFacts.h"

namespace engine {

namespace {

class Esm1Architecture : public ArchitectureOf<Esm1Run> {
 public:
  std::string id() const override { return "esm1"; }
  std::string title() const override { return "ESM-1"; }
  std::string help() const override {
    return "The protein language model of 2019 (Rives et al. 2021, first version): positions as waves, and one learned "
           "key that every residue sees beside the others, so that the rows of its maps sum to less than 1.";
  }
  bool recognises(const ModelWeights& weights) const override {
    return weights.contains("layers.0.self_attn.bias_k") && weights.contains("embed_out");
  }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override {
    ModelSizes sizes;
    sizes.layers = layersNamed(weights, "layers.", ".self_attn.q_proj.weight");
    sizes.vocabulary = lengthOf(weights, "embed_tokens.weight", 0);
    sizes.width = lengthOf(weights, "embed_tokens.weight", 1);
    sizes.feedForward = lengthOf(weights, "layers.0.fc1.weight", 0);
    settleHeads(sizes, weights, heads);
    return sizes;
  }
  std::vector<std::string> neededNames(const ModelWeights&, const ModelSizes& sizes) const override {
    std::vector<std::string> all{"embed_tokens.weight", "embed_out"};
    for (Index layer = 0; layer < sizes.layers; ++layer) {
      for (std::string& name : fairseqLayerNames(layer).needed()) all.push_back(std::move(name));
      for (const char* name : {"bias_k", "bias_v"})
        all.push_back("layers." + std::to_string(layer) + ".self_attn." + name);
    }
    return all;
  }
};

}  // namespace

std::unique_ptr<const Architecture> makeEsm1() { return std::make_unique<Esm1Architecture>(); }

}  // namespace engine
