#include "engine/network/Embedding.h"

#include <algorithm>

namespace engine {

template <class T>
void requireTokens(const Array<std::int64_t>& tokens, const Array<T>& table) {
  requireShape(table.name, table.shape(), {-1, -1});
  for (Index k = 0; k < tokens.size(); ++k)
    if (tokens[k] < 0 || tokens[k] >= table.length(0))
      fail("array ", tokens.name, " of shape ", shapeText(tokens.shape()), ": value number ", k, " (in C order) is ",
           tokens[k], ", expected 0 to ", table.length(0) - 1, ", a row of array ", table.name, " of shape ",
           shapeText(table.shape()));
}

template <class T>
Array<T> embed(const Array<std::int64_t>& tokens, const Array<T>& table) {
  requireTokens(tokens, table);
  const Index D = table.length(1);
  Shape shape = tokens.shape();
  shape.push_back(D);
  Array<T> vectors(shape, Untouched{});
  for (Index k = 0; k < tokens.size(); ++k) std::copy_n(table.data() + tokens[k] * D, D, vectors.data() + k * D);
  return vectors;
}

template void requireTokens(const Array<std::int64_t>&, const Array<float>&);
template void requireTokens(const Array<std::int64_t>&, const Array<double>&);
template Array<float> embed(const Array<std::int64_t>&, const Array<float>&);
template Array<double> embed(const Array<std::int64_t>&, const Array<double>&);

}  // namespace engine
