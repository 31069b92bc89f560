#include "engine/analysis/SpecialTokens.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "engine/base/Nth.h"

namespace engine {

bool isUnknownResidue(std::string_view token) {
  constexpr std::string_view kNames[] = {"<mask>", "<unk>", "[MASK]", "[UNK]"};
  return std::find(std::begin(kNames), std::end(kNames), token) != std::end(kNames);
}

bool isSpecialToken(std::string_view token) {
  if (token.size() < 3 || isUnknownResidue(token)) return false;
  const char first = token.front(), last = token.back();
  return (first == '<' && last == '>') || (first == '[' && last == ']');
}

std::string shownToken(std::string_view token) {
  for (const std::string_view mark : {"\u0120", "\u2581", "##"})  // GPT-2, SentencePiece, WordPiece
    if (token.size() > mark.size() && token.starts_with(mark)) token.remove_prefix(mark.size());
  constexpr std::string_view kEnd = "</w>";
  if (token.size() > kEnd.size() && token.ends_with(kEnd)) token.remove_suffix(kEnd.size());
  return std::string(token);
}

template <class T>
Array<T> mapAt(const Array<T>& map, const std::vector<Index>& rows, const std::vector<Index>& columns) {
  requireShape(map.name, map.shape(), {-1, -1});
  // 0 for Bool, which has no such value.
  const T unknown{std::numeric_limits<T>::quiet_NaN()};
  Array<T> part({static_cast<Index>(rows.size()), static_cast<Index>(columns.size())}, unknown, map.name);
  T* to = part.data();
  for (const Index row : rows)
    for (const Index column : columns) {
      if (row >= 0 && column >= 0) *to = map(row, column);
      ++to;
    }
  return part;
}

template Array<float> mapAt(const Array<float>&, const std::vector<Index>&, const std::vector<Index>&);
template Array<Bool> mapAt(const Array<Bool>&, const std::vector<Index>&, const std::vector<Index>&);

std::vector<double> lostMass(const Array<float>& map, const std::vector<Index>& rows,
                             const std::vector<Index>& columns) {
  requireShape(map.name, map.shape(), {-1, -1});
  std::vector<Index> hidden;
  for (Index column = 0, next = 0; column < map.length(1); ++column) {
    if (next < static_cast<Index>(columns.size()) && nth(columns, next) == column) {
      ++next;
    } else {
      hidden.push_back(column);
    }
  }
  std::vector<double> lost;
  for (const Index row : rows) {
    double sum = 0;
    for (const Index column : hidden)
      if (std::isfinite(map(row, column))) sum += map(row, column);
    lost.push_back(sum);
  }
  return lost;
}

}  // namespace engine
