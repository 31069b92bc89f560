// Shapes written in letters: the first array that uses a letter fixes its length, the others must agree.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// letters.require("Q", shape, {"B", "n", "d"}) binds new letters; a letter that is bound already must have the same
/// length.
class ShapeLetters {
 public:
  /// Throws Error naming the array, its shape and the expected one: "found shape (2, 5, 3), expected (2, any, 4) = (B,
  /// m, d)".
  void require(const std::string& array, const Shape& found, const std::vector<std::string>& letters);
  /// Fixes a letter before any array does.
  void bind(const std::string& letter, Index length) { m_lengths[letter] = length; }
  /// Length of a bound letter.
  Index operator[](const std::string& letter) const { return m_lengths.at(letter); }

 private:
  std::map<std::string, Index> m_lengths;
};

}  // namespace engine
