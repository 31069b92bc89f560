// The prefilter: a query profile against strings of column states, first without gaps, then as a local alignment with
// gaps, both in bytes of a quarter bit (MATHEMATICS.md 3.1).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/search/prefilter/ColumnStates.h"
#include "engine/search/prefilter/ColumnStrings.h"
#include "engine/search/prefilter/PrefilterStages.h"

namespace engine {

/// Byte scores of the 220 letters against the Nq columns of a query, 4 units per bit, kOffset above the true score.
struct ColumnStateProfile {
  static constexpr int kOffset = 50;
  static constexpr int kUnitsPerBit = 4;
  static constexpr std::uint8_t kAnyScore = 49;  ///< of the letter kAny

  Index length = 0;                  ///< Nq
  std::vector<std::uint8_t> scores;  ///< 220 x Nq; letters that have no state score as kAny

  const std::uint8_t* row(int letter) const { return scores.data() + letter * length; }
};

/// trunc(4 log2(sum_a q_i(a) p_k(a) / pav(a)) + 50.5), kept in 0..255. `query` has its pseudocounts; pav = its
/// composition. Throws Error when it contradicts itself.
ColumnStateProfile columnStateProfile(const ProfileHmm& query, const ColumnStates& states);

struct PrefilterOptions {
  double minUngapped = 10;    ///< what the ungapped score must exceed after 4 (log2 Nq + log2 Nt) are taken off
  double coarseEvalue = 1e5;  ///< templates with at least this E-value are dropped in any case
  double maxEvalue = 1000;    ///< templates up to this E-value are kept
  Index minHits = 100;        ///< that many of the best are kept whatever their ungapped score or E-value below the
                              ///< coarse one
  Index maxHits = 20000;
};

struct PrefilterHit {
  Index index = 0;    ///< of the template in the database
  int ungapped = 0;   ///< best ungapped score, 0..kMaxPrefilterScore, 4 units per bit
  int gapped = 0;     ///< best score with gaps, same unit
  double eValue = 0;  ///< N_db Nq Nt 2^-trunc(gapped / 4)
  bool operator==(const PrefilterHit&) const = default;
};

inline constexpr int kPrefilterGapOpen = 24;    ///< first position of a gap
inline constexpr int kPrefilterGapExtend = 4;   ///< every further one
inline constexpr int kMaxPrefilterScore = 205;  ///< where a byte is full: 255 less the offset

enum class PrefilterStage { ungapped, gapped };
/// Scores of a stage for the templates `which` by another way than prefilterScores(), which it equals.
using PrefilterScoring = std::function<std::vector<int>(PrefilterStage stage, const ColumnStateProfile& query,
                                                        std::span<const Index> which, Progress& progress)>;

/// Templates worth a full alignment, by increasing E-value, equals by index. Threads: 0 = all cores. Throws Error when
/// a string has a letter above 219, Cancelled. `stages`, where wanted, gets the numbers; `scoring`, where given, is
/// asked for the scores.
std::vector<PrefilterHit> prefilter(const ColumnStateProfile& query, ColumnStrings database,
                                    const PrefilterOptions& options, int threads, Progress& progress,
                                    PrefilterStages* stages = nullptr, const PrefilterScoring& scoring = {});

/// What the prefilter makes of one template, stage by stage.
struct PrefilterRow {
  Index length = 0;            ///< Nt
  int ungapped = 0;            ///< best ungapped score, 4 units per bit
  double threshold = 0;        ///< that it must exceed: minUngapped + trunc(4 (log2 Nq + log2 Nt)), the same unit
  bool isOverThreshold = false;
  int gapped = 0;              ///< also of those that the first stage drops
  double eValue = 0;
  bool isKept = false;         ///< prefilter() keeps it
};
/// Of all templates, in their order. Throws as prefilter() does.
std::vector<PrefilterRow> prefilterTable(const ColumnStateProfile& query, ColumnStrings database,
                                         const PrefilterOptions& options, int threads, Progress& progress);

/// Scores of one stage for the templates listed in `which` (indices into `database`), by the fast code.
std::vector<int> prefilterScores(PrefilterStage stage, const ColumnStateProfile& query, ColumnStrings database,
                                 std::span<const Index> which, int threads, Progress& progress);

/// The definition of a stage for one string, cell by cell: s(i,j) = max(0, min(255, s(i-1,j-1) + score) - 50) and, with
/// gaps, the maximum of that and of a gap that opens with 24 and goes on with 4. Largest s, 0..205.
int prefilterScorePlain(PrefilterStage stage, const ColumnStateProfile& query, std::span<const std::uint8_t> letters);

}  // namespace engine
