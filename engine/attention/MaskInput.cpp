#include "engine/attention/MaskInput.h"

#include <algorithm>

#include "engine/attention/TypedMechanism.h"
#include "engine/base/ParameterKinds.h"

namespace engine {

std::vector<ArrayDescription> maskInputs() {
  return {{"mask", "(B, n, m) or (n, m)", "true where a query may see a key", true, ArrayType::boolean},
          {"valid_lens", "(B) or (B, n)", "number of keys, from the first, that a query may see", true,
           ArrayType::integer}};
}

std::vector<Parameter> maskParameters() {
  return {flagParameter("causal", "Causal mask",
                        "query i sees keys up to i + m - n only (aligned to the bottom-right corner)", false),
          named(countParameter("window", "Sliding window",
                               "query i sees keys less than this many places from i + m - n; with causal the last so "
                               "many",
                               0),
                {{0, "none"}}),
          choiceParameter("mask_rule", "Masked scores",
                          "empty-zero: a hidden key gets no weight and a row without keys gives zeros; d2l: a hidden "
                          "score becomes -1e6, such a row is uniform",
                          {"empty-zero", "d2l"})};
}

namespace {

void applyValidLengths(KeyMask& mask, const ArrayBundle& inputs, Index keys) {
  const Array<double> lengths = numbersOf<double>(inputs, "valid_lens");
  const Index B = mask.keyEnd.length(0), n = mask.keyEnd.length(1);
  const Shape& shape = lengths.shape();
  const bool perQuery = shape == Shape{B, n} || (B == 1 && shape == Shape{n} && n != 1);
  if (!perQuery && shape != Shape{B} && !(B == 1 && shape.empty()))
    fail("array valid_lens: found shape ", shapeText(shape), ", expected ", shapeText({B}), " or ", shapeText({B, n}));
  for (Index row = 0; row < B * n; ++row) {
    const double length = lengths[perQuery ? row : row / n];
    if (length < 0 || length > double(keys))
      fail("array valid_lens of shape ", shapeText(shape), ": found the length ", length, ", expected 0 to ", keys,
           ", the number of keys");
    mask.keyEnd[row] = std::min(mask.keyEnd[row], static_cast<std::int32_t>(length));
  }
}

void applyMask(KeyMask& mask, const ArrayBundle& inputs, Index keys) {
  const auto& given = std::get<Array<Bool>>(inputs.at("mask"));
  const Index B = mask.keyEnd.length(0), n = mask.keyEnd.length(1);
  if (given.shape() == Shape{B, n, keys}) {
    mask.allowed = given;
    return;
  }
  if (given.shape() != Shape{n, keys})
    fail("array mask: found shape ", shapeText(given.shape()), ", expected ", shapeText({B, n, keys}), " or ",
         shapeText({n, keys}));
  mask.allowed = Array<Bool>({B, n, keys}, Bool{}, "mask");
  for (Index b = 0; b < B; ++b) std::copy(given.begin(), given.end(), mask.allowed.begin() + b * n * keys);
}

}  // namespace

void giveMask(ArrayBundle& outputs, const KeyMask& mask, Index keys, BatchAxis batch) {
  Array<Bool> seen = seenKeys(mask, keys);
  const Shape shape(seen.shape().begin() + (batch == BatchAxis::given ? 0 : 1), seen.shape().end());
  give(outputs, "mask", std::move(seen).reshaped(shape));
}

std::string maskBytes(const ParameterValues& values) { return values.flag("intermediates") ? " + B*n*m" : ""; }

std::string windowBytes(const ParameterValues& values) { return values.integer("window") > 0 ? " + B*n*m" : ""; }

std::string keysInWindow(const ParameterValues& values) {
  const std::int64_t window = values.integer("window");
  // What counts as a score of -1e6 is computed with.
  if (window == 0 || values.text("mask_rule") == "d2l") return "m";
  return "min(m, " + std::to_string(values.flag("causal") ? window : 2 * window - 1) + ")";
}

KeyMask readMask(const ArrayBundle& inputs, const ParameterValues& values, Index batches, Index queries, Index keys) {
  KeyMask mask = fullMask(batches, queries, keys);
  if (values.text("mask_rule") == "d2l") mask.rule = MaskRule::overwrite;
  if (inputs.count("valid_lens") != 0) applyValidLengths(mask, inputs, keys);
  if (inputs.count("mask") != 0) applyMask(mask, inputs, keys);
  if (values.flag("causal")) makeCausal(mask, keys);
  if (values.integer("window") > 0) makeSliding(mask, keys, static_cast<Index>(values.integer("window")));
  return mask;
}

}  // namespace engine
