#include "engine/attention/ShapeLetters.h"

namespace engine {

void ShapeLetters::require(const std::string& array, const Shape& found, const std::vector<std::string>& letters) {
  Shape expected;
  std::string names;
  std::map<std::string, Index> lengths = m_lengths;
  bool agrees = found.size() == letters.size();
  for (size_t axis = 0; axis < letters.size(); ++axis) {
    const auto bound = lengths.find(letters[axis]);
    expected.push_back(bound == lengths.end() ? -1 : bound->second);
    names += (axis ? ", " : "") + letters[axis];
    if (!agrees) continue;
    if (expected.back() == -1)
      lengths[letters[axis]] = found[axis];
    else
      agrees = expected.back() == found[axis];
  }
  if (!agrees)
    fail("array ", array, ": found shape ", shapeText(found), ", expected ", shapeText(expected), " = (", names, ")");
  m_lengths = std::move(lengths);
}

}  // namespace engine
