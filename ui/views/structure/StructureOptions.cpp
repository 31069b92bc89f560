// Options of the structure view within their ranges and as JSON.
#include "ui/views/structure/StructureOptions.h"

#include <QJsonArray>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/views/base/JsonState.h"

namespace ui {

using engine::Vector3;

namespace {

/// More residue frames than this are clutter: off until asked for.
constexpr engine::Index kMostFrames = 1500;

constexpr std::array<const char*, 4> kStyles{"cartoon", "tube", "trace", "balls and sticks"};
constexpr std::array<const char*, 4> kColumnValues{"conservation", "occupancy", "entropy", "consensus"};
constexpr std::array<const char*, 4> kEnds{"residues", "first", "last", "both"};  // as in EndTokens
constexpr std::array<const char*, 4> kGrounds{"theme", "white", "black", "transparent"};
constexpr std::array<const char*, 2> kLimits{"share", "weight"}, kPairings{"alignment", "sequence"},
    kBarPairs{"strongest keys", "best pairs"}, kContactAtoms{"CB", "CA"};

double limited(double value, double least, double most, double otherwise) {
  return std::isfinite(value) ? std::clamp(value, least, most) : otherwise;
}

Vector3 limited(const Vector3& value, double most) {
  return value.allFinite() ? Vector3(value.cwiseMax(-most).cwiseMin(most)) : Vector3(Vector3::Zero());
}

QString coloringId(ResidueColoring coloring) {
  for (const ResidueColoringInfo& info : residueColorings())
    if (info.coloring == coloring) return QString::fromStdString(info.id);
  return {};
}

QJsonArray toJson(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

/// Three finite numbers, or nothing happens.
void readVector(const QJsonValue& value, Vector3& vector) {
  const QJsonArray array = value.toArray();
  if (array.size() != 3) return;
  Vector3 read;
  for (int k = 0; k < 3; ++k) read[k] = array[k].toDouble(std::nan(""));
  if (read.allFinite()) vector = read;
}

void readId(const QJsonValue& value, std::string& id) {
  if (value.isString()) id = value.toString().toStdString();
}

void readWhole(const QJsonObject& json, const char* key, int& number) {
  takeNumber(json, key, [&](double value) { number = static_cast<int>(std::clamp(std::round(value), -1e6, 1e6)); });
}

template <class Value>
void readChoice(const QJsonObject& json, const char* key, ChoiceNames names, Value& choice) {
  takeChoice<Value>(json, key, names, [&](Value value) { choice = value; });
}

}  // namespace

void superpose(StructureOptions& options, const std::string& id) {
  options.superposed = id;
  if (!id.empty()) options.coloring = ResidueColoring::chain;
}

StructureOptions carriedOver(StructureOptions options, engine::Index numResidues) {
  options.areFramesShown = options.areFramesShown && numResidues <= kMostFrames;
  options.headsChain.clear();
  options.labels.clear();
  options.measurements.clear();
  options.motion = {};
  options.superposed.clear();
  return options;
}

StructureOptions clamped(StructureOptions options) {
  const StructureOptions defaults;
  options.threshold = limited(options.threshold, 0, 1, defaults.threshold);
  options.lowestWeight = limited(options.lowestWeight, 0, kMostLowestWeight, defaults.lowestWeight);
  options.contactCutoff = limited(options.contactCutoff, kShortestContact, kLongestContact, defaults.contactCutoff);
  options.frameLength = limited(options.frameLength, kShortestFrame, kLongestFrame, defaults.frameLength);
  options.perResidue = std::clamp(options.perResidue, 1, kMostPerResidue);
  options.mostBars = std::clamp(options.mostBars, 0, kMostBars);
  options.separation = std::clamp(options.separation, 0, kMostSeparation);
  options.motion.degrees = limited(options.motion.degrees, 180);
  options.motion.shift = limited(options.motion.shift, MotionSettings::kMostShift);
  return options;
}

QJsonObject toJson(const StructureOptions& options) {
  return {{QStringLiteral("style"), nameOf(kStyles, options.style)},
          {QStringLiteral("coloring"), coloringId(options.coloring)},
          {QStringLiteral("columnValue"), nameOf(kColumnValues, options.columnValue)},
          {QStringLiteral("columnAlignment"), QString::fromStdString(options.columnAlignment)},
          {QStringLiteral("groups"), QString::fromStdString(options.groups)},
          {QStringLiteral("frames"), options.areFramesShown},
          {QStringLiteral("frameLength"), options.frameLength},
          {QStringLiteral("outlines"), options.shading.hasOutlines},
          {QStringLiteral("occlusion"), options.shading.hasOcclusion},
          {QStringLiteral("depthCue"), options.shading.isDepthCued},
          {QStringLiteral("ground"), nameOf(kGrounds, options.shading.ground)},
          {QStringLiteral("labels"), QString::fromStdString(options.labels)},
          {QStringLiteral("pairs"), nameOf(kBarPairs, options.barPairs)},
          {QStringLiteral("contactCutoff"), options.contactCutoff},
          {QStringLiteral("contactAtom"), nameOf(kContactAtoms, options.contactAtom)},
          {QStringLiteral("limit"), nameOf(kLimits, options.weightLimit)},
          {QStringLiteral("threshold"), options.threshold},
          {QStringLiteral("lowestWeight"), options.lowestWeight},
          {QStringLiteral("perResidue"), options.perResidue},
          {QStringLiteral("mostBars"), options.mostBars},
          {QStringLiteral("separation"), options.separation},
          {QStringLiteral("measuring"), static_cast<int>(options.measuring)},
          {QStringLiteral("measurements"), toJson(options.measurements)},
          {QStringLiteral("planes"), options.arePlanesShown},
          {QStringLiteral("turn"), toJson(options.motion.degrees)},
          {QStringLiteral("shift"), toJson(options.motion.shift)},
          {QStringLiteral("mirror"), options.motion.isMirrored},
          {QStringLiteral("headsEnds"), nameOf(kEnds, options.headsEnds)},
          {QStringLiteral("headsChain"), QString::fromStdString(options.headsChain)},
          {QStringLiteral("superposed"), QString::fromStdString(options.superposed)},
          {QStringLiteral("pairing"), nameOf(kPairings, options.pairing)}};
}

void readJson(const QJsonObject& json, StructureOptions& options) {
  readChoice(json, "style", kStyles, options.style);
  readChoice(json, "columnValue", kColumnValues, options.columnValue);
  readId(json[QStringLiteral("columnAlignment")], options.columnAlignment);
  readId(json[QStringLiteral("groups")], options.groups);
  takeFlag(json, "frames", [&](bool on) { options.areFramesShown = on; });
  takeFlag(json, "planes", [&](bool on) { options.arePlanesShown = on; });
  takeNumber(json, "frameLength", [&](double value) { options.frameLength = value; });
  takeFlag(json, "outlines", [&](bool on) { options.shading.hasOutlines = on; });
  takeFlag(json, "occlusion", [&](bool on) { options.shading.hasOcclusion = on; });
  takeFlag(json, "depthCue", [&](bool on) { options.shading.isDepthCued = on; });
  readChoice(json, "ground", kGrounds, options.shading.ground);
  readId(json[QStringLiteral("labels")], options.labels);
  readChoice(json, "pairs", kBarPairs, options.barPairs);
  takeNumber(json, "contactCutoff", [&](double value) { options.contactCutoff = value; });
  readChoice(json, "contactAtom", kContactAtoms, options.contactAtom);
  readChoice(json, "limit", kLimits, options.weightLimit);
  takeNumber(json, "threshold", [&](double value) { options.threshold = value; });
  takeNumber(json, "lowestWeight", [&](double value) { options.lowestWeight = value; });
  readWhole(json, "perResidue", options.perResidue);
  readWhole(json, "mostBars", options.mostBars);
  readWhole(json, "separation", options.separation);
  auto numAtoms = static_cast<int>(options.measuring);
  readWhole(json, "measuring", numAtoms);
  options.measuring = numAtoms < 2 ? MeasureKind::none : static_cast<MeasureKind>(std::min(numAtoms, 4));
  if (const QJsonValue list = json[QStringLiteral("measurements")]; list.isArray())
    options.measurements = measurementsFrom(list.toArray());
  readVector(json[QStringLiteral("turn")], options.motion.degrees);
  readVector(json[QStringLiteral("shift")], options.motion.shift);
  takeFlag(json, "mirror", [&](bool on) { options.motion.isMirrored = on; });
  readChoice(json, "headsEnds", kEnds, options.headsEnds);
  std::string chain;
  readId(json[QStringLiteral("headsChain")], chain);
  if (!chain.empty()) options.headsChain = chain;
  std::string superposed = options.superposed;
  readId(json[QStringLiteral("superposed")], superposed);
  if (superposed != options.superposed) superpose(options, superposed);
  readChoice(json, "pairing", kPairings, options.pairing);
  // After the superposition, which chooses colours of its own.
  for (const ResidueColoringInfo& info : residueColorings())
    if (json[QStringLiteral("coloring")] == QString::fromStdString(info.id)) options.coloring = info.coloring;
  options = clamped(std::move(options));
}

}  // namespace ui
