// Numbers in text files, all of a word or an error that names the line.
#pragma once

#include <charconv>
#include <cmath>

#include "engine/base/TextLines.h"

namespace engine {

/// No count in these files is larger: sums of two fit into every type.
inline constexpr Index kLargestCount = 1'000'000'000;

/// `word` as a finite number; what is too small for a double is 0. Throws Error naming the line, the word and `what` it
/// stands for.
inline double numberIn(const TextLines& lines, std::string_view word, const char* what) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool isTiny = word.find("e-") != std::string_view::npos || word.find("E-") != std::string_view::npos;
  const bool isWhole = end == word.data() + word.size();
  if (isWhole && error == std::errc::result_out_of_range && isTiny) return 0;
  if (error != std::errc{} || !isWhole || !std::isfinite(value))
    lines.fail("found \"", word, "\" as ", what, ", expected a number");
  return value;
}

/// `word` as a whole number from 0 to kLargestCount.
inline Index wholeNumberIn(const TextLines& lines, std::string_view word, const char* what) {
  Index value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value < 0 || value > kLargestCount)
    lines.fail("found \"", word, "\" as ", what, ", expected a whole number");
  return value;
}

}  // namespace engine
