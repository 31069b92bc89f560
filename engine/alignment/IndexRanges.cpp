// Sets of indices as sorted ranges.
#include "engine/alignment/IndexRanges.h"

#include <algorithm>
#include <charconv>

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
  for (const IndexRange& range : others.m_ranges) add(range.begin, range.end);
}

void IndexRanges::remove(Index begin, Index end) {
  if (begin >= end) return;
  std::vector<IndexRange> kept;
  for (const IndexRange& range : m_ranges) {
    if (range.begin < std::min(range.end, begin)) kept.push_back({range.begin, std::min(range.end, begin)});
    if (std::max(range.begin, end) < range.end) kept.push_back({std::max(range.begin, end), range.end});
  }
  m_ranges = std::move(kept);
}

void IndexRanges::toggle(Index begin, Index end) {
  IndexRanges present;
  for (const IndexRange& range : m_ranges) present.add(std::max(range.begin, begin), std::min(range.end, end));
  add(begin, end);
  for (const IndexRange& range : present.m_ranges) remove(range.begin, range.end);
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
  IndexRanges result(0, size);
  for (const IndexRange& range : m_ranges) result.remove(range.begin, range.end);
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
