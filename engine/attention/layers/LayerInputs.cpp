#include "engine/attention/layers/LayerInputs.h"

#include <cmath>
#include <sstream>

#include "engine/base/Random.h"

namespace engine {

namespace {

/// Lengths of "(m, d)"; false when an axis has none.
bool findShape(const std::string& text, const std::map<std::string, Index>& lengths, Shape& shape) {
  std::istringstream axes(text.substr(1, text.size() - 2));
  for (std::string axis; std::getline(axes, axis, ',');) {
    const auto known = lengths.find(axis.substr(axis.find_first_not_of(' ')));
    if (known == lengths.end()) return false;
    shape.push_back(known->second);
  }
  return true;
}

}  // namespace

void addLinearInputs(InputList& list, const std::string& name, const std::string& out, const std::string& in,
                     const std::string& help, bool isOptional) {
  list.push_back({name + ".weight", "(" + out + ", " + in + ")", help, isOptional});
  list.push_back({name + ".bias", "(" + out + ")", "its bias", true});
}

void addNormInputs(InputList& list, const std::string& name, const std::string& before) {
  list.push_back({name + ".a_2", "(D)", "weight of the layer normalisation before " + before});
  list.push_back({name + ".b_2", "(D)", "its bias"});
}

void addAttentionInputs(InputList& list, const std::string& name) {
  addLinearInputs(list, name + ".to_query", "D", "D", "query projection");
  addLinearInputs(list, name + ".to_key", "D", "D", "key projection");
  addLinearInputs(list, name + ".to_value", "D", "D", "value projection");
  addLinearInputs(list, name + ".to_out", "D", "D", "output projection");
}

void addSequenceWeightInputs(InputList& list, const std::string& name, bool isOptional) {
  addLinearInputs(list, name + ".seq_weight.to_query", "D", "D", "queries of the sequence weights", isOptional);
  addLinearInputs(list, name + ".seq_weight.to_key", "D", "D", "keys of the sequence weights", isOptional);
}

void addFeedForwardInputs(InputList& list, const std::string& name) {
  addLinearInputs(list, name + ".linear1", "F", "D", "first map of the feed-forward network");
  addLinearInputs(list, name + ".linear2", "D", "F", "second map of the feed-forward network");
}

ArrayBundle sampleWeights(const InputList& list, const std::map<std::string, Index>& lengths, std::uint64_t seed) {
  ArrayBundle sample;
  for (const ArrayDescription& input : list) {
    Shape shape;
    if (input.type != ArrayType::real || !findShape(input.shape, lengths, shape)) continue;
    Array<float> array = deterministicArray<float>(seed++, shape, 0.3, input.name);
    const bool isNormWeight = input.name.ends_with("a_2") ||
                              (input.name.find("norm") != std::string::npos && input.name.ends_with(".weight"));
    for (float& value : array) value += isNormWeight ? 1.0f : 0.0f;
    sample[input.name] = std::move(array);
  }
  return sample;
}

ArrayBundle benchWeights(const InputList& list, const std::map<std::string, Index>& lengths) {
  ArrayBundle weights = sampleWeights(list, lengths, 700);
  for (auto& [name, array] : weights) {
    auto& values = std::get<Array<float>>(array);
    if (values.rank() != 2) continue;
    const float factor = 5.7f / std::sqrt(float(values.length(1)));
    for (float& value : values) value *= factor;
  }
  return weights;
}

}  // namespace engine
