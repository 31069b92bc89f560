// Rows of an alignment as bit planes: 64 columns of two rows are compared by a handful of word operations.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/hmm/rows/MatchAlignment.h"

namespace engine {

/// Columns in which two rows both have one of the 20 residues, and how many of those differ.
struct RowDifference {
  Index common = 0, different = 0;
};

class RowBits {
 public:
  /// Rows `order` of the alignment, packed in that order; from then on a row is its place in `order`.
  RowBits(const MatchAlignment& alignment, const std::vector<size_t>& order, int threads);

  RowDifference compare(size_t a, size_t b) const;
  /// True when the rows differ enough for an identity threshold of `percent` (MATHEMATICS.md 2.5): by the
  /// residues of row `a` or the overlap of the spans, whichever is shorter, or by the columns they share.
  bool differEnough(size_t a, size_t b, double percent) const;

 private:
  static constexpr Index kColumns = 64;  ///< per word
  static constexpr size_t kPlanes = 5;   ///< bits of a residue code
  struct Word {
    std::array<std::uint64_t, kPlanes> planes{};
    std::uint64_t residues = 0;  ///< columns with one of the 20 residues
  };
  struct Span {
    Index numResidues = 0, first = 0, last = -1;
  };

  const Word& word(Index block, size_t row) const { return m_words[static_cast<size_t>(block) * m_spans.size() + row]; }
  void pack(size_t k, const MatchRow& row);
  static RowDifference compareWords(const Word& a, const Word& b);

  std::vector<Span> m_spans;  ///< N
  std::vector<Word> m_words;  ///< blocks of 64 columns x N
};

}  // namespace engine
