#include "engine/attention/samples/HairpinSample.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace engine {

namespace {

constexpr Index kClasses = 5, kResidues = 16;
constexpr double kRise = 3.3, kStrands = 5.0, kPleat = 0.9, kContact = 6.5;  // Å
constexpr float kOpen = 20;                                                  // sigma(20) is 1 in float32

/// Pairs that the features do not tell, though the residues touch.
bool isLeftOut(Index i, Index j) {
  const Index first = std::min(i, j), second = std::max(i, j);
  return (first == 4 && second == 11) || (first == 2 && second == 13);
}

PairClass classOf(Index i, Index j) {
  if (i == j) return pairItself;
  if (j == i + 1) return pairNext;
  if (j == i - 1) return pairPrevious;
  return isHairpinContact(i, j) && !isLeftOut(i, j) ? pairContact : pairApart;
}

ResidueClass classOf(char letter) {
  const auto isOneOf = [letter](std::string_view letters) { return letters.find(letter) != std::string_view::npos; };
  if (isOneOf("AVLIMFWYC")) return residueHydrophobic;
  if (isOneOf("KR")) return residuePositive;
  if (isOneOf("DE")) return residueNegative;
  return isOneOf("GP") ? residueSmall : residuePolar;
}

}  // namespace

const std::vector<std::string>& hairpinRows() {
  static const std::vector<std::string> rows{"GEWTYDDATKTFTVTE", "GVWTYDDATKTFTVTE", "GEWTYNPATGKFTVTE",
                                             "KKWTYNPATGKFTVQE", "GEWTWDDATKTWTWTE"};
  return rows;
}

const std::vector<std::string>& hairpinNames() {
  static const std::vector<std::string> names{"GB1", "GB3", "GB1m2", "GB1m3", "trpzip4"};
  return names;
}

std::vector<std::string> hairpinLetters() {
  std::vector<std::string> letters;
  for (const char letter : hairpinRows().front()) letters.emplace_back(1, letter);
  return letters;
}

Array<float> hairpinPositions() {
  Array<float> CA({kResidues, 3}, 0.0f, "CA");
  for (Index i = 0; i < kResidues; ++i) {
    const bool isFirst = i < kResidues / 2;
    const Index place = isFirst ? i : kResidues - 1 - i;
    CA(i, 0) = static_cast<float>(kRise * static_cast<double>(place));
    CA(i, 1) = static_cast<float>(isFirst ? 0 : kStrands);
    CA(i, 2) = static_cast<float>(place % 2 == 0 ? kPleat : -kPleat);
  }
  return CA;
}

bool isHairpinContact(Index i, Index j) {
  static const Array<float> CA = hairpinPositions();
  double square = 0;
  for (Index axis = 0; axis < 3; ++axis) square += std::pow(double(CA(i, axis)) - double(CA(j, axis)), 2);
  return std::abs(i - j) >= 3 && square < kContact * kContact;
}

Array<float> hairpinPairs() {
  Array<float> z({kResidues, kResidues, kClasses}, 0.0f, "z");
  for (Index i = 0; i < kResidues; ++i)
    for (Index j = 0; j < kResidues; ++j) z(i, j, Index{classOf(i, j)}) = 1;
  return z;
}

std::vector<std::string> pairClassNames() {
  return {"Itself", "The next residue", "The residue before", "Contact", "Apart"};
}

Array<float> hairpinResidues() {
  const auto rows = static_cast<Index>(hairpinRows().size());
  Array<float> m({rows, kResidues, kClasses}, 0.0f, "m");
  for (Index row = 0; row < rows; ++row)
    for (Index i = 0; i < kResidues; ++i)
      m(row, i, Index{classOf(hairpinRows()[static_cast<size_t>(row)][static_cast<size_t>(i)])}) = 1;
  return m;
}

void addClassReader(ArrayBundle& arrays, const std::string& path, const std::vector<std::vector<float>>& gains) {
  // One class of five has the mean 1/5 and the variance 4/25, which the normalisation takes away.
  const auto spread = static_cast<float>(std::sqrt(0.16 + 1e-5));
  const auto rows = static_cast<Index>(gains.size());
  Array<float> weight({rows, kClasses}, 0.0f, path + ".weight"), bias({rows}, 0.0f, path + ".bias");
  for (Index row = 0; row < rows; ++row)
    for (Index k = 0; k < kClasses; ++k) {
      const float gain = gains[static_cast<size_t>(row)][static_cast<size_t>(k)];
      weight(row, k) = gain * spread;
      bias[row] += gain / kClasses;
    }
  arrays[weight.name] = weight;
  arrays[bias.name] = bias;
}

void addPlainNorm(ArrayBundle& arrays, const std::string& path, Index width) {
  arrays[path + ".weight"] = Array<float>({width}, 1.0f, path + ".weight");
}

void addOpenGate(ArrayBundle& arrays, const std::string& path, Index out, Index in) {
  arrays[path + ".weight"] = Array<float>({out, in}, 0.0f, path + ".weight");
  arrays[path + ".bias"] = Array<float>({out}, kOpen, path + ".bias");
}

void addMatrix(ArrayBundle& arrays, const std::string& path, const std::vector<std::vector<float>>& rows) {
  std::vector<float> values;
  for (const std::vector<float>& row : rows) values.insert(values.end(), row.begin(), row.end());
  const auto count = static_cast<Index>(rows.size());
  arrays[path + ".weight"] = Array<float>({count, static_cast<Index>(rows.front().size())}, values, path + ".weight");
}

Sample hairpinSample(ArrayBundle arrays, std::vector<std::string> headLabels) {
  return {"Hairpin of protein G", std::move(arrays), {}, {hairpinLetters(), hairpinNames()}, std::move(headLabels)};
}

}  // namespace engine
