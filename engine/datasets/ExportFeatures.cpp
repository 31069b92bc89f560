#include "engine/datasets/ExportFeatures.h"

#include <sstream>
#include <utility>
#include <vector>

#include "engine/base/Nth.h"
#include "engine/datasets/FactText.h"
#include "engine/datasets/LetterArray.h"

namespace engine {

namespace {

constexpr int kDigits = 6;

/// Six significant digits.
std::string number(double value) {
  std::ostringstream text;
  text.precision(kDigits);
  text << value;
  return text.str();
}

/// Tabs and ends of lines would be those of the file.
std::string oneField(std::string text) {
  for (char& c : text)
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  return text;
}

template <class T, class Items, class Pick>
Array<T> column(const Items& items, const char* name, const Pick& pick) {
  std::vector<T> values;
  for (const auto& item : items) values.push_back(static_cast<T>(pick(item)));
  return Array<T>({static_cast<Index>(values.size())}, std::move(values), name);
}

}  // namespace

std::string featureValuesTsv(const FeatureSet& set) {
  std::string text = "residue\tletter\tfeature\tvalue\tname\n";
  for (const FeatureValue& one : set.values)
    text += std::to_string(one.residue + 1) + "\t" + nth(set.letters, one.residue) + "\t" +
            std::to_string(one.feature) + "\t" + number(double(one.value)) + "\t" +
            oneField(set.nameOf(one.feature)) + "\n";
  return text;
}

std::string featureTableTsv(const FeatureSet& set) {
  std::string text = "feature\tmax\tat_residue\tletter\tresidues\tmean\talike\tname\n";
  for (const FiringFeature& one : set.firing) {
    std::string alike;
    for (const AlikeFeature& other : one.alike)
      alike += (alike.empty() ? "" : " ") + std::to_string(other.feature) + "=" + fixed(double(other.cosine), 2);
    text += std::to_string(one.feature) + "\t" + number(double(one.most)) + "\t" + std::to_string(one.where + 1) +
            "\t" + nth(set.letters, one.where) + "\t" + std::to_string(one.residues) + "\t" +
            number(double(one.mean)) + "\t" + alike + "\t" + oneField(set.nameOf(one.feature)) + "\n";
  }
  return text;
}

ArrayBundle featureArrays(const FeatureSet& set) {
  ArrayBundle bundle;
  const auto add = [&bundle](auto array) { bundle[array.name] = std::move(array); };
  add(column<std::int64_t>(set.values, "residue", [](const FeatureValue& one) { return one.residue; }));
  add(column<std::int64_t>(set.values, "feature", [](const FeatureValue& one) { return one.feature; }));
  add(column<float>(set.values, "value", [](const FeatureValue& one) { return one.value; }));
  add(Array<std::int64_t>({2}, {set.numResidues(), set.numFeatures}, "shape"));
  add(column<std::int64_t>(set.firing, "fired", [](const FiringFeature& one) { return one.feature; }));
  add(column<float>(set.firing, "most", [](const FiringFeature& one) { return one.most; }));
  add(column<std::int64_t>(set.firing, "residues", [](const FiringFeature& one) { return one.residues; }));
  add(Array<std::int64_t>({1}, {set.layer}, "layer"));
  add(Array<double>({1}, {set.explained}, "explained"));
  add(letterArray(set.letters));
  return bundle;
}

}  // namespace engine
