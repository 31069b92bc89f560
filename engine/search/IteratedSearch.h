// Iterated search: a query's alignment grows by the significant hits of each round, its profile is built anew, and the
// next round finds more (MATHEMATICS.md 6.1). Searching itself is the caller's: a function of a profile.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/hmm/profile/ProfileBuilder.h"
#include "engine/search/hits/SearchResult.h"

namespace engine {

/// The alignment is large enough once it holds `rows` rows that are at most 90 % identical and cover `coverage` % of
/// the query's columns.
struct EnoughRows {
  Index rows = 0;
  double coverage = 0;
};

struct IterationOptions {
  int rounds = 2;
  double inclusionEvalue = 1e-3;  ///< hits up to this E-value join the alignment
  Index minPairs = 6;             ///< if their path has at least so many match pairs
  Index premerge = 3;  ///< of the first so many hits each is realigned to the profile that has the ones before
  Preset preset = Preset::standard;
  FilterOptions filter{90, 0, 0, -20, 1000};  ///< of the rows that a profile is made from; see coverageFor
  double maxNeff = 20;                        ///< a profile more diverse than this ends the search
  Index maxRows = 65535;                      ///< so does an alignment that is full
  std::vector<EnoughRows> enough{{2000, 75}, {5000, 50}};
};

/// What a round asks for.
struct IterationQuery {
  std::shared_ptr<const ProfileHmm> profile;  ///< of the present alignment, without pseudocounts
  int round = 0;                              ///< 0-based
  bool isFirst() const { return round == 0; }
};

struct IterationCalls {
  /// Hits of a profile, most significant first, E-values filled in. Throws Error, Cancelled.
  std::function<std::vector<SearchHit>(const IterationQuery& query, Progress& progress)> search;
  /// The template's alignment on its match columns: mergeHit(). Throws Error.
  std::function<Alignment(const SearchHit& hit)> readAlignment;
  /// The hit with its path on a new profile of the query (same columns); empty: paths stay as they were found.
  std::function<SearchHit(const ProfileHmm& query, const SearchHit& hit)> realign;
};

enum class StopReason { rounds, noNewHit, diversity, full, enough };
/// "all rounds done", "no new hit", ...
std::string stopReasonText(StopReason reason);

struct IterationRound {
  Index numHits = 0;    ///< found
  Index numMerged = 0;  ///< of them added to the alignment
  Index numRows = 0;    ///< of the alignment afterwards
  double neff = 1;      ///< of the profile afterwards
};

struct IteratedSearch {
  Alignment alignment;  ///< the query's, on its match columns, and behind it every row of the merged hits
  std::shared_ptr<const ProfileHmm> profile;  ///< of it, filtered; without pseudocounts
  std::vector<SearchHit> hits;                ///< of the last round
  std::vector<IterationRound> rounds;         ///< at least one
  StopReason reason = StopReason::rounds;
};

/// Least coverage, %, of rows for a query of `numColumns` columns: max(min(trunc(2500 / columns + 0.5), 70), wanted).
double coverageFor(Index numColumns, double wanted);

/// `query` on any columns, of which `rule` chooses the match columns. A hit joins once: the same entry (or name) joins
/// again only as another alternative alignment of that round. Throws Error when there is no round to do or no row,
/// Cancelled.
IteratedSearch iteratedSearch(const Alignment& query, const MatchRule& rule, const IterationCalls& calls,
                              const IterationOptions& options, Progress& progress);

/// Templates for a structure: the best alignment of each entry, the most significant ones first.
std::vector<SearchHit> topTemplates(std::span<const SearchHit> hits, Index count = 10);

}  // namespace engine
