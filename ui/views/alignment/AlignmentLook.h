// How an alignment is drawn: a value that a session keeps, that undo goes back to and that commands change.
#pragma once

#include <QJsonObject>
#include <string>
#include <vector>

#include "engine/alignment/AlignmentArrangement.h"
#include "engine/alignment/Conservation.h"
#include "ui/scenes/alignment/AlignmentColors.h"

namespace ui {

/// What rows are compared with when only differences are drawn.
struct AlignmentReference {
  enum class Kind { firstRow, consensus, row };
  Kind kind = Kind::firstRow;
  engine::Index row = 0;  ///< alignment row, for Kind::row
  bool operator==(const AlignmentReference&) const = default;
};

/// ticks: a mark with a count between two columns; expanded: columns of their own, lower case.
enum class AlignmentInserts { hidden, ticks, expanded };

struct AlignmentTrackSetting {
  std::string id;  ///< see AlignmentTrack
  bool isShown = true;
  bool operator==(const AlignmentTrackSetting&) const = default;
};

struct AlignmentLook {
  AlignmentScheme scheme = AlignmentScheme::clustal;
  std::string colorTrack;        ///< id of the track for the scheme `annotation`
  double identityThreshold = 0;  ///< share of the rows, 0 (off) to 1
  bool isFadedByConservation = false;
  bool hasOnlyDifferences = false;
  AlignmentReference reference;
  engine::ConservationMeasure conservation = engine::ConservationMeasure::information;
  /// Order and choice of the tracks; tracks that are not named follow in their own order, shown when they say so.
  std::vector<AlignmentTrackSetting> tracks;
  AlignmentInserts inserts = AlignmentInserts::ticks;
  std::vector<engine::Index> expandedInserts;  ///< opened one by one: number of columns before each, increasing
  engine::Index rulerRow = -1;                 ///< the ruler counts this row's residues; -1: columns
  bool isWrapped = false;
  bool hasMinimap = true, hasLegend = true, hasWeights = false;

  QJsonObject toJson() const;
  /// Takes what is there and valid; everything else stays.
  void fromJson(const QJsonObject& json);
  /// For the legend of a figure: "coloured by Clustal X where more than 60 % of the rows agree; ...".
  QString caption() const;
  bool operator==(const AlignmentLook&) const = default;
};

/// Opens the insert behind a column (or else the one before it) as columns of its own, or closes it.
void toggleInsert(AlignmentLook& look, const std::vector<engine::ExpandedInsert>& all, engine::Index column);
/// Those of the inserts of an alignment that are drawn as columns.
std::vector<engine::ExpandedInsert> shownInserts(const AlignmentLook& look,
                                                 const std::vector<engine::ExpandedInsert>& all);

}  // namespace ui
