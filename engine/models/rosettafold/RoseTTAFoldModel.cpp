// The architecture "rosettafold" (MATHEMATICS.md 8).
#include "engine/models/parts/ShapeFacts.h"
#include "engine/models/rosettafold/RoseTTAFoldRun.h"

namespace engine {

namespace {

const std::string kLetterWeights = "msa_emb.emb.weight", kPlaces = "msa_emb.pos.pe";
/// (m, d): as wide as a head.
const std::string kFeatures = "msa2msa.encoder_2.layers.0.attn.fast_attention.projection_matrix";

class RoseTTAFold : public ArchitectureOf<RoseTTAFoldRun> {
 public:
  std::string id() const override { return "rosettafold"; }
  std::string title() const override { return "RoseTTAFold, two tracks"; }
  std::string help() const override {
    return "Maps are those of MSA2MSA, attention along the sequence that all rows share, before they are symmetrised "
           "for "
           "the pairs. Blocks behind the first need pair features; of models with templates, as released, only the "
           "first "
           "block is shown. Baek et al. 2021.";
  }
  ModelTakes takes() const override { return ModelTakes::alignment; }
  bool recognises(const ModelWeights& weights) const override {
    return weights.contains(kLetterWeights) && weights.contains(roseTtaFoldBlock(0) + kFeatures);
  }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override {
    ModelSizes sizes;
    sizes.vocabulary = lengthOf(weights, kLetterWeights, 0);
    sizes.width = lengthOf(weights, kLetterWeights, 1);
    const Index blocks = layersNamed(weights, "feat_extractor.iter_block_1.", "." + kFeatures);
    sizes.layers = hasPairTrack(weights) ? blocks : 1;
    sizes.feedForward = lengthOf(weights, roseTtaFoldBlock(0) + "msa2msa.encoder_1.layers.0.ff.linear1.weight", 0);
    if (weights.contains(kPlaces)) sizes.maxTokens = lengthOf(weights, kPlaces, 1);
    const std::string features = roseTtaFoldBlock(0) + kFeatures;
    const Index depth = lengthOf(weights, features, 1);
    sizes.heads = depth < 1 ? 0 : sizes.width / depth;
    sizes.headsOrigin = "projection_matrix";
    if (sizes.heads * depth != sizes.width || sizes.heads < 1 || (heads > 0 && heads != sizes.heads))
      fail(weights.source->name(), ", array ", features, ": found ", depth, " channels per head and a width of ",
           sizes.width, ", expected ", heads > 0 ? std::to_string(heads) + " heads" : "a whole number of heads");
    return sizes;
  }
  std::vector<std::string> neededNames(const ModelWeights& weights, const ModelSizes& sizes) const override {
    std::vector<std::string> names = {kLetterWeights, "msa_emb.pos_q.pe.weight"};
    for (Index block = 0; block < sizes.layers; ++block) {
      addMsaToMsa(names, roseTtaFoldBlock(block) + "msa2msa.");
      if (!hasPairTrack(weights)) continue;
      for (const char* name :
           {"msa2pair.proj_1.weight", "msa2pair.coevol.proj_2.weight", "msa2pair.update.layer.0.weight",
            "pair2pair.encoder.layers.0.attn_L.to_query.weight", "pair2msa.encoder.layers.0.attn.proj_pair.weight"})
        names.push_back(roseTtaFoldBlock(block) + name);
    }
    return names;
  }

 private:
  static void addMsaToMsa(std::vector<std::string>& names, const std::string& block) {
    for (const char* encoder : {"encoder_1.layers.0.", "encoder_2.layers.0."}) {
      for (const char* map :
           {"attn.to_query", "attn.to_key", "attn.to_value", "attn.to_out", "ff.linear1", "ff.linear2"})
        names.push_back(block + encoder + map + ".weight");
      for (const char* norm : {"norm1.a_2", "norm1.b_2", "norm2.a_2", "norm2.b_2"})
        names.push_back(block + encoder + norm);
    }
    for (const char* map : {"to_query", "to_key"})
      names.push_back(block + "encoder_1.layers.0.attn.seq_weight." + map + ".weight");
    names.push_back(block + "encoder_2.layers.0.attn.fast_attention.projection_matrix");
  }
};

}  // namespace

std::unique_ptr<const Architecture> makeRoseTTAFold() { return std::make_unique<RoseTTAFold>(); }

}  // namespace engine
