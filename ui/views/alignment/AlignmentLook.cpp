// Enumerations are written by name: a session file can be read, and outlives a new entry.
#include "ui/views/alignment/AlignmentLook.h"

#include <QJsonArray>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/views/base/JsonState.h"

namespace ui {
namespace {

using engine::Index;

constexpr std::array<const char*, 3> kReferences = {"first row", "consensus", "row"};
constexpr std::array<const char*, 3> kInserts = {"hidden", "ticks", "expanded"};
constexpr double kMostColumn = 2e9;

Index indexIn(double number, Index least) {
  return static_cast<Index>(std::clamp(number, static_cast<double>(least), kMostColumn));
}

QJsonArray tracksJson(const std::vector<AlignmentTrackSetting>& tracks) {
  QJsonArray array;
  for (const AlignmentTrackSetting& track : tracks)
    array.append(QJsonObject{{"id", QString::fromStdString(track.id)}, {"shown", track.isShown}});
  return array;
}

std::vector<AlignmentTrackSetting> tracksIn(const QJsonArray& array) {
  std::vector<AlignmentTrackSetting> tracks;
  for (const QJsonValue& entry : array) {
    const std::string id = entry.toObject().value("id").toString().toStdString();
    const bool isKnown = std::any_of(tracks.begin(), tracks.end(), [&](const auto& track) { return track.id == id; });
    if (!id.empty() && !isKnown) tracks.push_back({id, entry.toObject().value("shown").toBool(true)});
  }
  return tracks;
}

std::vector<Index> indicesIn(const QJsonArray& array) {
  std::vector<Index> indices;
  for (const QJsonValue& entry : array)
    if (entry.toDouble(-1) >= 0) indices.push_back(indexIn(entry.toDouble(), 0));
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  return indices;
}

}  // namespace

QJsonObject AlignmentLook::toJson() const {
  QJsonArray expanded;
  for (const Index after : expandedInserts) expanded.append(static_cast<qint64>(after));
  return {{"scheme", QString::fromStdString(alignmentSchemeInfo(scheme).id)},
          {"color track", QString::fromStdString(colorTrack)},
          {"identity threshold", identityThreshold},
          {"faded", isFadedByConservation},
          {"differences", hasOnlyDifferences},
          {"reference", nameOf(kReferences, reference.kind)},
          {"reference row", static_cast<qint64>(reference.row)},
          {"conservation", QString::fromStdString(engine::conservationInfo(conservation).id)},
          {"tracks", tracksJson(tracks)},
          {"inserts", nameOf(kInserts, inserts)},
          {"expanded", expanded},
          {"ruler row", static_cast<qint64>(rulerRow)},
          {"wrapped", isWrapped},
          {"minimap", hasMinimap},
          {"legend", hasLegend},
          {"weights", hasWeights}};
}

void AlignmentLook::fromJson(const QJsonObject& json) {
  for (const AlignmentSchemeInfo& info : alignmentSchemes())
    if (json["scheme"].toString() == QString::fromStdString(info.id)) scheme = info.scheme;
  for (const engine::ConservationInfo& info : engine::conservationMeasures())
    if (json["conservation"].toString() == QString::fromStdString(info.id)) conservation = info.measure;
  colorTrack = json["color track"].toString(QString::fromStdString(colorTrack)).toStdString();
  takeNumber(json, "identity threshold", [&](double share) { identityThreshold = std::clamp(share, 0.0, 1.0); });
  const std::pair<const char*, bool*> flags[] = {{"faded", &isFadedByConservation},
                                                 {"differences", &hasOnlyDifferences},
                                                 {"wrapped", &isWrapped},
                                                 {"minimap", &hasMinimap},
                                                 {"legend", &hasLegend},
                                                 {"weights", &hasWeights}};
  for (const auto& [key, flag] : flags) *flag = flagUnder(json, key).value_or(*flag);
  takeChoice<AlignmentReference::Kind>(json, "reference", kReferences, [&](auto kind) { reference.kind = kind; });
  takeChoice<AlignmentInserts>(json, "inserts", kInserts, [&](auto shown) { inserts = shown; });
  takeNumber(json, "reference row", [&](double row) { reference.row = indexIn(row, 0); });
  takeNumber(json, "ruler row", [&](double row) { rulerRow = indexIn(row, -1); });
  if (json["tracks"].isArray()) tracks = tracksIn(json["tracks"].toArray());
  if (json["expanded"].isArray()) expandedInserts = indicesIn(json["expanded"].toArray());
}

QString AlignmentLook::caption() const {
  QStringList parts;
  parts << (scheme == AlignmentScheme::none
                ? QStringLiteral("without colours")
                : QStringLiteral("coloured by ") + QString::fromStdString(alignmentSchemeInfo(scheme).title));
  if (scheme == AlignmentScheme::annotation && !colorTrack.empty())
    parts.back() += QStringLiteral(" (%1)").arg(QString::fromStdString(colorTrack));
  if (identityThreshold > 0)
    parts.back() += QStringLiteral(" where at least %1 % of the rows have the residue").arg(100 * identityThreshold);
  if (isFadedByConservation)
    parts << QStringLiteral("colours faded by conservation (%1)")
                 .arg(QString::fromStdString(engine::conservationInfo(conservation).title));
  if (hasOnlyDifferences)
    parts << QStringLiteral("a dot is the same residue as in the %1")
                 .arg(reference.kind == AlignmentReference::Kind::firstRow ? QStringLiteral("first row")
                      : reference.kind == AlignmentReference::Kind::consensus
                          ? QStringLiteral("consensus")
                          : QStringLiteral("row %1 of the file").arg(reference.row + 1));
  return parts.join(QStringLiteral("; "));
}

void toggleInsert(AlignmentLook& look, const std::vector<engine::ExpandedInsert>& all, Index column) {
  if (column < 0) return;
  for (const Index after : {column + 1, column}) {
    if (std::none_of(all.begin(), all.end(), [&](const auto& insert) { return insert.after == after; })) continue;
    std::vector<Index>& open = look.expandedInserts;
    const auto found = std::lower_bound(open.begin(), open.end(), after);
    if (found != open.end() && *found == after)
      open.erase(found);
    else
      open.insert(found, after);
    return;
  }
}

std::vector<engine::ExpandedInsert> shownInserts(const AlignmentLook& look,
                                                 const std::vector<engine::ExpandedInsert>& all) {
  std::vector<engine::ExpandedInsert> shown;
  for (const engine::ExpandedInsert& insert : all)
    if (look.inserts == AlignmentInserts::expanded ||
        std::binary_search(look.expandedInserts.begin(), look.expandedInserts.end(), Index{insert.after}))
      shown.push_back(insert);
  return shown;
}

}  // namespace ui
