// The recursion over the sum of posteriors, and its trace. Rows and columns count from 1.
#include "engine/hmm/MacAlignment.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

constexpr std::uint8_t kBegin = 0, kDiagonal = 1, kFromAbove = 2, kFromLeft = 3;
constexpr float kNothing = -std::numeric_limits<float>::infinity();

class MacRecursion {
 public:
  MacRecursion(const Array<float>& posterior, const Array<Bool>& allowed, double mact, MacRule rule)
      : m_posterior(posterior), m_allowed(allowed), m_mact(static_cast<float>(mact)), m_rule(rule) {
    m_result.backtrace = Array<std::uint8_t>(posterior.shape(), kBegin, "backtrace");
  }

  MacResult run(Progress& progress) {
    const Index numRows = m_posterior.length(0) - 1, numColumns = m_posterior.length(1) - 1;
    std::vector<float> above(static_cast<size_t>(numColumns) + 1, 0.0F), row(above);
    for (Index i = 1; i <= numRows; ++i) {
      progress.update(static_cast<double>(i - 1) / static_cast<double>(numRows), "maximum accuracy");
      computeRow(i, above, row);
      std::swap(above, row);
    }
    trace();
    return std::move(m_result);
  }

 private:
  void computeRow(Index i, const std::vector<float>& above, std::vector<float>& row) {
    const float gap = 0.5F * m_mact;
    for (Index j = 1; j < static_cast<Index>(row.size()); ++j) {
      const auto at = static_cast<size_t>(j);
      row[at] = m_rule == MacRule::asHhsuite ? 0.0F : kNothing;
      if (!isAllowed(i, j)) continue;
      const float pair = m_posterior(i, j) - m_mact;
      std::uint8_t& origin = m_result.backtrace(i, j);
      float best = pair;
      if (i > 1 && j > 1) {
        const auto consider = [&best, &origin](float gain, std::uint8_t from) {
          if (!(gain > best)) return;
          best = gain;
          origin = from;
        };
        if (above[at - 1] + pair >= best) {
          best = above[at - 1] + pair;
          origin = kDiagonal;
        }
        consider(above[at] - gap, kFromAbove);
        consider(row[at - 1] - gap, kFromLeft);
      }
      row[at] = best;
      if (!(best > m_best)) continue;
      m_best = best;
      m_bestRow = i;
      m_bestColumn = j;
    }
  }

  bool isAllowed(Index i, Index j) const { return m_allowed.empty() || m_allowed(i - 1, j - 1); }

  void trace() {
    Index i = m_bestRow, j = m_bestColumn;
    if (i == 0 || (m_rule == MacRule::stayInside && !(m_best > 0))) return;
    m_result.gain = m_best;
    std::vector<PathStep>& steps = m_result.path.steps;
    std::uint8_t origin = m_result.backtrace(i, j);
    if (origin != kDiagonal) origin = kBegin;
    for (;; origin = m_result.backtrace(i, j)) {
      const PairState state = origin == kFromAbove  ? PairState::MI
                              : origin == kFromLeft ? PairState::IM
                                                    : PairState::MM;
      steps.push_back({state, i - 1, j - 1, 0});
      if (state == PairState::MM) {
        steps.back().posterior = m_posterior(i, j);
        m_result.sumProbabilities += m_posterior(i, j);
      }
      if (origin == kBegin) break;
      i -= origin != kFromLeft;
      j -= origin != kFromAbove;
    }
    std::reverse(steps.begin(), steps.end());
  }

  const Array<float>& m_posterior;
  const Array<Bool>& m_allowed;
  const float m_mact;
  const MacRule m_rule;
  MacResult m_result;
  float m_best = kNothing;
  Index m_bestRow = 0, m_bestColumn = 0;
};

}  // namespace

MacResult alignByMac(const Array<float>& posterior, const Array<Bool>& allowed, double mact, MacRule rule,
                     Progress& progress) {
  if (posterior.rank() != 2 || posterior.length(0) < 2 || posterior.length(1) < 2)
    fail("posterior: found shape ", shapeText(posterior.shape()), ", expected two lengths of at least 2");
  if (!allowed.empty())
    requireShape("allowed cells", allowed.shape(), {posterior.length(0) - 1, posterior.length(1) - 1});
  return MacRecursion(posterior, allowed, mact, rule).run(progress);
}

}  // namespace engine
