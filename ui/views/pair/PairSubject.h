// What a walk is taken through: the heads of a run of geometric attention, and what it was run on.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/geometric/GeometricPair.h"
#include "engine/datasets/Dataset.h"
#include "ui/session/Document.h"

namespace ui {

/// A run whose input is still there.
struct PairSource {
  engine::DatasetPtr heads;  ///< what it gave
  engine::DatasetPtr input;  ///< a structure, or arrays
  engine::ParameterValues values;  ///< complete

  /// The same vectors: nothing but the weights of the two terms differs.
  bool hasVectorsOf(const PairSource& other) const;
};
/// Nothing unless the dataset is heads that "attention geometric" made of an input that the document has.
std::optional<PairSource> pairSourceOf(const engine::DatasetPtr& dataset, const Document& document);
/// The layer of a run, with the weights that its input has, not those of its parameters. Throws engine::Error. For a
/// job: takes as long as the projections.
std::shared_ptr<engine::GeometricPairs> layerOf(const PairSource& source, engine::Progress& progress);

/// The weights before softplus (H), `key` being w_r or w_d, that the run has: of its parameters, else `own`.
engine::Array<double> weightsOf(const PairSource& source, const char* key, const engine::Array<double>& own);

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
