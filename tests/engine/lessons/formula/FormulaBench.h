// Formulae with bound arrays for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/lessons/formula/FormulaValue.h"
#include "tests/support/ErrorOf.h"

namespace test {

inline engine::FormulaTree tree(const std::string& tex) {
  engine::LessonProblems problems;
  engine::FormulaTree tree = engine::parseFormula(tex, {1, 1}, problems);
  EXPECT_NE(tree, nullptr) << tex << ": " << (problems.hasErrors() ? problems.sorted().front().text : "");
  return tree;
}

inline engine::LessonExpression expression(const std::string& text) {
  engine::LessonProblems problems;
  const auto parsed = engine::LessonExpression::parse(text, {1, 1}, problems);
  EXPECT_TRUE(parsed) << text << ": " << (problems.hasErrors() ? problems.sorted().front().text : "");
  return *parsed;
}

/// "A=A", "s=[2 1 0 -1]"
inline engine::FormulaBindings bindings(const std::vector<std::string>& lines) {
  engine::FormulaBindings bound;
  for (const std::string& line : lines) {
    const std::size_t sign = line.find('=');
    bound.emplace_back(line.substr(0, sign), expression(line.substr(sign + 1)));
  }
  return bound;
}

inline engine::FormulaPlaces places(const std::vector<std::string>& lines) {
  engine::FormulaPlaces at;
  for (const auto& [name, value] : bindings(lines)) at.emplace_back(name, value);
  return at;
}

/// Four keys and one query, as attention computes them: S = Q K^T, A = softmax(S), O = A V; two heads of them as H, G.
inline engine::NamedValues fourKeys() {
  using engine::LessonArray;
  std::map<std::string, engine::LessonValue, std::less<>> values;
  const std::vector<double> s{2, 1, 0, -1}, v{1, 2, 4, 8};
  std::vector<double> a, heads, logits;
  double sum = 0, o = 0;
  for (const double score : s) sum += std::exp(score);
  for (std::size_t j = 0; j < 4; ++j) {
    a.push_back(std::exp(s[j]) / sum);
    o += a[j] * v[j];
  }
  for (int row = 0; row < 6; ++row) {  // 2 x 3 rows of 4
    double total = 0;
    for (int j = 0; j < 4; ++j) {
      logits.push_back(0.3 * row - 0.7 * j + 0.11 * row * j);
      total += std::exp(logits.back());
    }
    for (int j = 0; j < 4; ++j) heads.push_back(std::exp(logits[static_cast<std::size_t>(4 * row + j)]) / total);
  }
  values.emplace("Q", LessonArray({1, 2}, {1, 0}, "Q"));
  values.emplace("K", LessonArray({4, 2}, {2, 0, 1, 1, 0, 2, -1, 1}, "K"));
  values.emplace("V", LessonArray({4, 1}, v, "V"));
  values.emplace("S", LessonArray({1, 4}, s, "S"));
  values.emplace("A", LessonArray({1, 4}, a, "A"));
  values.emplace("O", LessonArray({1, 1}, {o}, "O"));
  values.emplace("H", LessonArray({2, 3, 4}, heads, "H"));
  values.emplace("G", LessonArray({2, 3, 4}, logits, "G"));
  values.emplace("T", engine::numberValue(1));
  return engine::NamedValues(std::move(values));
}

}  // namespace test
