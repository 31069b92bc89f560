#include "engine/attention/pairs/PairMasks.h"

#include <algorithm>

namespace engine {

ArrayDescription cellMaskInput() {
  return {kCellMask, "(N, L)", "false where a cell of the alignment is padding; absent: nowhere", true,
          ArrayType::boolean};
}

ArrayDescription pairMaskInput() {
  return {kPairMask, "(L, L)", "false where a pair is padding; absent: nowhere", true, ArrayType::boolean};
}

Array<Bool> readPairMask(const ArrayBundle& inputs, const std::string& name, Index rows, Index columns) {
  const auto found = inputs.find(name);
  if (found == inputs.end()) return {};
  const auto& mask = std::get<Array<Bool>>(found->second);
  requireShape(name, mask.shape(), {rows, columns});
  return mask;
}

Array<Bool> turnedMask(const Array<Bool>& mask) {
  if (mask.rank() != 2) return {};
  Array<Bool> turned({mask.length(1), mask.length(0)});
  for (Index i = 0; i < mask.length(0); ++i)
    for (Index j = 0; j < mask.length(1); ++j) turned(j, i) = mask(i, j);
  return turned;
}

Array<double> maskAsFactors(const Array<Bool>& mask) {
  Array<double> factors({mask.length(0), mask.length(1), 1});
  for (Index k = 0; k < mask.size(); ++k) factors[k] = mask[k] ? 1 : 0;
  return factors;
}

template <class T>
void clearPadding(Array<T>& x, const Array<Bool>& mask) {
  const Index width = mask.empty() ? 0 : x.length(2);
  for (Index k = 0; k < mask.size(); ++k)
    if (!mask[k]) std::fill_n(x.data() + k * width, width, T{});
}

template void clearPadding(Array<float>&, const Array<Bool>&);
template void clearPadding(Array<double>&, const Array<Bool>&);

Array<double> jointCounts(const Array<Bool>& mask) {
  const Index N = mask.length(0), L = mask.length(1);
  Array<double> counts({L, L}, 0.0);
  for (Index n = 0; n < N; ++n)
    for (Index i = 0; i < L; ++i)
      for (Index j = 0; j < L && mask(n, i); ++j)
        if (mask(n, j)) ++counts(i, j);
  return counts;
}

}  // namespace engine
