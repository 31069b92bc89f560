// Steps back from the best cell.
#include "engine/hmm/posterior/MacTrace.h"

#include <algorithm>

namespace engine {

void requireMacInput(const Array<float>& posterior, const Array<Bool>& allowed) {
  if (posterior.rank() != 2 || posterior.length(0) < 2 || posterior.length(1) < 2)
    fail("posterior: found shape ", shapeText(posterior.shape()), ", expected two lengths of at least 2");
  if (!allowed.empty())
    requireShape("allowed cells", allowed.shape(), {posterior.length(0) - 1, posterior.length(1) - 1});
}

MacResult traceMac(const Array<float>& posterior, Array<std::uint8_t> backtrace, const MacEnd& end, MacRule rule) {
  MacResult result;
  result.backtrace = std::move(backtrace);
  if (end.row == 0 || (rule == MacRule::stayInside && !(end.gain > 0))) return result;
  result.gain = end.gain;
  Index i = end.row, j = end.column;
  std::vector<PathStep>& steps = result.path.steps;
  std::uint8_t origin = result.backtrace(i, j);
  if (origin != kMacDiagonal) origin = kMacBegin;
  for (;; origin = result.backtrace(i, j)) {
    const PairState state = origin == kMacFromAbove  ? PairState::MI
                            : origin == kMacFromLeft ? PairState::IM
                                                     : PairState::MM;
    steps.push_back({state, i - 1, j - 1, 0});
    if (state == PairState::MM) {
      steps.back().posterior = posterior(i, j);
      result.sumProbabilities += posterior(i, j);
    }
    if (origin == kMacBegin) break;
    i -= origin != kMacFromLeft;
    j -= origin != kMacFromAbove;
  }
  std::reverse(steps.begin(), steps.end());
  return result;
}

}  // namespace engine
