// Depth-first enumeration.
#include "tests/engine/hmm/AllPaths.h"

namespace test {

using namespace engine;

namespace {

using enum PairState;
constexpr PairState kStates[] = {MM, MI, IM, DG, GD};

bool movesQuery(PairState state) { return state == MM || state == MI || state == DG; }
bool movesTemplate(PairState state) { return state == MM || state == IM || state == GD; }

class AllPaths {
 public:
  AllPaths(Index rows, Index columns, const ViterbiOptions& options)
      : m_rows(rows), m_columns(columns), m_options(options) {
    for (const PairState state : kStates)
      for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
          if (mayBegin(state, i, j)) extend({{{state, i, j, 0}}, 0});
  }
  std::vector<AlignmentPath> take() { return std::move(m_paths); }

 private:
  bool mayBegin(PairState state, Index i, Index j) const {
    if (m_options.mode == AlignmentMode::local) return state == MM;
    const Index rowsBefore = i + (movesQuery(state) ? 0 : 1), columnsBefore = j + (movesTemplate(state) ? 0 : 1);
    if (rowsBefore > 0 && columnsBefore > 0) return false;
    return state == MM || m_options.borders == BorderRule::gapsAllowed;
  }

  void extend(const AlignmentPath& path) {
    const PathStep& last = path.steps.back();
    const bool atEdge = last.i + 1 == m_rows || last.j + 1 == m_columns;
    if (last.state == MM && (m_options.mode == AlignmentMode::local || atEdge)) m_paths.push_back(path);
    for (const PairState next : kStates) {
      if (next != last.state && next != MM && last.state != MM) continue;
      const PathStep step{next, last.i + movesQuery(next), last.j + movesTemplate(next), 0};
      if (step.i >= m_rows || step.j >= m_columns) continue;
      AlignmentPath longer = path;
      longer.steps.push_back(step);
      extend(longer);
    }
  }

  Index m_rows, m_columns;
  ViterbiOptions m_options;
  std::vector<AlignmentPath> m_paths;
};

}  // namespace

std::vector<AlignmentPath> allPaths(Index rows, Index columns, const ViterbiOptions& options) {
  return AllPaths(rows, columns, options).take();
}

}  // namespace test
