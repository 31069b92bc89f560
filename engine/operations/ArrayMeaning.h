// What the arrays of a computed attention mechanism mean: names of their axes, one line of help.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"

namespace engine {

struct ArrayMeaning {
  std::string name;
  std::vector<std::string> axes;  ///< a letter or formula of letters per axis: "B", "H", "n", "d"; empty: unknown
  std::string help;               ///< one line; empty: unknown
  std::vector<std::string> words = {};  ///< what each axis counts, "head"; empty texts, or none: not known
};

class Mechanism;

/// The operation that computed a dataset, also where it comes from a file that says so; empty: not known.
std::string operationOf(const Dataset& dataset);
/// Null when no mechanism made the dataset.
const Mechanism* mechanismOf(const Dataset& dataset);

/// The arrays of a dataset in the order of the mechanism that took or gave them, then those that the arrays tell of
/// themselves (engine/datasets/ArrayText.h), the unknown ones behind them in alphabetical order. Texts about arrays are
/// left out. Nothing for what is no arrays.
std::vector<ArrayMeaning> meaningsOf(const Dataset& dataset);

/// The names of the axes of an array of this rank, of a description such as "(B, H, n, d)" or "(B, n, m) or (n, m)".
/// Leading axes may be absent. Empty when no alternative has as many axes.
std::vector<std::string> axisNames(const std::string& description, Index rank);

}  // namespace engine
