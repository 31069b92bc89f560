// What the user can choose about a structure, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <string>
#include <vector>

#include "engine/heads/HeadTable.h"
#include "ui/scenes/structure/ResidueColors.h"
#include "ui/scenes/structure/StructureMolecule.h"
#include "ui/views/heads/ShownPositions.h"
#include "ui/views/structure/StructureMeasures.h"

namespace ui {

/// What the lower limit of attention bars is: a share of the head's strongest pair, or a weight.
enum class WeightLimit { share, weight };
/// Which pairs of residues bars join. strongestKeys: those that each residue attends to most; bestPairs: those that the
/// precision of contacts is told of, the best L of the symmetric, corrected map, coloured by whether they touch.
enum class BarPairs { strongestKeys, bestPairs };
/// What an alignment column is coloured by.
enum class ColumnValue { conservation, occupancy, entropy, consensus };
/// How the residues of two structures are paired.
enum class Pairing { alignment, sequence };

/// What is behind a structure. theme: what the window's theme has; transparent: nothing, for pictures that are laid on
/// something else.
enum class PageGround { theme, white, black, transparent };

/// How a structure is shaded on the screen, as far as the machine can, and in every exported picture.
struct ShadingSettings {
  bool hasOutlines = true, hasOcclusion = true;  ///< as in DepthShading
  bool isDepthCued = true;                       ///< far parts fade into the ground
  PageGround ground = PageGround::theme;
  bool operator==(const ShadingSettings&) const = default;
};

/// What the user did to the coordinates.
struct MotionSettings {
  engine::Vector3 degrees = engine::Vector3::Zero();  ///< about x, then y, then z, through the centre; -180..180
  engine::Vector3 shift = engine::Vector3::Zero();    ///< Å, -kMostShift..kMostShift
  bool isMirrored = false;
  static constexpr double kMostShift = 100;
  bool operator==(const MotionSettings&) const = default;
};

inline constexpr double kShortestContact = 4, kLongestContact = 20;  ///< Å
inline constexpr double kMostLowestWeight = 0.4;
inline constexpr size_t kMostLabels = 60;
inline constexpr double kShortestFrame = 0.5, kLongestFrame = 6;  ///< Å
inline constexpr int kMostPerResidue = 20, kMostSeparation = 100, kMostBars = 9999;

struct StructureOptions {
  StructureStyle style = StructureStyle::cartoon;
  ResidueColoring coloring = ResidueColoring::secondaryStructure;
  ColumnValue columnValue = ColumnValue::conservation;
  std::string columnAlignment;  ///< id of the alignment whose columns colour the residues; empty: the first linked one
  std::string groups;  ///< id of the dataset whose named groups colour the residues; empty: the first linked one
  bool areFramesShown = true;
  double frameLength = 1.5;  ///< of the axes of residue frames, kShortestFrame..kLongestFrame, Å
  ShadingSettings shading;
  std::string labels;  ///< residues with a label, as in namedResidues()

  BarPairs barPairs = BarPairs::strongestKeys;
  double contactCutoff = 8;  ///< Å, kShortestContact..kLongestContact: closer pairs touch
  engine::ContactAtom contactAtom = engine::ContactAtom::beta;
  WeightLimit weightLimit = WeightLimit::share;
  double threshold = 0.15;    ///< bars of at least this share of the head's strongest pair, 0..1
  double lowestWeight = 0.1;  ///< bars of at least this weight, 0..kMostLowestWeight
  int perResidue = 1;         ///< strongest keys per residue, 1..kMostPerResidue
  int mostBars = 0;           ///< the strongest of them, 0..kMostBars; 0: all
  int separation = 5;         ///< bars have |i - j| > separation, 0..kMostSeparation
  EndTokens headsEnds = EndTokens::none;  ///< of heads of a file that does not say it
  std::string headsChain;  ///< the chain that heads of a file are shown on; empty: not chosen of several that match

  /// Clicks pick atoms until there are enough of them; none: clicks lock a residue.
  MeasureKind measuring = MeasureKind::none;
  std::vector<Measurement> measurements;
  bool arePlanesShown = true;  ///< what angles are between, with the normals of dihedrals
  MotionSettings motion;
  std::string superposed;  ///< id of the structure laid on this one, which may come later; empty: none
  Pairing pairing = Pairing::alignment;

  bool operator==(const StructureOptions&) const = default;
};

/// Lays another structure on this one, or none. Colours tell the two apart: one for each chain of both.
void superpose(StructureOptions& options, const std::string& id);
/// What of them goes on for another structure of so many residues: frames only where they are no clutter.
StructureOptions carriedOver(StructureOptions options, engine::Index numResidues);
/// Numbers out of range become the nearest valid ones; those that are not finite become the defaults.
StructureOptions clamped(StructureOptions options);

QJsonObject toJson(const StructureOptions& options);
/// Missing keys and values of a wrong type or an unknown name leave what is. The result is clamped.
void readJson(const QJsonObject& json, StructureOptions& options);

}  // namespace ui
