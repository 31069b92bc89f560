#include "engine/attention/heads/HeadRows.h"

namespace engine {

void requireHeads(const std::string& name, const Shape& shape, Index heads) {
  if (heads < 1 || shape[0] % heads != 0)
    fail("array ", name, ": found shape ", shapeText(shape), ", expected a first length that is a multiple of the ",
         heads, " heads");
}

}  // namespace engine
