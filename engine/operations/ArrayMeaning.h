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

/// "head H", for people; the letter alone where there is no word. An axis that has a length instead of a letter is its
/// word alone: "coordinate" and not "coordinate 3", which would be the third.
std::string axisTitle(const std::string& word, const std::string& letter);

/// The operation that computed a dataset, also where it comes from a file that says so; empty: not known.
std::string operationOf(const Dataset& dataset);
/// Null when no mechanism made the dataset.
const Mechanism* mechanismOf(const Dataset& dataset);

/// The arrays of a dataset in the order of the mechanism that took or gave them, then those that the arrays tell of
/// themselves (engine/datasets/ArrayText.h), the unknown ones behind them in alphabetical order. Texts about arrays are
/// left out. Nothing for what is no arrays.
std::vector<ArrayMeaning> meaningsOf(const Dataset& dataset);

/// Tells of arrays that have the names of inputs or outputs of a mechanism and are told of by nothing else what it says
/// of them: "node N" for an axis.
void tellAs(ArrayBundle& arrays, const Mechanism& mechanism);

/// The names of the axes of an array of this rank, of a description such as "(B, H, n, d)" or "(B, n, m) or (n, m)".
/// Leading axes may be absent. Empty when no alternative has as many axes.
std::vector<std::string> axisNames(const std::string& description, Index rank);

}  // namespace engine
