// Scores of given paths: every step is looked up by its state and the state before it, without any maximum.
#include "engine/hmm/viterbi/PathScore.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/MatchScore.h"
#include "engine/hmm/viterbi/StateTransitions.h"

namespace engine {

namespace {

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
    if (before.i + consumesQuery(step.state) != step.i || before.j + consumesTemplate(step.state) != step.j)
      fail(stepText(n, step), ": does not follow ", stepText(n - 1, before));
  }
}

double pairTransition(const ProfileHmm& q, const ProfileHmm& t, PairState from, const PathStep& step, size_t n) {
  const auto terms = transitionTerms(q, t, from, step.state, step.i, step.j);
  if (!terms) fail(stepText(n, step), ": cannot follow state ", stateName(from));
  return terms->query + terms->templ;
}

/// Cost of the beginning: nothing for a local match pair; else the columns in front and the way from the border.
double pairBegin(const ProfileHmm& q, const ProfileHmm& t, const PathStep& step, const ViterbiOptions& options) {
  if (options.mode == AlignmentMode::local) {
    if (step.state != PairState::MM) fail(stepText(0, step), ": a local path begins with MM");
    return 0;
  }
  const Index rowsBefore = step.i + !consumesQuery(step.state), columnsBefore = step.j + !consumesTemplate(step.state);
  if (rowsBefore > 0 && columnsBefore > 0)
    fail(stepText(0, step), ": a global path begins in the first column of query or template");
  if (step.state != PairState::MM && options.borders == BorderRule::matchOnly)
    fail(stepText(0, step), ": a global path begins with MM");
  return pairTransition(q, t, PairState::MM, step, 0) - static_cast<double>(rowsBefore) * options.endGapQuery -
         static_cast<double>(columnsBefore) * options.endGapTemplate;
}

double sequenceTransition(const ProfileHmm& p, PairState from, const PathStep& step, size_t n) {
  const auto bits = sequenceTransitionBits(p, from, step.state, step.j);
  if (!bits) fail(stepText(n, step), ": cannot follow state ", stateName(from));
  return *bits;
}

void addUp(AlignmentPath& path) {
  path.score = 0;
  for (const PathStep& step : path.steps) path.score += step.score;
}

}  // namespace

AlignmentPath scoredPath(AlignmentPath path, const ProfileHmm& query, const ProfileHmm& templ,
                         const ViterbiOptions& options) {
  requireInside(path, query.length(), templ.length());
  const MatchScorer scorer(query, templ, options);
  for (size_t n = 0; n < path.steps.size(); ++n) {
    PathStep& step = path.steps[n];
    step.score = n == 0 ? pairBegin(query, templ, step, options)
                        : pairTransition(query, templ, path.steps[n - 1].state, step, n);
    if (step.state == PairState::MM) step.score += scorer.score(step.i, step.j);
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
    if (step.state == PairState::M) step.score += emissionBits(profile, step.j, nth(sequence, step.i));
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

double structureScore(const AlignmentPath& path, const StructureScorer& scorer) {
  double sum = 0;
  for (const PathStep& step : path.steps)
    if (step.state == PairState::MM) sum += scorer.score(step.i, step.j);
  return sum;
}

}  // namespace engine
