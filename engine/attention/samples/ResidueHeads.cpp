#include "engine/attention/samples/ResidueHeads.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace engine {

namespace {

constexpr Index kHelixWidth = 2;
constexpr Index kLeastTurn = 40;
/// Of the heads that look for a place, where the slow wave turns in kLeastTurn: with it a neighbour of the place gets
/// half of its weight.
constexpr double kPlaceGain = 9;
constexpr float kResidueGain = 3, kSizeGain = 4;

struct ResidueFeatures {
  char letter;
  float hydropathy, size;
};

constexpr ResidueFeatures kFeaturesOfResidues[] = {
    {'A', 1.8f, 0.3f},  {'R', -4.5f, 0.8f}, {'N', -3.5f, 0.5f}, {'D', -3.5f, 0.5f}, {'C', 2.5f, 0.4f},
    {'Q', -3.5f, 0.6f}, {'E', -3.5f, 0.6f}, {'G', -0.4f, 0.2f}, {'H', -3.2f, 0.7f}, {'I', 4.5f, 0.7f},
    {'L', 3.8f, 0.7f},  {'K', -3.9f, 0.7f}, {'M', 1.9f, 0.7f},  {'F', 2.8f, 0.8f},  {'P', -1.6f, 0.5f},
    {'S', -0.8f, 0.3f}, {'T', -0.7f, 0.5f}, {'W', -0.9f, 1.0f}, {'Y', -1.3f, 0.8f}, {'V', 4.2f, 0.6f}};

bool isOneOf(char letter, std::string_view letters) { return letters.find(letter) != std::string_view::npos; }

/// Of the slower wave, per place.
double turnOf(Index places) { return 2 * std::numbers::pi / static_cast<double>(std::max(kLeastTurn, places)); }

/// Slower waves need more gain for neighbours to differ as much.
double gainOf(Index places) {
  return kPlaceGain * std::sqrt((1 - std::cos(turnOf(kLeastTurn))) / (1 - std::cos(turnOf(places))));
}

/// Rows 2h and 2h + 1 of head h turn the slow wave by so many places.
void lookAtPlace(Array<float>& projection, Index head, double offset, Index places) {
  const auto cosine = static_cast<float>(gainOf(places) * std::cos(offset * turnOf(places)));
  const auto sine = static_cast<float>(gainOf(places) * std::sin(offset * turnOf(places)));
  projection(kHelixWidth * head, 4) = projection(kHelixWidth * head + 1, 5) = cosine;
  projection(kHelixWidth * head, 5) = sine;
  projection(kHelixWidth * head + 1, 4) = -sine;
}

Array<float> square(const char* name) { return Array<float>({kResidueChannels, kResidueChannels}, 0.0f, name); }

Array<float> unitMatrix(const char* name) {
  Array<float> matrix = square(name);
  for (Index k = 0; k < kResidueChannels; ++k) matrix(k, k) = 1;
  return matrix;
}

ResidueHeads headsOf(Array<float> W_q, Array<float> W_k, std::vector<std::string> labels) {
  return {{{"W_q", std::move(W_q)}, {"W_k", std::move(W_k)}, {"W_v", unitMatrix("W_v")}, {"W_o", unitMatrix("W_o")}},
          std::move(labels)};
}

}  // namespace

Array<float> residueTable() {
  const std::string_view letters = kTokenLetters;
  Array<float> table({static_cast<Index>(letters.size()), kResidueChannels}, 0.0f, "tokens");
  for (const ResidueFeatures& residue : kFeaturesOfResidues) {
    const auto token = static_cast<Index>(letters.find(residue.letter));
    table(token, 0) = residue.hydropathy / 4.5f;
    table(token, 1) = isOneOf(residue.letter, "KR") ? 1.0f : isOneOf(residue.letter, "DE") ? -1.0f : 0.0f;
    table(token, 2) = isOneOf(residue.letter, "FWYH") ? 1.0f : 0.0f;
    table(token, 3) = residue.size;
  }
  return table;
}

Array<float> placeTable(Index places) {
  Array<float> table({places, kResidueChannels}, 0.0f, "places");
  for (Index place = 0; place < places; ++place)
    for (const int wave : {0, 1}) {
      const double angle = (wave + 1) * turnOf(places) * static_cast<double>(place);
      table(place, 4 + 2 * wave) = static_cast<float>(std::sin(angle));
      table(place, 5 + 2 * wave) = static_cast<float>(std::cos(angle));
    }
  return table;
}

ResidueHeads headsAlongPlaces(Index places) {
  Array<float> W_q = square("W_q"), W_k = square("W_k");
  W_q(0, 1) = kResidueGain;
  W_k(0, 1) = -kResidueGain;
  W_q(2, 0) = W_k(2, 0) = kResidueGain;
  lookAtPlace(W_q, 2, 4, places);
  lookAtPlace(W_q, 3, -1, places);
  lookAtPlace(W_k, 2, 0, places);
  lookAtPlace(W_k, 3, 0, places);
  return headsOf(std::move(W_q), std::move(W_k),
                 {"Opposite charges", "Hydrophobic residues", "Helix, four residues on", "The residue before"});
}

ResidueHeads headsWithinColumns() {
  Array<float> W_q = square("W_q"), W_k = square("W_k");
  W_q(0, 3) = W_k(0, 3) = kSizeGain;
  W_q(2, 0) = W_k(2, 0) = kResidueGain;
  W_q(4, 1) = kResidueGain;
  W_k(4, 1) = -kResidueGain;
  W_q(6, 3) = kSizeGain;
  W_k(6, 2) = kResidueGain;
  return headsOf(std::move(W_q), std::move(W_k),
                 {"Large residues", "Like hydropathy", "Opposite charges", "Aromatic residues"});
}

}  // namespace engine
