// Scores of given paths: every step is looked up by its state and the state before it, without any maximum.
#include "engine/hmm/PathScore.h"

#include <algorithm>

namespace engine {

namespace {

using enum Transition;

/// Query and template positions that a state consumes.
struct Move {
  Index i, j;
};

Move moveOf(PairState state) {
  switch (state) {
    case PairState::MI:
    case PairState::DG:
    case PairState::I:
      return {1, 0};
    case PairState::IM:
    case PairState::GD:
    case PairState::D:
      return {0, 1};
    default:
      return {1, 1};
  }
}

std::string stepText(size_t n, const PathStep& step) {
  std::ostringstream text;
  text << "path step " << n + 1 << " (" << stateName(step.state) << " " << step.i + 1 << "," << step.j + 1 << ")";
  return text.str();
}

void requireInside(const AlignmentPath& path, Index numRows, Index numColumns) {
  for (size_t n = 0; n < path.steps.size(); ++n) {
    const PathStep& step = path.steps[n];
    if (step.i < 0 || step.j < 0 || step.i >= numRows || step.j >= numColumns)
      fail(stepText(n, step), ": outside ", numRows, " x ", numColumns, " positions");
    if (n == 0) continue;
    const PathStep& before = path.steps[n - 1];
    const Move move = moveOf(step.state);
    if (before.i + move.i != step.i || before.j + move.j != step.j)
      fail(stepText(n, step), ": does not follow ", stepText(n - 1, before));
  }
}

/// What the way from `from` into `step` costs, bits. Columns are 0-based, -1 = begin state.
double pairTransition(const ProfileHmm& q, const ProfileHmm& t, PairState from, const PathStep& step, size_t n) {
  const Index i = step.i, j = step.j;
  switch (step.state) {
    case PairState::MM:
      if (from == PairState::MM) return q.transition(i - 1, MM) + t.transition(j - 1, MM);
      if (from == PairState::GD) return q.transition(i - 1, MM) + t.transition(j - 1, DM);
      if (from == PairState::IM) return q.transition(i - 1, IM) + t.transition(j - 1, MM);
      if (from == PairState::DG) return q.transition(i - 1, DM) + t.transition(j - 1, MM);
      if (from == PairState::MI) return q.transition(i - 1, MM) + t.transition(j - 1, IM);
      break;
    case PairState::GD:
      if (from == PairState::MM) return t.transition(j - 1, MD);
      if (from == PairState::GD) return t.transition(j - 1, DD);
      break;
    case PairState::IM:
      if (from == PairState::MM) return q.transition(i, MI) + t.transition(j - 1, MM);
      if (from == PairState::IM) return q.transition(i, II) + t.transition(j - 1, MM);
      break;
    case PairState::DG:
      if (from == PairState::MM) return q.transition(i - 1, MD);
      if (from == PairState::DG) return q.transition(i - 1, DD);
      break;
    case PairState::MI:
      if (from == PairState::MM) return q.transition(i - 1, MM) + t.transition(j, MI);
      if (from == PairState::MI) return q.transition(i - 1, MM) + t.transition(j, II);
      break;
    default:
      break;
  }
  fail(stepText(n, step), ": cannot follow state ", stateName(from));
}

/// Cost of the beginning: nothing for a local match pair; else the columns in front and the way from the border.
double pairBegin(const ProfileHmm& q, const ProfileHmm& t, const PathStep& step, const ViterbiOptions& options) {
  if (options.mode == AlignmentMode::local) {
    if (step.state != PairState::MM) fail(stepText(0, step), ": a local path begins with MM");
    return 0;
  }
  const Move move = moveOf(step.state);
  const Index rowsBefore = step.i + 1 - move.i, columnsBefore = step.j + 1 - move.j;
  if (rowsBefore > 0 && columnsBefore > 0)
    fail(stepText(0, step), ": a global path begins in the first column of query or template");
  if (step.state != PairState::MM && options.borders == BorderRule::matchOnly)
    fail(stepText(0, step), ": a global path begins with MM");
  return pairTransition(q, t, PairState::MM, step, 0) - static_cast<double>(rowsBefore) * options.endGapQuery -
         static_cast<double>(columnsBefore) * options.endGapTemplate;
}

double sequenceTransition(const ProfileHmm& p, PairState from, const PathStep& step, size_t n) {
  const Index j = step.j;
  switch (step.state) {
    case PairState::M:
      if (from == PairState::M) return p.transition(j - 1, MM);
      if (from == PairState::I) return p.transition(j - 1, IM);
      if (from == PairState::D) return p.transition(j - 1, DM);
      break;
    case PairState::I:
      if (from == PairState::M) return p.transition(j, MI);
      if (from == PairState::I) return p.transition(j, II);
      break;
    case PairState::D:
      if (from == PairState::M) return p.transition(j - 1, MD);
      if (from == PairState::D) return p.transition(j - 1, DD);
      break;
    default:
      break;
  }
  fail(stepText(n, step), ": cannot follow state ", stateName(from));
}

void addUp(AlignmentPath& path) {
  path.score = 0;
  for (const PathStep& step : path.steps) path.score += step.score;
}

}  // namespace

AlignmentPath scoredPath(AlignmentPath path, const ProfileHmm& query, const ProfileHmm& templ,
                         const ViterbiOptions& options) {
  requireInside(path, query.length(), templ.length());
  const ColumnScorer scorer(query, templ, options.nullModel);
  for (size_t n = 0; n < path.steps.size(); ++n) {
    PathStep& step = path.steps[n];
    step.score = n == 0 ? pairBegin(query, templ, step, options)
                        : pairTransition(query, templ, path.steps[n - 1].state, step, n);
    if (step.state == PairState::MM) step.score += scorer.score(step.i, step.j) + options.shift;
  }
  addUp(path);
  return path;
}

AlignmentPath scoredPath(AlignmentPath path, const std::vector<ResidueCode>& sequence, const ProfileHmm& profile,
                         SequenceAlignmentMode mode) {
  requireInside(path, static_cast<Index>(sequence.size()), profile.length());
  for (size_t n = 0; n < path.steps.size(); ++n) {
    PathStep& step = path.steps[n];
    if (n == 0 && (step.state != PairState::M || (mode == SequenceAlignmentMode::semiGlobal && step.i != 0)))
      fail(stepText(n, step), ": a path begins with M",
           mode == SequenceAlignmentMode::semiGlobal ? " and the first residue" : "");
    step.score = n == 0 ? 0 : sequenceTransition(profile, path.steps[n - 1].state, step, n);
    if (step.state == PairState::M) step.score += emissionBits(profile, step.j, sequence[static_cast<size_t>(step.i)]);
  }
  addUp(path);
  return path;
}

double correlationScore(const AlignmentPath& path, const ColumnScorer& scorer, double weight) {
  std::vector<double> scores;
  for (const PathStep& step : path.steps)
    scores.push_back(step.state == PairState::MM ? scorer.score(step.i, step.j) : 0.0);
  double sum = 0;
  for (size_t distance = 1; distance <= 4; ++distance)
    for (size_t n = 0; n + distance < scores.size(); ++n) sum += scores[n] * scores[n + distance];
  return weight * sum;
}

}  // namespace engine
