// The arrays that a run has given, by the names that `out` lines write.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/lessons/expression/Value.h"

namespace engine {

/// The word behind the id of a by-product: "weights" of "train.weights". Empty: it is the main result.
std::string wordOfResult(const Dataset& result);

/// The arrays of all results: of those that are arrays themselves, then of those that are saved as such. "A" is the
/// first one of this name, "weights.A" that of the by-product weights, "main.A" that of the main result. Blanks and
/// signs in names of arrays are written as underscores.
class OutputFinder {
 public:
  /// `results` must outlive it.
  explicit OutputFinder(const std::vector<Dataset>& results);
  /// Throws Error that lists what there is.
  LessonArray find(const std::string& wanted);
  /// Texts along the axes of an array that was found; empty: there are none.
  std::vector<std::vector<std::string>> labels(const std::string& wanted) const;

 private:
  void add(const Dataset& result, const ArrayBundle& arrays);
  /// What the next result that is no array itself is saved as, one file at a time: copies of all that it holds. False:
  /// there is none left.
  bool addNextExported();
  /// Plain names, and with their results those that another array of the same name hides.
  std::vector<std::string> known() const;

  using Found = std::pair<const ArrayBundle*, std::string>;
  const std::vector<Dataset>& m_results;
  std::map<std::string, Found> m_plain, m_ofResult;  ///< "A"; "weights.A"
  std::vector<DatasetValue> m_exported;              ///< owners of what others are saved as
  std::size_t m_nextResult = 0, m_nextExporter = 0;
};

}  // namespace engine
