// Depth-first search backwards from every end. A branch lives while what it has lost against the maxima of its cells is
// within the tolerance; since a cell's maximum is reachable, no branch is a dead end but for the rounding of the
// planes.
#include "engine/hmm/viterbi/CoOptimalPaths.h"

#include <algorithm>

#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/viterbi/CellCandidates.h"
#include "engine/hmm/viterbi/PathScore.h"

namespace engine {

namespace {

/// Planes are of single precision: what a path of a thousand bits may seem to have lost.
constexpr double kRounding = 1e-3;

class TieSearch {
 public:
  TieSearch(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options, const DpMatrices& matrices,
            const AlignmentPath& best, size_t limit, double tolerance, Progress& progress)
      : m_query(query),
        m_template(templ),
        m_options(options),
        m_matrices(matrices),
        m_best(best),
        m_limit(limit),
        m_tolerance(tolerance),
        m_progress(progress) {}

  std::vector<AlignmentPath> run() {
    const Array<float>& mm = *m_matrices.plane(PairState::MM);
    const Index numRows = m_query.length(), numColumns = m_template.length();
    for (Index i = 0; i < numRows && !isFull(); ++i)
      for (Index j = 0; j < numColumns && !isFull(); ++j) {
        const bool isEnd = m_options.mode == AlignmentMode::local || i + 1 == numRows || j + 1 == numColumns;
        const double lost = m_best.score - static_cast<double>(mm(i + 1, j + 1));
        if (isEnd && lost <= m_tolerance + kRounding) follow({PairState::MM, i, j, 0}, std::max(0.0, lost));
      }
    return std::move(m_found);
  }

 private:
  bool isFull() const { return m_found.size() >= m_limit; }

  /// All ways into `last`; explicit stack, since paths may be longer than the machine's.
  void follow(const PathStep& last, double lost) {
    struct Branch {
      PathStep step;
      double lost;
      size_t depth;
    };
    std::vector<Branch> open{{last, lost, 0}};
    std::vector<PathStep> backwards;
    while (!open.empty() && !isFull()) {
      m_progress.update(static_cast<double>(m_found.size()) / static_cast<double>(m_limit), "co-optimal paths");
      const Branch branch = open.back();
      open.pop_back();
      backwards.resize(branch.depth);
      backwards.push_back(branch.step);
      const auto ways = waysInto(m_query, m_template, m_options, m_matrices, branch.step);
      double most = kImpossible;
      for (const Candidate& way : ways) most = std::max(most, way.sum);
      for (auto way = ways.rbegin(); way != ways.rend();
           ++way) {  // the first of the order is taken from the stack first
        const double lostHere = branch.lost + most - way->sum;
        if (!(lostHere <= m_tolerance + kRounding)) continue;
        const PathStep before = stepBefore(branch.step, *way);
        const bool isBorder = before.i < 0 || before.j < 0;
        if (way->from && !isBorder)
          open.push_back({before, lostHere, branch.depth + 1});
        else if (!way->from || m_options.mode == AlignmentMode::global)  // locally the border is no other beginning
          finish(backwards);
      }
    }
  }

  static PathStep stepBefore(const PathStep& step, const Candidate& way) {
    return {way.from.value_or(PairState::MM), step.i - consumesQuery(step.state), step.j - consumesTemplate(step.state),
            0};
  }

  void finish(const std::vector<PathStep>& backwards) {
    AlignmentPath path;
    path.steps.assign(backwards.rbegin(), backwards.rend());
    path = scoredPath(std::move(path), m_query, m_template, m_options);
    if (path.score >= m_best.score - m_tolerance && !isSame(path, m_best) && !isFull())
      m_found.push_back(std::move(path));
  }

  static bool isSame(const AlignmentPath& a, const AlignmentPath& b) {
    return std::equal(
        a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
        [](const PathStep& x, const PathStep& y) { return x.state == y.state && x.i == y.i && x.j == y.j; });
  }

  const ProfileHmm& m_query;
  const ProfileHmm& m_template;
  const ViterbiOptions& m_options;
  const DpMatrices& m_matrices;
  const AlignmentPath& m_best;
  const size_t m_limit;
  const double m_tolerance;
  Progress& m_progress;
  std::vector<AlignmentPath> m_found;
};

}  // namespace

std::vector<AlignmentPath> coOptimalPaths(const ProfileHmm& query, const ProfileHmm& templ,
                                          const ViterbiOptions& options, const DpMatrices& matrices,
                                          const AlignmentPath& best, size_t limit, double tolerance,
                                          Progress& progress) {
  if (limit == 0 || best.steps.empty()) return {};
  cellCandidates(query, templ, options, matrices, 0, 0);  // complains when the matrices do not fit
  return TieSearch(query, templ, options, matrices, best, limit, tolerance, progress).run();
}

}  // namespace engine
