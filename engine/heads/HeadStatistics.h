// What one attention head does, in numbers and in a word (MATHEMATICS.md 2 to 5). A number that is not defined for the
// head is absent, never 0.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Pairs of residues by how far they are apart in the sequence: 6 and more, 6-11, 12-23, 24 and more.
enum class PairRange { all, shortRange, medium, longRange };
inline constexpr std::size_t kNumPairRanges = 4;
/// "all", "short", "medium", "long".
std::string_view nameOf(PairRange range);
/// The least and the largest number of residues apart; the largest is absent where there is none.
struct Separations {
  Index least = 0;
  std::optional<Index> largest;
};
Separations separationsOf(PairRange range);

/// Precision is told of the L, L/2, L/5 and L/10 pairs of highest score.
inline constexpr std::array<Index, 4> kTopDivisors{1, 2, 5, 10};
/// "L", "L/2", "L/5", "L/10".
std::string topName(std::size_t divisorNumber);

/// Of the `used` pairs with the highest scores, the share that touches. All absent without a pair of the range.
struct TopPrecision {
  std::optional<double> precision;  ///< 0..1
  Index used = 0;                   ///< pairs that were looked at
  std::optional<double> possible;   ///< the largest share there could be: min(used, contacts) / used
};

/// Both ends of a 95 % interval.
struct Interval {
  double low = 0, high = 0;
};

/// How well the symmetric, corrected map tells which residues touch (MATHEMATICS.md 3). Only with a structure.
struct ContactStatistics {
  Index known = 0;                                                                      ///< K: residues with a distance
  Index pairs = 0;                                                                      ///< candidates of range "all"
  Index contacts = 0;                                                                   ///< those of them that touch
  std::array<std::array<TopPrecision, kTopDivisors.size()>, kNumPairRanges> precision;  ///< by range, by divisor
  std::optional<double> background;                                                     ///< contacts / pairs, 0..1
  std::optional<double> averagePrecision;                                               ///< 0..1
  std::optional<double> enrichment;  ///< precision of the best L / background
  std::optional<Interval> enrichmentInterval;
  std::optional<double> distanceCorrelation;  ///< -1..1, of the score with minus the distance, by ranks
  std::optional<double> contactMass;  ///< 0..1: share of the weight 6 and more residues away that falls on contacts
  Index strongCells = 0;              ///< cells with more than 0.3 of their row's weight
  Index strongContacts = 0;           ///< those of them that touch
  std::optional<Interval> strongInterval;  ///< of strongContacts / strongCells

  const TopPrecision& at(PairRange range, std::size_t divisorNumber) const {
    return precision[static_cast<std::size_t>(range)][divisorNumber];
  }
};

/// Weight on the partners of secondary structure (MATHEMATICS.md 4.1).
struct PartnerMass {
  Index rows = 0;                 ///< rows that count and have a partner
  std::optional<double> mass;     ///< 0..1, mean over these rows
  std::optional<double> uniform;  ///< what even weights would give
  std::optional<double> ratio() const;
};

/// What residues with a label receive, or how what residues receive goes with a number (MATHEMATICS.md 4.2).
struct AnnotationStatistics {
  std::optional<double> received, expected;  ///< 0..1
  std::optional<double> auc;                 ///< 0..1: chance that a labelled residue receives more than another one
  std::optional<double> correlation;         ///< -1..1, of a number per residue, by ranks
  std::optional<double> ratio() const;
};

/// The rules of MATHEMATICS.md 5, in their order: the first that holds names the head.
enum class HeadRule { empty, specialTokens, uniform, offset, sink, helix, contacts, residueType, self, local, other };

struct HeadLabel {
  HeadRule rule = HeadRule::other;
  std::string name;    ///< "previous residue", "sink at 1", "residue type M"
  std::string reason;  ///< "looks one back: 83 % of the weight at offset -1"
  double share = 1;    ///< of the proteins for which this is the first rule that holds; 1 where there is one protein

  /// "local", "local 10 %" where that is the case for some proteins alone.
  std::string text() const;
};

/// A cell of the table: nothing where the number is not defined, a whole number, a number, or words.
using HeadCell = std::variant<std::monostate, Index, double, std::string>;

/// What is known of a head without its map: read from a file, or a mean over proteins (MATHEMATICS.md 10).
struct ToldCell {
  HeadCell value{};
  std::optional<double> spread{};  ///< standard deviation over proteins; absent for fewer than two
  Index proteins = 0;              ///< that have the number, of a mean
};

/// Positions are 0-based and count residues; shares are 0..1.
struct HeadStatistics {
  Index layer = 0, head = 0;
  Index rows = 0;       ///< R: rows with weight on residues; the means are over these
  Index notFinite = 0;  ///< cells that hold no number
  bool isCausal = false;
  bool hasNegative = false;  ///< a signed map: nothing but contacts is computed

  std::optional<double> specialMass;
  std::optional<double> entropy;      ///< bits
  std::optional<double> entropyNorm;  ///< 0..1
  std::optional<double> confidence;
  std::optional<double> distance, distanceUniform;  ///< residues
  std::optional<double> sinkShare;
  std::optional<Index> sinkPosition;
  std::optional<double> firstShare;
  std::vector<double> offsets;  ///< from -(size - 1) / 2 to (size - 1) / 2; empty when the map is not square
  std::optional<double> previous, self, next;
  std::optional<Index> offset;
  std::optional<double> offsetMass;
  std::optional<double> local;
  std::optional<double> helixMass, helixExcess, helixPeriod;
  std::optional<double> symmetry;
  std::optional<double> typeInformation, keyTypeInformation;  ///< bits
  std::optional<char> keyType;                                ///< one of the 20 letters
  std::optional<double> keyTypeShare, keyTypeBackground;
  std::optional<Index> keyTypeCount;

  std::optional<ContactStatistics> contacts;
  std::optional<PartnerMass> helixPartners, strandPartners;
  std::vector<AnnotationStatistics> annotations;  ///< as HeadTable::annotationNames

  std::vector<ToldCell> told;  ///< as HeadTable::toldKeys; then all numbers above but layer, head and offsets are absent

  std::vector<HeadLabel> labels;  ///< at least one once it was labelled; the first is the head's, the others its tags

  /// Distance over what even weights would give.
  std::optional<double> distanceRatio() const;
  /// Weight at offset k; absent beyond both ends.
  std::optional<double> offsetAt(Index k) const;
  /// "contacts"; empty before it was labelled.
  std::string label() const { return labels.empty() ? std::string{} : labels.front().name; }
  /// The other labels, "self, local", over proteins with their shares.
  std::string tags() const;
};

}  // namespace engine
