#include "engine/models/VariantModel.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/models/LetterPredictions.h"

namespace engine {

namespace {

/// Stops when its parent does and tells nothing: of a run beside others.
class QuietProgress : public Progress {
 public:
  explicit QuietProgress(const Progress& parent) : m_parent(parent) {}
  bool cancelled() const override { return m_parent.cancelled(); }

 private:
  const Progress& m_parent;
};

/// All weights in memory when they take no more than `memory` bytes; else as they are.
std::shared_ptr<const ModelWeights> keptWeights(std::shared_ptr<const ModelWeights> weights, std::size_t memory) {
  const auto& entries = weights->source->entries();
  std::size_t bytes = 0;
  for (const WeightEntry& entry : entries) bytes += static_cast<std::size_t>(elementCount(entry.shape)) * sizeof(float);
  if (bytes > memory) return weights;
  return std::make_shared<const ModelWeights>(ModelWeights{keptInMemory(*weights->source), weights->facts});
}

/// Places of the 20 amino acids among the tokens. Throws Error.
std::vector<Index> columnsOfLetters(const std::vector<std::string>& vocabulary, const std::string& source) {
  std::vector<Index> columns;
  for (const char letter : kPredictedLetters) {
    const auto found = std::find(vocabulary.begin(), vocabulary.end(), std::string(1, letter));
    if (found == vocabulary.end())
      fail(source, ": the model predicts no amino acids (found ", vocabulary.size(),
           " tokens that it predicts, expected the 20 letters among them)");
    columns.push_back(found - vocabulary.begin());
  }
  return columns;
}

}  // namespace

VariantModel::VariantModel(std::shared_ptr<const ModelWeights> weights, const ModelInput& input, Index heads,
                           std::size_t memory, Diagnostics& diagnostics)
    : m_model(preparedModel<float>(weights, input, heads, diagnostics)),
      m_columns(columnsOfLetters(m_model.run->vocabulary(), m_model.source)) {
  m_setup = {keptWeights(std::move(weights), memory), m_model.sizes, input};
  const std::string maps = m_model.run->mapNames().front();
  const std::vector<std::string> positions = m_model.run->positions(maps);
  const std::vector<bool> isSpecial = m_model.run->specialPositions(maps);
  for (std::size_t k = 0; k < positions.size(); ++k) {
    if (isSpecial[k]) continue;
    m_residues.push_back(static_cast<Index>(k));
    m_texts.push_back(positions[k]);
    m_letters += positions[k].size() == 1 ? positions[k][0] : 'X';
  }
  Diagnostics unheard;
  m_model.run = m_model.architecture->prepareFloat(m_setup, unheard);
}

ModelInput VariantModel::inputWith(Index residue, char letter) const {
  ModelInput input = m_setup.input;
  if (!input.rows.empty()) {
    nth(input.rows.front(), residue) = letter;
    return input;
  }
  input.sequence.clear();
  for (Index k = 0; k < length(); ++k)
    input.sequence += k == residue ? std::string(1, letter) : nth(m_texts, k);
  return input;
}

Array<float> VariantModel::logitsOf(const ModelRun<float>& run, const AblationOfHeads& ablation,
                                    const Progress& progress) const {
  QuietProgress quiet(progress);
  Diagnostics unheard;
  const Compute where{nullptr, 1};
  const ModelCall call{where, unheard, quiet};
  ModelRunOptions<float> options;
  for (const std::string& name : run.mapNames()) options.unwanted.insert(name);
  options.ablation = ablation;
  ModelState<float> state = run.embed(call);
  for (Index layer = 0; layer < run.numLayers(); ++layer) {
    if (progress.cancelled()) throw Cancelled{};
    run.runLayer(layer, state, wishFor(layer, options), call);
  }
  const Array<float> all = run.readOut(state, call).at("logits");  // (T, V), or (R, C, V)
  const Index width = all.length(all.rank() - 1), letters = static_cast<Index>(m_columns.size());
  Array<float> logits({length(), letters}, Untouched{}, "logits");
  for (Index k = 0; k < length(); ++k)
    for (Index c = 0; c < letters; ++c) logits(k, c) = all[nth(m_residues, k) * width + nth(m_columns, c)];
  return logits;
}

Array<float> VariantModel::logits(const AblationOfHeads& ablation, const Progress& progress) const {
  return logitsOf(*m_model.run, ablation, progress);
}

Array<float> VariantModel::logitsWith(Index residue, char letter, const AblationOfHeads& ablation,
                                      const Progress& progress) const {
  Diagnostics unheard;
  const auto run =
      m_model.architecture->prepareFloat({m_setup.weights, m_setup.sizes, inputWith(residue, letter)}, unheard);
  return logitsOf(*run, ablation, progress);
}

}  // namespace engine
