// Band, posteriors, maximum accuracy: for each alignment in turn.
#include "engine/hmm/pair/MacRealignment.h"

#include <algorithm>
#include <cmath>

#include "engine/hmm/posterior/FastMac.h"
#include "engine/hmm/posterior/FastPathPlanes.h"
#include "engine/hmm/posterior/FastPosterior.h"
#include "engine/hmm/posterior/ForwardBackward.h"
#include "engine/hmm/posterior/PathSampling.h"
#include "engine/hmm/score/AllowedCells.h"
#include "engine/hmm/viterbi/MatchScore.h"
#include "engine/hmm/viterbi/ViterbiInput.h"

namespace engine {

namespace {

/// The total of HH-suite 3.3's global mode: each row's end in the last column keeps the scale of its own row instead of
/// that of the last one, so that the total is too large and posteriors are too small (MATHEMATICS.md 7.4).
double totalWithUnevenScales(const PathSums& forward, Index numRows, Index numColumns) {
  std::vector<double> ends;
  double scale = 0;  // bits by which row i is scaled
  for (Index i = 0; i < numRows; ++i) {
    double largest = kImpossible;
    for (Index j = 0; j < numColumns; ++j) largest = std::max(largest, forward.at(PairState::MM, i, j));
    const double own = -std::log2(std::exp2(largest + scale) + 1);
    if (i + 1 < numRows) {
      ends.push_back(forward.at(PairState::MM, i, numColumns - 1) + scale + own);
      scale += own;
    } else {
      for (Index j = 0; j < numColumns; ++j) ends.push_back(forward.at(PairState::MM, i, j) + scale);
    }
  }
  return sumOfBits(ends.data(), ends.data() + ends.size()) - scale;
}

/// The first column knows no structure: HH-suite 3.3's forward sums score none in the first row and column, while its
/// backward sums do (MATHEMATICS.md 7.3). Backward sums never enter the first row and column, so that both can be
/// taken over profiles like this.
ProfileHmm withoutFirstStructure(ProfileHmm profile) {
  for (ColumnAnnotation& annotation : profile.annotations)
    if (!annotation.symbols.empty()) annotation.symbols.front() = '-';
  return profile;
}

PathModelOptions pathModelOptions(const ProfileAlignment& alignment, bool isHhsuite) {
  PathModelOptions model;
  model.viterbi = alignment.options.viterbi;
  if (!isHhsuite) return model;
  model.begin = PathBegin::freeMatch;
  model.viterbi.structure.choice = StructureChoice::asHhsuiteRealigning;
  model.viterbi.structure.weight = StructureOptions{}.weight;  // whatever the one asked for (MATHEMATICS.md 7.3)
  return model;
}

class Realignment {
 public:
  Realignment(ProfileAlignment& alignment, Preset preset, const RealignOptions& options)
      : m_alignment(alignment), m_options(options), m_isHhsuite(preset == Preset::hhsuite33) {}

  /// Returns the match pairs of the new path.
  Index realign(size_t rank, Progress& progress) {
    AlignmentPath& path = m_alignment.paths[rank];
    const PathModelOptions model = modelFor(path);
    Array<float> posterior = posteriorOf(model, progress);
    const MacRule rule = m_isHhsuite ? MacRule::asHhsuite : MacRule::stayInside;
    MacResult mac = alignByMacFast(posterior, model.allowed, m_options.mact, rule, progress);
    const Index numPairs = std::count_if(mac.path.steps.begin(), mac.path.steps.end(),
                                         [](const PathStep& step) { return step.state == PairState::MM; });
    if (numPairs > 0) {
      path = std::move(mac.path);
      scoreSteps(path);
    }
    m_alignment.scores[rank].sumProbabilities = markPairs(path, posterior, m_isHhsuite && numPairs == 1);
    m_earlier.push_back(path);
    if (rank == 0) keepPosterior(std::move(posterior));
    return numPairs;
  }

 private:
  PathModelOptions modelFor(const AlignmentPath& path) const {
    PathModelOptions model = pathModelOptions(m_alignment, m_isHhsuite);
    const Index numRows = m_alignment.query->length(), numColumns = m_alignment.templ->length();
    model.allowed = withoutExcluded(bandAround(path, numRows, numColumns, m_options.bandHalfWidth), numRows, numColumns,
                                    model.viterbi);
    for (const AlignmentPath& earlier : m_earlier) {
      excludeAround(model.allowed, numRows, numColumns, earlier, m_options.exclusionHalfWidth);
      // Unlike the search for alternatives, realigning keeps away from the first pair too.
      const AlignmentPath firstPair{{earlier.steps.front()}, 0};
      excludeAround(model.allowed, numRows, numColumns, firstPair, m_options.exclusionHalfWidth);
    }
    return model;
  }

  Array<float> posteriorOf(const PathModelOptions& options, Progress& progress) const {
    const ProfileHmm &query = m_alignment.judge(), &templ = *m_alignment.templ;
    const StructureOptions& structure = options.viterbi.structure;
    const bool hasStructure = isInside(structure.mode) && StructureScorer(query, templ, structure).isScored();
    if (!m_isHhsuite || !hasStructure) return posteriorOf(query, templ, options, progress);
    return posteriorOf(withoutFirstStructure(query), withoutFirstStructure(templ), options, progress);
  }

  Array<float> posteriorOf(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options,
                           Progress& progress) const {
    if (!m_isHhsuite || options.viterbi.mode == AlignmentMode::local)
      return matchPosterior(query, templ, options, progress).probabilities;
    const PathModel model(query, templ, options);
    const PathSums forward = forwardSums(model, progress), backward = backwardSums(model, progress);
    const double total = totalWithUnevenScales(forward, model.numRows(), model.numColumns());
    return posteriorMatrices(forward, backward, total).planes.front();
  }

  /// Returns the sum over the pairs. HH-suite 3.3 takes no notice of a pair that is left alone.
  static double markPairs(AlignmentPath& path, const Array<float>& posterior, bool isIgnored) {
    double sum = 0;
    for (PathStep& step : path.steps)
      if (step.state == PairState::MM && !isIgnored)
        sum += step.posterior = posterior(step.i + 1, step.j + 1);
      else
        step.posterior = -1;
    return sum;
  }

  void keepPosterior(Array<float> posterior) {
    m_alignment.posterior = {};
    m_alignment.posterior.kind = DpKind::posterior;
    m_alignment.posterior.states = {PairState::MM};
    posterior.name = stateName(PairState::MM);
    m_alignment.posterior.planes.push_back(std::move(posterior));
  }

  void scoreSteps(AlignmentPath& path) const {
    const MatchScorer scorer(m_alignment.judge(), *m_alignment.templ, m_alignment.options.viterbi);
    path.score = 0;
    for (PathStep& step : path.steps) {
      step.score = step.state == PairState::MM ? scorer.score(step.i, step.j) : 0;
      path.score += step.score;
    }
  }

  ProfileAlignment& m_alignment;
  const RealignOptions& m_options;
  const bool m_isHhsuite;
  std::vector<AlignmentPath> m_earlier;  ///< paths of better rank, redrawn
};

}  // namespace

void realignByMac(ProfileAlignment& alignment, Preset preset, const RealignOptions& options, Progress& progress) {
  Realignment realignment(alignment, preset, options);
  const size_t count = alignment.paths.size();
  size_t kept = 0;
  for (size_t rank = 0; rank < count; ++rank) {
    const auto share = [count](size_t done) { return static_cast<double>(done) / static_cast<double>(count); };
    PartProgress part(progress, share(rank), share(rank + 1));
    if (realignment.realign(rank, part) < options.minPairs) continue;
    std::swap(alignment.paths[kept], alignment.paths[rank]);
    std::swap(alignment.scores[kept], alignment.scores[rank]);
    ++kept;
  }
  alignment.paths.resize(kept);
  alignment.scores.resize(kept);
}

void addPathSums(ProfileAlignment& alignment, Preset preset, const PathSumOptions& options, Progress& progress) {
  if (!options.keepPlanes && options.numSamples <= 0) return;
  const ProfileHmm &query = *alignment.query, &templ = *alignment.templ;
  const PathModelOptions model = pathModelOptions(alignment, preset == Preset::hhsuite33);
  PartProgress first(progress, 0, 0.4), second(progress, 0.4, 0.8), last(progress, 0.8, 1);
  if (options.keepPlanes) {
    PathPlanes planes = pathPlanes(query, templ, model, first);
    alignment.forward = std::move(planes.forward);
    alignment.backward = std::move(planes.backward);
    alignment.posterior = std::move(planes.posterior);
  }
  if (options.numSamples <= 0) return;
  const PathModel drawn(query, templ, model);
  alignment.sampledPaths = samplePaths(drawn, forwardSums(drawn, second), options.numSamples, options.seed, last);
}

}  // namespace engine
