#include "engine/models/autoencoder/FeatureSet.h"

#include <algorithm>
#include <charconv>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/base/TextLines.h"

namespace engine {

std::vector<float> FeatureSet::valuesOf(Index feature) const {
  std::vector<float> all(letters.size(), 0.0F);
  for (const FeatureValue& one : values)
    if (one.feature == feature) nth(all, one.residue) = one.value;
  return all;
}

std::string FeatureSet::nameOf(Index feature) const {
  const auto found = names.find(feature);
  return found == names.end() ? std::string{} : found->second;
}

void FeatureSet::validate() const {
  for (const FeatureValue& one : values)
    if (one.residue < 0 || one.residue >= numResidues() || one.feature < 0 || one.feature >= numFeatures ||
        !(one.value > 0))
      fail("features: found the value ", one.value, " of feature ", one.feature, " at residue ", one.residue,
           ", expected values above 0 of ", numFeatures, " features at ", numResidues(), " residues");
}

void summarise(FeatureSet& set) {
  std::map<Index, FiringFeature> all;
  std::map<Index, double> sums;
  for (const FeatureValue& one : set.values) {
    FiringFeature& feature = all[one.feature];
    feature.feature = one.feature;
    if (one.value > feature.most) {
      feature.most = one.value;
      feature.where = one.residue;
    }
    ++feature.residues;
    sums[one.feature] += double(one.value);
  }
  set.firing.clear();
  for (auto& [number, feature] : all) {
    feature.mean = static_cast<float>(sums[number] / double(feature.residues));
    set.firing.push_back(std::move(feature));
  }
  std::stable_sort(set.firing.begin(), set.firing.end(),
                   [](const FiringFeature& a, const FiringFeature& b) { return a.most > b.most; });
}

std::map<Index, std::string> featureNames(std::string_view content, const std::string& source, Index numFeatures) {
  Progress silent;
  TextLines lines(content, source, silent);
  std::map<Index, std::string> names;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (trimmed(line).empty()) continue;
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos)
      lines.fail("found ", inQuotes(line), ", expected the number of a feature, a tab and a text");
    const std::string_view number = trimmed(line.substr(0, tab));
    Index feature = -1;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), feature);
    if (error != std::errc{} || end != number.data() + number.size()) {
      if (lines.number() == 1) continue;
      lines.fail("found ", inQuotes(number), ", expected the number of a feature");
    }
    if (feature < 0 || feature >= numFeatures)
      lines.fail("found the feature ", feature, ", expected one from 0 to ", numFeatures - 1);
    if (!names.emplace(feature, std::string(trimmed(line.substr(tab + 1)))).second)
      lines.fail("found the feature ", feature, " again, expected each once");
  }
  return names;
}

}  // namespace engine
