// Lookup and consistency of dynamic-programming planes.
#include "engine/hmm/score/DpMatrices.h"

namespace engine {

void DpMatrices::addPlanes(const std::vector<PairState>& added, const Shape& shape, float value) {
  for (const PairState state : added) {
    states.push_back(state);
    planes.emplace_back(shape, value, std::string(stateName(state)));
  }
}

const Array<float>* DpMatrices::plane(PairState state) const {
  for (size_t k = 0; k < states.size() && k < planes.size(); ++k)
    if (states[k] == state) return &planes[k];
  return nullptr;
}

Index DpMatrices::innerLength(Index axis) const {
  if (!planes.empty()) return planes.front().rank() == 2 ? planes.front().length(axis) - 1 : 0;
  return backtrace.rank() == 2 ? backtrace.length(axis) - 1 : 0;
}

void DpMatrices::validate() const {
  if (planes.size() != states.size())
    fail("dynamic-programming matrices: found ", planes.size(), " planes for ", states.size(), " states");
  for (const Array<float>& plane : planes) {
    if (plane.rank() != 2 || plane.length(0) < 1 || plane.length(1) < 1)
      fail("plane ", plane.name, ": found shape ", shapeText(plane.shape()), ", expected two lengths of at least 1");
    requireShape(plane.name, plane.shape(), planes.front().shape());
  }
  if (!planes.empty() && !backtrace.empty()) requireShape("backtrace", backtrace.shape(), planes.front().shape());
}

}  // namespace engine
