// A model that is run on many variants of one input, for the logits of the 20 amino acids alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/models/RunModel.h"

namespace engine {

/// Safe to use from several threads: one variant is run on one thread.
class VariantModel {
 public:
  /// `memory`: bytes up to which all weights are read once and kept; larger ones are read for every run. Throws Error
  /// when the model predicts no amino acids, or its input has no letters.
  VariantModel(std::shared_ptr<const ModelWeights> weights, const ModelInput& input, Index heads, std::size_t memory,
               Diagnostics& diagnostics);

  /// L: residues, of an alignment columns.
  Index length() const { return static_cast<Index>(m_residues.size()); }
  /// One letter per residue, of an alignment those of the query; 'X' for what is no letter: the mask.
  const std::string& letters() const { return m_letters; }
  const PreparedModel<float>& model() const { return m_model; }

  /// Logits (L, 20), columns as kPredictedLetters, of the input as it is, with these heads switched off. Throws
  /// Cancelled when `progress` says so; nothing is reported to it.
  Array<float> logits(const AblationOfHeads& ablation, const Progress& progress) const;
  /// The same with another letter at one residue; '_' masks it.
  Array<float> logitsWith(Index residue, char letter, const AblationOfHeads& ablation, const Progress& progress) const;

 private:
  Array<float> logitsOf(const ModelRun<float>& run, const AblationOfHeads& ablation, const Progress& progress) const;
  ModelInput inputWith(Index residue, char letter) const;

  ModelSetup m_setup;
  PreparedModel<float> m_model;
  std::vector<std::string> m_texts;  ///< L: what stands at each residue
  std::vector<Index> m_residues;     ///< L: their places among the tokens
  std::vector<Index> m_columns;      ///< 20: those of the logits
  std::string m_letters;
};

}  // namespace engine
