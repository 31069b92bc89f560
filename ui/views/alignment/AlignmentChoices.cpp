#include "ui/views/alignment/AlignmentChoices.h"

#include <QRegularExpression>
#include <algorithm>
#include <array>

#include "ui/views/base/JsonState.h"

namespace ui {

using engine::Index;
using engine::IndexRanges;

namespace {

constexpr std::array<const char*, 6> kOrderNames = {"original", "name", "identity", "weight", "length", "tree"};
constexpr double kMostIndex = 1e15;

QRegularExpression nameExpression(const AlignmentFilter& filter) {
  return QRegularExpression(filter.isRegularExpression ? filter.name : QRegularExpression::escape(filter.name),
                            QRegularExpression::CaseInsensitiveOption);
}

QJsonObject toJson(const AlignmentFilter& filter) {
  return {{"minIdentity", filter.minIdentity},
          {"minCoverage", filter.minCoverage},
          {"maxGaps", filter.maxGaps},
          {"maxPairwiseIdentity", filter.maxPairwiseIdentity},
          {"name", filter.name},
          {"isRegularExpression", filter.isRegularExpression}};
}

void readJson(const QJsonObject& json, AlignmentFilter& filter) {
  const std::pair<const char*, double*> percents[] = {{"minIdentity", &filter.minIdentity},
                                                      {"minCoverage", &filter.minCoverage},
                                                      {"maxGaps", &filter.maxGaps},
                                                      {"maxPairwiseIdentity", &filter.maxPairwiseIdentity}};
  for (const auto& [key, percent] : percents)
    *percent = std::clamp(numberUnder(json, key).value_or(*percent), 0.0, 100.0);
  filter.name = json["name"].toString(filter.name);
  takeFlag(json, "isRegularExpression", [&](bool isExpression) { filter.isRegularExpression = isExpression; });
}

QString textOf(const IndexRanges& ranges) { return QString::fromStdString(ranges.text()); }

void takeRanges(const QJsonValue& value, Index size, IndexRanges& ranges) {
  if (value.isString()) ranges = IndexRanges::fromText(value.toString().toStdString()).within(size);
}

/// A number from 1 on; 0 for none where that is allowed.
void takeIndex(const QJsonObject& json, const char* key, Index least, Index most, Index& index) {
  takeNumber(json, key, [&](double number) {
    index = std::clamp(static_cast<Index>(std::clamp(number, -kMostIndex, kMostIndex)), least, most) - 1;
  });
}

}  // namespace

engine::RowFilter rowFilter(const AlignmentFilter& filter) {
  engine::RowFilter result{filter.minIdentity, filter.minCoverage, filter.maxGaps, filter.maxPairwiseIdentity, {}};
  const QRegularExpression wanted = nameExpression(filter);
  if (filter.name.isEmpty() || !wanted.isValid()) return result;
  result.acceptsName = [wanted](const engine::AlignmentRow& row) {
    return QString::fromStdString(row.name + " " + row.description).contains(wanted);
  };
  return result;
}

QString filterProblem(const AlignmentFilter& filter) {
  const QRegularExpression expression = nameExpression(filter);
  return expression.isValid() ? QString() : expression.errorString();
}

QString orderName(RowOrder order) { return nameOf(kOrderNames, order); }

QJsonObject toJson(const AlignmentChoices& choices, const AlignmentSelected& selected) {
  return {{"order", orderName(choices.order)},
          {"reference", static_cast<double>(choices.reference + 1)},
          {"filter", toJson(choices.filter)},
          {"hiddenRows", textOf(choices.hiddenRows)},
          {"hiddenColumns", textOf(choices.hiddenColumns)},
          {"selectedRows", textOf(selected.rows)},
          {"selectedColumns", textOf(selected.columns)},
          {"cursorRow", static_cast<double>(selected.cursorRow + 1)},
          {"cursorColumn", static_cast<double>(selected.cursorColumn + 1)}};
}

void readJson(const QJsonObject& json, Index numRows, Index numColumns, AlignmentChoices& choices,
              AlignmentSelected& selected) {
  takeChoice<RowOrder>(json, "order", kOrderNames, [&](RowOrder order) { choices.order = order; });
  if (numRows > 0) takeIndex(json, "reference", 1, numRows, choices.reference);
  readJson(json["filter"].toObject(), choices.filter);
  takeRanges(json["hiddenRows"], numRows, choices.hiddenRows);
  takeRanges(json["hiddenColumns"], numColumns, choices.hiddenColumns);
  takeRanges(json["selectedRows"], numRows, selected.rows);
  takeRanges(json["selectedColumns"], numColumns, selected.columns);
  takeIndex(json, "cursorRow", 0, numRows, selected.cursorRow);
  takeIndex(json, "cursorColumn", 0, numColumns, selected.cursorColumn);
}

}  // namespace ui
