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
      : m_posterior(posterior),
        m_allowed(allowed),
        m_mact(static_cast<float>(mact)),
        m_rule(rule),
        m_open(static_cast<size_t>(posterior.length(1)), Bool{1}) {
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
    const auto stride = static_cast<Index>(row.size());
    const float* const posterior = m_posterior.data() + i * stride;
    const Bool* const allowed = m_allowed.empty() ? m_open.data() : m_allowed.data() + (i - 1) * (stride - 1);
    std::uint8_t* const origins = m_result.backtrace.data() + i * stride;
    const float gap = 0.5F * m_mact, off = m_rule == MacRule::asHhsuite ? 0.0F : kNothing;
    const float* const up = above.data();
    float* const out = row.data();
    // First all that does not depend on the row itself, then what comes from the left.
    const Index first = i > 1 ? std::min<Index>(2, stride) : stride;
    for (Index j = 1; j < first; ++j) out[j] = allowed[j - 1] ? posterior[j] - m_mact : off;
#pragma GCC ivdep
    for (Index j = first; j < stride; ++j) {
      const float pair = posterior[j] - m_mact, diagonal = up[j - 1] + pair, fromAbove = up[j] - gap;
      const float match = diagonal >= pair ? diagonal : pair;
      const int origin = fromAbove > match ? kFromAbove : diagonal >= pair ? kDiagonal : kBegin;
      const bool isOn = allowed[j - 1].value != 0;
      out[j] = isOn ? std::max(match, fromAbove) : off;
      origins[j] = static_cast<std::uint8_t>(isOn ? origin : kBegin);
    }
    for (Index j = first; j < stride; ++j) {
      const float fromLeft = out[j - 1] - gap;
      const bool isBetter = fromLeft > out[j] && allowed[j - 1].value != 0;
      out[j] = isBetter ? fromLeft : out[j];
      origins[j] = isBetter ? kFromLeft : origins[j];
    }
    considerRow(i, row, allowed);
  }

  void considerRow(Index i, const std::vector<float>& row, const Bool* allowed) {
    // Few rows hold a better cell; only in those is it looked for.
    bool isBetter = false;
    for (size_t j = 1; j < row.size(); ++j) isBetter |= row[j] > m_best;
    if (!isBetter) return;
    for (size_t j = 1; j < row.size(); ++j) {
      if (!(row[j] > m_best) || !allowed[j - 1]) continue;
      m_best = row[j];
      m_bestRow = i;
      m_bestColumn = static_cast<Index>(j);
    }
  }

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
  const std::vector<Bool> m_open;  ///< a row in which every cell is allowed
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
