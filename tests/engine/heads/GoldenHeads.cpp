#include "tests/engine/heads/GoldenHeads.h"

#include <cmath>

#include "engine/datasets/Exports.h"
#include "engine/io/Format.h"
#include "tests/support/Files.h"

namespace test {

using nlohmann::json;
using namespace engine;

namespace {

Dataset loaded(const std::string& name) {
  Diagnostics diagnostics;
  Progress progress;
  return load(dataFile("heads/" + name), diagnostics, progress);
}

}  // namespace

std::shared_ptr<const HeadSet> goldenHeads(const std::string& name) { return loaded(name).share<HeadSet>(); }

const json& goldenNumbers() {
  static const json numbers = json::parse(readText(dataFile("heads/heads.json")));
  return numbers;
}

MapDistances goldenDistances() {
  const Dataset structure = loaded("structure.npz");
  const auto& arrays = *structure.as<ArrayBundle>();
  return {numbersOf<float>(arrays, "distance", NonFinite::allow),
          numbersOf<float>(arrays, "ca_distance", NonFinite::allow), goldenNumbers()["dssp"]};
}

HeadTable tableOf(const HeadSet& heads, const HeadTableOptions& options, int threads) {
  Progress progress;
  return makeHeadTable(heads, options, threads, progress);
}

json headsJson(const HeadTable& table) {
  Dataset dataset;
  dataset.value = std::make_shared<const HeadTable>(table);
  return json::parse(headTableJson(dataset))["heads"];
}

std::string differences(const json& found, const json& expected, const std::string& where) {
  const auto differs = [&] { return where + ": found " + found.dump() + ", expected " + expected.dump() + "\n"; };
  std::string text;
  if (expected.is_object()) {
    for (const auto& [key, value] : expected.items())
      text += differences(found.contains(key) ? found[key] : json(), value, where + "/" + key);
    return text;
  }
  if (expected.is_array()) {
    if (!found.is_array() || found.size() != expected.size()) return differs();
    for (size_t k = 0; k < expected.size(); ++k)
      text += differences(found[k], expected[k], where + "/" + std::to_string(k));
    return text;
  }
  if (expected.is_number_float() && found.is_number()) {
    const double a = found.get<double>(), b = expected.get<double>();
    return std::abs(a - b) <= 1e-9 * std::abs(b) + 1e-12 ? std::string{} : differs();
  }
  return found == expected ? std::string{} : differs();
}

HeadSet headsOf(const std::vector<Array<float>>& maps, const std::string& letters) {
  HeadSet heads;
  heads.numHeads = static_cast<Index>(maps.size());
  heads.numQueries = maps.empty() ? 0 : maps.front().length(0);
  heads.numKeys = maps.empty() ? 0 : maps.front().length(1);
  for (const Array<float>& values : maps) {
    auto map = std::make_shared<AttentionMap>();
    map->weights = values;
    map->isStochastic = false;
    heads.maps.push_back(std::move(map));
  }
  heads.queryLetters = heads.keyLetters = letters;
  return heads;
}

}  // namespace test
