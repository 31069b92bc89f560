// First pass: the Viterbi score of every template. Second pass: paths of those that can be reported, most promising
// first, until no other can come before what was found. Then the details of what is reported.
#include "engine/search/Search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/ParallelFor.h"
#include "engine/hmm/PathScore.h"
#include "engine/search/HitDetails.h"
#include "engine/search/HitStatistics.h"
#include "engine/search/TemplateScores.h"

namespace engine {

namespace {

/// Templates whose paths are traced at once.
constexpr size_t kTraceChunk = 256;

/// A template that may be reported, at what its score could be at best.
struct Candidate {
  Index templ = 0;
  double rank = 0;
  bool isReportable = false;
};

struct Found {
  Index templ = 0;
  AlignmentPath path;
  PathScores scores;
  double rank = 0;
};

/// Hands a cancel on to work on other threads, which must not report.
class CancelOnly : public Progress {
 public:
  explicit CancelOnly(const Progress& parent) : m_parent(parent) {}
  bool cancelled() const override { return m_parent.cancelled(); }

 private:
  const Progress& m_parent;
};

class SearchRun {
 public:
  SearchRun(const ProfileHmm& query, const Database& database, const SearchOptions& options, const Compute& compute,
            Diagnostics& diagnostics)
      : m_database(database),
        m_options(options),
        m_compute(compute),
        m_diagnostics(diagnostics),
        m_query(std::make_shared<const ProfileHmm>(preparedForAlignment(query, options.alignment))),
        m_fastQuery(searchProfile(*m_query)) {
    const ProfileAlignmentOptions& alignment = options.alignment;
    m_scoring.preparation = {&presetMatrix(alignment.preset), alignment.emissions, alignment.transitions};
    m_scoring.batch.viterbi = alignment.viterbi;
  }

  std::vector<SearchHit> hits(Progress& progress) {
    PartProgress first(progress, 0, 0.7), second(progress, 0.7, 0.85), third(progress, 0.85, 1);
    std::vector<Index> which(static_cast<size_t>(m_database.count()));
    std::iota(which.begin(), which.end(), Index{0});
    const HitStatistics statistics(*m_query, static_cast<Index>(which.size()), m_options.alignment.viterbi.mode);
    const std::vector<Candidate> candidates = this->candidates(which, statistics, first);
    std::vector<Found> found = trace(candidates, statistics, second);
    keepReported(found);
    return details(found, third);
  }

 private:
  /// All templates, most promising first.
  std::vector<Candidate> candidates(const std::vector<Index>& which, const HitStatistics& statistics,
                                    Progress& progress) {
    std::vector<Candidate> candidates;
    scoreTemplates(m_fastQuery, m_database, which, m_scoring, m_compute, m_diagnostics, progress,
                   [&](size_t position, const BatchHit& hit) {
                     candidates.push_back(promise(which[position], hit.score, statistics));
                   });
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.rank > b.rank; });
    return candidates;
  }

  Candidate promise(Index templ, double viterbi, const HitStatistics& statistics) const {
    PathScores scores;
    scores.total = viterbi;
    if (m_options.alignment.correlation != 0)
      scores.total += m_options.marginBits + m_options.marginFactor * std::max(0.0, viterbi);
    const Database::Entry& entry = m_database.entry(templ);
    const double rank = statistics.judge(scores, entry.length, entry.neff);
    return {templ, rank, isReportable(scores)};
  }

  bool isReportable(const PathScores& scores) const {
    return scores.probability >= m_options.limits.minProbability && scores.eValue <= m_options.limits.maxEvalue;
  }

  /// Branch and bound: ends when what was found cannot be overtaken by what was not traced.
  std::vector<Found> trace(const std::vector<Candidate>& candidates, const HitStatistics& statistics,
                           Progress& progress) {
    std::vector<Found> found;
    for (size_t first = 0; first < candidates.size(); first += kTraceChunk) {
      const Candidate& best = candidates[first];
      const auto isAhead = [&best](const Found& hit) { return hit.rank >= best.rank; };
      const auto numAhead = static_cast<Index>(std::count_if(found.begin(), found.end(), isAhead));
      if (numAhead >= (best.isReportable ? m_options.limits.maxHits : m_options.limits.minHits)) break;
      const size_t last = std::min(candidates.size(), first + kTraceChunk);
      PartProgress part(progress, double(first) / double(candidates.size()), double(last) / double(candidates.size()));
      traceChunk(std::span(candidates).subspan(first, last - first), statistics, found, part);
    }
    std::sort(found.begin(), found.end(), [this](const Found& a, const Found& b) { return isBefore(a, b); });
    return found;
  }

  void traceChunk(std::span<const Candidate> chunk, const HitStatistics& statistics, std::vector<Found>& found,
                  Progress& progress) {
    std::vector<Index> which;
    for (const Candidate& candidate : chunk) which.push_back(candidate.templ);
    std::sort(which.begin(), which.end());
    TemplateScoring scoring = m_scoring;
    scoring.batch.keepPaths = true;
    std::vector<Found> traced(which.size());
    PartProgress paths(progress, 0, 0.5), scores(progress, 0.5, 1);
    scoreTemplates(m_fastQuery, m_database, which, scoring, m_compute, m_diagnostics, paths,
                   [&](size_t position, BatchHit& hit) {
                     traced[position].templ = which[position];
                     traced[position].path = std::move(hit.path);
                   });
    parallelFor(static_cast<Index>(which.size()), 4, m_compute.threads, scores, "scoring paths",
                [&](Index begin, Index end) {
                  for (Index k = begin; k < end; ++k) score(traced[static_cast<size_t>(k)], statistics);
                });
    for (Found& hit : traced)
      if (isWorthwhile(hit)) found.push_back(std::move(hit));
  }

  /// In double precision, by the plain definitions.
  void score(Found& hit, const HitStatistics& statistics) const {
    if (hit.path.steps.empty()) return;
    const ProfileAlignmentOptions& options = m_options.alignment;
    const ProfileHmm templ = preparedForAlignment(m_database.profile(hit.templ), options);
    hit.path = scoredPath(std::move(hit.path), *m_query, templ, options.viterbi);
    hit.scores.viterbi = hit.path.score;
    hit.scores.correlation =
        correlationScore(hit.path, ColumnScorer(*m_query, templ, options.viterbi.nullModel), options.correlation);
    hit.scores.total = hit.scores.viterbi + hit.scores.correlation;
    hit.rank = statistics.judge(hit.scores, templ.length(), templ.neff);
  }

  bool isWorthwhile(const Found& hit) const {
    const bool isLocal = m_options.alignment.viterbi.mode == AlignmentMode::local;
    return !hit.path.steps.empty() && (!isLocal || hit.path.score > 0);
  }

  bool isBefore(const Found& a, const Found& b) const {
    if (a.rank != b.rank) return a.rank > b.rank;
    const std::string &nameA = m_database.entry(a.templ).name, &nameB = m_database.entry(b.templ).name;
    return nameA != nameB ? nameA < nameB : a.templ < b.templ;
  }

  void keepReported(std::vector<Found>& found) const {
    std::vector<Found> kept;
    for (Found& hit : found) {
      const auto count = static_cast<Index>(kept.size());
      if (count >= m_options.limits.maxHits) break;
      if (count < m_options.limits.minHits || isReportable(hit.scores)) kept.push_back(std::move(hit));
    }
    found = std::move(kept);
  }

  std::vector<SearchHit> details(std::vector<Found>& found, Progress& progress) const {
    std::vector<SearchHit> hits(found.size());
    parallelFor(static_cast<Index>(found.size()), 1, m_compute.threads, progress, "describing hits",
                [&](Index begin, Index end) {
                  for (Index k = begin; k < end; ++k) {
                    CancelOnly silent(progress);
                    Found& hit = found[static_cast<size_t>(k)];
                    hits[static_cast<size_t>(k)] = detailedHit(m_query, m_database, hit.templ, std::move(hit.path),
                                                               hit.scores, m_options.alignment, silent);
                  }
                });
    return hits;
  }

  const Database& m_database;
  const SearchOptions& m_options;
  const Compute& m_compute;
  Diagnostics& m_diagnostics;
  const std::shared_ptr<const ProfileHmm> m_query;  ///< pseudocounts included
  const SearchProfile m_fastQuery;
  TemplateScoring m_scoring;
};

}  // namespace

SearchResult searchDatabase(const ProfileHmm& query, const Database& database, const SearchOptions& options,
                            const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  query.validate();
  if (query.length() == 0) fail("query ", query.name, ": found no match columns, expected at least one");
  SearchResult result;
  result.queryName = query.name;
  result.queryDescription = query.description;
  result.numQueryColumns = query.length();
  result.queryNeff = query.neff;
  result.filterNote = query.filterNote;
  result.query = std::make_shared<const ProfileHmm>(query);
  result.numSearched = database.count();
  result.hits = SearchRun(query, database, options, compute, diagnostics).hits(progress);
  return result;
}

}  // namespace engine
