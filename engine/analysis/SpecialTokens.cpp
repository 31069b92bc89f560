#include "engine/analysis/SpecialTokens.h"

namespace engine {

bool isSpecialToken(std::string_view token) {
  if (token.size() < 3) return false;
  const char first = token.front(), last = token.back();
  return (first == '<' && last == '>') || (first == '[' && last == ']');
}

std::vector<Index> residuePositions(const std::vector<std::string>& tokens, Index count) {
  if (!tokens.empty() && static_cast<Index>(tokens.size()) != count)
    fail("tokens of an attention map: found ", tokens.size(), ", expected ", count);
  std::vector<Index> positions;
  for (Index k = 0; k < count; ++k)
    if (tokens.empty() || !isSpecialToken(tokens[static_cast<size_t>(k)])) positions.push_back(k);
  return positions;
}

Array<float> mapAt(const Array<float>& map, const std::vector<Index>& rows, const std::vector<Index>& columns) {
  requireShape(map.name, map.shape(), {-1, -1});
  Array<float> part({static_cast<Index>(rows.size()), static_cast<Index>(columns.size())}, Untouched{}, map.name);
  float* to = part.data();
  for (const Index row : rows) {
    const float* from = map.data() + row * map.length(1);
    for (const Index column : columns) *to++ = from[column];
  }
  return part;
}

std::vector<double> lostMass(const Array<float>& map, const std::vector<Index>& rows,
                             const std::vector<Index>& columns) {
  requireShape(map.name, map.shape(), {-1, -1});
  std::vector<Index> hidden;
  for (Index column = 0, next = 0; column < map.length(1); ++column) {
    if (next < static_cast<Index>(columns.size()) && columns[static_cast<size_t>(next)] == column) {
      ++next;
    } else {
      hidden.push_back(column);
    }
  }
  std::vector<double> lost;
  for (const Index row : rows) {
    double sum = 0;
    for (const Index column : hidden) sum += map(row, column);
    lost.push_back(sum);
  }
  return lost;
}

}  // namespace engine
