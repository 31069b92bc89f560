// Scores that do not fit into the number type: which arrays they come from, and the error.
#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// "X (2, 3), W_q (4, 3) and W_k (4, 3)": the arrays of the user that scores are made of.
inline std::string arraysText(const std::vector<std::pair<std::string, Shape>>& arrays) {
  std::string text;
  size_t left = arrays.size();
  for (const auto& [name, shape] : arrays) {
    text += name + " " + shapeText(shape);
    if (--left > 0) text += left == 1 ? " and " : ", ";
  }
  return text;
}

/// The same of those named arrays that are there, with the shapes that the user gave them.
inline std::string arraysText(const ArrayBundle& inputs, std::initializer_list<const char*> names) {
  std::vector<std::pair<std::string, Shape>> present;
  for (const char* name : names)
    if (const auto found = inputs.find(name); found != inputs.end()) present.emplace_back(name, shapeOf(found->second));
  return arraysText(present);
}

/// Throws Error: a score of the query, made of `arrays` as arraysText gives them, does not fit into T.
template <class T>
[[noreturn]] void failForScore(const std::string& arrays, Index query) {
  fail("arrays ", arrays, ": a score of query ", query, " does not fit into ",
       std::is_same_v<T, float> ? "float32" : "float64", ", expected smaller values");
}

}  // namespace engine
