#include "engine/search/IteratedSearch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/search/hits/MergeHits.h"

namespace engine {

namespace {

/// Entry and number of the alternative among the hits of a list: "1abc#2".
std::vector<std::string> keysOf(const std::vector<SearchHit>& hits) {
  std::map<std::string, int> seen;
  std::vector<std::string> keys;
  for (const SearchHit& hit : hits) {
    const std::string& entry = hit.entry.empty() ? hit.name : hit.entry;
    keys.push_back(entry + "#" + std::to_string(++seen[entry]));
  }
  return keys;
}

Index numPairsOf(const AlignmentPath& path) {
  return std::count_if(path.steps.begin(), path.steps.end(),
                       [](const PathStep& step) { return step.state == PairState::MM || step.state == PairState::M; });
}

/// Share of columns with a residue, %.
double coverageOf(const Alignment& alignment, Index row) {
  const Index residues =
      std::count_if(alignment.row(row), alignment.row(row) + alignment.numColumns, alphabet::isResidue);
  return 100.0 * static_cast<double>(residues) / static_cast<double>(alignment.numColumns);
}

/// One iterated search in hand.
struct Iteration {
  const IterationCalls& calls;
  const IterationOptions& options;
  Progress& progress;
  IteratedSearch result;
  std::set<std::string> merged;  ///< keys of hits that have joined
  double done = 0;               ///< fraction of the whole search

  /// For short work: can be cancelled, but shows nothing of its own.
  PartProgress standingStill() const { return {progress, done, done}; }

  void rebuild() {
    ProfileBuildOptions build;
    build.preset = options.preset;
    build.match.kind = MatchRule::Kind::caseOfLetters;  // nothing but match columns is left
    build.filter = options.filter;
    build.filter.minCoverage = coverageFor(result.alignment.numColumns, options.filter.minCoverage);
    PartProgress still = standingStill();
    result.profile = std::make_shared<const ProfileHmm>(buildProfile(result.alignment, build, still));
  }

  bool merge(const SearchHit& hit, const std::string& key) {
    if (numPairsOf(hit.path) < options.minPairs || result.alignment.numRows() >= options.maxRows) return false;
    const Index rowsBefore = result.alignment.numRows();
    result.alignment = mergeHit(std::move(result.alignment), calls.readAlignment(hit), hit.path);
    merged.insert(key);
    return result.alignment.numRows() > rowsBefore;
  }

  /// Significant hits that have not joined yet join. Returns how many did.
  Index mergeHits() {
    const std::vector<std::string> keys = keysOf(result.hits);
    Index count = 0;
    for (size_t k = 0; k < result.hits.size(); ++k) {
      progress.update(done, "merge hits");
      const SearchHit& hit = result.hits[k];
      if (!(hit.scores.eValue <= options.inclusionEvalue) || merged.count(keys[k]) != 0) continue;
      if (!merge(calls.realign ? calls.realign(*result.profile, hit) : hit, keys[k])) continue;
      ++count;
      if (calls.realign && static_cast<Index>(k) < options.premerge) rebuild();
    }
    return count;
  }

  bool isEnough() const {
    return std::any_of(options.enough.begin(), options.enough.end(), [this](const EnoughRows& enough) {
      const Alignment& alignment = result.alignment;
      Index covering = 0;
      for (Index row = 0; row < alignment.numRows(); ++row)
        if (coverageOf(alignment, row) >= enough.coverage) ++covering;
      if (covering < enough.rows) return false;
      std::vector<Index> columns(static_cast<size_t>(alignment.numColumns));
      for (size_t c = 0; c < columns.size(); ++c) columns[c] = static_cast<Index>(c);
      const FilterOptions filter{90, 0, enough.coverage, -20, 0};
      PartProgress still = standingStill();
      return static_cast<Index>(
                 filterRows(matchAlignment(alignment, columns), filter, presetMatrix(options.preset), 0, still)
                     .size()) >= enough.rows;
    });
  }

  /// One round; true when the search is over.
  bool runRound(int round) {
    const double start = done;
    done = (round + 1.0) / options.rounds;
    PartProgress part(progress, start, done);
    result.hits = calls.search({result.profile, round}, part);
    const Index numMerged = mergeHits();
    if (numMerged > 0) rebuild();
    result.rounds.push_back(
        {static_cast<Index>(result.hits.size()), numMerged, result.alignment.numRows(), result.profile->neff});
    return isOver(numMerged);
  }

  bool isOver(Index numMerged) {
    const auto stop = [this](StopReason reason) {
      result.reason = reason;
      return true;
    };
    if (result.alignment.numRows() >= options.maxRows) return stop(StopReason::full);
    if (numMerged == 0) return stop(StopReason::noNewHit);
    if (result.profile->neff > options.maxNeff) return stop(StopReason::diversity);
    if (isEnough()) return stop(StopReason::enough);
    return static_cast<int>(result.rounds.size()) >= options.rounds && stop(StopReason::rounds);
  }
};

}  // namespace

std::string stopReasonText(StopReason reason) {
  switch (reason) {
    case StopReason::noNewHit:
      return "no new hit";
    case StopReason::diversity:
      return "the profile is diverse enough";
    case StopReason::full:
      return "the alignment is full";
    case StopReason::enough:
      return "the alignment has enough rows";
    case StopReason::rounds:
      break;
  }
  return "all rounds done";
}

double coverageFor(Index numColumns, double wanted) {
  return std::max(std::min(std::trunc(2500.0 / static_cast<double>(numColumns) + 0.5), 70.0), wanted);
}

IteratedSearch iteratedSearch(const Alignment& query, const MatchRule& rule, const IterationCalls& calls,
                              const IterationOptions& options, Progress& progress) {
  if (options.rounds < 1) fail("iterated search: found ", options.rounds, " rounds, expected at least 1");
  Iteration iteration{calls, options, progress, {}, {}, 0};
  iteration.result.alignment = onMatchColumns(query, matchColumns(query, rule));
  iteration.rebuild();
  for (int round = 0; !iteration.runRound(round);) ++round;
  return std::move(iteration.result);
}

std::vector<SearchHit> topTemplates(std::span<const SearchHit> hits, Index count) {
  std::set<std::string> seen;
  std::vector<SearchHit> best;
  for (const SearchHit& hit : hits) {
    if (static_cast<Index>(best.size()) >= count) break;
    if (seen.insert(hit.entry.empty() ? hit.name : hit.entry).second) best.push_back(hit);
  }
  return best;
}

}  // namespace engine
