#include "engine/attention/samples/GlobinSample.h"

#include <string_view>

#include "engine/attention/samples/ResidueHeads.h"

namespace engine {

namespace {

constexpr Index kHeads = 4, kHeadWidth = 2;

Index numColumns() { return static_cast<Index>(globinRows().front().size()); }

Array<float> projection(const ResidueHeads& heads, const char* name) {
  return std::get<Array<float>>(heads.projections.at(name));
}

}  // namespace

const std::vector<std::string>& globinRows() {
  static const std::vector<std::string> rows{"SPADKTNVKAAWGKVG", "TPEEKSAVTALWGKVN", "TPEEKTAVNALWGKVN",
                                             "TEEDKATITSLWGKVN", "SEGEWQLVLHVWAKVE"};
  return rows;
}

const std::vector<std::string>& globinNames() {
  static const std::vector<std::string> names{"Hb α", "Hb β", "Hb δ", "Hb γ", "Mb"};
  return names;
}

std::vector<std::string> globinLetters() {
  std::vector<std::string> letters;
  for (const char letter : globinRows().front()) letters.emplace_back(1, letter);
  return letters;
}

Array<float> globinFeatures() {
  const Index rows = static_cast<Index>(globinRows().size()), columns = numColumns();
  const Array<float> types = residueTable(), places = placeTable(columns);
  const std::string_view letters = kTokenLetters;
  Array<float> X({rows, columns, kResidueChannels}, 0.0f, "X");
  for (Index row = 0; row < rows; ++row)
    for (Index column = 0; column < columns; ++column) {
      const char letter = globinRows()[static_cast<size_t>(row)][static_cast<size_t>(column)];
      const auto token = static_cast<Index>(letters.find(letter));
      for (Index c = 0; c < kResidueChannels; ++c) X(row, column, c) = types(token, c) + places(column, c);
    }
  return X;
}

Array<float> helixFeatures() {
  const Array<float> all = globinFeatures();
  Array<float> X({all.length(1), kResidueChannels}, 0.0f, "X");
  for (Index k = 0; k < X.size(); ++k) X[k] = all[k];
  return X;
}

std::vector<std::string> globinHeadLabels() { return headsAlongPlaces(numColumns()).labels; }

Array<float> globinQueries() { return projection(headsAlongPlaces(numColumns()), "W_q"); }

Array<float> globinKeys() { return projection(headsAlongPlaces(numColumns()), "W_k"); }

ArrayBundle globinProjections() { return headsAlongPlaces(numColumns()).projections; }

Array<float> helixHeads(const Array<float>& projection, float scale) {
  const Array<float> X = helixFeatures();
  Array<float> heads({kHeads, X.length(0), kHeadWidth}, 0.0f, projection.name);
  for (Index head = 0; head < kHeads; ++head)
    for (Index i = 0; i < X.length(0); ++i)
      for (Index c = 0; c < kHeadWidth; ++c)
        for (Index k = 0; k < kResidueChannels; ++k)
          heads(head, i, c) += scale * projection(kHeadWidth * head + c, k) * X(i, k);
  return heads;
}

Sample globinSample(ArrayBundle arrays, ParameterValues values) {
  return {
      "Helix A of globins", std::move(arrays), std::move(values), {globinLetters(), globinNames()}, globinHeadLabels()};
}

Sample globinAlignmentSample() {
  ArrayBundle arrays = globinProjections();
  arrays["X"] = globinFeatures();
  ParameterValues values;
  values.set("heads", std::int64_t{kHeads});
  return globinSample(std::move(arrays), std::move(values));
}

Sample globinColumnSample() {
  Sample sample = globinAlignmentSample();
  ResidueHeads heads = headsWithinColumns();
  for (auto& [name, array] : heads.projections) sample.arrays[name] = std::move(array);
  sample.headLabels = std::move(heads.labels);
  return sample;
}

}  // namespace engine
