// Attention on the cells of an alignment, of an open alignment: tokens, embedding, place and target encoding are made
// of it, weights are made up as well or come out of a file (engine/attention/MATHEMATICS.md 7.8).
#include <algorithm>
#include <sstream>
#include <string_view>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadAxes.h"
#include "engine/attention/msa/UntrainedWeights.h"
#include "engine/attention/rosettafold-msa/MsaEmbedding.h"
#include "engine/attention/samples/ResidueHeads.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/AlignmentRows.h"
#include "engine/operations/MechanismOperation.h"
#include "engine/operations/models/ModelInput.h"

namespace engine {

namespace {

const std::string kEmbedding = "msa_emb", kTable = kEmbedding + ".emb.weight", kPlaces = kEmbedding + ".pos.pe",
                  kTargets = kEmbedding + ".pos_q.pe.weight";
constexpr std::int64_t kUsualHeads = 4;

/// Where alignments and arrays are told apart: data, not weights.
bool isData(const std::string& name) { return name == "X" || name == "msa" || name == "idx" || name == "padding"; }

const ArrayDescription* findInput(const std::vector<ArrayDescription>& inputs, const std::string& name) {
  const auto found =
      std::find_if(inputs.begin(), inputs.end(), [&](const ArrayDescription& input) { return input.name == name; });
  return found == inputs.end() ? nullptr : &*found;
}

bool takesTokens(const std::vector<ArrayDescription>& inputs) {
  const ArrayDescription* const msa = findInput(inputs, "msa");
  return msa && msa->type == ArrayType::integer && msa->shape == "(N, L)";
}
bool takesCells(const std::vector<ArrayDescription>& inputs) {
  const ArrayDescription* const X = findInput(inputs, "X");
  return X && !X->isOptional && (X->shape == "(R, C, D)" || X->shape == "(N, L, D)");
}

/// Lengths of the letters in the shapes of weights, for features of this width.
Sizes sizesOf(double width, double heads) {
  const double perHead = width / heads, features = 64;
  return {{"D", width},   {"Dout", width}, {"H", heads},      {"d", perHead},  {"e", perHead},
          {"v", perHead}, {"F", 4 * width}, {"m", features}, {"M", features}, {"V", 21}};
}

/// Whether the cells of an alignment and weights are all that it needs.
bool takesAlignments(const Mechanism& mechanism) {
  const std::vector<ArrayDescription> inputs = mechanism.inputs();
  if (!takesTokens(inputs) && !takesCells(inputs)) return false;
  const Sizes sizes = sizesOf(8, 2);
  return std::all_of(inputs.begin(), inputs.end(), [&](const ArrayDescription& input) {
    return input.isOptional || isData(input.name) || isWeight(input, sizes);
  });
}

/// Tokens 0 to 20 (kTokenLetters); what is no residue counts as a gap.
Array<std::int64_t> tokensOf(const std::vector<std::string>& rows) {
  const std::string_view letters = kTokenLetters;
  const Index L = rows.empty() ? 0 : std::ssize(rows.front());
  Array<std::int64_t> tokens({std::ssize(rows), L}, 0, "msa");
  for (Index n = 0; n < tokens.length(0); ++n)
    for (Index l = 0; l < L; ++l)
      tokens(n, l) = static_cast<std::int64_t>(std::min(letters.find(nth(nth(rows, n), l)), letters.size() - 1));
  return tokens;
}

/// The array of this name, whatever path stands before it.
ArrayBundle::const_iterator findBehindPath(const ArrayBundle& arrays, const std::string& name) {
  return std::find_if(arrays.begin(), arrays.end(), [&](const auto& array) {
    return array.first == name || array.first.ends_with("." + name);
  });
}

class AlignmentAttention : public MechanismOperation {
 public:
  using MechanismOperation::MechanismOperation;

  std::string help() const override {
    return MechanismOperation::help() +
           " Given an alignment instead of arrays, x = token + place + target encoding, and the weights are made up: "
           "heads that look for something that can be named, or untrained ones from a seed; or they come from a file.";
  }
  std::vector<OperationInput> inputs() const override {
    const OperationInput arrays = MechanismOperation::inputs().front();
    return {{"input",
             "an alignment, or " + arrays.help,
             {DatasetKind::arrays, DatasetKind::alignment},
             true,
             "the sample arrays",
             {"alignment"}},
            {"weights",
             "for an alignment: a file of arrays with all weights, as --sample writes it, also of the embedding "
             "(msa_emb.emb.weight (21, D), msa_emb.pos_q.pe.weight (2, D), [msa_emb.pos.pe (1, P, D)])",
             {DatasetKind::arrays},
             true,
             "weights that are made up"}};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = MechanismOperation::parameters(), own;
    own.push_back(named(countParameter("sequences", "Sequences", "how many rows at most", 32), {{0, "all"}}));
    own.push_back(choiceParameter("choice", "Choice of sequences",
                                  "first: the first so many; diverse: the first, then always the row that differs most "
                                  "from all that were taken",
                                  {"first", "diverse"}));
    if (hasResidueHeads())
      own.push_back(choiceParameter("init", "Weights that are made up",
                                    "residues: four heads that each look for a property or place of residues; "
                                    "untrained: random numbers as a network starts with them",
                                    {"residues", "untrained"}));
    own.push_back(countParameter("width", "Width D", "of untrained features; a multiple of the heads", 64, 1, 4096));
    own.push_back(countParameter("seed", "Seed", "of untrained weights", 0));
    for (Parameter& parameter : grouped("Alignments", std::move(own))) list.push_back(std::move(parameter));
    return list;
  }
  /// Alignments have four heads unless somebody asks for another number, or the weights tell it.
  ParameterValues completedFor(const std::vector<DatasetPtr>& inputs, const ParameterValues& given) const override {
    ParameterValues all = MechanismOperation::completedFor(inputs, given);
    if (alignmentOf(inputs) && !given.isGiven("heads") && all.integer("heads") != 0) all.set("heads", kUsualHeads);
    return all;
  }

 protected:
  MechanismInput inputOf(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                         Progress& progress) const override {
    const Alignment* const alignment = alignmentOf(inputs);
    const bool hasWeights = inputs.size() > 1 && inputs[1];
    if (!alignment) {
      if (hasWeights) fail(inputs[1]->title, ": found weights without an alignment, expected both");
      return withoutEmbedding(MechanismOperation::inputOf(inputs, values, progress));
    }
    const ModelInput taken = rowsOf(*inputs[0], values);
    if (taken.rows.empty() || taken.rows.front().empty())
      fail(inputs[0]->title, ": found ", alignment->numRows(), " rows of ", alignment->numColumns,
           " columns, expected at least one of each");
    MechanismInput input{.arrays = nullptr, .title = titleOf(*inputs[0], taken), .isMade = true};
    ArrayBundle weights = hasWeights ? weightsIn(*inputs[1]) : madeWeights(taken, values, input.names.headLabels);
    ArrayBundle arrays = takesTokens(mechanism().inputs())
                             ? tokenArrays(taken, std::move(weights))
                             : cellArrays(taken, std::move(weights), input.beside, progress);
    input.arrays = std::make_shared<const ArrayBundle>(std::move(arrays));
    input.names.positions = {{taken.rows.front()}, taken.rowNames};
    return input;
  }

  /// Sequences by their names, columns by the letters of the first row, which is one text; a sample has a name for each
  /// position.
  void nameMapsOf(HeadSet& maps, const MechanismInput& input) const override {
    if (input.names.positions.size() != 2 || input.names.positions[0].size() != 1)
      return MechanismOperation::nameMapsOf(maps, input);
    const auto name = [&](std::string& unit, std::string& letters, std::vector<std::string>& tokens) {
      if (unit == kRowUnit) {
        tokens = input.names.positions[1];
        return;
      }
      unit = kColumnUnit;
      letters = input.names.positions[0].front();
    };
    name(maps.queryUnit, maps.queryLetters, maps.queryTokens);
    name(maps.keyUnit, maps.keyLetters, maps.keyTokens);
    if (layerUnit(maps) == kRowUnit) {
      std::string& names = maps.about[kLayerNames];
      for (const std::string& row : input.names.positions[1]) names += row + '\n';
    }
    Sample labels;
    labels.headLabels = input.names.headLabels;
    if (maps.queryUnit == maps.keyUnit) nameMaps(maps, labels);
  }
  std::vector<DatasetId> axesOf(const HeadSet& maps, const std::vector<DatasetPtr>& inputs,
                                const ParameterValues&) const override {
    const bool areColumns = alignmentOf(inputs) && maps.queryUnit == kColumnUnit && maps.keyUnit == kColumnUnit;
    return areColumns ? std::vector<DatasetId>{inputs[0]->id} : std::vector<DatasetId>{};
  }

 private:
  static const Alignment* alignmentOf(const std::vector<DatasetPtr>& inputs) {
    return inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<Alignment>();
  }
  /// Of projections and features that nothing stands between: the labels hold.
  bool hasResidueHeads() const { return takes("W_q"); }
  bool takes(const std::string& name) const {
    const std::vector<ArrayDescription> all = mechanism().inputs();
    return findInput(all, name) != nullptr;
  }
  bool isWithinColumns() const { return mechanism().id().ends_with("column"); }

  static ModelInput rowsOf(const Dataset& input, const ParameterValues& values) {
    ParameterValues wanted = completed(modelInputParameters(), {});
    wanted.set("rows", values.integer("sequences"));
    wanted.set("choice", values.text("choice"));
    Diagnostics unheard;
    return modelInputOf(ModelTakes::alignment, &input, wanted, unheard);
  }
  static std::string titleOf(const Dataset& input, const ModelInput& taken) {
    const Index all = input.as<Alignment>()->numRows(), rows = std::ssize(taken.rows);
    return rows == all ? input.title
                       : input.title + ", " + std::to_string(rows) + " of " + std::to_string(all) + " rows";
  }

  /// Files that --sample wrote of an alignment hold the embedding beside what came of it.
  MechanismInput withoutEmbedding(MechanismInput input) const {
    const ArrayBundle& all = *input.arrays;
    const bool isWhole = std::none_of(all.begin(), all.end(), [&](const auto& array) { return isBeside(array.first); });
    if (isWhole) return input;
    ArrayBundle arrays = all;
    std::erase_if(arrays, [&](const auto& array) { return isBeside(array.first); });
    input.arrays = std::make_shared<const ArrayBundle>(std::move(arrays));
    return input;
  }
  bool isBeside(const std::string& name) const {
    return takesCells(mechanism().inputs()) && name.starts_with(kEmbedding + ".");
  }

  /// All arrays but the data.
  static ArrayBundle weightsIn(const Dataset& weights) {
    ArrayBundle arrays = *weights.as<ArrayBundle>();
    std::erase_if(arrays, [](const auto& array) { return isData(array.first); });
    return arrays;
  }

  ArrayBundle madeWeights(const ModelInput& taken, const ParameterValues& values,
                          std::vector<std::string>& labels) const {
    if (hasResidueHeads() && values.text("init") == "residues") return residueWeights(taken, values, labels);
    const std::int64_t given = values.integer("heads"), heads = given > 0 ? given : kUsualHeads,
                       width = values.integer("width");
    if (width % heads != 0)
      fail("parameter width: found ", width, ", expected a multiple of ", heads, ", the number of heads");
    const Sizes sizes = sizesOf(static_cast<double>(width), static_cast<double>(heads));
    std::vector<ArrayDescription> wanted;
    for (const ArrayDescription& input : mechanism().inputs())
      if (isWeight(input, sizes) && isUsed(input, values)) wanted.push_back(forActivation(input, values));
    if (takesCells(mechanism().inputs()))
      for (const auto& [name, shape] : {std::pair{kTable, "(V, D)"}, std::pair{kTargets, "(2, D)"}})
        wanted.push_back({name, shape, {}});
    return untrainedWeights(wanted, sizes, static_cast<std::uint64_t>(values.integer("seed")));
  }

  /// Weights of a kind of attention that was not chosen are refused.
  static bool isUsed(const ArrayDescription& input, const ParameterValues& values) {
    if (!input.isOptional) return true;
    const auto chosen = [&](const char* axis) {
      const auto found = values.all().find(axis);
      return found == values.all().end() || !std::holds_alternative<std::string>(found->second)
                 ? std::string()
                 : std::get<std::string>(found->second);
    };
    if (input.name.find(".seq_weight.") != std::string::npos) return chosen("rows") == "soft-tied";
    if (input.name.find(".fast_attention.") == std::string::npos) return true;
    return chosen(input.name.starts_with("attn_L") ? "rows" : "columns") == "performer";
  }
  /// The gate of swiglu takes half of what goes into the second map.
  static ArrayDescription forActivation(ArrayDescription input, const ParameterValues& values) {
    const bool isGated = values.all().contains("activation") && values.text("activation") == "swiglu";
    if (isGated && input.name.ends_with("linear2.weight")) input.shape = "(D, F/2)";
    return input;
  }

  ArrayBundle residueWeights(const ModelInput& taken, const ParameterValues& values,
                             std::vector<std::string>& labels) const {
    if (values.integer("heads") != kUsualHeads)
      fail("parameter heads: found ", values.integer("heads"), ", expected ", kUsualHeads,
           " heads that look for residues, or init=untrained");
    const Index places = std::ssize(taken.rows.front());
    ResidueHeads heads = isWithinColumns() ? headsWithinColumns() : headsAlongPlaces(places);
    labels = std::move(heads.labels);
    ArrayBundle weights = std::move(heads.projections);
    // Sequences count by how like the target their residues are.
    for (const char* name : {"seqw_W_q", "seqw_W_k"})
      if (takes(name)) weights[name] = weights.at("W_v");
    weights[kTable] = residueTable();
    weights[kPlaces] = placeTable(places).reshaped({1, places, kResidueChannels});
    weights[kTargets] = Array<float>({2, kResidueChannels}, 0.0f, kTargets);
    return weights;
  }

  static ArrayBundle tokenArrays(const ModelInput& taken, ArrayBundle weights) {
    weights["msa"] = tokensOf(taken.rows);
    return weights;
  }

  /// X of the embedding, which goes into `beside`.
  static ArrayBundle cellArrays(const ModelInput& taken, ArrayBundle weights, ArrayBundle& beside,
                                Progress& progress) {
    ArrayBundle embedding;
    for (const std::string& name : {kTable, kPlaces, kTargets}) {
      const auto found = findBehindPath(weights, name);
      if (found == weights.end()) continue;
      embedding[name] = found->second;
      weights.erase(found);
    }
    std::vector<std::int64_t> places;
    for (Index place = 0; place < std::ssize(taken.rows.front()); ++place) places.push_back(place);
    const auto read = readMsaEmbedding<float>(NamedWeights(embedding).under(kEmbedding));
    weights["X"] = msaEmbedding(tokensOf(taken.rows), places, read, progress);
    beside = std::move(embedding);
    return weights;
  }
};

}  // namespace

std::unique_ptr<const Operation> operationOf(const Mechanism& mechanism) {
  if (takesAlignments(mechanism)) return std::make_unique<AlignmentAttention>(mechanism.id());
  return std::make_unique<MechanismOperation>(mechanism.id());
}

}  // namespace engine
