// Options of the attention view as JSON and in words.
#include "ui/views/attention/AttentionOptions.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <algorithm>
#include <limits>
#include <utility>

#include "ui/views/base/JsonState.h"

namespace ui {

namespace {

constexpr const char* kPictures[] = {"map", "arcs"};
constexpr const char* kQuantities[] = {"weights", "scores"};
constexpr const char* kTransforms[] = {"none", "sum", "mean", "maximum", "apc", "rollout"};
constexpr const char* kRanges[] = {"zeroToOne", "largestOfHeads", "ownLargest", "automatic"};
constexpr const char* kScales[] = {"linear", "logarithmic", "rank", "automatic"};
constexpr const char* kComparisons[] = {"none", "difference", "halves", "beside"};
constexpr const char* kCompanions[] = {"none", "distance", "contacts", "omega", "theta", "phi"};
constexpr const char* kPlaces[] = {"beside", "lowerTriangle"};
constexpr const char* kContactMarks[] = {"outlines", "dots", "lowerHalf"};
constexpr const char* kRowMargins[] = {"none", "entropy", "sum", "divergence"};
constexpr const char* kEnds[] = {"residues", "first", "last", "both"};

template <class Value>
void read(const QJsonObject& json, const char* key, ChoiceNames names, Value& value) {
  takeChoice<Value>(json, key, names, [&](Value found) { value = found; });
}

void read(const QJsonObject& json, const char* key, bool& value) {
  takeFlag(json, key, [&](bool found) { value = found; });
}

template <class Number>
void read(const QJsonObject& json, const char* key, double least, double most, Number& value) {
  takeNumber(json, key, [&](double found) { value = static_cast<Number>(std::clamp(found, least, most)); });
}

std::vector<int> sortedOffsets(std::vector<int> offsets) {
  std::erase_if(offsets, [](int offset) { return offset < 1; });
  std::sort(offsets.begin(), offsets.end());
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  if (offsets.size() > kMostDiagonals) offsets.resize(kMostDiagonals);
  return offsets;
}

}  // namespace

QJsonObject toJson(const AttentionOptions& options) {
  QJsonArray diagonals;
  for (const int offset : options.diagonals) diagonals.append(offset);
  return {{"picture", nameOf(kPictures, options.picture)},
          {"quantity", nameOf(kQuantities, options.quantity)},
          {"transform", nameOf(kTransforms, options.transform)},
          {"range", nameOf(kRanges, options.range)},
          {"scale", nameOf(kScales, options.scale)},
          {"colors", options.colorMap},
          {"comparison", nameOf(kComparisons, options.comparison)},
          {"second", QJsonObject{{"dataset", options.second.dataset},
                                 {"layer", options.second.layer},
                                 {"head", options.second.head}}},
          {"companion", nameOf(kCompanions, options.companion)},
          {"companionPlace", nameOf(kPlaces, options.companionPlace)},
          {"contacts", options.areContactsShown},
          {"contactMarks", nameOf(kContactMarks, options.contactMarks)},
          {"specialTokens", options.areSpecialTokensShown},
          {"ends", nameOf(kEnds, options.ends)},
          {"columnMargin", options.isColumnMarginShown},
          {"rowMargin", nameOf(kRowMargins, options.rowMargin)},
          {"threshold", options.filter.threshold},
          {"topPerRow", static_cast<int>(options.filter.topPerRow)},
          {"massFraction", options.filter.massFraction},
          {"diagonals", diagonals},
          {"arcs", options.arcCount},
          {"leastSeparation", options.leastSeparation}};
}

void readJson(const QJsonObject& json, AttentionOptions& options) {
  read(json, "picture", kPictures, options.picture);
  read(json, "quantity", kQuantities, options.quantity);
  read(json, "transform", kTransforms, options.transform);
  read(json, "range", kRanges, options.range);
  read(json, "scale", kScales, options.scale);
  const QString colors = json["colors"].toString();
  for (const ColorMap& map : colorMaps())
    if (colors == QString::fromStdString(map.id)) options.colorMap = colors;
  read(json, "comparison", kComparisons, options.comparison);
  const QJsonObject second = json["second"].toObject();
  options.second.dataset = second["dataset"].toString(options.second.dataset);
  read(second, "layer", 0, std::numeric_limits<int>::max(), options.second.layer);
  read(second, "head", 0, std::numeric_limits<int>::max(), options.second.head);
  read(json, "companion", kCompanions, options.companion);
  read(json, "companionPlace", kPlaces, options.companionPlace);
  read(json, "contacts", options.areContactsShown);
  read(json, "contactMarks", kContactMarks, options.contactMarks);
  read(json, "specialTokens", options.areSpecialTokensShown);
  read(json, "ends", kEnds, options.ends);
  read(json, "columnMargin", options.isColumnMarginShown);
  read(json, "rowMargin", kRowMargins, options.rowMargin);
  read(json, "threshold", 0, std::numeric_limits<double>::max(), options.filter.threshold);
  read(json, "topPerRow", 0, kMostTopPerRow, options.filter.topPerRow);
  read(json, "massFraction", 0.01, 1, options.filter.massFraction);
  if (json["diagonals"].isArray()) {
    std::vector<int> offsets;
    for (const QJsonValue& offset : json["diagonals"].toArray()) offsets.push_back(offset.toInt());
    options.diagonals = sortedOffsets(std::move(offsets));
  }
  read(json, "arcs", 1, kMostArcs, options.arcCount);
  read(json, "leastSeparation", 0, kMostLeastSeparation, options.leastSeparation);
}

void writeJson(const AttentionRegion& region, QJsonObject& json) {
  json["region"] = region.map.state();
  json["arcRegion"] = QJsonObject{{"zoom", region.arcZoom}, {"center", region.arcCenter}};
}

void readJson(const QJsonObject& json, engine::Index rows, engine::Index columns, AttentionRegion& region) {
  if (json["region"].isObject()) region.map.setState(json["region"].toObject(), rows, columns);
  const QJsonObject arcs = json["arcRegion"].toObject();
  takeNumber(arcs, "zoom", [&](double zoom) { region.arcZoom = std::clamp(zoom, 1.0, 1e4); });
  takeNumber(arcs, "center", [&](double center) { region.arcCenter = std::clamp(center, 0.0, 1.0); });
}

QString transformText(AttentionTransform transform) {
  switch (transform) {
    case AttentionTransform::none:
      return {};
    case AttentionTransform::sum:
      return QStringLiteral("A + Aᵀ");
    case AttentionTransform::mean:
      return QStringLiteral("mean of A and Aᵀ");
    case AttentionTransform::maximum:
      return QStringLiteral("maximum of A and Aᵀ");
    case AttentionTransform::apc:
      return QStringLiteral("average product correction");
    case AttentionTransform::rollout:
      return QStringLiteral("attention rollout");
  }
  return {};
}

QString comparisonText(HeadComparison comparison) {
  switch (comparison) {
    case HeadComparison::none:
      return {};
    case HeadComparison::difference:
      return QStringLiteral("A − B");
    case HeadComparison::halves:
      return QStringLiteral("A above, B below the diagonal");
    case HeadComparison::beside:
      return QStringLiteral("A beside B");
  }
  return {};
}

QString scaleText(ValueScale scale) {
  switch (scale) {
    case ValueScale::linear:
      return QStringLiteral("linear");
    case ValueScale::logarithmic:
      return QStringLiteral("log scale");
    case ValueScale::rank:
      return QStringLiteral("rank scale");
  }
  return {};
}

std::vector<int> diagonalsIn(const QString& text) {
  std::vector<int> offsets;
  static const QRegularExpression separators(QStringLiteral("[^0-9]+"));
  for (const QString& part : text.split(separators, Qt::SkipEmptyParts)) offsets.push_back(part.toInt());
  return sortedOffsets(std::move(offsets));
}

QString diagonalsText(const std::vector<int>& diagonals) {
  QStringList parts;
  for (const int offset : diagonals) parts.append(QString::number(offset));
  return parts.join(QStringLiteral(", "));
}

}  // namespace ui
