// Digits of a check that might as well be others.
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "engine/lessons/expression/Check.h"

namespace engine {

namespace {

constexpr double kWidest = 0.6000001;  ///< of the unit of the last digit: tolerances that nobody need mend

bool isDigitOfCheck(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The places of the last digits of the numbers of "0.64", "(0.64 -1e-3)", "[1 0; 2 1]"; none: it is no plain numbers.
std::vector<std::size_t> lastDigits(const std::string& text) {
  if (text.find_first_not_of("0123456789.-+eE()[]{};, \t") != std::string::npos) return {};
  std::vector<std::size_t> places;
  bool isExponent = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char next = k + 1 < text.size() ? text[k + 1] : ' ';
    if (text[k] == 'e' || text[k] == 'E') isExponent = true;
    if (text[k] == ' ' || text[k] == ';' || text[k] == ',') isExponent = false;
    const bool isPointBehind = next == '.' && k + 2 < text.size() && isDigitOfCheck(text[k + 2]);
    if (isDigitOfCheck(text[k]) && !isExponent && !isDigitOfCheck(next) && !isPointBehind) places.push_back(k);
  }
  return places;
}

/// What the digit at `place` counts: 0.01 of the 4 in "0.64", 1e-5 in "0.64e-3".
double unitOf(const std::string& text, std::size_t place) {
  const std::size_t before = text.find_last_not_of("0123456789", place);
  const bool isBehindPoint = before != std::string::npos && text[before] == '.';
  double exponent = isBehindPoint ? -static_cast<double>(place - before) : 0;
  if (place + 1 < text.size() && (text[place + 1] == 'e' || text[place + 1] == 'E'))
    exponent += std::strtod(text.c_str() + place + 2, nullptr);
  return std::pow(10, exponent);
}

}  // namespace

std::string LessonCheck::looseDigit(const LessonScope& scope) const {
  if (!right || !tolerance) return "";
  const std::string& text = right->text();
  const double allowed = tolerance->number(scope);
  for (const std::size_t place : lastDigits(text)) {
    // Half a unit is what rounding takes, a tenth is left to it.
    if (allowed <= kWidest * unitOf(text, place)) continue;
    for (const char other : {static_cast<char>(text[place] + 1), static_cast<char>(text[place] - 1)}) {
      if (!isDigitOfCheck(other)) continue;
      std::string changed = text;
      changed[place] = other;
      LessonProblems ignored;
      LessonCheck variant = *this;
      variant.right = LessonExpression::parse(changed, right->place(), ignored);
      if (variant.right && variant.failure(scope).empty()) return changed;
    }
  }
  return "";
}

}  // namespace engine
