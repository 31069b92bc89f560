// The weights of a pretrained model: what the file holds by name, read when it is asked for, and what it says besides.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

struct WeightEntry {
  std::string name;      ///< without the prefixes of trainers, LayerNorms as weight and bias
  std::string typeName;  ///< as in the file: "F32", "BF16"
  Shape shape;
};

/// The arrays of a model, which stay where they are: only their list is held. Safe to use from several threads.
class WeightSource {
 public:
  /// `name` begins every error: the file or folder. Throws Error when two entries have the same name.
  WeightSource(std::string name, std::vector<WeightEntry> entries);
  virtual ~WeightSource();
  WeightSource(const WeightSource&) = delete;
  WeightSource& operator=(const WeightSource&) = delete;

  const std::string& name() const { return m_name; }
  /// In the order of the file.
  const std::vector<WeightEntry>& entries() const { return m_entries; }
  /// Index of the entry of this name, if there is one.
  std::optional<Index> find(const std::string& name) const;
  /// "esm2.pt, array embed_tokens.weight", with which errors begin.
  std::string what(Index entry) const;
  /// Values [first, first + count) in C order, widened to float32 (float64 is rounded once), finite or not. Throws
  /// Error naming file and array when they are not there or the file was changed.
  void read(Index entry, Index first, Index count, float* target) const;
  /// The whole array where it lies in memory, all of it finite; null: it has to be read.
  virtual const float* kept(Index /*entry*/) const { return nullptr; }
  /// SHA-256 of every array's name, type, shape and first 1024 values, as float32, in the order of names: what tells
  /// weights apart without reading all of them, the same whatever kind of file they are in. Made once. Throws Error.
  std::string fingerprint() const;
  /// The fingerprint where it was made, or where making it takes no time to speak of; else empty. Throws Error.
  std::string knownFingerprint() const;

 private:
  virtual void readValues(Index entry, Index first, Index count, float* target) const = 0;

  std::string m_name;
  std::vector<WeightEntry> m_entries;
  std::map<std::string, Index> m_places;
  mutable std::mutex m_mutex;
  mutable std::string m_fingerprint;  ///< empty: not made yet
};

/// Arrays in memory as a source of weights: numbers and booleans as floats.
std::shared_ptr<const WeightSource> weightsInMemory(ArrayBundle arrays, const std::string& name);

/// All arrays of a source, read once: for a model that runs many times.
std::shared_ptr<const WeightSource> keptInMemory(const WeightSource& source);

/// Something that shapes do not tell, and who says so.
struct Fact {
  std::string text;    ///< a number or a word as the source has it; booleans are "true" and "false"
  std::string origin;  ///< "args", "cfg", "config.json", "__metadata__", ...
};

/// What a file and its neighbours say beside the arrays.
struct ModelFacts {
  /// By the name in the source; of several sources the first of: args and cfg of a pickle, config.json, __metadata__.
  /// "heads" is the number of attention heads under whatever name it came (encoder_attention_heads, attention_heads,
  /// num_attention_heads); others as they are: arch, model_type, layer_norm_eps, hidden_act, token_dropout,
  /// position_embedding_type, max_positions, ...
  std::map<std::string, Fact> values;
  /// Of vocab.txt: the token of each row of the embedding; empty without one.
  std::vector<std::string> vocabulary;
  /// What was taken off the front of all names after "module." and "model.": "encoder.sentence_encoder.", "encoder." or
  /// nothing.
  std::string strippedPrefix;

  /// The text of a value, empty when nobody tells it.
  std::string text(const std::string& key) const;
  /// A number among the values, nothing when nobody tells it. Throws Error naming key and origin when it is no number.
  std::optional<double> number(const std::string& key) const;
  /// The same for a count. Throws Error when it is no whole number of 0 or more.
  std::optional<Index> count(const std::string& key) const;
};

/// The value of a dataset: weights that can be read, and the facts to run them.
struct ModelWeights {
  std::shared_ptr<const WeightSource> source = weightsInMemory({}, "no weights");  ///< never null
  ModelFacts facts = {};

  bool contains(const std::string& name) const { return source->find(name).has_value(); }
  /// Null when there is no array of this name.
  const Shape* shapeOf(const std::string& name) const;
};

/// One whole array; its name is the array's. Lengths of -1 may be anything. Throws Error naming file and array when it
/// is missing, has another shape (with both) or holds a value that is not finite (with its position).
Array<float> readWeights(const ModelWeights& weights, const std::string& name, const Shape& expected);
/// The same; an empty array when there is none of this name.
Array<float> readOptionalWeights(const ModelWeights& weights, const std::string& name, const Shape& expected);

}  // namespace engine
