// What is prepared of a structure and of what is shown with it: the scene, what is painted over it and what is said
// about it are made of this alone.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "engine/structure/Invariants.h"
#include "ui/scenes/structure/AttentionLines.h"
#include "ui/scenes/structure/ResidueColors.h"
#include "ui/scenes/structure/StructureBars.h"
#include "ui/views/heads/ChosenHeads.h"
#include "ui/views/structure/HeadOnStructure.h"
#include "ui/views/structure/PlacedStructure.h"
#include "ui/views/structure/StructureOptions.h"

namespace ui {

/// How the pairs that heads score highest do on the structure.
struct ShownContacts {
  engine::Index known = 0;  ///< residues with a distance; as many pairs are ranked
  double background = 0;    ///< share of all candidates that touch
};

/// The attention head, or several, whose bars are drawn.
struct ShownHead {
  int layer = -1, head = -1;         ///< looked up last
  std::vector<ChosenHead> several;   ///< whose mean is shown; none: the one
  HeadOnStructure weights;           ///< empty when there is none that fits the structure
  QString label;                     ///< "Layer 1, head 2: name"
  QString quantity, unit;            ///< "MI with APC", "bits" of maps that are no heads; empty: weights
  QString place;                     ///< "329 of 329 residues of 1LDM A"; empty for heads computed here
  QString message;                   ///< why there are no bars; empty when there are
  std::vector<AttentionLine> lines;  ///< kMostPerResidue per residue, before the limits, or ranked pairs; weakest first
  bool areRanked = false;                 ///< lines are the pairs that heads score highest
  std::optional<ShownContacts> contacts;  ///< of these; none while they are on their way
};

/// Values of alignment columns, of a feature of a model, or numbers of groups, one per residue; NaN where there is none.
struct ColumnColors {
  std::vector<float> values;
  QString title;  ///< "Conservation (bits), Lactate dehydrogenases"
  std::vector<std::string> groupNames = {};  ///< of group 1, 2, ...; none of other values
};

/// A second structure on the first.
struct LaidStructure {
  engine::DatasetPtr dataset;
  std::shared_ptr<const engine::Structure> structure;
  std::vector<Fold> folds;
  engine::Superposition superposition;   ///< of the C-alphas of the pairs
  Pairing pairing = Pairing::alignment;  ///< the one used: by sequence where nothing links the two
};

struct StructurePicture {
  StructureOptions options;
  PlacedStructure structure;
  std::vector<Fold> folds;  ///< one per residue, as drawn
  ShownHead head;
  ColumnColors columns;
  std::optional<LaidStructure> companion;
  std::vector<engine::InvariantRow> invariants;  ///< before and after the motion; empty without one
  ColorLegend legend;
};

/// Residues of a focus; -1 where it has none here.
struct ResiduePair {
  engine::Index first = -1, second = -1;
  bool operator==(const ResiduePair&) const = default;
};

/// What is selected and pointed at in a structure.
struct StructureMarks {
  std::vector<ResiduePair> kept;
  ResiduePair locked, hover;
  ResiduePair current;  ///< what readouts speak of: what is locked, or else hovered
  AtomPick hovered;     ///< under the pointer in this view
  Measurement picked;   ///< atoms of a measurement so far
};

/// Changes below this (Å, degrees, weights) are rounding.
inline constexpr double kRounding = 5e-4;

bool isShown(const StructurePicture& picture, const AttentionLine& line);
int numShownBars(const StructurePicture& picture);
/// Of ranked pairs that are shown.
int numTouchingBars(const StructurePicture& picture);
/// What bars of ranked pairs mean: touching or not.
Rgb contactColor(bool touches);
/// C-alphas of everything that is shown.
std::vector<engine::Vector3> shownAlphas(const StructurePicture& picture);
/// Å that the style needs around them.
double fitMargin(const StructurePicture& picture);
/// Colours of the residues, and the legend that explains them and those of the companion.
ResidueColors residueColors(const StructurePicture& picture);
/// One per residue of the companion: a colour for each chain, counted on from those of the first.
std::vector<Rgb> companionColors(const StructurePicture& picture);
/// From where they lie before the motion; `color`: of those that are not coloured by contact.
std::vector<AttentionBar> attentionBars(const StructurePicture& picture, const Rgb& color);
/// Which of them the scene shows: those of at least this weight and of a rank below.
struct BarLimits {
  float lowestWeight = 0;
  int ranks = 1;
};
BarLimits barLimits(const StructurePicture& picture);

}  // namespace ui
