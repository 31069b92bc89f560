#include "engine/lessons/run/ArrayWords.h"

#include <algorithm>

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr Index kMostRows = 8, kMostColumns = 12;

std::string labelOr(const std::vector<std::string>& labels, Index k, const std::string& otherwise) {
  return k < static_cast<Index>(labels.size()) ? nth(labels, k) : otherwise;
}

/// The labels of an axis, or of what stands there by its length.
std::string cellsText(const double* first, Index count, const std::vector<std::string>& labels) {
  std::string text;
  for (Index k = 0; k < count; ++k) {
    const std::string label = labelOr(labels, k, "");
    text += (k > 0 ? ", " : "") + (label.empty() ? "" : label + " ") + numberText(numberValue(first[k]), "");
  }
  return text;
}

std::string placeText(const LessonArray& array, Index flat) {
  std::string text;
  for (Index axis = array.rank(); axis-- > 0; flat /= array.length(axis))
    text = std::to_string(flat % array.length(axis) + 1) + (text.empty() ? "" : ", ") + text;
  return text;
}

std::string extremesText(const LessonArray& array) {
  if (array.empty()) return "";
  const auto [least, most] = std::minmax_element(array.begin(), array.end());
  return ", largest " + numberText(numberValue(*most), "") + " at " + placeText(array, most - array.begin()) +
         ", smallest " + numberText(numberValue(*least), "") + " at " + placeText(array, least - array.begin());
}

}  // namespace

std::string arrayWords(std::string_view name, const StepValues& values) {
  const LessonValue* const value = values.find(name);
  if (!value) failUnknownName(name, values.names());
  const auto* array = std::get_if<LessonArray>(value);
  if (!array) {
    const auto* dataset = std::get_if<DatasetPtr>(value);
    return dataset && *dataset ? describeValue(*value) + ", " + (*dataset)->title : numberText(*value, "");
  }
  const std::string unit = values.unit(name).empty() ? "" : " " + values.unit(name);
  if (array->rank() == 0) return numberText(*value, "") + unit;
  const Index columns = array->length(array->rank() - 1);
  const bool isSmall = array->rank() <= 2 && columns <= kMostColumns && array->size() <= kMostRows * columns;
  if (!isSmall) return describeValue(*value) + extremesText(*array) + unit;
  const std::vector<std::string> labels = values.labels(name, array->rank() - 1);
  if (array->rank() == 1) return cellsText(array->data(), columns, labels) + unit;
  std::string text;
  const std::vector<std::string> rows = values.labels(name, 0);
  for (Index row = 0; row < array->length(0); ++row)
    text += (row > 0 ? "; " : "") + labelOr(rows, row, "row " + std::to_string(row + 1)) + ": " +
            cellsText(array->data() + row * columns, columns, labels);
  return text + unit;
}

}  // namespace engine
