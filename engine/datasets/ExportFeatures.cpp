#include "engine/datasets/ExportFeatures.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/FactText.h"
#include "engine/datasets/FileNote.h"
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

const Array<std::int64_t>& integers(const ArrayBundle& arrays, const std::string& name) {
  const auto found = arrays.find(name);
  const auto* const values = found == arrays.end() ? nullptr : std::get_if<Array<std::int64_t>>(&found->second);
  if (!values) fail("array ", name, " of features is missing, or holds no int64");
  return *values;
}

std::int32_t asInt32(const char* name, std::int64_t value) {
  if (value != static_cast<std::int32_t>(value)) fail("array ", name, ": found ", value, ", expected 32 bits at most");
  return static_cast<std::int32_t>(value);
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

ArrayBundle featureFileArrays(const FeatureSet& set) {
  nlohmann::ordered_json alike = nlohmann::ordered_json::array(), names = nlohmann::ordered_json::array();
  for (const FiringFeature& one : set.firing) {
    nlohmann::ordered_json others = nlohmann::ordered_json::array();
    for (const AlikeFeature& other : one.alike) others.push_back({other.feature, other.cosine});
    alike.push_back(std::move(others));
  }
  for (const auto& [feature, name] : set.names) names.push_back({feature, name});
  return withNote(featureArrays(set), {{"kind", "features"},
                                       {"model", set.model},
                                       {"autoencoder", set.autoencoder},
                                       {"layers", set.numLayers},
                                       {"names", std::move(names)},
                                       {"alike", std::move(alike)}});
}

FeatureSet featuresOfFile(const ArrayBundle& arrays, const nlohmann::json& note) {
  const auto &residues = integers(arrays, "residue"), &features = integers(arrays, "feature");
  const Array<float> values = numbersOf<float>(arrays, "value");
  const auto &shape = integers(arrays, "shape"), &layer = integers(arrays, "layer");
  const Array<double> explained = numbersOf<double>(arrays, "explained", NonFinite::allow);
  requireShape("residue", residues.shape(), {-1});
  requireShape("feature", features.shape(), residues.shape());
  requireShape("value", values.shape(), residues.shape());
  requireShape("shape", shape.shape(), {2});
  requireShape("layer", layer.shape(), {1});
  requireShape("explained", explained.shape(), {1});
  FeatureSet set;
  set.letters = lettersIn(arrays);
  set.numFeatures = shape[1];
  set.layer = layer[0];
  set.explained = explained[0];
  set.model = note.at("model").get<std::string>();
  set.autoencoder = note.at("autoencoder").get<std::string>();
  set.numLayers = note.at("layers").get<Index>();
  for (Index k = 0; k < residues.size(); ++k)
    set.values.push_back({asInt32("residue", residues[k]), asInt32("feature", features[k]), values[k]});
  for (const nlohmann::json& one : note.at("names")) set.names[one.at(0).get<Index>()] = one.at(1).get<std::string>();
  set.validate();
  summarise(set);
  const nlohmann::json& alike = note.at("alike");
  if (alike.size() != set.firing.size())
    fail("the note of features: found what is alike of ", alike.size(), " features, expected ", set.firing.size());
  for (size_t k = 0; k < set.firing.size(); ++k)
    for (const nlohmann::json& other : alike.at(k))
      set.firing[k].alike.push_back({other.at(0).get<Index>(), other.at(1).get<float>()});
  return set;
}

}  // namespace engine
