#include "engine/network/TapeBroadcast.h"

#include <algorithm>

namespace engine {

Shape broadcastShape(const char* operation, const Shape& a, const Shape& b) {
  Shape full(std::max(a.size(), b.size()));
  for (size_t back = 1; back <= full.size(); ++back) {
    const Index lengthA = back <= a.size() ? a[a.size() - back] : 1,
                lengthB = back <= b.size() ? b[b.size() - back] : 1;
    if (lengthA != lengthB && lengthA != 1 && lengthB != 1)
      fail(operation, ": shapes ", shapeText(a), " and ", shapeText(b), " do not fit");
    full[full.size() - back] = lengthA == 1 ? lengthB : lengthA;
  }
  return full;
}

std::vector<Index> broadcastStrides(const Shape& shape, const Shape& full) {
  std::vector<Index> strides(full.size(), 0);
  Index stride = 1;
  for (size_t back = 1; back <= shape.size(); ++back) {
    const Index length = shape[shape.size() - back];
    if (length != 1) strides[full.size() - back] = stride;
    stride *= length;
  }
  return strides;
}

}  // namespace engine
