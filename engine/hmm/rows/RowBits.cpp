// Bit planes of residue codes and their comparison.
#include "engine/hmm/rows/RowBits.h"

#include <algorithm>
#include <bit>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kRowsPerTask = 256;

}  // namespace

RowBits::RowBits(const MatchAlignment& alignment, const std::vector<size_t>& order, int threads)
    : m_spans(order.size()) {
  const Index blocks = (alignment.numColumns + kColumns - 1) / kColumns;
  m_words.resize(static_cast<size_t>(blocks) * order.size());
  parallelFor(static_cast<Index>(order.size()), kRowsPerTask, threads, [&](Index begin, Index end) {
    for (auto k = static_cast<size_t>(begin); k < static_cast<size_t>(end); ++k) pack(k, alignment.rows[order[k]]);
  });
}

void RowBits::pack(size_t k, const MatchRow& row) {
  m_spans[k] = {row.numResidues, row.first, row.last};
  for (Index i = row.first; i <= row.last; ++i) {
    const std::uint64_t code = nth(row.codes, i);
    if (code >= alphabet::kNumResidues) continue;
    Word& word = m_words[static_cast<size_t>(i / kColumns) * m_spans.size() + k];
    const auto shift = static_cast<unsigned>(i % kColumns);
    word.residues |= std::uint64_t{1} << shift;
    for (size_t plane = 0; plane < kPlanes; ++plane) word.planes[plane] |= (code >> plane & 1) << shift;
  }
}

RowDifference RowBits::compareWords(const Word& a, const Word& b) {
  std::uint64_t differs = 0;
  for (size_t plane = 0; plane < kPlanes; ++plane) differs |= a.planes[plane] ^ b.planes[plane];
  const std::uint64_t common = a.residues & b.residues;
  return {std::popcount(common), std::popcount(differs & common)};
}

RowDifference RowBits::compare(size_t a, size_t b) const {
  RowDifference sum;
  const Index first = std::max(m_spans[a].first, m_spans[b].first), last = std::min(m_spans[a].last, m_spans[b].last);
  for (Index block = first / kColumns; block <= last / kColumns && first <= last; ++block) {
    const RowDifference part = compareWords(word(block, a), word(block, b));
    sum.common += part.common;
    sum.different += part.different;
  }
  return sum;
}

bool RowBits::differEnough(size_t a, size_t b, double percent) const {
  const Index first = std::max(m_spans[a].first, m_spans[b].first), last = std::min(m_spans[a].last, m_spans[b].last);
  const double share = 0.9999 - 0.01 * percent;
  const double overlap = static_cast<double>(last - first + 1);
  const auto enough =
      static_cast<Index>(share * std::min(static_cast<double>(m_spans[a].numResidues), overlap) + 0.999);
  RowDifference sum;
  for (Index block = first / kColumns; block <= last / kColumns && first <= last; ++block) {
    const RowDifference part = compareWords(word(block, a), word(block, b));
    sum.common += part.common;
    sum.different += part.different;
    if (sum.different > 0 && sum.different >= enough) return true;
  }
  return static_cast<double>(sum.different) >= share * static_cast<double>(sum.common);
}

}  // namespace engine
