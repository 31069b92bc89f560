#include "engine/network/NamedWeights.h"

namespace engine {

template <class T>
Array<T> NamedWeights::read(const std::string& name, const Shape& expected) const {
  const std::string full = fullName(name);
  const auto found = m_arrays.find(full);
  if (found == m_arrays.end()) fail("array ", full, " is missing, expected shape ", shapeText(expected));
  requireShape(full, shapeOf(found->second), expected);
  Array<T> array = numbersOf<T>(m_arrays, full);
  array.name = full;
  return array;
}

template Array<float> NamedWeights::read(const std::string&, const Shape&) const;
template Array<double> NamedWeights::read(const std::string&, const Shape&) const;

}  // namespace engine
