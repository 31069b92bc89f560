// Features of a model, prepared to be shown: rows of the table, the one that is looked at, and what is said of it.
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/models/autoencoder/FeatureSet.h"
#include "ui/views/base/NumberTable.h"
#include "ui/views/base/View.h"
#include "ui/views/features/FeaturesOptions.h"

namespace ui {

struct FeaturesShown {
  FeaturesShown() = default;  ///< nothing
  FeaturesShown(const engine::Dataset& dataset, const FeaturesOptions& options);

  std::shared_ptr<const engine::FeatureSet> set;
  QString title;
  engine::DatasetId axis;            ///< of the residues
  std::vector<engine::Index> rows;   ///< of the table: numbers among set->firing
  engine::Index feature = -1;        ///< that is looked at; -1: there is none
  std::vector<float> values;         ///< of it (L)
  double most = 0;                   ///< of these

  bool isEmpty() const { return !set; }
  engine::Index numResidues() const { return set ? set->numResidues() : 0; }
  const engine::FiringFeature& row(engine::Index k) const;
  /// The row of the table of the feature that is looked at; -1: it is not in the table.
  engine::Index shownRow() const;
  /// What is known of it; null when it does not fire.
  const engine::FiringFeature* firing() const;
  /// Residues where it fires, strongest first, `count` at most.
  std::vector<engine::Index> strongest(int count) const;
  QString featureTitle() const;  ///< "Feature 1204: zinc finger"
  /// "max 3.2 at Asp (D) 52 · fires at 12 of 120 residues"
  QString words() const;
};

/// The residue, and which features fire there most.
std::vector<ReadoutLine> featuresReadout(const FeaturesShown& shown, engine::Index residue, const QString& number);
QString featuresStatus(const FeaturesShown& shown, engine::Index residue);
QString featuresCaption(const FeaturesShown& shown);
std::vector<NumberTable> featuresNumbers(const FeaturesShown& shown);

}  // namespace ui
