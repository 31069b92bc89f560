// Sets of attention heads. Square maps have positions: another dataset's, or their own.
#include "engine/attention/HeadAxes.h"

#include "engine/datasets/Exports.h"
#include "engine/datasets/TypedKind.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

Exported allArrays(const Dataset& dataset, const CommandOf&) {
  return exported(headFileArrays(*dataset.as<HeadSet>()));
}

Exported oneArray(const Dataset& dataset, const CommandOf&) {
  return exported(weightsAlone(*dataset.as<HeadSet>()));
}

class HeadsKind : public TypedKind<HeadSet> {
 public:
  std::string name() const override { return "attention"; }
  std::string heading() const override { return "Attention and pair maps"; }
  std::string icon() const override { return "heads"; }
  std::vector<Exporter> exporters() const override {
    const std::string withScores =
        "attention (layers, H, Lq, Lk), and scores where kept; of coevolution MI_with_APC and MI (C, C)";
    return {{".npz", "", withScores, allArrays},
            {".npy", "", "attention (layers, H, Lq, Lk); of coevolution its maps (1, 2, C, C)", oneArray},
            {".safetensors", "", withScores, allArrays}};
  }

  Index numPositions(const Dataset& dataset) const override {
    const auto* heads = dataset.as<HeadSet>();
    return heads && dataset.axes.empty() && heads->numQueries == heads->numKeys ? heads->numQueries : 0;
  }
  std::vector<Index> axisLengths(const Dataset& dataset) const override {
    const auto& heads = *dataset.as<HeadSet>();
    return {heads.numQueries, heads.numKeys};
  }
  std::vector<Residues> parts(const Dataset& dataset) const override {
    const auto* heads = dataset.as<HeadSet>();
    const Index length = numPositions(dataset);
    if (!heads || length == 0 || static_cast<Index>(heads->queryLetters.size()) != length) return {};
    return {residuesOfLetters(dataset.title, heads->queryLetters)};
  }
  /// Maps are about the first input when they have as many positions; those of sequences never.
  std::vector<DatasetId> axesOnInput(const Dataset& dataset, const Dataset& input) const override {
    const auto* heads = dataset.as<HeadSet>();
    // Contacts made of heads stand where these stand: on residues, which may be those of a structure.
    if (heads && !heads->areHeads && input.as<HeadSet>()) return input.axes;
    const bool covers =
        heads && heads->queryUnit != kRowUnit && heads->keyUnit != kRowUnit &&
        heads->numQueries == heads->numKeys && heads->numQueries == kindOf(input).numPositions(input);
    return covers ? std::vector<DatasetId>{input.id} : std::vector<DatasetId>{};
  }

 protected:
  std::string sizeOf(const HeadSet& heads) const override {
    if (!heads.areHeads)
      return counted(heads.count(), "map") + " of " + std::to_string(heads.numQueries) + " x " +
             std::to_string(heads.numKeys);
    return counted(heads.numLayers * heads.numHeads, "head") + " of " + std::to_string(heads.numQueries) + " x " +
           std::to_string(heads.numKeys);
  }
  std::string shownSizeOf(const HeadSet& heads) const override {
    if (!heads.areHeads)
      return counted(heads.count(), "map") + ", " + std::to_string(heads.numQueries) + " × " +
             std::to_string(heads.numKeys);
    return counted(heads.numLayers, "layer") + " × " + counted(heads.numHeads, "head") + ", " +
           std::to_string(heads.numQueries) + " × " + std::to_string(heads.numKeys);
  }
  Json factsOf(const HeadSet& heads) const override {
    Json labels = Json::array();
    bool isLabelled = false;
    for (const auto& map : heads.maps) {
      labels.push_back(map ? map->label : "");
      isLabelled = isLabelled || (map && !map->label.empty());
    }
    Json facts{
        {"layers", heads.numLayers}, {"heads", heads.numHeads}, {"queries", heads.numQueries}, {"keys", heads.numKeys}};
    if (isLabelled) facts["labels"] = labels;
    return facts;
  }
};

}  // namespace

std::unique_ptr<const Kind> makeHeadsKind() { return std::make_unique<HeadsKind>(); }

}  // namespace engine
