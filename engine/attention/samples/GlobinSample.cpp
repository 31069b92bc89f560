#include "engine/attention/samples/GlobinSample.h"

#include <cmath>
#include <numbers>
#include <string_view>

namespace engine {

namespace {

constexpr Index kFeatures = 8, kHeads = 4, kWidth = 2;
/// Turn of the slower wave per residue: forty residues are one turn, so that no two places look alike.
constexpr double kTurn = 2 * std::numbers::pi / 40;
/// Of the heads that look for a place: with it a neighbour of the place gets half of its weight.
constexpr double kPlaceGain = 9;
constexpr float kResidueGain = 3, kSizeGain = 4;

struct ResidueFeatures {
  char letter;
  float hydropathy, size;
};

constexpr ResidueFeatures kResidues[] = {
    {'A', 1.8f, 0.3f},  {'R', -4.5f, 0.8f}, {'N', -3.5f, 0.5f}, {'D', -3.5f, 0.5f}, {'C', 2.5f, 0.4f},
    {'Q', -3.5f, 0.6f}, {'E', -3.5f, 0.6f}, {'G', -0.4f, 0.2f}, {'H', -3.2f, 0.7f}, {'I', 4.5f, 0.7f},
    {'L', 3.8f, 0.7f},  {'K', -3.9f, 0.7f}, {'M', 1.9f, 0.7f},  {'F', 2.8f, 0.8f},  {'P', -1.6f, 0.5f},
    {'S', -0.8f, 0.3f}, {'T', -0.7f, 0.5f}, {'W', -0.9f, 1.0f}, {'Y', -1.3f, 0.8f}, {'V', 4.2f, 0.6f}};

bool isOneOf(char letter, std::string_view letters) { return letters.find(letter) != std::string_view::npos; }

void fill(float* features, char letter, Index place) {
  for (const ResidueFeatures& residue : kResidues) {
    if (residue.letter != letter) continue;
    features[0] = residue.hydropathy / 4.5f;
    features[3] = residue.size;
  }
  features[1] = isOneOf(letter, "KR") ? 1.0f : isOneOf(letter, "DE") ? -1.0f : 0.0f;
  features[2] = isOneOf(letter, "FWYH") ? 1.0f : 0.0f;
  for (const int wave : {0, 1}) {
    const double angle = (wave + 1) * kTurn * static_cast<double>(place);
    features[4 + 2 * wave] = static_cast<float>(std::sin(angle));
    features[5 + 2 * wave] = static_cast<float>(std::cos(angle));
  }
}

/// Rows 2h and 2h + 1 of head h turn the slow wave by so many residues.
void lookAtPlace(Array<float>& projection, Index head, double residues) {
  const auto cosine = static_cast<float>(kPlaceGain * std::cos(residues * kTurn));
  const auto sine = static_cast<float>(kPlaceGain * std::sin(residues * kTurn));
  projection(2 * head, 4) = projection(2 * head + 1, 5) = cosine;
  projection(2 * head, 5) = sine;
  projection(2 * head + 1, 4) = -sine;
}

Array<float> unitMatrix(const char* name) {
  Array<float> matrix({kFeatures, kFeatures}, 0.0f, name);
  for (Index k = 0; k < kFeatures; ++k) matrix(k, k) = 1;
  return matrix;
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
  const auto rows = static_cast<Index>(globinRows().size()), columns = static_cast<Index>(globinRows().front().size());
  Array<float> X({rows, columns, kFeatures}, 0.0f, "X");
  for (Index row = 0; row < rows; ++row)
    for (Index column = 0; column < columns; ++column)
      fill(&X(row, column, 0), globinRows()[static_cast<size_t>(row)][static_cast<size_t>(column)], column);
  return X;
}

Array<float> helixFeatures() {
  const Array<float> all = globinFeatures();
  Array<float> X({all.length(1), kFeatures}, 0.0f, "X");
  for (Index k = 0; k < X.size(); ++k) X[k] = all[k];
  return X;
}

std::vector<std::string> globinHeadLabels() {
  return {"Opposite charges", "Hydrophobic residues", "Helix, four residues on", "The residue before"};
}

Array<float> globinQueries() {
  Array<float> W({kFeatures, kFeatures}, 0.0f, "W_q");
  W(0, 1) = kResidueGain;
  W(2, 0) = kResidueGain;
  lookAtPlace(W, 2, 4);
  lookAtPlace(W, 3, -1);
  return W;
}

Array<float> globinKeys() {
  Array<float> W({kFeatures, kFeatures}, 0.0f, "W_k");
  W(0, 1) = -kResidueGain;
  W(2, 0) = kResidueGain;
  lookAtPlace(W, 2, 0);
  lookAtPlace(W, 3, 0);
  return W;
}

ArrayBundle globinProjections() {
  return {{"W_q", globinQueries()}, {"W_k", globinKeys()}, {"W_v", unitMatrix("W_v")}, {"W_o", unitMatrix("W_o")}};
}

Array<float> helixHeads(const Array<float>& projection, float scale) {
  const Array<float> X = helixFeatures();
  Array<float> heads({kHeads, X.length(0), kWidth}, 0.0f, projection.name);
  for (Index head = 0; head < kHeads; ++head)
    for (Index i = 0; i < X.length(0); ++i)
      for (Index c = 0; c < kWidth; ++c)
        for (Index k = 0; k < kFeatures; ++k)
          heads(head, i, c) += scale * projection(kWidth * head + c, k) * X(i, k);
  return heads;
}

Sample globinSample(ArrayBundle arrays, ParameterValues values) {
  return {"Helix A of globins", std::move(arrays), std::move(values), {globinLetters(), globinNames()},
          globinHeadLabels()};
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
  Array<float> W_q({kFeatures, kFeatures}, 0.0f, "W_q"), W_k({kFeatures, kFeatures}, 0.0f, "W_k");
  W_q(0, 3) = W_k(0, 3) = kSizeGain;
  W_q(2, 0) = W_k(2, 0) = kResidueGain;
  W_q(4, 1) = kResidueGain;
  W_k(4, 1) = -kResidueGain;
  W_q(6, 3) = kSizeGain;
  W_k(6, 2) = kResidueGain;
  sample.arrays["W_q"] = W_q;
  sample.arrays["W_k"] = W_k;
  sample.headLabels = {"Large residues", "Like hydropathy", "Opposite charges", "Aromatic residues"};
  return sample;
}

}  // namespace engine
