// Pretrained transformers: what a set of weights is, and how it runs on an input, layer by layer.
//
// An Architecture recognises weights by their names and prepares a ModelRun for one input. The run embeds the input,
// turns the state layer by layer and reads out predictions; whoever drives it (RunModel.h) keeps what is asked for, so
// that maps can be shown as they come, heads switched off, states changed, and single layers run again.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/models/ModelWeights.h"

namespace engine {

/// What the shapes and facts of weights say.
struct ModelSizes {
  Index layers = 0;              ///< n
  Index heads = 0;               ///< H
  Index width = 0;               ///< D, a multiple of H
  Index feedForward = 0;         ///< F
  Index vocabulary = 0;          ///< V: rows of the table of tokens; 0: no tokens
  Index maxTokens = 0;           ///< 0: any number
  std::string headsOrigin;       ///< where H comes from: "config.json", "assumed for 33 layers of width 1280"
  bool areHeadsAssumed = false;  ///< a guess from a table of known models, to be said and changeable
};

/// What a model runs on; which member counts is Architecture::takes.
struct ModelInput {
  std::string sequence;           ///< letters; "<mask>" or '_' is the mask token
  std::vector<std::string> rows;  ///< of an alignment, equally long, without insertions; the first is the query
  std::vector<std::string> rowNames = {};  ///< of the rows, or none
  Array<float> backbone;                   ///< (L, 3, 3): N, CA, C in Å; NaN where unknown
  Array<float> features;                   ///< (T, D): what enters the first layer, where there is no table of tokens
  std::vector<std::int64_t> residueNumbers = {};  ///< L: of the residues or columns, with their gaps; empty: 0, 1, ...
  std::vector<std::int64_t> chains = {};  ///< L: of the backbone, residues of another chain are not seen; empty: one chain
};
/// Throws Error unless there is one number for each, or none.
void requireResidueNumbers(const ModelInput& input, Index residues);
enum class ModelTakes { sequence, alignment, backbone, featuresAndBackbone };

/// What a layer turns into what the next one takes.
template <class T>
struct ModelState {
  Array<T> x;     ///< (T, D), or (R, C, D) of an alignment
  Array<T> pair;  ///< (L, L, K); empty where the model has no pair features
};

/// Maps of one layer by name: one of ModelRun::mapNames. Axes begin with the heads: attention (H, T, T), row_attention
/// (H, C, C), column_attention (H, C, R, R), column_mean (H, R, R).
template <class T>
using LayerMaps = std::map<std::string, Array<T>>;

/// Maps of one kind.
template <class T>
LayerMaps<T> mapsNamed(const std::string& name, Array<T> maps) {
  LayerMaps<T> all;
  maps.name = name;
  all.emplace(name, std::move(maps));
  return all;
}

/// What becomes of a head that is taken away: its weights are all 0 (zero), 1/T (uniform), or every query gets the mean
/// of all queries' rows (mean), by which the head's output is the same everywhere.
enum class HeadAblation { none, zero, uniform, mean };

/// What is asked of one layer.
struct LayerWish {
  std::set<std::string, std::less<>> unwanted;  ///< names of maps that need not be given
  /// Of head `head` of the maps of this name in this layer; empty: none.
  std::function<HeadAblation(std::string_view maps, Index head)> ablation;

  bool wants(std::string_view maps) const { return unwanted.find(maps) == unwanted.end(); }
};

/// Where and with whom a run works.
struct ModelCall {
  const Compute& where;
  Diagnostics& diagnostics;
  Progress& progress;
};

/// A regression from the maps of all layers to contacts: sigmoid(sum_c w_c F_c + b) with c = layer * H + head.
template <class T>
struct ContactHeadWeights {
  std::string maps;  ///< name of the maps that it takes
  Array<T> weights;  ///< (layers * H)
  T bias = 0;
  Index cutFirst = 0, cutLast = 0;  ///< positions of special tokens that are left out
};

/// A model on one input. Keeps no weights: each layer's are read when it runs. Safe to use from several threads.
template <class T>
class ModelRun {
 public:
  virtual ~ModelRun() = default;

  virtual Index numLayers() const = 0;
  virtual Index numHeads() const = 0;
  /// Names of the maps that layers give; the first are shown first.
  virtual std::vector<std::string> mapNames() const { return {"attention"}; }
  /// How many layers, from the first on, give maps of this name.
  virtual Index numLayersOf(const std::string& /*maps*/) const { return numLayers(); }
  /// One text per position of the maps of this name: "<cls>", "M", ...; of columns of an alignment those of the query.
  virtual std::vector<std::string> positions(const std::string& maps) const = 0;
  /// 1 where a position is no residue; as long as positions(maps).
  virtual std::vector<bool> specialPositions(const std::string& maps) const = 0;
  /// Whether the rows of the maps sum to 1; otherwise to less.
  virtual bool rowsSumToOne() const { return true; }
  /// What a position of these maps is, where it is no residue or token: "row" of an alignment.
  virtual std::string unit(const std::string& /*maps*/) const { return {}; }
  /// Token numbers, (T) or (R, C); empty where the model takes none.
  virtual Array<std::int64_t> tokens() const { return {}; }
  /// What the columns of the logits stand for; empty: no logits.
  virtual std::vector<std::string> vocabulary() const { return {}; }
  /// hidden[0] is what enters the first layer; otherwise hidden begins with what the first layer leaves.
  virtual bool hiddenHasEmbedding() const { return true; }
  /// The last of the hidden states is behind the final norm, as libraries give it.
  virtual bool hiddenEndsWithNorm() const { return true; }

  /// What enters the first layer.
  virtual ModelState<T> embed(const ModelCall& call) const = 0;
  /// Turns the state into what the layer leaves; returns its maps.
  virtual LayerMaps<T> runLayer(Index layer, ModelState<T>& state, const LayerWish& wish,
                                const ModelCall& call) const = 0;
  /// The maps of a layer alone, given what enters it. Where it is cheaper than the whole layer.
  virtual LayerMaps<T> mapsOfLayer(Index layer, const ModelState<T>& state, const LayerWish& wish,
                                   const ModelCall& call) const {
    ModelState<T> copy = state;
    return runLayer(layer, copy, wish, call);
  }
  /// What the model makes of a state behind its last layer (or, as a lens, any layer): "last" (as x; behind the final
  /// norm where there is one), "logits" (..., V), and what is the model's own.
  virtual std::map<std::string, Array<T>> readOut(const ModelState<T>& state, const ModelCall& call) const = 0;
  /// No weights: the model has none.
  virtual ContactHeadWeights<T> contactRegression() const { return {}; }
};

/// All that a run is prepared from.
struct ModelSetup {
  std::shared_ptr<const ModelWeights> weights;
  ModelSizes sizes;
  ModelInput input;
};

/// Stateless; one object per line of models.def.
class Architecture {
 public:
  virtual ~Architecture() = default;
  virtual std::string id() const = 0;     ///< "esm2"
  virtual std::string title() const = 0;  ///< "ESM-2"
  virtual std::string help() const = 0;   ///< sources, and what is special, in a few lines
  virtual ModelTakes takes() const { return ModelTakes::sequence; }
  /// Whether names and facts are those of this model. Asked in the order of models.def; the first that says yes is it.
  virtual bool recognises(const ModelWeights& weights) const = 0;
  /// From shapes and facts. `heads` > 0: as the user says. Throws Error naming file and weight.
  virtual ModelSizes sizes(const ModelWeights& weights, Index heads = 0) const = 0;
  /// Names of the weights that a model of these sizes needs, as this file spells them (for "what is missing").
  virtual std::vector<std::string> neededNames(const ModelWeights& weights, const ModelSizes& sizes) const = 0;
  /// Reads letters into tokens and checks the input against the sizes. Throws Error; warns of unknown letters.
  virtual std::unique_ptr<ModelRun<float>> prepareFloat(const ModelSetup& setup, Diagnostics& diagnostics) const = 0;
  virtual std::unique_ptr<ModelRun<double>> prepareDouble(const ModelSetup& setup, Diagnostics& diagnostics) const = 0;
};

/// An architecture whose runs are Run<float> and Run<double>, made from (ModelSetup, Diagnostics&).
template <template <class> class Run>
class ArchitectureOf : public Architecture {
 public:
  std::unique_ptr<ModelRun<float>> prepareFloat(const ModelSetup& setup, Diagnostics& diagnostics) const final {
    return std::make_unique<Run<float>>(setup, diagnostics);
  }
  std::unique_ptr<ModelRun<double>> prepareDouble(const ModelSetup& setup, Diagnostics& diagnostics) const final {
    return std::make_unique<Run<double>>(setup, diagnostics);
  }
};

/// In the order in which they are asked whether weights are theirs.
const std::vector<std::unique_ptr<const Architecture>>& architectures();
/// The first that recognises the weights; null: none.
const Architecture* recognisedArchitecture(const ModelWeights& weights);
/// Throws Error naming file, three of its names and the models that are known.
const Architecture& architectureOf(const ModelWeights& weights);
/// Throws Error that lists the first three of the needed names that the weights lack, and how many more.
void requireNames(const ModelWeights& weights, const Architecture& architecture, const ModelSizes& sizes);

}  // namespace engine
