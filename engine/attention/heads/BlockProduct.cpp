#include "engine/attention/heads/BlockProduct.h"

namespace engine {

void partialPanelProduct(LeftFactor a, Index rows, Index terms, const float* panel, Index columns, float* c,
                         Index rowStrideC, bool accumulate) {
  alignas(64) float block[kProductRows * kPanelWidth];
  for (Index first = 0; first < rows; first += kProductRows) {
    const Index number = std::min(kProductRows, rows - first);
    float* const target = c + first * rowStrideC;
    if (accumulate) {
      std::fill(block, block + number * kPanelWidth, 0.0f);
      for (Index r = 0; r < number; ++r) std::copy_n(target + r * rowStrideC, columns, block + r * kPanelWidth);
    }
    const auto product = columns <= kFloatLanes ? panelProduct<1> : panelProduct<2>;
    product(a.from(first, 0), number, terms, panel, block, kPanelWidth, accumulate);
    for (Index r = 0; r < number; ++r) std::copy_n(block + r * kPanelWidth, columns, target + r * rowStrideC);
  }
}

void blockProduct(LeftFactor a, Index rows, Index terms, const float* packed, Index columns, float* c, Index rowStrideC,
                  bool accumulate) {
  constexpr Index kTerms = 256;  // a panel of 32 columns is then 32 KB, the first-level cache of most processors
  for (Index begin = 0; begin == 0 || begin < terms; begin += kTerms) {
    const Index number = std::min(kTerms, terms - begin);
    for (Index first = 0; first < columns; first += kPanelWidth) {
      const float* const panel = packed + first * terms + begin * kPanelWidth;
      const Index width = std::min(kPanelWidth, columns - first);
      if (width == kPanelWidth)
        panelProduct<2>(a.from(0, begin), rows, number, panel, c + first, rowStrideC, accumulate || begin > 0);
      else
        partialPanelProduct(a.from(0, begin), rows, number, panel, width, c + first, rowStrideC,
                            accumulate || begin > 0);
    }
  }
}

}  // namespace engine
