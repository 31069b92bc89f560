#include "engine/network/Embedding.h"

#include <algorithm>

namespace engine {

template <class T>
Array<T> embed(const Array<std::int64_t>& tokens, const Array<T>& table) {
  requireShape(table.name, table.shape(), {-1, -1});
  const Index V = table.length(0), D = table.length(1);
  Shape shape = tokens.shape();
  shape.push_back(D);
  Array<T> vectors(shape, Untouched{});
  for (Index k = 0; k < tokens.size(); ++k) {
    if (tokens[k] < 0 || tokens[k] >= V)
      fail("array ", tokens.name, " of shape ", shapeText(tokens.shape()), ": value number ", k, " (in C order) is ",
           tokens[k], ", expected 0 to ", V - 1, ", a row of array ", table.name, " of shape ",
           shapeText(table.shape()));
    std::copy_n(table.data() + tokens[k] * D, D, vectors.data() + k * D);
  }
  return vectors;
}

template Array<float> embed(const Array<std::int64_t>&, const Array<float>&);
template Array<double> embed(const Array<std::int64_t>&, const Array<double>&);

}  // namespace engine
