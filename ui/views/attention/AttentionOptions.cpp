// Options of the attention view as JSON and in words.
#include "ui/views/attention/AttentionOptions.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <algorithm>
#include <iterator>
#include <utility>

namespace ui {

namespace {

template <class T>
using Names = std::vector<std::pair<T, const char*>>;

const Names<AttentionPicture> kPictures{{AttentionPicture::map, "map"}, {AttentionPicture::arcs, "arcs"}};
const Names<AttentionQuantity> kQuantities{{AttentionQuantity::weights, "weights"},
                                           {AttentionQuantity::scores, "scores"}};
const Names<AttentionTransform> kTransforms{
    {AttentionTransform::none, "none"}, {AttentionTransform::sum, "sum"},
    {AttentionTransform::mean, "mean"}, {AttentionTransform::maximum, "maximum"},
    {AttentionTransform::apc, "apc"},   {AttentionTransform::rollout, "rollout"}};
const Names<WeightRange> kRanges{{WeightRange::zeroToOne, "zeroToOne"},
                                 {WeightRange::largestOfHeads, "largestOfHeads"},
                                 {WeightRange::ownLargest, "ownLargest"}};
const Names<ValueScale> kScales{
    {ValueScale::linear, "linear"}, {ValueScale::logarithmic, "logarithmic"}, {ValueScale::rank, "rank"}};
const Names<Companion> kCompanions{{Companion::none, "none"},         {Companion::distance, "distance"},
                                   {Companion::contacts, "contacts"}, {Companion::omega, "omega"},
                                   {Companion::theta, "theta"},       {Companion::phi, "phi"}};
const Names<CompanionPlace> kPlaces{{CompanionPlace::beside, "beside"},
                                    {CompanionPlace::lowerTriangle, "lowerTriangle"}};
const Names<RowMargin> kRowMargins{{RowMargin::none, "none"}, {RowMargin::entropy, "entropy"}, {RowMargin::sum, "sum"}};

const Names<EndTokens> kEnds{
    {EndTokens::none, "residues"}, {EndTokens::first, "first"}, {EndTokens::last, "last"}, {EndTokens::both, "both"}};

template <class T>
QString nameOf(const Names<T>& names, T value) {
  for (const auto& [known, name] : names)
    if (known == value) return QString::fromLatin1(name);
  return {};
}

template <class T>
void take(const QJsonObject& json, const char* key, const Names<T>& names, T& value) {
  const QString text = json[QLatin1String(key)].toString();
  for (const auto& [known, name] : names)
    if (text == QLatin1String(name)) value = known;
}

void take(const QJsonObject& json, const char* key, bool& value) { value = json[QLatin1String(key)].toBool(value); }

void take(const QJsonObject& json, const char* key, int least, int most, int& value) {
  const QJsonValue found = json[QLatin1String(key)];
  if (found.isDouble()) value = static_cast<int>(std::clamp(found.toDouble(), double(least), double(most)));
}

void takeFilter(const QJsonObject& json, engine::MapFilter& filter) {
  const QJsonValue threshold = json[QLatin1String("threshold")], mass = json[QLatin1String("massFraction")];
  if (threshold.isDouble()) filter.threshold = std::max(0.0, threshold.toDouble());
  if (mass.isDouble()) filter.massFraction = std::clamp(mass.toDouble(), 0.01, 1.0);
  int top = static_cast<int>(filter.topPerRow);
  take(json, "topPerRow", 0, kMostTopPerRow, top);
  filter.topPerRow = top;
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
          {"companion", nameOf(kCompanions, options.companion)},
          {"companionPlace", nameOf(kPlaces, options.companionPlace)},
          {"contacts", options.areContactsShown},
          {"specialTokens", options.areSpecialTokensShown},
          {"ends", nameOf(kEnds, options.ends)},
          {"columnMargin", options.isColumnMarginShown},
          {"rowMargin", nameOf(kRowMargins, options.rowMargin)},
          {"threshold", options.filter.threshold},
          {"topPerRow", static_cast<int>(options.filter.topPerRow)},
          {"massFraction", options.filter.massFraction},
          {"diagonals", diagonals},
          {"arcs", options.arcCount}};
}

void takeJson(AttentionOptions& options, const QJsonObject& json) {
  take(json, "picture", kPictures, options.picture);
  take(json, "quantity", kQuantities, options.quantity);
  take(json, "transform", kTransforms, options.transform);
  take(json, "range", kRanges, options.range);
  take(json, "scale", kScales, options.scale);
  const QString colors = json["colors"].toString();
  for (const ColorMap& map : colorMaps())
    if (colors == QString::fromStdString(map.id)) options.colorMap = colors;
  take(json, "companion", kCompanions, options.companion);
  take(json, "companionPlace", kPlaces, options.companionPlace);
  take(json, "contacts", options.areContactsShown);
  take(json, "specialTokens", options.areSpecialTokensShown);
  take(json, "ends", kEnds, options.ends);
  take(json, "columnMargin", options.isColumnMarginShown);
  take(json, "rowMargin", kRowMargins, options.rowMargin);
  takeFilter(json, options.filter);
  if (json["diagonals"].isArray()) {
    std::vector<int> offsets;
    for (const QJsonValue& offset : json["diagonals"].toArray()) offsets.push_back(offset.toInt());
    options.diagonals = sortedOffsets(std::move(offsets));
  }
  take(json, "arcs", 1, kMostArcs, options.arcCount);
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
