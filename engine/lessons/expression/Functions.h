// The functions of expressions.
#pragma once

#include <string>
#include <vector>

#include "engine/lessons/expression/Value.h"

namespace engine {

/// How much an expression may still compute: one for each number that it makes or adds.
class OperationBudget {
 public:
  static constexpr double kMost = 1e7;
  /// Throws Error when that is too much.
  void spend(double operations);

 private:
  double m_left = kMost;
};

/// What a function gets. Selections ("rows 1 38 40") come as a list of indices or names.
struct FunctionArguments {
  std::vector<const LessonValue*> values;
  OperationBudget& budget;

  std::size_t size() const { return values.size(); }
  /// Throws Error "sum: argument 2 is a text, expected a number".
  const LessonArray& array(std::size_t k) const;
  double number(std::size_t k) const;
  Index index(std::size_t k) const;  ///< a whole number
  const std::string& text(std::size_t k) const;
  /// The dataset's value as a T; throws Error naming `kind` otherwise.
  template <class T>
  const T& dataset(std::size_t k, const char* kind) const {
    if (const auto* pointer = std::get_if<DatasetPtr>(values.at(k)); pointer && *pointer)
      if (const T* value = (*pointer)->as<T>()) return *value;
    fail("argument ", k + 1, " is ", describeValue(*values[k]), ", expected ", kind);
  }
};

struct LessonFunction {
  const char* name;
  int fewest, most;                                  ///< numbers of arguments
  const char* usage;                                 ///< "sum(x) or sum(x, axis)"
  LessonValue (*compute)(const FunctionArguments&);  ///< null: a part of the grammar (`if`)
};

/// All of them; their numbers never change while the program runs.
const std::vector<LessonFunction>& lessonFunctions();
/// The number of a function in the list; -1: there is none.
int findFunction(std::string_view name);
std::vector<std::string> functionNames();

/// Parts of the list, by what they work on.
std::vector<LessonFunction> numberFunctions();
std::vector<LessonFunction> orderFunctions();
std::vector<LessonFunction> makingFunctions();
std::vector<LessonFunction> alignmentFunctions();
std::vector<LessonFunction> datasetFunctions();

}  // namespace engine
