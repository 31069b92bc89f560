// Models on the inputs of stored answers: what the real libraries gave, and what our runs give.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/models/Architecture.h"

namespace test {

/// Arrays and texts of an .npz file.
struct Golden {
  engine::ArrayBundle arrays;
  std::map<std::string, std::vector<std::string>> texts;

  bool contains(const std::string& name) const { return arrays.count(name) != 0; }
  engine::Array<float> floats(const std::string& name) const {
    return engine::numbersOf<float>(arrays, name, engine::NonFinite::allow);
  }
  /// The only text of this name.
  const std::string& text(const std::string& name) const { return texts.at(name).at(0); }
};

/// NAME in tests/data/models, else in the folder "models" of the reference data; empty when it is in neither.
std::filesystem::path modelFile(const std::string& name);
Golden readGolden(const std::filesystem::path& path);
/// A file of weights with what lies beside it. `heads`: as a fact, where nobody else tells it (0: somebody does).
std::shared_ptr<const engine::ModelWeights> readTinyModel(const std::filesystem::path& path, engine::Index heads = 0);

/// For matchers, which want a container of the standard library.
template <class T>
std::vector<T> valuesOf(const engine::Array<T>& array) {
  return {array.begin(), array.end()};
}

/// What a whole run gives.
template <class T>
struct GoldenRun {
  std::unique_ptr<engine::ModelRun<T>> run;
  std::vector<engine::LayerMaps<T>> maps;           ///< of every layer
  std::vector<engine::ModelState<T>> states;        ///< what enters the first layer, then what each leaves
  std::map<std::string, engine::Array<T>> readOut;  ///< of the last state
  std::vector<std::string> warnings;
};

template <class T>
GoldenRun<T> runModel(const std::shared_ptr<const engine::ModelWeights>& weights, const engine::ModelInput& input,
                      const engine::LayerWish& wish = {}) {
  const engine::Architecture& architecture = engine::architectureOf(*weights);
  const engine::ModelSizes sizes = architecture.sizes(*weights);
  requireNames(*weights, architecture, sizes);
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  const engine::Compute where;
  const engine::ModelCall call{where, diagnostics, progress};
  GoldenRun<T> result;
  if constexpr (std::is_same_v<T, float>)
    result.run = architecture.prepareFloat({weights, sizes, input}, diagnostics);
  else
    result.run = architecture.prepareDouble({weights, sizes, input}, diagnostics);
  engine::ModelState<T> state = result.run->embed(call);
  result.states.push_back(state);
  for (engine::Index layer = 0; layer < result.run->numLayers(); ++layer) {
    result.maps.push_back(result.run->runLayer(layer, state, wish, call));
    result.states.push_back(state);
  }
  result.readOut = result.run->readOut(state, call);
  result.warnings = diagnostics.warnings();
  return result;
}

/// Expects |found - golden| within the bound over the elements [first, first + found.size()) of the golden array; what
/// is not a number is in no bound.
template <class T>
void expectNear(const engine::Array<T>& found, const engine::Array<float>& golden, engine::Index first, double bound,
                const std::string& what) {
  ASSERT_LE(first + found.size(), golden.size()) << what << ": found shape " << engine::shapeText(found.shape());
  double largest = 0;
  engine::Index outside = 0;
  for (engine::Index k = 0; k < found.size(); ++k) {
    const double away = std::abs(double(found[k]) - double(golden[first + k]));
    outside += away <= bound ? 0 : 1;
    largest = std::max(largest, away);
  }
  EXPECT_EQ(outside, 0) << what << ": largest difference " << largest << ", bound " << bound;
}
/// All of it, of equal shapes.
template <class T>
void expectNear(const engine::Array<T>& found, const engine::Array<float>& golden, double bound,
                const std::string& what) {
  ASSERT_EQ(found.shape(), golden.shape()) << what;
  expectNear(found, golden, 0, bound, what);
}

inline constexpr double kMapBound = 2e-5;    ///< attention
inline constexpr double kStateBound = 2e-4;  ///< hidden states and logits
inline constexpr double kHalfBound = 5e-4;   ///< attention that was stored as float16

/// Tokens of the run against those of the library.
template <class T>
void expectTokens(const GoldenRun<T>& result, const Golden& golden) {
  const engine::Array<double> tokens = engine::numbersOf<double>(golden.arrays, "tokens");
  ASSERT_EQ(result.run->tokens().shape(), tokens.shape());
  for (engine::Index k = 0; k < tokens.size(); ++k)
    EXPECT_EQ(double(result.run->tokens()[k]), tokens[k]) << "token " << k;
}

/// Maps of this name in all layers against the golden array (layers, H, ...), and rows that sum to 1.
template <class T>
void expectMaps(const GoldenRun<T>& result, const std::string& name, const engine::Array<float>& golden,
                double bound = kMapBound) {
  engine::Index first = 0;
  for (size_t layer = 0; layer < result.maps.size(); ++layer) {
    const engine::Array<T>& maps = result.maps[layer].at(name);
    expectNear(maps, golden, first, bound, name + " of layer " + std::to_string(layer));
    first += maps.size();
    const engine::Index keys = maps.length(maps.rank() - 1);
    for (engine::Index row = 0; row < maps.size() / keys; ++row) {
      double sum = 0;
      for (engine::Index j = 0; j < keys; ++j) sum += maps[row * keys + j];
      ASSERT_NEAR(sum, 1, 1e-5) << name << " of layer " << layer << ", row " << row;
    }
  }
  EXPECT_EQ(first, golden.size());
}

/// Hidden states from the embedding on (or from what the first layer leaves) against (n + 1 or n, T, D).
template <class T>
void expectHidden(const GoldenRun<T>& result, const engine::Array<float>& golden) {
  const size_t from = result.run->hiddenHasEmbedding() ? 0 : 1;
  ASSERT_EQ(golden.length(0), engine::Index(result.states.size() - from));
  engine::Index first = 0;
  for (size_t k = from; k < result.states.size(); ++k) {
    expectNear(result.states[k].x, golden, first, kStateBound, "hidden state " + std::to_string(k));
    first += result.states[k].x.size();
  }
}

}  // namespace test
