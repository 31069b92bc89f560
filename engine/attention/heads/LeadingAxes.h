// Batch and heads in front of an array: none, (B) or (B, H).
#pragma once

#include <string>
#include <vector>

#include "engine/attention/Cost.h"
#include "engine/attention/ShapeLetters.h"

namespace engine {

struct LeadingAxes {
  std::vector<std::string> letters;  ///< those present: {}, {"B"} or {"B", "H"}
  Index batches = 1, heads = 1;

  /// (B, H, ...) without the axes that the input did not have.
  Shape of(const Shape& full) const;
};

/// Those of the named array, whose last two axes are `tail`: "n, d". Throws Error naming it when it has fewer than two
/// or more than four axes.
LeadingAxes leadingAxes(const std::string& name, const Shape& shape, const std::string& tail);

/// Counts B and H by the named array, whose last two axes are others: three axes are a batch of one head each. For
/// Mechanism::sizes, which takes the axes from behind. Does nothing when there is no such array.
void countLeadingAxes(const ArrayBundle& inputs, const std::string& name, Sizes& sizes);

/// The named array as (B, H, rows, columns); the letters are checked and bound. Throws Error.
template <class T>
Array<T> readStack(const ArrayBundle& inputs, const std::string& name, const LeadingAxes& leading,
                   ShapeLetters& letters, const std::string& rows, const std::string& columns) {
  std::vector<std::string> axes = leading.letters;
  axes.insert(axes.end(), {rows, columns});
  return readArray<T>(inputs, name, letters, axes)
      .reshaped({leading.batches, leading.heads, letters[rows], letters[columns]});
}

}  // namespace engine
