#include "engine/attention/msa/UntrainedWeights.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "engine/attention/performer/RandomFeatures.h"
#include "engine/base/Random.h"

namespace engine {

namespace {

constexpr std::uint64_t kStreamsPerSeed = 1000;

/// Of "(H*d, D)"; nothing when an axis has a letter that is not known.
std::optional<Shape> shapeFor(const std::string& text, const Sizes& sizes) {
  Shape shape;
  std::istringstream axes(text.substr(1, text.find(')') - 1));
  try {
    for (std::string axis; std::getline(axes, axis, ',');)
      shape.push_back(static_cast<Index>(evaluateFormula(axis, sizes)));
  } catch (const Error&) {
    return std::nullopt;
  }
  return shape;
}

/// The map that a bias belongs to: "to_query.weight" of "to_query.bias", "seqw_W_q" of "seqw_b_q"; else empty.
std::string mapOfBias(const std::string& name) {
  if (name.ends_with(".bias")) return name.substr(0, name.size() - 4) + "weight";
  const size_t bias = name.rfind("b_");
  if (bias == std::string::npos || name.ends_with("b_2")) return {};
  return name.substr(0, bias) + "W_" + name.substr(bias + 2);
}

Array<float> normal(const Shape& shape, Random& random) {
  Array<float> array(shape, Untouched{});
  for (float& value : array) value = static_cast<float>(random.normal());
  return array;
}

Array<float> uniform(const Shape& shape, Index inputs, Random& random) {
  const double bound = 1 / std::sqrt(std::max(1.0, static_cast<double>(inputs)));
  Array<float> array(shape, Untouched{});
  for (float& value : array) value = static_cast<float>(bound * (2 * random.uniform() - 1));
  return array;
}

Array<float> features(const Shape& shape, Random& random) {
  const Array<double> rows = randomFeatures(shape[0], shape[1], {}, random);
  Array<float> array(shape, Untouched{});
  std::transform(rows.begin(), rows.end(), array.begin(), [](double value) { return static_cast<float>(value); });
  return array;
}

}  // namespace

bool isWeight(const ArrayDescription& input, const Sizes& sizes) {
  if (input.type != ArrayType::real) return false;
  const std::optional<Shape> shape = shapeFor(input.shape, sizes);
  return shape && !shape->empty();
}

ArrayBundle untrainedWeights(const std::vector<ArrayDescription>& weights, const Sizes& sizes, std::uint64_t seed) {
  std::map<std::string, Shape> shapes;
  for (const ArrayDescription& weight : weights) shapes[weight.name] = shapeFor(weight.shape, sizes).value_or(Shape{});
  ArrayBundle arrays;
  std::uint64_t number = 0;
  for (const auto& [name, shape] : shapes) {
    Random random(seed * kStreamsPerSeed + number++);
    const auto map = shapes.find(mapOfBias(name));
    Array<float> array;
    if (name.ends_with("a_2") || name.ends_with("b_2"))
      array = Array<float>(shape, name.ends_with("a_2") ? 1.0f : 0.0f);
    else if (name.ends_with("projection_matrix"))
      array = features(shape, random);
    else if (name.ends_with("emb.weight") || name.ends_with("pe.weight"))
      array = normal(shape, random);
    else
      array = uniform(shape, map != shapes.end() ? map->second.back() : shape.back(), random);
    array.name = name;
    arrays[name] = std::move(array);
  }
  return arrays;
}

}  // namespace engine
