#include "engine/attention/heads/LeadingAxes.h"

namespace engine {

Shape LeadingAxes::of(const Shape& full) const {
  Shape shape(full.begin() + 2, full.end());
  if (letters.size() == 2) shape.insert(shape.begin(), full[1]);
  if (!letters.empty()) shape.insert(shape.begin(), full[0]);
  return shape;
}

LeadingAxes leadingAxes(const std::string& name, const Shape& shape, const std::string& tail) {
  if (shape.size() < 2 || shape.size() > 4)
    fail("array ", name, ": found shape ", shapeText(shape), ", expected (", tail, "), (B, ", tail, ") or (B, H, ",
         tail, ")");
  LeadingAxes leading;
  if (shape.size() >= 3) {
    leading.letters = {"B"};
    leading.batches = shape[0];
  }
  if (shape.size() == 4) {
    leading.letters.push_back("H");
    leading.heads = shape[1];
  }
  return leading;
}

void countLeadingAxes(const ArrayBundle& inputs, const std::string& name, Sizes& sizes) {
  const auto given = inputs.find(name);
  if (given == inputs.end()) return;
  const Shape& shape = shapeOf(given->second);
  sizes["B"] = shape.size() > 2 ? double(shape[0]) : 1;
  sizes["H"] = shape.size() > 3 ? double(shape[1]) : 1;
}

}  // namespace engine
