// The heads of a set, each with its statistics: the value behind the head table.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/heads/HeadStatistics.h"

namespace engine {

/// From where on a rule holds (MATHEMATICS.md 5). Checked on planted heads and on geometric attention only.
struct HeadThresholds {
  double specialMass = 0.5;
  double entropyNorm = 0.95;
  double offsetMass = 0.4;
  double sinkShare = 0.3;
  double helixMass = 0.2, helixExcess = 0.1;
  double contactPrecision = 0.2, contactEnrichment = 2;
  double typeShare = 0.5, typeOverBackground = 4, typeOverSink = 0.6;
  Index typeCount = 3;
  double local = 0.5;
  bool operator==(const HeadThresholds&) const = default;
};

enum class ContactAtom { beta, alpha };

/// The structure that contacts were taken from.
struct ContactSource {
  std::string title;  ///< of the structure, or of the file with the distances
  std::string chain;  ///< author's id; empty for distances from a file
  ContactAtom atom = ContactAtom::beta;
  double cutoff = 8;  ///< Å; a contact is strictly closer
  Index known = 0;    ///< residues of the map with a distance
};

/// What the best of these heads reaches when nothing but chance joins heads and contacts: the contact map is shifted
/// along the chain, and the best precision of L pairs among all heads taken, for every shift (MATHEMATICS.md 3.6).
struct ChanceOfBest {
  Index numShifts = 0;
  double median = 0;
  Interval band;  ///< holds 95 % of the shifts
};

/// Where the heads lie when alike ones are near each other (MATHEMATICS.md 6). By head, layer-major.
struct HeadAtlas {
  Array<double> distance;      ///< n x n, 1 - r, 0 on the diagonal
  std::vector<double> x, y;    ///< n
  std::vector<Index> cluster;  ///< n, the largest is 0
  double cut = 0.5;            ///< up to which clusters were joined
};

/// A protein that a table over several of them was asked for.
struct ProteinOfTable {
  std::string name;
  Index residues = 0;
  std::string structure;  ///< file and chain that contacts were taken from; empty: none
  std::string problem;    ///< why it has no structure, or was left out
  bool isCounted = true;  ///< false: the model could not be run on it
  bool operator==(const ProteinOfTable&) const = default;
};

/// A column of numbers that were told.
struct ToldKey {
  std::string key;      ///< "entropy"
  bool isMean = false;  ///< over proteins: with spread and number of proteins
  bool operator==(const ToldKey&) const = default;
};

struct HeadTable {
  Index numLayers = 0, numHeads = 0;                ///< H of each layer
  Index numQueries = 0, numKeys = 0;                ///< of the maps, special tokens included
  std::vector<Index> queryPositions, keyPositions;  ///< of the residues among these
  std::string keyLetters;                           ///< of the residues that are keys; empty: not known
  std::vector<HeadStatistics> heads;                ///< layer-major
  std::optional<ContactSource> contacts;            ///< absent: no structure was used
  std::optional<ChanceOfBest> chance;               ///< only with contacts
  std::vector<std::string> annotationNames;
  HeadThresholds thresholds;
  std::string mapTitle;                    ///< of the heads
  std::shared_ptr<const HeadAtlas> atlas;  ///< null: was not asked for
  /// Not empty: the table comes from a file or is a mean over proteins, and HeadStatistics::told has a cell for each of
  /// these columns. Positions and letters are then absent.
  std::vector<ToldKey> toldKeys;
  std::vector<ProteinOfTable> proteins;  ///< of a mean that was computed here

  bool isTold() const { return !toldKeys.empty(); }
  const HeadStatistics& at(Index layer, Index head) const;
  Index count() const { return static_cast<Index>(heads.size()); }
  /// The number of the head with the highest precision of the best L pairs; -1 without any.
  Index bestContactHead() const;
  /// Throws Error when the sizes contradict each other.
  void validate() const;
};

/// The same numbers, labelled by other thresholds. Told labels stay.
HeadTable relabelled(const HeadTable& table, const HeadThresholds& thresholds);

}  // namespace engine
