// Enumerations are written by name: a session file can be read, and outlives a new entry.
#include "ui/views/alignment/AlignmentLook.h"

#include <QJsonArray>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

namespace ui {
namespace {

using engine::Index;

constexpr std::array<const char*, 3> kReferences = {"first row", "consensus", "row"};
constexpr std::array<const char*, 3> kInserts = {"hidden", "ticks", "expanded"};
constexpr double kMostIndex = 2e9;

template <class Enum, size_t N>
void takeName(const QJsonValue& value, const std::array<const char*, N>& names, Enum& into) {
  for (size_t k = 0; k < N; ++k)
    if (value.toString() == QLatin1String(names[k])) into = static_cast<Enum>(k);
}

void takeBool(const QJsonValue& value, bool& into) { into = value.toBool(into); }

void takeIndex(const QJsonValue& value, Index least, Index& into) {
  if (!value.isDouble() || !std::isfinite(value.toDouble())) return;
  into = static_cast<Index>(std::clamp(value.toDouble(), static_cast<double>(least), kMostIndex));
}

QJsonArray tracksJson(const std::vector<AlignmentTrackSetting>& tracks) {
  QJsonArray array;
  for (const AlignmentTrackSetting& track : tracks)
    array.append(QJsonObject{{"id", QString::fromStdString(track.id)}, {"shown", track.isShown}});
  return array;
}

void takeTracks(const QJsonValue& value, std::vector<AlignmentTrackSetting>& into) {
  if (!value.isArray()) return;
  std::vector<AlignmentTrackSetting> tracks;
  for (const QJsonValue& entry : value.toArray()) {
    const std::string id = entry.toObject().value("id").toString().toStdString();
    const bool isKnown = std::any_of(tracks.begin(), tracks.end(), [&](const auto& track) { return track.id == id; });
    if (!id.empty() && !isKnown) tracks.push_back({id, entry.toObject().value("shown").toBool(true)});
  }
  into = std::move(tracks);
}

void takeIndices(const QJsonValue& value, std::vector<Index>& into) {
  if (!value.isArray()) return;
  std::vector<Index> indices;
  for (const QJsonValue& entry : value.toArray()) {
    Index index = -1;
    takeIndex(entry, -1, index);
    if (index >= 0) indices.push_back(index);
  }
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  into = std::move(indices);
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
          {"reference", QLatin1String(kReferences[static_cast<size_t>(reference.kind)])},
          {"reference row", static_cast<qint64>(reference.row)},
          {"conservation", QString::fromStdString(engine::conservationInfo(conservation).id)},
          {"tracks", tracksJson(tracks)},
          {"inserts", QLatin1String(kInserts[static_cast<size_t>(inserts)])},
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
  if (json["color track"].isString()) colorTrack = json["color track"].toString().toStdString();
  if (const double share = json["identity threshold"].toDouble(identityThreshold); std::isfinite(share))
    identityThreshold = std::clamp(share, 0.0, 1.0);
  takeBool(json["faded"], isFadedByConservation);
  takeBool(json["differences"], hasOnlyDifferences);
  takeName(json["reference"], kReferences, reference.kind);
  takeIndex(json["reference row"], 0, reference.row);
  takeTracks(json["tracks"], tracks);
  takeName(json["inserts"], kInserts, inserts);
  takeIndices(json["expanded"], expandedInserts);
  takeIndex(json["ruler row"], -1, rulerRow);
  takeBool(json["wrapped"], isWrapped);
  takeBool(json["minimap"], hasMinimap);
  takeBool(json["legend"], hasLegend);
  takeBool(json["weights"], hasWeights);
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
