// Inputs of a mechanism cut short. The input of a benchmark at half its length: what a cost formula says of growth is
// compared with two measurements.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "engine/attention/Mechanism.h"

namespace engine {

/// Letters of the lengths along which a mechanism attends: residues L with queries n; else queries n, keys m, columns
/// C, tokens S and T; else nodes N.
std::set<std::string> attendedLengths(const Mechanism& mechanism);

/// The beginning of every input: `lengthOf` of a length, at most that, along these letters.
ArrayBundle shortened(const Mechanism& mechanism, const ArrayBundle& inputs, const std::set<std::string>& letters,
                      const std::function<Index(Index)>& lengthOf);

/// The first half (rounded down, at least one) along attendedLengths(); `sizes` says so: "L=256 P=c=128, half of L".
BenchCase atHalfLength(const Mechanism& mechanism, const BenchCase& whole);

}  // namespace engine
