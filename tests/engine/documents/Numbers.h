// What the program computes for the numbers of published documents, by the names that README.md calls them by.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"

namespace documents {

using namespace engine;

/// Our numbers, and what the letters in the document's formulae stand for.
struct Found {
  std::vector<double> numbers;
  Sizes letters = {};
};
using Compute = Found (*)();

/// All of them by name.
std::map<std::string, Compute>& computations();

/// Enters a computation when the program starts.
struct Registered {
  Registered(const char* name, Compute compute) { computations()[name] = compute; }
};

/// COMPUTED(name) { return {...}; }
#define COMPUTED(name)                             \
  Found name();                                    \
  const Registered registered_##name(#name, name); \
  Found name()

/// Outputs of a mechanism in float64; values as "maps=no".
ArrayBundle outputsOf(const std::string& mechanism, const ArrayBundle& inputs,
                      const std::map<std::string, ParameterValue>& values = {});
/// The numbers of an array.
Array<double> numbers(const ArrayBundle& arrays, const std::string& name);
/// Lengths of an array's axes, the last `count` of them.
std::vector<double> lengths(const ArrayBundle& arrays, const std::string& name, size_t count);
std::vector<double> lengths(const Shape& shape);
/// Largest |a - b|; both of one size.
double largestDifference(const Array<double>& a, const Array<double>& b);
/// Least and largest sum along the last axis.
std::vector<double> rangeOfRowSums(const Array<double>& array);
std::vector<double> rangeOf(const Array<double>& array);
/// Deterministic numbers in [-scale, scale].
Array<double> some(std::uint64_t seed, Shape shape, double scale = 1);
/// Normal ones, mean 0, variance 1.
Array<double> normal(Shape shape, Random& random);

}  // namespace documents
