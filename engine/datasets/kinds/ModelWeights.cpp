// Weights of pretrained models: which model they are and where each fact about it comes from.
#include "engine/models/ModelWeights.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/datasets/TypedKind.h"
#include "engine/models/Architecture.h"
#include "engine/models/autoencoder/AutoencoderLayout.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

/// Facts that decide what is computed, or that people ask for; training options are of no interest here.
constexpr std::array<const char*, 13> kFactsOfInterest{
    "arch",           "model_type", "hidden_act",    "layer_norm_eps", "position_embedding_type",
    "token_dropout",  "vocab_size", "max_positions", "alphabet",       "max_position_embeddings",
    "architecture",   "license",    "source"};

Index numValues(const ModelWeights& weights) {
  Index count = 0;
  for (const WeightEntry& entry : weights.source->entries()) count += elementCount(entry.shape);
  return count;
}

/// "7980", "7.8 million", "651 million"
std::string amountText(Index count) {
  constexpr Index kMillion = 1000000;
  if (count < kMillion) return std::to_string(count);
  return fixed(static_cast<double>(count) / kMillion, count < 100 * kMillion ? 1 : 0) + " million";
}

/// Parts of the names of arrays that are used where they are there: heads for predictions and contacts, places, types,
/// pairs.
constexpr std::array<const char*, 16> kOptionalParts{
    "lm_head.",        "sequence_head.",         "cls.predictions.",       "contact_head.regression.",
    "inv_freq",        "embed_positions",        "position_embeddings",    "emb_layer_norm",
    "embed_out",       "embeddings.layer_norm.", "token_type_embeddings.", "msa_position_embedding",
    "feat_extractor.", "pair_emb.",              "codebook.embeddings",    "transformer.norm."};

/// Names of arrays that are neither needed nor used where they are there; a bias is used with its weight.
std::vector<std::string> unusedNames(const ModelWeights& weights, const std::set<std::string>& needed) {
  const auto isUsed = [&](const std::string& name) {
    return needed.count(name) != 0 || std::any_of(kOptionalParts.begin(), kOptionalParts.end(), [&](const char* part) {
             return name.find(part) != std::string::npos;
           });
  };
  const std::string bias = ".bias";
  std::vector<std::string> unused;
  for (const WeightEntry& entry : weights.source->entries()) {
    const bool isBias = entry.name.ends_with(bias);
    const std::string twin = isBias ? entry.name.substr(0, entry.name.size() - bias.size()) + ".weight" : entry.name;
    if (!isUsed(entry.name) && !isUsed(twin)) unused.push_back(entry.name);
  }
  return unused;
}

/// What an architecture makes of the weights; what is wrong with them where it cannot.
struct Reading {
  const Architecture* architecture = nullptr;  ///< null: not known
  ModelSizes sizes;
  std::vector<std::string> missing;
  std::vector<std::string> unused;  ///< arrays that the architecture knows no use for
  std::string problem;  ///< empty: none
};

Reading readingOf(const ModelWeights& weights) {
  Reading reading;
  try {
    reading.architecture = recognisedArchitecture(weights);
    if (!reading.architecture) return reading;
    reading.sizes = reading.architecture->sizes(weights);
    reading.missing = reading.architecture->neededNames(weights, reading.sizes);
    reading.unused = unusedNames(weights, {reading.missing.begin(), reading.missing.end()});
    std::erase_if(reading.missing, [&](const std::string& name) { return weights.contains(name); });
  } catch (const Error& error) {
    reading.problem = error.what();
  }
  return reading;
}

/// The first three, and how many more.
std::string someOf(std::vector<std::string> names) {
  constexpr std::size_t kNamed = 3;
  const std::size_t others = names.size() > kNamed ? names.size() - kNamed : 0;
  names.resize(names.size() - others);
  return joined(names) + (others > 0 ? " and " + std::to_string(others) + " more" : std::string{});
}

/// Empty where it is not known, or the values cannot be read.
std::string fingerprintOf(const ModelWeights& weights) {
  try {
    return weights.source->knownFingerprint();
  } catch (const Error&) {  // who runs the model will hear of it
    return {};
  }
}

void addSizes(Json& facts, const ModelSizes& sizes) {
  facts["layers"] = sizes.layers;
  facts["heads"] = sizes.heads;
  facts["heads from"] = sizes.headsOrigin;
  facts["width"] = sizes.width;
  if (sizes.feedForward > 0) facts["feed-forward width"] = sizes.feedForward;
  if (sizes.vocabulary > 0) facts["tokens known"] = sizes.vocabulary;
  if (sizes.maxTokens > 0) facts["tokens at most"] = sizes.maxTokens;
}

/// Number types and how many arrays have each.
Json typesOf(const ModelWeights& weights) {
  std::map<std::string, Index> types;
  for (const WeightEntry& entry : weights.source->entries()) ++types[entry.typeName];
  return types;
}

class ModelWeightsKind : public TypedKind<ModelWeights> {
 public:
  std::string name() const override { return "model weights"; }
  std::string heading() const override { return "Models"; }
  std::string icon() const override { return "weights"; }

 protected:
  std::string sizeOf(const ModelWeights& weights) const override { return sizeWith(weights, " x "); }
  std::string shownSizeOf(const ModelWeights& weights) const override { return sizeWith(weights, " × "); }

  Json factsOf(const ModelWeights& weights) const override {
    const Reading reading = readingOf(weights);
    const auto autoencoder = recognisedAutoencoder(weights);
    Json facts{{"model", reading.architecture ? reading.architecture->title()
                         : autoencoder        ? "sparse autoencoder (" + titleOf(autoencoder->layout) + ")"
                                              : "none that is known"}};
    if (autoencoder && !reading.architecture) {
      facts["features"] = autoencoder->features;
      facts["width"] = autoencoder->width;
    }
    if (reading.architecture && reading.problem.empty()) addSizes(facts, reading.sizes);
    facts["arrays"] = weights.source->entries().size();
    facts["values"] = numValues(weights);
    facts["types"] = typesOf(weights);
    if (!reading.problem.empty()) facts["problem"] = reading.problem;
    if (!reading.missing.empty()) facts["missing"] = someOf(reading.missing);
    if (!reading.unused.empty()) facts["not used"] = someOf(reading.unused);
    if (const std::string known = fingerprintOf(weights); !known.empty()) facts["fingerprint"] = known;
    if (!weights.facts.strippedPrefix.empty()) facts["prefix taken off"] = weights.facts.strippedPrefix;
    if (!weights.facts.vocabulary.empty()) facts["vocab.txt"] = counted(std::ssize(weights.facts.vocabulary), "token");
    Json said = Json::object();
    for (const char* const key : kFactsOfInterest)
      if (const auto fact = weights.facts.values.find(key); fact != weights.facts.values.end())
        said[key] = fact->second.text + " (" + fact->second.origin + ")";
    if (!said.empty()) facts["said"] = std::move(said);
    return facts;
  }

 private:
  static std::string sizeWith(const ModelWeights& weights, const std::string& times) {
    const std::string values = amountText(numValues(weights)) + " values";
    const Reading reading = readingOf(weights);
    if (const auto autoencoder = recognisedAutoencoder(weights); autoencoder && !reading.architecture)
      return titleOf(autoencoder->layout) + ", " + counted(autoencoder->features, "feature") + " of width " +
             std::to_string(autoencoder->width);
    if (!reading.architecture) return counted(std::ssize(weights.source->entries()), "array") + ", " + values;
    const std::string title = reading.architecture->title() + ", ";
    if (!reading.problem.empty() || !reading.missing.empty()) return title + "incomplete, " + values;
    const ModelSizes& sizes = reading.sizes;
    return title + counted(sizes.layers, "layer") + times + counted(sizes.heads, "head") + ", " + values;
  }
};

}  // namespace

std::unique_ptr<const Kind> makeModelWeightsKind() { return std::make_unique<ModelWeightsKind>(); }

}  // namespace engine
