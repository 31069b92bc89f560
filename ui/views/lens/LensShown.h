// A logit lens, prepared to be shown, and what it says about a residue in words.
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/models/LogitLens.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/base/NumberTable.h"
#include "ui/views/base/View.h"
#include "ui/views/lens/LensOptions.h"

namespace ui {

/// A state of the model and a residue, 0-based; -1 where there is none.
struct LensCell {
  engine::Index step = -1, residue = -1;
  bool operator==(const LensCell&) const = default;
};

/// Whether arrays are a lens: "lens" (n + 1, L, 20).
bool isLens(const engine::ArrayBundle& arrays);

struct LensShown {
  LensShown() = default;  ///< nothing
  /// Throws engine::Error when the arrays are no lens.
  explicit LensShown(const engine::Dataset& dataset);

  QString title;
  engine::DatasetId axis;              ///< of the residues
  engine::Array<float> probabilities;  ///< (n + 1, L, 20)
  std::string letters;                 ///< L, 'X' where they are not known
  engine::LensSummary summary;

  engine::Index numSteps() const { return probabilities.rank() == 3 ? probabilities.length(0) : 0; }
  engine::Index numResidues() const { return static_cast<engine::Index>(letters.size()); }
  bool knowsLetters() const;  ///< whether any residue is one of the 20
  QString stepName(engine::Index step) const;  ///< "layer 3"; of what enters the first layer "input"
  char topLetter(const LensCell& cell) const;
  bool isRight(const LensCell& cell) const;  ///< the top letter is the one that is there
  /// What the cell is coloured by; NaN where that is not defined.
  double value(LensColoring coloring, const LensCell& cell) const;
  /// Means over residues that are defined: bits; share of residues whose top letter is the one that is there.
  double meanEntropy(engine::Index step) const;
  double shareRight(engine::Index step) const;
};

/// The colours of cells: probabilities 0 to 1, entropies 0 to log2 20 bits.
MapLook lensLook(const LensOptions& options, const Theme& theme);
/// "probability of the letter that is there"
QString lensColoringText(LensColoring coloring);

/// The residue with what every layer would write there. `number`: what a structure calls it.
std::vector<ReadoutLine> lensReadout(const LensShown& shown, const LensCell& cell, const QString& number);
QString lensStatus(const LensShown& shown, const LensCell& cell);
QString lensCaption(const LensShown& shown, const LensOptions& options);
/// Layers x residues: what is coloured, and the entropies.
std::vector<NumberTable> lensNumbers(const LensShown& shown);

}  // namespace ui
