// Every operation of the registry on small inputs.
#pragma once

#include <gtest/gtest.h>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadSet.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/Format.h"
#include "engine/models/RandomWeights.h"
#include "engine/operations/Operation.h"
#include "engine/trees/Tree.h"
#include "tests/engine/structure/Samples.h"
#include "tests/support/Files.h"

namespace test {

using namespace engine;

template <class T>
DatasetPtr datasetOf(const std::string& id, T value) {
  Dataset dataset;
  dataset.id = dataset.title = id;
  dataset.value = std::make_shared<const T>(std::move(value));
  return std::make_shared<const Dataset>(std::move(dataset));
}

/// Runs any of them; mechanisms on their samples.
class OperationRuns : public testing::Test {
 protected:
  OperationRuns() {
    std::filesystem::create_directories(folder.path() / "db");
    writeText(folder.path() / "db" / "t.a3m", ">t\nMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ\n");
  }

  std::vector<Dataset> run(const Operation& operation, const Compute& compute) const {
    ParameterValues values;
    for (const Parameter& parameter : operation.parameters()) {
      if (parameter.key == "database") values.set("database", (folder.path() / "db").string());
      if (parameter.key == "longest") values.set("longest", std::int64_t{16});
      if (parameter.key == "sequence") values.set("sequence", std::string("MKTA"));
      if (operation.id() == "ablate" && parameter.key == "ablate") values.set("ablate", std::string("1.1"));
      if (parameter.key == "seeds") values.set("seeds", std::int64_t{2});
      const bool isLearning = operation.id().starts_with("train ") || operation.id() == "compare-couplings";
      if (isLearning && parameter.key.ends_with("steps")) values.set(parameter.key, std::int64_t{3});
      if (parameter.key == "judged") values.set("judged", std::int64_t{16});
      if (parameter.key == "shuffled") values.set("shuffled", std::int64_t{10});
      if (parameter.key == "layer" && operation.id() == "features") values.set("layer", std::int64_t{1});
    }
    std::vector<DatasetPtr> inputs;
    for (const OperationInput& input : operation.inputs()) inputs.push_back(inputFor(input, compute));
    const bool learnsPairs = operation.id() == "train factored" || operation.id() == "train potts";
    const bool switchesOff = operation.id() == "ablate-learned";
    if (learnsPairs || switchesOff || operation.id() == "compare-couplings") inputs.front() = pairOfRows();
    if (switchesOff || operation.id() == "learned") inputs[1] = learnedOfPair();
    Diagnostics diagnostics;
    Progress progress;
    return operation.run(inputs, values, compute, diagnostics, progress);
  }
  /// Weights after three steps.
  DatasetPtr learnedOfPair() const {
    for (Dataset& result : run(findOperation("train factored"), {}))
      if (result.id.text().ends_with(".weights")) return std::make_shared<const Dataset>(std::move(result));
    return nullptr;
  }
  /// Null for optional inputs: mechanisms run on their samples.
  DatasetPtr inputFor(const OperationInput& input, const Compute& compute) const {
    if (input.isOptional) return nullptr;
    if (input.name == "autoencoder") {
      constexpr Index kWidth = 8, kFeatures = 3;
      return datasetOf("autoencoder", ArrayBundle{{"encoder.weight", Array<float>({kFeatures, kWidth}, 0.1F)},
                                                  {"encoder.bias", Array<float>({kFeatures}, 1.0F)},
                                                  {"decoder.weight", Array<float>({kWidth, kFeatures}, 0.1F)},
                                                  {"decoder.bias", Array<float>({kWidth}, 0.0F)}});
    }
    if (input.name == "translator") return std::make_shared<const Dataset>(translator());
    switch (input.kinds.front()) {
      case DatasetKind::structure: {
        Structure structure = lactateDehydrogenase();
        structure.chains.front().residues.resize(kResidues);
        return datasetOf("structure", std::move(structure));
      }
      case DatasetKind::heads:
        return datasetOf("heads", heads());
      case DatasetKind::modelWeights: {
        ModelSizes sizes;
        sizes.layers = sizes.heads = 2;
        sizes.width = sizes.feedForward = 8;
        sizes.vocabulary = 33;
        return datasetOf("weights", randomWeights(esm2Shapes(sizes), 1, "weights"));
      }
      case DatasetKind::arrays:
        if (input.name == "arrays") return resultOf("attention dot", {}, DatasetKind::arrays);
        if (input.name == "groups")
          return datasetOf("groups", ArrayBundle{{"site", Array<double>({3}, std::vector<double>{21, 22, 23})}});
        if (input.name != "weights") break;
        return datasetOf("weights", ArrayBundle{{"weights", Array<double>({2, 1}, 0.5)},
                                                {"bias", Array<double>({1}, -1.0)}});
      case DatasetKind::alignment:
        if (input.kinds.size() > 1) break;
        return datasetOf("alignment", alignmentOf({Sequence::fromLetters("q", "MKTAYIAKQR")}));
      case DatasetKind::tree: {
        Tree tree;
        tree.add(-1, 0, "q");
        return datasetOf("tree", std::move(tree));
      }
      case DatasetKind::searchResult:
        return std::make_shared<const Dataset>(run(findOperation("search"), compute).front());
      default:
        break;
    }
    return datasetOf("sequences", SequenceSet{{Sequence::fromLetters("q", "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ")}});
  }

  DatasetPtr resultOf(const char* operation, const Compute& compute, DatasetKind kind) const {
    for (Dataset& result : run(findOperation(operation), compute))
      if (result.kind() == kind) return std::make_shared<const Dataset>(std::move(result));
    return nullptr;
  }

  /// The least that can be learned from.
  static DatasetPtr pairOfRows() {
    return datasetOf("alignment", alignmentOf({Sequence::fromLetters("q", "MKTAYIAKQR"),
                                               Sequence::fromLetters("r", "MRTAWI-KNR")}));
  }

  static Dataset translator() {
    Diagnostics diagnostics;
    Progress progress;
    return load(sampleFile("translators/reverse.safetensors"), diagnostics, progress);
  }

  /// Two layers of a head each for the structure's chain.
  static HeadSet heads() {
    HeadSet heads;
    heads.numLayers = 2;
    heads.numHeads = 1;
    heads.numQueries = heads.numKeys = kResidues;
    const Structure structure = lactateDehydrogenase();
    for (size_t k = 0; k < kResidues; ++k) heads.queryLetters += structure.chains.front().residues[k].letter;
    heads.keyLetters = heads.queryLetters;
    for (Index k = 0; k < 2; ++k) {
      auto map = std::make_shared<AttentionMap>();
      map->weights = Array<float>({kResidues, kResidues}, 0.5F / kResidues, "attention");
      for (Index i = 0; i < kResidues; ++i) map->weights(i, (i + 7 * k) % kResidues) += 0.5F;
      heads.maps.push_back(std::move(map));
    }
    return heads;
  }

  static constexpr Index kResidues = 40;
  TemporaryFolder folder;
};

}  // namespace test
