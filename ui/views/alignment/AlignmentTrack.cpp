// From statistics, file and linked datasets to tracks.
#include "ui/views/alignment/AlignmentTrack.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/sequence/LogoHeights.h"

namespace ui {
namespace {

using engine::Index;

constexpr double kBarsHeight = 28, kLowHeight = 16, kLogoHeight = 44, kStatesHeight = 14;
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
/// A file with more rows of its own than this shows the first ones.
constexpr int kMostSymbolTracks = 3;

AlignmentTrack bars(const char* id, const QString& label, const QString& range, double most, std::vector<float> values,
                    const QString& unit, const QString& help) {
  AlignmentTrack track;
  track.id = id;
  track.label = label;
  track.range = range;
  track.most = most;
  track.values = std::move(values);
  track.unit = unit;
  track.help = help;
  track.height = kBarsHeight;
  return track;
}

std::vector<AlignmentTrack> statisticsTracks(const engine::ColumnStatistics& statistics,
                                             engine::ConservationMeasure measure) {
  std::vector<AlignmentTrack> tracks;
  const engine::ConservationInfo& info = engine::conservationInfo(measure);
  const QString most = QString::number(info.most, 'g', 3);
  const QString unit = QString::fromStdString(info.unit);
  tracks.push_back(bars("conservation", QStringLiteral("Conservation"),
                        unit.isEmpty() ? QStringLiteral("0–%1").arg(most) : QStringLiteral("0–%1 %2").arg(most, unit),
                        info.most, engine::conservationOf(statistics, measure), unit,
                        QString::fromStdString(info.title)));
  tracks.push_back(bars("entropy", QStringLiteral("Entropy"), QStringLiteral("0–4.32 bits"), std::log2(20.0),
                        statistics.entropy, QStringLiteral("bits"), QStringLiteral("Shannon entropy of the residues")));
  tracks.back().isShownAtFirst = false;
  tracks.push_back(bars("occupancy", QStringLiteral("Occupancy"), QStringLiteral("0–100 %"), 1, statistics.occupancy,
                        QStringLiteral("%"), QStringLiteral("Rows with a residue in the column")));
  tracks.back().height = kLowHeight;
  AlignmentTrack logo;
  logo.id = "logo";
  logo.label = QStringLiteral("Logo");
  logo.range = QStringLiteral("0–4.32 bits");
  logo.help = QStringLiteral("Letters as high as their share of the column's information");
  logo.kind = TrackKind::logo;
  logo.height = kLogoHeight;
  logo.most = std::log2(20.0);
  logo.isShownAtFirst = false;
  logo.values = statistics.conservation;
  logo.unit = QStringLiteral("bits");
  tracks.push_back(std::move(logo));
  AlignmentTrack consensus;
  consensus.id = "consensus";
  consensus.label = QStringLiteral("Consensus");
  consensus.help = QStringLiteral("The most frequent residue; dark where more than half of the rows have it");
  consensus.kind = TrackKind::letters;
  consensus.values = statistics.consensusShare;
  consensus.unit = QStringLiteral("%");
  for (const engine::ResidueCode code : statistics.consensus) consensus.symbols += engine::alphabet::letterOf(code);
  tracks.push_back(std::move(consensus));
  return tracks;
}

/// Stacks only for the columns of a logo that is shown: 160 bytes a column.
std::vector<engine::ResidueVector> logoStacks(const engine::ColumnStatistics& statistics) {
  std::vector<engine::ResidueVector> stacks(static_cast<size_t>(statistics.numColumns()));
  for (Index column = 0; column < statistics.numColumns(); ++column) {
    engine::ResidueVector shares{};
    double known = 0;
    for (size_t code = 0; code < shares.size(); ++code)
      known += shares[code] = statistics.count(column, static_cast<engine::ResidueCode>(code));
    if (known == 0) continue;
    for (double& share : shares) share /= known;
    engine::nth(stacks, column) =
        engine::logoHeights(shares, engine::blosum62().background, engine::LogoScale::information);
  }
  return stacks;
}

bool isStates(const std::string& name) {
  return name.rfind("ss_", 0) == 0 || name.rfind("SS", 0) == 0 || name.find("_SS") != std::string::npos;
}

bool isConfidence(const std::string& name) { return name.find("ss_conf") == 0 || name.find("conf") == 0; }

std::vector<float> digits(const std::string& symbols) {
  std::vector<float> values;
  for (const char symbol : symbols)
    values.push_back(symbol >= '0' && symbol <= '9' ? static_cast<float>(symbol - '0') / 9 : kNone);
  return values;
}

AlignmentTrack statesTrack(const std::string& id, const QString& label, const std::string& symbols) {
  AlignmentTrack track;
  track.id = id;
  track.label = label;
  track.kind = TrackKind::states;
  track.height = kStatesHeight;
  track.symbols = symbols;
  track.help = QStringLiteral("Secondary structure: helix, strand, coil");
  return track;
}

QString stateLabel(const std::string& name) {
  if (name == "ss_pred") return QStringLiteral("SS predicted");
  if (name == "ss_dssp") return QStringLiteral("SS (DSSP)");
  return QString::fromStdString(name);
}

void addFileTracks(const engine::Alignment& alignment, std::vector<AlignmentTrack>& tracks) {
  int numSymbols = 0;
  for (const engine::ColumnAnnotation& annotation : alignment.columnAnnotations) {
    const std::string id = "gc:" + annotation.name;
    if (isConfidence(annotation.name)) {
      // The confidence of a prediction is the height of its states.
      const auto owner = std::find_if(tracks.begin(), tracks.end(), [](const auto& t) { return t.id == "gc:ss_pred"; });
      if (owner != tracks.end() && owner->values.empty()) {
        owner->values = digits(annotation.symbols);
        owner->range = QStringLiteral("confidence 0–9");
        continue;
      }
    }
    if (isStates(annotation.name) && !isConfidence(annotation.name)) {
      tracks.push_back(statesTrack(id, stateLabel(annotation.name), annotation.symbols));
      continue;
    }
    AlignmentTrack track;
    track.id = id;
    track.label = QString::fromStdString(annotation.name);
    track.kind = TrackKind::symbols;
    track.symbols = annotation.symbols;
    track.help = QStringLiteral("As in the file");
    track.isShownAtFirst = ++numSymbols <= kMostSymbolTracks;
    tracks.push_back(std::move(track));
  }
}

AlignmentTrack groupsTrack(const LinkedTrack& linked) {
  AlignmentTrack track;
  track.id = linked.id;
  track.label = QString::fromStdString(linked.title);
  track.range = QString::fromStdString(engine::joined(linked.groupNames));
  track.help = QStringLiteral("Groups of columns: %1").arg(track.range);
  track.kind = TrackKind::groups;
  track.height = kStatesHeight;
  track.values = linked.values;
  track.groupNames = linked.groupNames;
  return track;
}

AlignmentTrack linkedTrack(const LinkedTrack& linked) {
  const QString title = QString::fromStdString(linked.title);
  if (!linked.groupNames.empty()) return groupsTrack(linked);
  if (!linked.symbols.empty()) return statesTrack(linked.id, title, linked.symbols);
  float most = 0;
  for (const float value : linked.values)
    if (std::isfinite(value)) most = std::max(most, value);
  AlignmentTrack track = bars(linked.id.c_str(), title, QStringLiteral("0–%1").arg(most, 0, 'g', 3),
                              most > 0 ? most : 1, linked.values, {}, QStringLiteral("Mean over all queries"));
  return track;
}

QString stateName(SecondaryState state) {
  return state == SecondaryState::helix    ? QStringLiteral("helix")
         : state == SecondaryState::strand ? QStringLiteral("strand")
                                           : QStringLiteral("coil");
}

}  // namespace

SecondaryState secondaryState(char symbol) {
  switch (symbol) {
    case 'H':
    case 'G':
    case 'I':
    case 'h':
      return SecondaryState::helix;
    case 'E':
    case 'B':
    case 'e':
    case 'b':
      return SecondaryState::strand;
    case '.':
    case '~':
    case ' ':
      return SecondaryState::none;
    default:
      return SecondaryState::coil;
  }
}

QString AlignmentTrack::tip(Index column) const {
  const auto at = static_cast<size_t>(column);
  if (kind == TrackKind::states) {
    const SecondaryState state = at < symbols.size() ? secondaryState(symbols[at]) : SecondaryState::none;
    if (state == SecondaryState::none) return {};
    QString text =
        label + QStringLiteral(": ") + stateName(state) + QStringLiteral(" (%1)").arg(QLatin1Char(symbols[at]));
    if (at < values.size() && std::isfinite(values[at]))
      text += QStringLiteral(", confidence %1 of 9").arg(std::lround(9 * values[at]));
    return text;
  }
  if (kind == TrackKind::symbols)
    return at < symbols.size() ? label + QStringLiteral(": ") + QLatin1Char(symbols[at]) : QString();
  if (at >= values.size() || !std::isfinite(values[at])) return {};
  if (kind == TrackKind::groups)
    return label + QStringLiteral(": ") + QString::fromStdString(engine::nth(groupNames, Index(values[at]) - 1));
  const QString number =
      unit == QStringLiteral("%") ? QString::number(100.0 * values[at], 'f', 1) : QString::number(values[at], 'g', 3);
  QString text = label + QLatin1Char(' ');
  if (kind == TrackKind::letters && at < symbols.size()) text += QLatin1Char(symbols[at]) + QStringLiteral(" in ");
  return text + number + (unit.isEmpty() ? QString() : QLatin1Char(' ') + unit);
}

std::vector<AlignmentTrack> alignmentTracks(const engine::Alignment& alignment,
                                            const engine::ColumnStatistics* statistics,
                                            engine::ConservationMeasure conservation,
                                            const std::vector<LinkedTrack>& linked) {
  std::vector<AlignmentTrack> tracks;
  if (statistics) {
    tracks = statisticsTracks(*statistics, conservation);
    for (AlignmentTrack& track : tracks)
      if (track.kind == TrackKind::logo) track.logo = logoStacks(*statistics);
  }
  // The consensus stands next to the rows.
  std::vector<AlignmentTrack> last;
  if (!tracks.empty()) {
    last.push_back(std::move(tracks.back()));
    tracks.pop_back();
  }
  addFileTracks(alignment, tracks);
  for (const LinkedTrack& track : linked) tracks.push_back(linkedTrack(track));
  tracks.insert(tracks.end(), last.begin(), last.end());
  return tracks;
}

std::vector<AlignmentTrackSetting> trackSettings(const std::vector<AlignmentTrack>& all,
                                                 const std::vector<AlignmentTrackSetting>& settings) {
  std::vector<AlignmentTrackSetting> result;
  const auto has = [](const auto& list, const std::string& id) {
    return std::any_of(list.begin(), list.end(), [&](const auto& entry) { return entry.id == id; });
  };
  for (const AlignmentTrackSetting& setting : settings)
    if (has(all, setting.id)) result.push_back(setting);
  for (const AlignmentTrack& track : all)
    if (!has(result, track.id)) result.push_back({track.id, track.isShownAtFirst});
  return result;
}

std::vector<AlignmentTrack> shownTracks(const std::vector<AlignmentTrack>& all,
                                        const std::vector<AlignmentTrackSetting>& settings) {
  std::vector<AlignmentTrack> shown;
  for (const AlignmentTrackSetting& setting : trackSettings(all, settings)) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& track) { return track.id == setting.id; });
    if (setting.isShown) shown.push_back(*found);
  }
  return shown;
}

std::vector<float> colorValues(const std::vector<AlignmentTrack>& all, const std::string& id) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& track) { return track.id == id; });
  if (found == all.end() || found->kind == TrackKind::symbols) return {};
  std::vector<float> values = found->values;
  if (found->kind == TrackKind::states) {
    values.clear();
    for (const char symbol : found->symbols) {
      const SecondaryState state = secondaryState(symbol);
      values.push_back(state == SecondaryState::none    ? kNone
                       : state == SecondaryState::helix ? 0
                       : state == SecondaryState::coil  ? 0.5f
                                                        : 1);
    }
    return values;
  }
  float low = std::numeric_limits<float>::infinity(), high = -low;
  for (const float value : values)
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  for (float& value : values) value = high > low ? (value - low) / (high - low) : std::isfinite(value) ? 0 : kNone;
  return values;
}

NumberTable trackNumbers(const std::vector<AlignmentTrack>& tracks, const engine::AlignmentArrangement& arrangement,
                         Index first, Index last) {
  NumberTable table;
  table.name = "tracks";
  table.rowTitle = "track";
  table.columnTitle = "column";
  std::vector<Index> columns;
  for (Index slot = first; slot < last; ++slot) {
    if (arrangement.slot(slot).isInsert()) continue;
    columns.push_back(arrangement.slot(slot).column);
    table.columnLabels.push_back(std::to_string(columns.back() + 1));
  }
  std::vector<const AlignmentTrack*> rows;
  for (const AlignmentTrack& track : tracks) {
    if (track.values.empty()) continue;
    rows.push_back(&track);
    table.rowLabels.push_back(track.label.toStdString());
  }
  table.values = engine::Array<float>({static_cast<Index>(rows.size()), static_cast<Index>(columns.size())}, kNone,
                                      "track values");
  for (size_t row = 0; row < rows.size(); ++row)
    for (size_t k = 0; k < columns.size(); ++k)
      table.values(static_cast<Index>(row), static_cast<Index>(k)) = engine::nth(rows[row]->values, columns[k]);
  return table;
}

}  // namespace ui
