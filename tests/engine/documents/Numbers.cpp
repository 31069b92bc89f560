#include "tests/engine/documents/Numbers.h"

#include <algorithm>
#include <cmath>

namespace documents {

std::map<std::string, Compute>& computations() {
  static std::map<std::string, Compute> all;
  return all;
}

ArrayBundle outputsOf(const std::string& mechanism, const ArrayBundle& inputs,
                      const std::map<std::string, ParameterValue>& values) {
  ParameterValues given;
  for (const auto& [key, value] : values) given.set(key, value);
  Diagnostics diagnostics;
  Progress none;
  return findMechanism(mechanism).run(inputs, given, Precision::float64, {nullptr, 1}, diagnostics, none);
}

Array<double> numbers(const ArrayBundle& arrays, const std::string& name) { return numbersOf<double>(arrays, name); }

std::vector<double> lengths(const Shape& shape) { return {shape.begin(), shape.end()}; }

std::vector<double> lengths(const ArrayBundle& arrays, const std::string& name, size_t count) {
  const std::vector<double> all = lengths(shapeOf(arrays.at(name)));
  return {all.end() - static_cast<std::ptrdiff_t>(std::min(count, all.size())), all.end()};
}

double largestDifference(const Array<double>& a, const Array<double>& b) {
  if (a.size() != b.size()) fail("arrays of ", a.size(), " and ", b.size(), " numbers");
  double largest = 0;
  for (Index k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

std::vector<double> rangeOf(const Array<double>& array) {
  const auto [least, largest] = std::minmax_element(array.begin(), array.end());
  return {*least, *largest};
}

std::vector<double> rangeOfRowSums(const Array<double>& array) {
  const Index length = array.length(array.rank() - 1);
  Array<double> sums({array.size() / length}, 0.0);
  for (Index k = 0; k < array.size(); ++k) sums[k / length] += array[k];
  return rangeOf(sums);
}

Array<double> some(std::uint64_t seed, Shape shape, double scale) {
  return deterministicArray<double>(seed, std::move(shape), scale);
}

Array<double> normal(Shape shape, Random& random) {
  Array<double> array(std::move(shape));
  for (double& value : array) value = random.normal();
  return array;
}

}  // namespace documents
