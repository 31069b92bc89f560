// Sets of indices as sorted ranges.
#include "engine/alignment/IndexRanges.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace engine {

IndexRanges IndexRanges::of(std::vector<Index> indices) {
  std::sort(indices.begin(), indices.end());
  IndexRanges result;
  for (const Index index : indices) {
    if (index < 0) continue;
    if (!result.m_ranges.empty() && result.m_ranges.back().end >= index)
      result.m_ranges.back().end = std::max(result.m_ranges.back().end, index + 1);
    else
      result.m_ranges.push_back({index, index + 1});
  }
  return result;
}

IndexRanges IndexRanges::fromText(std::string_view text) {
  IndexRanges result;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const char *const begin = text.data(), *const end = begin + comma;
    Index first = 0;
    const auto afterFirst = std::from_chars(begin, end, first);
    Index last = first;
    auto after = afterFirst;
    if (after.ec == std::errc{} && after.ptr != end && *after.ptr == '-')
      after = std::from_chars(after.ptr + 1, end, last);
    if (after.ec == std::errc{} && after.ptr == end && first >= 1 && last >= first) result.add(first - 1, last);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return result;
}

void IndexRanges::add(Index begin, Index end) {
  begin = std::max<Index>(begin, 0);
  if (begin >= end) return;
  // Everything that overlaps or touches becomes one range.
  const auto first = std::lower_bound(m_ranges.begin(), m_ranges.end(), begin,
                                      [](const IndexRange& range, Index value) { return range.end < value; });
  auto last = first;
  for (; last != m_ranges.end() && last->begin <= end; ++last) {
    begin = std::min(begin, last->begin);
    end = std::max(end, last->end);
  }
  m_ranges.insert(m_ranges.erase(first, last), {begin, end});
}

void IndexRanges::add(const IndexRanges& others) {
  std::vector<IndexRange> all;
  all.reserve(m_ranges.size() + others.m_ranges.size());
  std::merge(m_ranges.begin(), m_ranges.end(), others.m_ranges.begin(), others.m_ranges.end(), std::back_inserter(all),
             [](const IndexRange& a, const IndexRange& b) { return a.begin < b.begin; });
  m_ranges.clear();
  for (const IndexRange& range : all)
    if (!m_ranges.empty() && m_ranges.back().end >= range.begin)
      m_ranges.back().end = std::max(m_ranges.back().end, range.end);
    else
      m_ranges.push_back(range);
}

void IndexRanges::toggle(const IndexRanges& others) {
  // Where one of the two sets begins or ends; where both do, nothing changes.
  const auto edgesOf = [](const std::vector<IndexRange>& ranges) {
    std::vector<Index> edges;
    edges.reserve(2 * ranges.size());
    for (const IndexRange& range : ranges) edges.insert(edges.end(), {range.begin, range.end});
    return edges;
  };
  const std::vector<Index> ours = edgesOf(m_ranges), theirs = edgesOf(others.m_ranges);
  std::vector<Index> edges;
  std::set_symmetric_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(edges));
  m_ranges.clear();
  for (size_t k = 0; k + 1 < edges.size(); k += 2) m_ranges.push_back({edges[k], edges[k + 1]});
}

bool IndexRanges::containsAll(Index begin, Index end) const {
  if (begin >= end) return true;
  const auto after = std::upper_bound(m_ranges.begin(), m_ranges.end(), begin,
                                      [](Index value, const IndexRange& range) { return value < range.begin; });
  return after != m_ranges.begin() && std::prev(after)->end >= end;
}

bool IndexRanges::contains(Index index) const { return containsAll(index, index + 1); }

Index IndexRanges::count() const {
  Index count = 0;
  for (const IndexRange& range : m_ranges) count += range.size();
  return count;
}

std::vector<Index> IndexRanges::indices(Index most) const {
  std::vector<Index> result;
  result.reserve(static_cast<size_t>(std::min(most, count())));
  for (const IndexRange& range : m_ranges)
    for (Index index = range.begin; index < range.end; ++index) {
      if (static_cast<Index>(result.size()) >= most) return result;
      result.push_back(index);
    }
  return result;
}

IndexRanges IndexRanges::inverted(Index size) const {
  IndexRanges result = within(size);
  result.toggle({0, size});
  return result;
}

IndexRanges IndexRanges::within(Index size) const {
  IndexRanges result;
  for (const IndexRange& range : m_ranges)
    if (range.begin < size) result.m_ranges.push_back({range.begin, std::min(range.end, size)});
  return result;
}

std::string IndexRanges::text() const {
  std::string text;
  for (const IndexRange& range : m_ranges) {
    if (!text.empty()) text += ',';
    text += std::to_string(range.begin + 1);
    if (range.size() > 1) text += '-' + std::to_string(range.end);
  }
  return text;
}

}  // namespace engine
