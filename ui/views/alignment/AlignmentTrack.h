// The rows of numbers, letters and states that stand above the columns of an alignment.
#pragma once

#include <QColor>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "engine/sequence/SubstitutionMatrix.h"
#include "ui/views/alignment/AlignmentLook.h"
#include "ui/views/base/NumberTable.h"

namespace ui {

/// bars: a value per column; letters: the consensus; logo: stacks of letters; states: secondary structure; symbols: the
/// characters of the file; groups: named groups of columns.
enum class TrackKind { bars, letters, logo, states, symbols, groups };

/// Where secondary structure, groups or attention come from when it is not in the alignment itself.
struct LinkedTrack {
  std::string id, title;
  std::vector<float> values;  ///< C, NaN: none; empty for states
  std::string symbols;        ///< C, ' ': none; empty for values
  std::vector<std::string> groupNames = {};  ///< of groups, whose numbers from 1 are the values
};

struct AlignmentTrack {
  std::string id;  ///< "conservation", "gc:SS_cons", ...
  QString label, range, help;
  TrackKind kind = TrackKind::bars;
  double height = 16;  ///< logical pixels at scale 1
  bool isShownAtFirst = true;
  double most = 1;            ///< the value of a full bar
  QString unit;               ///< "bits", "%"; percentages are stored as shares
  QColor color = {};          ///< of the group of rows that it speaks of; invalid: of all rows
  std::vector<float> values;  ///< C, NaN: none. bars: heights; states: confidence 0..1 (empty: full height); groups: their numbers from 1
  std::string symbols;        ///< C letters, states or characters
  std::vector<engine::ResidueVector> logo;  ///< C stacks, bits
  std::vector<std::string> groupNames;      ///< of group 1, 2, ...

  /// "Occupancy 85.0 %", "Secondary structure: helix, confidence 7 of 9"; empty where there is nothing.
  QString tip(engine::Index column) const;
};

/// Everything there is for this alignment, in its own order. `statistics` may be null: then only what is in the file.
std::vector<AlignmentTrack> alignmentTracks(const engine::Alignment& alignment,
                                            const engine::ColumnStatistics* statistics,
                                            engine::ConservationMeasure conservation,
                                            const std::vector<LinkedTrack>& linked);
/// In the order of the settings, then the rest; only those shown.
std::vector<AlignmentTrack> shownTracks(const std::vector<AlignmentTrack>& all,
                                        const std::vector<AlignmentTrackSetting>& settings);
/// Every track once, in the order of the look, with whether it is shown.
std::vector<AlignmentTrackSetting> trackSettings(const std::vector<AlignmentTrack>& all,
                                                 const std::vector<AlignmentTrackSetting>& settings);
/// The values of a track between 0 (lowest) and 1 (highest), for colours; states: helix 0, coil 0.5, strand 1; empty
/// for letters and unknown ids.
std::vector<float> colorValues(const std::vector<AlignmentTrack>& all, const std::string& id);

/// A row per track with numbers, a column per slot of [first, last) that is an alignment column; labels are 1-based
/// column numbers.
NumberTable trackNumbers(const std::vector<AlignmentTrack>& tracks, const engine::AlignmentArrangement& arrangement,
                         engine::Index first, engine::Index last);

/// The same for H G I (helix), E B (strand) and the rest (coil); nothing where the row has no residue.
enum class SecondaryState { none, helix, strand, coil };
SecondaryState secondaryState(char symbol);

}  // namespace ui
