// The exact small case of tests/data/training.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/training/PairObjective.h"
#include "tests/support/Files.h"
#include "tests/support/NpzArrays.h"

namespace test {

struct TinyCase {
  nlohmann::json numbers = nlohmann::json::parse(readText(dataFile("training/tiny.json")));
  engine::ArrayBundle arrays = npzArrays(dataFile("training/tiny.npz"));

  engine::Array<double> array(const std::string& name) const { return engine::numbersOf<double>(arrays, name); }

  engine::TrainingRows rows() const {
    engine::TrainingRows rows;
    rows.codes = engine::Array<std::uint8_t>({12, 8}, 0);
    for (engine::Index n = 0; n < 12; ++n)
      for (engine::Index i = 0; i < 8; ++i)
        rows.codes(n, i) = numbers.at("codes").at(std::size_t(n)).at(std::size_t(i)).get<std::uint8_t>();
    rows.weights = numbers.at("weights").get<std::vector<double>>();
    rows.columns = {0, 1, 2, 3, 4, 5, 6, 7};
    return rows;
  }
  static engine::FactoredSizes sizes() { return {3, 4, 0.25, 0.1}; }
  static constexpr std::uint64_t kSeed = 5;
};

/// 0, 1, ..., count - 1.
inline std::vector<engine::Index> allRows(engine::Index count) {
  std::vector<engine::Index> all;
  for (engine::Index k = 0; k < count; ++k) all.push_back(k);
  return all;
}

/// The largest difference, relative to the largest size of `expected`.
template <class T>
double worst(const engine::Array<T>& found, const engine::Array<double>& expected) {
  if (found.size() != expected.size()) return 1e300;
  double difference = 0, size = 1e-300;
  for (engine::Index k = 0; k < found.size(); ++k) {
    difference = std::max(difference, std::abs(double(found[k]) - expected[k]));
    size = std::max(size, std::abs(expected[k]));
  }
  return difference / size;
}

}  // namespace test
