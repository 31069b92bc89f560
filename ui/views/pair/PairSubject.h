// What a walk is taken through: the heads of a run of attention between residue frames, and what it was run on.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/structure/Structure.h"
#include "ui/session/Document.h"

namespace ui {

class PairLayer;

/// A weight per head of a term of the score, before softplus, that can be moved.
struct PairKnob {
  const char* key;    ///< of the parameter that gives it in place of the array of this name
  const char* label;  ///< UTF-8
};
/// A mechanism whose pairs can be followed.
struct PairMechanism {
  const char* operation;
  std::vector<PairKnob> knobs;
  engine::ArrayBundle (*inputOf)(const engine::Chain&);  ///< of a structure
  /// Takes as long as the projections. Throws engine::Error.
  std::shared_ptr<PairLayer> (*layerOf)(const engine::ArrayBundle&, const engine::ParameterValues&, engine::Progress&);
};
/// Operations whose results are shown.
std::vector<std::string> pairOperations();

/// A run whose input is still there.
struct PairSource {
  const PairMechanism* mechanism;
  engine::DatasetPtr heads;        ///< what it gave
  engine::DatasetPtr input;        ///< a structure, or arrays
  engine::ParameterValues values;  ///< complete

  /// The same vectors: nothing but the weights of the terms differs.
  bool hasVectorsOf(const PairSource& other) const;
};
/// Nothing unless the dataset is heads that such an operation made of an input that the document has.
std::optional<PairSource> pairSourceOf(const engine::DatasetPtr& dataset, const Document& document);
/// The layer of a run, with the weights that its input has, not those of its parameters. Throws engine::Error. For a
/// job: takes as long as the projections.
std::shared_ptr<PairLayer> layerOf(const PairSource& source, engine::Progress& progress);

/// The weights before softplus, (H) per knob, that the run has: of its parameters, else `own`.
std::vector<engine::Array<double>> weightsOf(const PairSource& source, const std::vector<engine::Array<double>>& own);

/// What positions and heads are called.
class PairNames {
 public:
  PairNames() = default;
  explicit PairNames(const engine::Dataset& heads);

  QString title() const { return m_title; }
  engine::DatasetId axis() const { return m_axis; }  ///< whose positions the residues are
  engine::Index numResidues() const { return m_numResidues; }
  engine::Index numHeads() const { return static_cast<engine::Index>(m_labels.size()); }
  /// "D52"; "52" where the letter is not known.
  QString residue(engine::Index index) const;
  /// "Asp (D) 52"
  QString residueInWords(engine::Index index) const;
  /// "Head 3 of 6: Helix, four residues on"
  QString head(engine::Index head) const;

 private:
  QString m_title;
  engine::DatasetId m_axis;
  engine::Index m_numResidues = 0;
  std::string m_letters;
  std::vector<std::string> m_labels;
};

}  // namespace ui
