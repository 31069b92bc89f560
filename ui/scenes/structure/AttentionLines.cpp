// Selection of the strongest pairs of an attention map.
#include "ui/scenes/structure/AttentionLines.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

bool areFar(Index i, Index j, Index separation, const std::vector<int>& chainOfResidue) {
  const auto chain = [&](Index k) {
    return k < static_cast<Index>(chainOfResidue.size()) ? engine::nth(chainOfResidue, k) : 0;
  };
  return i != j && (std::abs(i - j) > separation || chain(i) != chain(j));
}

}  // namespace

std::vector<AttentionLine> strongestOfQuery(const engine::Array<float>& weights, Index query, int most,
                                            Index separation, const std::vector<int>& chainOfResidue) {
  std::vector<AttentionLine> lines;
  if (weights.rank() != 2 || query < 0 || query >= weights.length(0) || most <= 0) return lines;
  for (Index key = 0; key < weights.length(1); ++key) {
    const float weight = weights(query, key);
    if (std::isfinite(weight) && weight > 0 && areFar(query, key, separation, chainOfResidue))
      lines.push_back({query, key, weight, 0});
  }
  const auto kept = lines.begin() + std::min<std::ptrdiff_t>(most, static_cast<std::ptrdiff_t>(lines.size()));
  // Ties go to the smaller key.
  std::partial_sort(lines.begin(), kept, lines.end(), [](const AttentionLine& a, const AttentionLine& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.j < b.j;
  });
  lines.erase(kept, lines.end());
  for (size_t rank = 0; rank < lines.size(); ++rank) lines[rank].rank = static_cast<int>(rank);
  return lines;
}

std::vector<AttentionLine> strongestLines(const engine::Array<float>& weights, int most, Index separation,
                                          const std::vector<int>& chainOfResidue) {
  std::map<std::pair<Index, Index>, AttentionLine> byPair;
  const Index queries = weights.rank() == 2 ? weights.length(0) : 0;
  for (Index query = 0; query < queries; ++query)
    for (const AttentionLine& line : strongestOfQuery(weights, query, most, separation, chainOfResidue)) {
      AttentionLine& kept = byPair.try_emplace(std::minmax(line.i, line.j), line).first->second;
      const int rank = std::min(kept.rank, line.rank);
      if (line.weight > kept.weight) kept = line;
      kept.rank = rank;
    }
  std::vector<AttentionLine> lines;
  for (const auto& [pair, line] : byPair) lines.push_back(line);
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.weight < b.weight; });
  return lines;
}

std::vector<float> attentionReceived(const engine::Array<float>& weights) {
  if (weights.rank() != 2 || weights.size() == 0) return {};
  std::vector<double> sums(static_cast<size_t>(weights.length(1)), 0.0);
  for (Index query = 0; query < weights.length(0); ++query)
    for (Index key = 0; key < weights.length(1); ++key)
      if (std::isfinite(weights(query, key))) engine::nth(sums, key) += weights(query, key);
  std::vector<float> means(sums.size());
  for (size_t key = 0; key < sums.size(); ++key)
    means[key] = static_cast<float>(sums[key] / static_cast<double>(weights.length(0)));
  return means;
}

}  // namespace ui
