// Features of a sparse autoencoder on one protein.
#include <cmath>
#include <utility>
#include <vector>

#include "engine/base/Nth.h"
#include "engine/datasets/ExportFeatures.h"
#include "engine/datasets/TypedKind.h"
#include "engine/models/autoencoder/FeatureSet.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

/// Features that are plotted along the chain at once.
constexpr std::size_t kPlotted = 8;

Exported values(const Dataset& dataset, const CommandOf&) { return featureValuesTsv(*dataset.as<FeatureSet>()); }
Exported table(const Dataset& dataset, const CommandOf&) { return featureTableTsv(*dataset.as<FeatureSet>()); }
Exported featureArrays(const Dataset& dataset, const CommandOf&) {
  return exported(featureFileArrays(*dataset.as<FeatureSet>()));
}

class FeaturesKind : public TypedKind<FeatureSet> {
 public:
  std::string name() const override { return "features"; }
  std::string heading() const override { return "Features of models"; }
  std::string icon() const override { return "features"; }
  std::string textSuffix() const override { return ".tsv"; }
  std::vector<Exporter> exporters() const override {
    return {{".tsv", "", "a row per residue and feature that fires there: residue from 1, feature from 0", values},
            {".tsv", "table",
             "a row per feature that fires: largest value, number of residues, features most alike by decoder vector",
             table},
            {".npz", "", "residue, feature, value: the matrix (L, F) of values, those above 0 alone, counted from 0",
             featureArrays}};
  }
  std::optional<DatasetValue> restored(const ArrayBundle& arrays, const nlohmann::json& note) const override {
    return std::make_shared<const FeatureSet>(featuresOfFile(arrays, note));
  }

  Index numPositions(const Dataset& dataset) const override {
    const auto* set = dataset.as<FeatureSet>();
    return set && dataset.axes.empty() ? set->numResidues() : 0;
  }
  std::vector<Residues> parts(const Dataset& dataset) const override {
    if (numPositions(dataset) == 0) return {};
    return {residuesOfLetters(dataset.title, dataset.as<FeatureSet>()->letters)};
  }
  std::string positionName() const override { return "residue"; }
  PositionNumbers numbers(const Dataset& dataset) const override {
    const auto* set = dataset.as<FeatureSet>();
    if (!set) return {};
    std::vector<double> counts(set->letters.size(), 0);
    for (const FeatureValue& one : set->values) ++nth(counts, one.residue);
    PositionNumbers numbers;
    numbers.columns.push_back({"features that fire", "", std::move(counts)});
    for (const FiringFeature& one : set->firing) {
      if (numbers.columns.size() > kPlotted) break;
      const std::vector<float> all = set->valuesOf(one.feature);
      numbers.columns.push_back({"feature " + std::to_string(one.feature), "", {all.begin(), all.end()}});
    }
    return numbers;
  }

 protected:
  std::string sizeOf(const FeatureSet& set) const override {
    return counted(static_cast<Index>(set.firing.size()), "feature") + " of " + std::to_string(set.numFeatures) +
           " at " + counted(set.numResidues(), "residue");
  }
  Json factsOf(const FeatureSet& set) const override {
    Json facts{{"model", set.model},
               {"autoencoder", set.autoencoder},
               {"layer", set.layer},
               {"layers of the model", set.numLayers},
               {"residues", set.numResidues()},
               {"features", set.numFeatures},
               {"features that fire", set.firing.size()},
               {"values above 0", set.values.size()}};
    if (std::isfinite(set.explained)) facts["variance explained"] = std::round(1000 * set.explained) / 1000;
    return facts;
  }
};

}  // namespace

std::unique_ptr<const Kind> makeFeaturesKind() { return std::make_unique<FeaturesKind>(); }

}  // namespace engine
