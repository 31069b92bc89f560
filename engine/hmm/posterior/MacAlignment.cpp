// The recursion over the sum of posteriors, cell by cell. Rows and columns count from 1.
#include "engine/hmm/posterior/MacAlignment.h"

#include "engine/hmm/posterior/MacTrace.h"

namespace engine {

namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();

struct MacCell {
  float gain = 0;
  std::uint8_t origin = kMacBegin;
};

/// The best way into an allowed cell that is worth `pair` as a match.
MacCell bestWay(float pair, float diagonal, float above, float left, float gap) {
  MacCell cell{pair, kMacBegin};
  if (diagonal + pair >= pair) cell = {diagonal + pair, kMacDiagonal};
  if (above - gap > cell.gain) cell = {above - gap, kMacFromAbove};
  if (left - gap > cell.gain) cell = {left - gap, kMacFromLeft};
  return cell;
}

}  // namespace

MacResult alignByMac(const Array<float>& posterior, const Array<Bool>& allowed, double mact, MacRule rule,
                     Progress& progress) {
  requireMacInput(posterior, allowed);
  const Index numRows = posterior.length(0) - 1, numColumns = posterior.length(1) - 1;
  const auto threshold = static_cast<float>(mact);
  const float gap = 0.5F * threshold, off = rule == MacRule::asHhsuite ? 0.0F : kNothing;
  Array<float> gains(posterior.shape(), off);
  Array<std::uint8_t> backtrace(posterior.shape(), kMacBegin, "backtrace");
  MacEnd end;
  for (Index i = 1; i <= numRows; ++i) {
    progress.update(static_cast<double>(i - 1) / static_cast<double>(numRows), "maximum accuracy");
    for (Index j = 1; j <= numColumns; ++j) {
      if (!allowed.empty() && !allowed(i - 1, j - 1)) continue;
      const float pair = posterior(i, j) - threshold;
      MacCell cell{pair, kMacBegin};
      if (i > 1 && j > 1) cell = bestWay(pair, gains(i - 1, j - 1), gains(i - 1, j), gains(i, j - 1), gap);
      gains(i, j) = cell.gain;
      backtrace(i, j) = cell.origin;
      if (cell.gain > end.gain) end = {cell.gain, i, j};
    }
  }
  return traceMac(posterior, std::move(backtrace), end, rule);
}

}  // namespace engine
