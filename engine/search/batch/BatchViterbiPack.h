// Query and templates as the batch Viterbi reads them: rows of the query in blocks, columns of the templates side by
// side in lanes, everything that a pair has in common folded in.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "engine/hmm/viterbi/Viterbi.h"
#include "engine/search/SearchProfile.h"

namespace engine {

/// Floats at an address that whole cache lines begin at; grows, never shrinks, contents undefined after growing.
class AlignedFloats {
 public:
  /// Room for `count` values.
  float* reserve(std::size_t count);
  const float* data() const { return m_values.get(); }

 private:
  struct Free {
    void operator()(float* values) const { std::free(values); }
  };
  std::unique_ptr<float[], Free> m_values;
  std::size_t m_count = 0;
};

/// What a packed column holds: twenty emissions, then what follows from the log2 transitions that leave it.
///
/// The batch Viterbi keeps each state of a cell (i, j) with the cost of leaving it for MM(i + 1, j + 1) included: MM
/// with aMM + bMM, GD with aMM + bDM, IM with aIM + bMM, DG with aDM + bMM, MI with aMM + bIM. So the best of five is a
/// maximum without additions, MM is included by scaling the emissions, and the rest is a matter of differences:
enum PackedSlot : int {
  kSlotMM = alphabet::kNumResidues,  ///< MM, included in the emissions
  kSlotMD,                           ///< MD - MM + DM of the next column: opens a delete
  kSlotDD,                           ///< DD - DM + DM of the next column
  kSlotInsert,                       ///< MI + IM - MM: opens an insert
  kSlotII,
  kSlotBarMM,  ///< What of MM is not included: 0, unless it is too unlikely (or impossible) for that
  kSlotBarDM,  ///< the same of DM
  kNumSlots
};

/// Nq query columns and the begin state in front of them, in blocks of `rows`; what is behind the end is impossible.
struct PackedQuery {
  Index length = 0;           ///< Nq
  Index rows = 0;             ///< query columns per block
  Index numBlocks = 0;        ///< ceil(Nq / rows)
  bool hasBars = false;       ///< any kSlotBarMM or kSlotBarDM is not 0
  std::vector<float> blocks;  ///< (numBlocks + 1) x kNumSlots x rows: emissions, transitions that leave the column
  std::vector<float> begin;   ///< kNumSlots x rows: the same of the begin state, in every row
};
PackedQuery packQuery(const SearchProfile& query, Index rows);

/// Up to `lanes` templates side by side. Emissions are divided by the null model of the pair and multiplied by
/// 2^(shift + offset), so that the logarithm of their product with a query column is the score of a match pair, shift
/// included, and `offset`.
/// Behind the end of a template, and in lanes without one, emissions are 0 and transitions impossible.
struct PackedTemplates {
  Index lanes = 0;
  Index length = 0;       ///< Nt of the longest
  bool hasBars = false;   ///< any kSlotBarMM or kSlotBarDM is not 0
  AlignedFloats columns;  ///< (length + 2) x kNumSlots x lanes; column 0 is the begin state, the last is blank
  std::vector<std::uint32_t> ends;  ///< length + 1: bit k set where the template of lane k has its last column
  std::uint32_t used = 0;           ///< bit k set: lane k has a template
};

/// `templates.size()` <= lanes <= 32, lanes a multiple of 4. Overwrites `packed`, reusing its memory.
void packTemplates(const SearchProfile& query, std::span<const SearchProfile* const> templates, Index lanes,
                   const ViterbiOptions& options, double offset, PackedTemplates& packed);

/// n(a) of a pair.
std::array<double, alphabet::kNumResidues> nullOfPair(const SearchProfile& query, const SearchProfile& templ,
                                                      NullModel nullModel);

}  // namespace engine
