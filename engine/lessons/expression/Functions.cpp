#include "engine/lessons/expression/Functions.h"

#include <algorithm>
#include <cmath>

namespace engine {

const LessonArray& FunctionArguments::array(std::size_t k) const {
  if (const auto* found = std::get_if<LessonArray>(values.at(k))) return *found;
  fail("argument ", k + 1, " is ", describeValue(*values[k]), ", expected numbers");
}

double FunctionArguments::number(std::size_t k) const {
  const LessonArray& found = array(k);
  if (found.size() == 1) return found[0];
  fail("argument ", k + 1, " is ", describeValue(found), ", expected a number");
}

Index FunctionArguments::index(std::size_t k) const {
  const double found = number(k), rounded = std::round(found);
  if (!(std::abs(found - rounded) <= 1e-9) || std::abs(rounded) > 1e15)
    fail("argument ", k + 1, " is ", found, ", expected a whole number");
  return static_cast<Index>(rounded);
}

const std::string& FunctionArguments::text(std::size_t k) const {
  if (const auto* found = std::get_if<std::string>(values.at(k))) return *found;
  fail("argument ", k + 1, " is ", describeValue(*values[k]), ", expected a text");
}

const std::vector<LessonFunction>& lessonFunctions() {
  static const std::vector<LessonFunction> all = [] {
    std::vector<LessonFunction> functions = {{"if", 3, 3, "if(condition, then, else)", nullptr}};
    for (const auto& part :
         {numberFunctions(), orderFunctions(), makingFunctions(), alignmentFunctions(), datasetFunctions()})
      functions.insert(functions.end(), part.begin(), part.end());
    return functions;
  }();
  return all;
}

int findFunction(std::string_view name) {
  const auto& all = lessonFunctions();
  const auto found = std::find_if(all.begin(), all.end(), [&](const LessonFunction& one) { return one.name == name; });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

std::vector<std::string> functionNames() {
  std::vector<std::string> names = {"at"};
  for (const LessonFunction& function : lessonFunctions()) names.emplace_back(function.name);
  return names;
}

}  // namespace engine
