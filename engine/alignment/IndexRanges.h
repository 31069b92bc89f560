// A set of rows or columns as sorted ranges: choices of a whole alignment stay small, in memory and in files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// [begin, end)
struct IndexRange {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
  bool operator==(const IndexRange&) const = default;
};

/// Indices >= 0 as disjoint ranges that do not touch, by increasing begin.
class IndexRanges {
 public:
  IndexRanges() = default;
  IndexRanges(Index begin, Index end) { add(begin, end); }
  /// Any order, repeated or not; negative ones are left out.
  static IndexRanges of(std::vector<Index> indices);
  /// Reads text(). What is no range is left out, so that a damaged file costs a choice and nothing else.
  static IndexRanges fromText(std::string_view text);

  /// Cost: the number of ranges; with others those of both.
  void add(Index begin, Index end);
  void add(const IndexRanges& others);
  /// What of the others is in the set leaves it and the other way round. Cost: the ranges of both.
  void toggle(const IndexRanges& others);

  bool isEmpty() const { return m_ranges.empty(); }
  /// O(log ranges).
  bool contains(Index index) const;
  bool containsAll(Index begin, Index end) const;
  Index count() const;
  const std::vector<IndexRange>& ranges() const { return m_ranges; }
  /// All indices, by increasing value; at most `most` of them.
  std::vector<Index> indices(Index most) const;
  /// What of [0, size) is not in the set.
  IndexRanges inverted(Index size) const;
  /// What of the set lies in [0, size).
  IndexRanges within(Index size) const;
  /// As biologists write it, from 1 on and with both ends: "1-5,9".
  std::string text() const;
  bool operator==(const IndexRanges&) const = default;

 private:
  std::vector<IndexRange> m_ranges;
};

}  // namespace engine
