// First pass: the Viterbi score of every template, or a bound of it where that is enough (MATHEMATICS.md 1.4). Second
// pass: paths of those that can be reported, most promising first, until no other can come before what was found. Then
// the details of what is reported.
#include "engine/search/Search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/CancelOnly.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/search/CandidateQueue.h"
#include "engine/search/batch/ScoreBounds.h"
#include "engine/search/batch/TemplateScores.h"
#include "engine/search/hits/HitDetails.h"

namespace engine {

namespace {

/// Weight of the correlation at which margins are given.
constexpr double kMeasuredWeight = 0.1;

/// Templates whose paths are traced at once.
constexpr size_t kTraceChunk = 256;

struct Found {
  Index templ = 0;
  PathScores scores;
  double rank = 0;
};

/// What BatchViterbi.h leaves to the plain code, secondary structure apart.
bool isServedByBatch(const ViterbiOptions& options) {
  return options.nullModel != NullModel::local && options.excludedQuery.empty() && options.excludedTemplate.empty();
}

TemplateScoring scoringOf(const ProfileAlignmentOptions& alignment) {
  TemplateScoring scoring;
  scoring.preparation = {&presetMatrix(alignment.preset), alignment.emissions, alignment.transitions};
  scoring.batch.viterbi = alignment.viterbi;
  return scoring;
}

class SearchRun {
 public:
  SearchRun(const ProfileHmm& query, const Database& database, const SearchOptions& options, const Compute& compute,
            Diagnostics& diagnostics, Progress& progress)
      : m_database(database),
        m_options(options),
        m_compute(compute),
        m_diagnostics(diagnostics),
        m_query(std::make_shared<const ProfileHmm>(preparedQuery(query, options.alignment, progress))),
        m_fastQuery(searchProfile(*m_query)),
        m_statistics(*m_query, database.count(), options.alignment.viterbi.mode, options.calibration,
                     options.prefilter ? Prefiltering::done : Prefiltering::none),
        m_scoring(scoringOf(options.alignment)) {
    m_isAnnotated = options.alignment.viterbi.structure.mode != StructureMode::none && hasStructure(*m_query);
  }

  std::vector<SearchHit> hits(Progress& progress) {
    PartProgress choice(progress, 0, 0.2), first(progress, 0.2, 0.7), second(progress, 0.7, 0.85),
        third(progress, 0.85, 1);
    m_progress = &progress;
    const std::vector<Index> which = templates(choice);
    std::vector<Found> found = isServedByBatch(m_options.alignment.viterbi) ? trace(candidates(which, first), second)
                                                                            : alignOneByOne(which, first);
    std::sort(found.begin(), found.end(),
              [this](const Found& a, const Found& b) { return isBefore(a.rank, a.templ, b.rank, b.templ); });
    found = reported(std::move(found), [](const Found& hit) -> const PathScores& { return hit.scores; });
    return details(found, third);
  }
  /// After hits(); empty without a prefilter.
  const std::optional<PrefilterStages>& stages() const { return m_stages; }

 private:
  /// Those that are aligned: in the order of the prefilter, or of the database.
  std::vector<Index> templates(Progress& progress) {
    std::vector<Index> which;
    if (!m_options.prefilter) {
      which.resize(static_cast<size_t>(m_database.count()));
      std::iota(which.begin(), which.end(), Index{0});
      return which;
    }
    const PrefilterUse& use = *m_options.prefilter;
    m_stages.emplace();
    for (const PrefilterHit& hit : prefilter(columnStateProfile(*m_query, *use.states), use.letters->strings(),
                                             use.options, m_compute.threads, progress, &*m_stages, m_options.elsewhere.prefilter))
      which.push_back(hit.index);
    return which;
  }

  CandidateQueue candidates(const std::vector<Index>& which, Progress& progress) {
    const bool stopsEarly = m_options.prefilter && m_options.stopsEarly;
    const size_t blockSize = stopsEarly ? size_t{kSearchBlock} : std::max<size_t>(1, which.size());
    const auto total = static_cast<double>(which.size());
    CandidateQueue candidates([this](const std::vector<Index>& templates) { return promises(templates); });
    for (size_t first = 0; first < which.size(); first += blockSize) {
      const size_t last = std::min(which.size(), first + blockSize);
      PartProgress part(progress, static_cast<double>(first) / total, static_cast<double>(last) / total);
      std::vector<Index> block(which.begin() + static_cast<Index>(first), which.begin() + static_cast<Index>(last));
      std::sort(block.begin(), block.end());
      BlockScores scores = scoresOf(block, part);
      const bool ends = stopsEarly && last < which.size() && endsAfter(block, scores);
      add(block, scores, candidates);
      if (!ends) continue;
      m_diagnostics.warn("the search ended after ", last, " of ", which.size(),
                         " templates that the prefilter kept: there was hardly a hit among the last ", kSearchBlock);
      break;
    }
    return candidates;
  }

  /// Bounds pay where there are many templates. Other machines and devices compute scores.
  bool usesBounds(size_t count) const {
    const ProfileAlignmentOptions& alignment = m_options.alignment;
    return static_cast<Index>(count) >= m_options.fewestBounded && !m_options.elsewhere.viterbi && !m_compute.device &&
           hasScoreBounds(alignment.viterbi) && alignment.correlation >= 0 && m_options.marginFactor >= 0 &&
           std::isfinite(m_options.marginBits);
  }

  /// Bounds, where a sample says that few templates are promising: scores of all that are will be needed.
  BlockScores scoresOf(const std::vector<Index>& block, Progress& progress) const {
    if (!usesBounds(block.size())) return {knownScores(block, progress), std::vector<bool>(block.size(), true)};
    constexpr size_t kSample = 512;
    constexpr double kMostPromising = 0.4;  // bounds take somewhat more than half of the time of scores
    const size_t stride = std::max<size_t>(1, block.size() / kSample);
    BlockScores scores{std::vector<float>(block.size()), std::vector<bool>(block.size(), false)};
    const auto compute = [&](bool inSample, bool areKnown, Progress& part) {
      std::vector<size_t> which;
      for (size_t k = 0; k < block.size(); ++k)
        if ((k % stride == 0) == inSample) which.push_back(k);
      std::vector<Index> templates;
      for (const size_t k : which) templates.push_back(block[k]);
      const std::vector<float> bits =
          areKnown ? knownScores(templates, part)
                   : boundTemplates(m_fastQuery, m_database, templates, m_scoring, m_compute.threads, part);
      for (size_t n = 0; n < which.size(); ++n) {
        scores.bits[which[n]] = bits[n];
        scores.areKnown[which[n]] = areKnown;
      }
      return which;
    };
    PartProgress first(progress, 0, 0.1), rest(progress, 0.1, 1);
    const std::vector<size_t> sample = compute(true, false, first);
    const auto promising = std::count_if(sample.begin(), sample.end(),
                                         [&](size_t k) { return promise(block[k], scores.bits[k]).isReportable; });
    compute(false, static_cast<double>(promising) > kMostPromising * static_cast<double>(sample.size()), rest);
    return scores;
  }

  bool endsAfter(const std::vector<Index>& block, BlockScores& scores) const {
    const auto eValue = [&](size_t k, double viterbi) {
      const Database::Entry entry = m_database.entry(block[k]);
      PathScores judged;
      judged.total = viterbi;
      m_statistics.judge(judged, entry.length, entry.neff, StructureKnowledge::none);
      return judged.eValue;
    };
    return endsSearch(scores, eValue, [&](std::span<const size_t> some) {
      std::vector<Index> templates;
      for (const size_t k : some) templates.push_back(block[k]);
      CancelOnly silent(*m_progress);
      return knownScores(templates, silent);
    });
  }

  void add(const std::vector<Index>& block, const BlockScores& scores, CandidateQueue& candidates) const {
    // Ranks do not fall with the score but for the step between the formulae of P-values (5e-5).
    constexpr double kStep = 1e-3;
    constexpr Index kGrain = 1024;
    std::vector<Candidate> added(block.size());
    parallelFor(std::ssize(block), kGrain, m_compute.threads, [&](Index begin, Index end) {
      for (auto k = static_cast<size_t>(begin); k < static_cast<size_t>(end); ++k)
        added[k] = promise(block[k], scores.bits[k]);
    });
    for (size_t k = 0; k < block.size(); ++k)
      if (scores.areKnown[k])
        candidates.add(added[k]);
      else
        candidates.addBound(block[k], added[k].rank + kStep);
  }

  std::vector<Candidate> promises(const std::vector<Index>& templates) const {
    CancelOnly silent(*m_progress);
    const std::vector<float> scores = knownScores(templates, silent);
    std::vector<Candidate> candidates;
    for (size_t k = 0; k < templates.size(); ++k) candidates.push_back(promise(templates[k], scores[k]));
    return candidates;
  }

  std::vector<float> knownScores(const std::vector<Index>& block, Progress& progress) const {
    const auto& elsewhere = m_options.elsewhere.viterbi;
    std::vector<float> scores =
        elsewhere ? elsewhere(m_fastQuery, m_database, block, progress)
                  : viterbiScores(m_fastQuery, m_database, block, m_options.alignment, m_compute, m_diagnostics, progress);
    if (scores.size() != block.size()) fail("found ", scores.size(), " scores, expected ", block.size());
    return scores;
  }

  /// By the plain code, which knows every option.
  std::vector<Found> alignOneByOne(const std::vector<Index>& which, Progress& progress) const {
    std::vector<std::optional<Found>> aligned(which.size());
    parallelFor(static_cast<Index>(which.size()), 1, m_compute.threads, progress, "Viterbi",
                [&](Index begin, Index end) {
                  CancelOnly silent(progress);
                  for (Index k = begin; k < end; ++k)
                    nth(aligned, k) = alignedAlone(nth(which, k), silent);
                });
    std::vector<Found> found;
    for (const std::optional<Found>& hit : aligned)
      if (hit) found.push_back(*hit);
    return found;
  }

  /// The best alignment of one template; empty: there is none.
  std::optional<Found> alignedAlone(Index templ, Progress& progress) const {
    ProfileAlignmentOptions options = m_options.alignment;
    options.alternatives.count = 1;
    options.mac.isOn = false;
    const std::vector<RankedHit> hits = hitsOfTemplate(m_query, m_database, templ, options, m_statistics, progress);
    if (hits.empty()) return std::nullopt;
    return Found{templ, hits.front().hit.scores, hits.front().rank};
  }

  Candidate promise(Index templ, double viterbi) const {
    PathScores scores;
    scores.total = viterbi;
    if (m_options.alignment.correlation != 0) scores.total += largestGain(std::max(0.0, viterbi));
    // As much as structure can count at all.
    if (m_isAnnotated) scores.secondaryStructure = std::max(0.0, scores.total);
    const Database::Entry entry = m_database.entry(templ);
    const double rank = m_statistics.judge(scores, entry.length, entry.neff, StructureKnowledge::none);
    return {templ, rank, isReportable(scores)};
  }

  /// Of correlation.
  double largestGain(double viterbi) const {
    const double usual = m_options.marginBits + m_options.marginFactor * viterbi;
    return m_options.alignment.correlation / kMeasuredWeight * std::max(usual, conservedGain(viterbi));
  }

  bool isReportable(const PathScores& scores) const {
    return scores.probability >= m_options.limits.minProbability && scores.eValue <= m_options.limits.maxEvalue;
  }

  /// Branch and bound: ends when what was found cannot be overtaken by what was not traced.
  std::vector<Found> trace(CandidateQueue candidates, Progress& progress) {
    std::vector<Found> found;
    const auto total = static_cast<double>(candidates.numLeft());
    while (candidates.numLeft() > 0) {
      const double done = 1 - static_cast<double>(candidates.numLeft()) / total;
      const Candidate best = candidates.front();
      const auto isAhead = [&best](const Found& hit) { return hit.rank >= best.rank; };
      const auto numAhead = static_cast<Index>(std::count_if(found.begin(), found.end(), isAhead));
      if (numAhead >= (best.isReportable ? m_options.limits.maxHits : m_options.limits.minHits)) break;
      const std::vector<Candidate> chunk = candidates.take(kTraceChunk);
      PartProgress part(progress, done, 1 - static_cast<double>(candidates.numLeft()) / total);
      traceChunk(chunk, found, part);
    }
    return found;
  }

  void traceChunk(std::span<const Candidate> chunk, std::vector<Found>& found, Progress& progress) {
    std::vector<Index> which;
    for (const Candidate& candidate : chunk) which.push_back(candidate.templ);
    std::sort(which.begin(), which.end());
    TemplateScoring scoring = m_scoring;
    scoring.batch.keepPaths = true;
    std::vector<Found> traced;
    PartProgress paths(progress, 0, m_isAnnotated ? 0.5 : 1), structures(progress, 0.5, 1);
    scoreTemplates(m_fastQuery, m_database, which, scoring, m_compute, m_diagnostics, paths,
                   [&](size_t position, const BatchHit& hit, const SearchProfile& templ) {
                     if (isWorthwhile(hit.path)) traced.push_back(judged(which[position], hit, templ));
                   });
    if (m_isAnnotated)
      parallelFor(static_cast<Index>(traced.size()), 4, m_compute.threads, structures, "secondary structure",
                  [&](Index begin, Index end) {
                    CancelOnly silent(structures);
                    for (Index k = begin; k < end; ++k) addStructure(nth(traced, k), silent);
                  });
    found.insert(found.end(), traced.begin(), traced.end());
  }

  bool isWorthwhile(const AlignmentPath& path) const {
    const bool isLocal = m_options.alignment.viterbi.mode == AlignmentMode::local;
    return !path.steps.empty() && (!isLocal || path.score > 0);
  }

  Found judged(Index templ, const BatchHit& hit, const SearchProfile& profile) const {
    const ProfileAlignmentOptions& options = m_options.alignment;
    Found found;
    found.templ = templ;
    found.scores.viterbi = hit.score;
    found.scores.correlation =
        correlationOf(hit.path, m_fastQuery, profile, options.viterbi.nullModel, options.correlation);
    found.scores.total = found.scores.viterbi + found.scores.correlation;
    found.rank = m_statistics.judge(found.scores, m_database.entry(templ).length, m_database.entry(templ).neff,
                                    StructureKnowledge::none);
    return found;
  }

  /// The batch knows no structure: where there is some on both sides, the pair is aligned anew.
  void addStructure(Found& found, Progress& progress) const {
    const ProfileHmm templ = m_database.profile(found.templ);
    if (!StructureScorer(*m_query, templ, m_options.alignment.viterbi.structure).isAnnotated()) return;
    if (const std::optional<Found> anew = alignedAlone(found.templ, progress)) found = *anew;
  }

  bool isBefore(double rankA, Index a, double rankB, Index b) const {
    if (rankA != rankB) return rankA > rankB;
    const std::string_view nameA = m_database.name(a), nameB = m_database.name(b);
    return nameA != nameB ? nameA < nameB : a < b;
  }

  /// Of sorted hits those within the limits.
  template <class Hit, class ScoresOf>
  std::vector<Hit> reported(std::vector<Hit> hits, const ScoresOf& scoresOf) const {
    std::vector<Hit> kept;
    for (Hit& hit : hits) {
      const auto count = static_cast<Index>(kept.size());
      if (count >= m_options.limits.maxHits) break;
      if (count < m_options.limits.minHits || isReportable(scoresOf(hit))) kept.push_back(std::move(hit));
    }
    return kept;
  }

  /// The templates' hits with their alternatives, sorted and limited once more.
  std::vector<SearchHit> details(const std::vector<Found>& found, Progress& progress) const {
    std::vector<std::vector<RankedHit>> hits(found.size());
    parallelFor(static_cast<Index>(found.size()), 1, m_compute.threads, progress, "describing hits",
                [&](Index begin, Index end) {
                  CancelOnly silent(progress);
                  for (Index k = begin; k < end; ++k)
                    nth(hits, k) =
                        hitsOfTemplate(m_query, m_database, nth(found, k).templ, m_options.alignment,
                                       m_statistics, silent);
                });
    struct Place {
      size_t templ, alternative;
    };
    std::vector<Place> order;
    for (size_t k = 0; k < hits.size(); ++k)
      for (size_t alternative = 0; alternative < hits[k].size(); ++alternative) order.push_back({k, alternative});
    const auto at = [&hits](const Place& place) -> RankedHit& { return hits[place.templ][place.alternative]; };
    std::stable_sort(order.begin(), order.end(), [&](const Place& a, const Place& b) {
      return isBefore(at(a).rank, found[a.templ].templ, at(b).rank, found[b.templ].templ);
    });
    order = reported(std::move(order), [&at](const Place& place) -> const PathScores& { return at(place).hit.scores; });
    std::vector<SearchHit> sorted;
    for (const Place& place : order) sorted.push_back(std::move(at(place).hit));
    return sorted;
  }

  const Database& m_database;
  const SearchOptions& m_options;
  const Compute& m_compute;
  Diagnostics& m_diagnostics;
  const std::shared_ptr<const ProfileHmm> m_query;  ///< pseudocounts included
  const SearchProfile m_fastQuery;
  const HitStatistics m_statistics;
  const TemplateScoring m_scoring;
  std::optional<PrefilterStages> m_stages;
  Progress* m_progress = nullptr;  ///< of hits()
  bool m_isAnnotated = false;  ///< the query has some secondary structure that is scored
};

}  // namespace

std::vector<float> viterbiScores(const SearchProfile& query, const Database& database, std::span<const Index> which,
                                 const ProfileAlignmentOptions& alignment, const Compute& compute,
                                 Diagnostics& diagnostics, Progress& progress) {
  std::vector<float> scores;
  scores.reserve(which.size());
  scoreTemplates(query, database, which, scoringOf(alignment), compute, diagnostics, progress,
                 [&](size_t, const BatchHit& hit, const SearchProfile&) { scores.push_back(hit.score); });
  return scores;
}

double conservedGain(double viterbi) {
  constexpr double kPairScore = 4.4, kFarthest = 4;
  constexpr double kPairsLost = kFarthest * (kFarthest + 1) / 2;  // at the ends of the path
  return kMeasuredWeight * (kFarthest * kPairScore * viterbi - kPairsLost * kPairScore * kPairScore);
}

SearchResult searchDatabase(const ProfileHmm& query, const Database& database, const SearchOptions& options,
                            const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  query.validate();
  if (query.length() == 0) fail("query ", query.name, ": found no match columns, expected at least one");
  if (options.elsewhere.begin) options.elsewhere.begin(database);
  SearchResult result;
  result.queryName = query.name;
  result.queryDescription = query.description;
  result.numQueryColumns = query.length();
  result.queryNeff = query.neff;
  result.filterNote = query.filterNote;
  result.query = std::make_shared<const ProfileHmm>(query);
  result.numSearched = database.count();
  PartProgress first(progress, 0, 0.02), rest(progress, 0.02, 1);
  SearchRun run(query, database, options, compute, diagnostics, first);
  result.hits = run.hits(rest);
  result.prefilter = run.stages();
  return result;
}

}  // namespace engine
