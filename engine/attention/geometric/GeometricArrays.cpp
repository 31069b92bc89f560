#include "engine/attention/geometric/GeometricArrays.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace engine {

namespace {

std::vector<std::int64_t> identifiers(const ArrayBundle& inputs, const std::string& name, ShapeLetters& letters) {
  if (inputs.count(name) == 0) return {};
  letters.require(name, shapeOf(inputs.at(name)), {"L"});
  if (const auto* small = std::get_if<Array<std::int32_t>>(&inputs.at(name))) return {small->begin(), small->end()};
  const auto& large = std::get<Array<std::int64_t>>(inputs.at(name));
  return {large.begin(), large.end()};
}

/// NaN where the text is no number.
double numberIn(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : std::nan("");
}

}  // namespace

std::vector<Vector3> readPositions(const ArrayBundle& inputs, const std::string& name, ShapeLetters& letters) {
  const Array<double> array = numbersOf<double>(inputs, name, NonFinite::allow);
  letters.require(name, array.shape(), {"L", "3"});
  std::vector<Vector3> result;
  for (Index i = 0; i < array.length(0); ++i) result.emplace_back(array(i, 0), array(i, 1), array(i, 2));
  return result;
}

std::vector<ArrayDescription> framedResidueInputs() {
  const auto atoms = [](const char* name, const std::string& help) {
    return ArrayDescription{name, "(L, 3)", help + " positions, Å; NaN where missing", false, ArrayType::real, true};
  };
  return {{"s", "(L, D)", "features of the residues"},
          atoms("N", "nitrogen"),
          atoms("CA", "alpha carbon"),
          atoms("C", "carbonyl carbon")};
}

Array<double> headWeights(const ParameterValues& values, const char* key, Index heads) {
  const std::string& text = values.text(key);
  if (text.empty()) return {};
  std::vector<double> numbers;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    numbers.push_back(numberIn(std::string_view(text).substr(begin, comma - begin)));
    if (!std::isfinite(numbers.back()))
      fail("parameter ", key, ": found \"", text, "\", expected numbers separated by commas, such as 0.5, -1");
    begin = comma + 1;
  }
  if (std::ssize(numbers) != heads)
    fail("parameter ", key, ": found ", numbers.size(), " numbers, expected ", heads, ", one per head");
  return Array<double>({heads}, std::move(numbers), key);
}

std::string headWeightsText(const std::vector<double>& weights) {
  std::string text;
  for (const double weight : weights) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, weight).ptr;
    if (!text.empty()) text += ", ";
    text.append(digits, end);
  }
  return text;
}

template <class T>
GeometricInput<T> readGeometricInput(const ArrayBundle& inputs, const ParameterValues& values) {
  ShapeLetters letters;
  GeometricInput<T> input;
  readFramedResidues(input, inputs, letters);
  input.W_proj = readArray<T>(inputs, "W_proj", letters, {"12H + 3HM", "D"});
  input.b_proj = readOptionalArray<T>(inputs, "b_proj", letters, {"12H + 3HM"});
  input.w_r = readArray<T>(inputs, "w_r", letters, {"H"});
  input.w_d = readArray<T>(inputs, "w_d", letters, {"H"});
  for (Array<T>* weights : {&input.w_r, &input.w_d}) {
    const char* const key = weights == &input.w_r ? "w_r" : "w_d";
    const Array<double> given = headWeights(values, key, letters["H"]);
    for (Index h = 0; h < given.size(); ++h) (*weights)[h] = static_cast<T>(given[h]);
  }
  const Index H = letters["H"], rows = letters["12H + 3HM"];
  if (H < 1) fail("array w_r: found shape ", shapeText(input.w_r.shape()), ", expected at least one head");
  if (rows < 15 * H || rows % (3 * H) != 0)
    fail("array W_proj: found shape ", shapeText(input.W_proj.shape()), ", expected ",
         shapeText({15 * H, letters["D"]}), " for the ", H, " heads of w_r ", shapeText(input.w_r.shape()),
         " (or 12H + 3HM rows for M messages)");
  letters.bind("3HM", rows - 12 * H);
  input.W_out = readArray<T>(inputs, "W_out", letters, {"Dout", "3HM"});
  input.b_out = readOptionalArray<T>(inputs, "b_out", letters, {"Dout"});
  input.ln_weight = readArray<T>(inputs, "ln_weight", letters, {"D"});
  input.ln_bias = readOptionalArray<T>(inputs, "ln_bias", letters, {"D"});
  input.sequenceId = identifiers(inputs, "sequence_id", letters);
  input.chainId = identifiers(inputs, "chain_id", letters);
  input.variant = values.text("variant") == "text" ? GeometricVariant::text : GeometricVariant::code;
  input.frameless = values.flag("mask_and_zero") ? FramelessOutput::zero : FramelessOutput::keep;
  if (!values.flag("maps"))
    input.kept = KeptPairs::nothing;
  else if (values.flag("scores"))
    input.kept = KeptPairs::mapsAndScores;
  return input;
}

template GeometricInput<float> readGeometricInput(const ArrayBundle&, const ParameterValues&);
template GeometricInput<double> readGeometricInput(const ArrayBundle&, const ParameterValues&);

}  // namespace engine
