#include "ui/views/training/LetterPairs.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "engine/base/Nth.h"
#include "engine/sequence/Alphabet.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace ui {

using engine::Index;

namespace {

/// Place among the engine's 20 residues of each letter of kLetterOrder.
const std::array<Index, kLetterCount>& engineOrder() {
  static const auto order = [] {
    std::array<Index, kLetterCount> found{};
    for (std::size_t k = 0; k < found.size(); ++k) found[k] = Index(engine::alphabet::codeOf(kLetterOrder[k]));
    return found;
  }();
  return order;
}

/// `value(a, b)` by places of the engine; means are taken away.
LetterPairs pairsOf(const std::function<double(Index, Index)>& value) {
  LetterPairs pairs;
  std::array<double, kLetterCount> rows{}, columns{};
  double mean = 0;
  for (std::size_t a = 0; a < kLetterCount; ++a)
    for (std::size_t b = 0; b < kLetterCount; ++b) {
      const double one = value(engineOrder()[a], engineOrder()[b]);
      pairs.value[a][b] = one;
      rows[a] += one / kLetterCount;
      columns[b] += one / kLetterCount;
      mean += one / kLetterCount / kLetterCount;
    }
  for (std::size_t a = 0; a < kLetterCount; ++a)
    for (std::size_t b = 0; b < kLetterCount; ++b) {
      pairs.value[a][b] += mean - rows[a] - columns[b];
      pairs.largest = std::max(pairs.largest, std::abs(pairs.value[a][b]));
    }
  return pairs;
}

int chargeOf(char letter) {
  if (letter == 'D' || letter == 'E') return -1;
  return letter == 'K' || letter == 'R' ? 1 : 0;
}

}  // namespace

LetterPairs lettersOfHead(const engine::Array<float>& value, Index head) {
  if (value.empty() || head < 0 || head >= value.length(0)) return {};
  return pairsOf([&](Index a, Index b) { return double(value(head, a, b)); });
}

LetterPairs lettersOfPair(const engine::Array<float>& value, const engine::HeadSet& heads, Index i, Index j) {
  const bool fits = heads.isInMemory() && heads.count() == value.length(0) && heads.numQueries == heads.numKeys &&
                    i >= 0 && j >= 0 && i < heads.numQueries && j < heads.numQueries;
  if (!fits) return {};
  return pairsOf([&](Index a, Index b) {
    double sum = 0;
    for (Index h = 0; h < value.length(0); ++h) {
      const auto& map = engine::nth(heads.maps, h);
      if (map) sum += double(map->weights(i, j) * value(h, a, b) + map->weights(j, i) * value(h, b, a)) / 2;
    }
    return sum;
  });
}

LetterPairs lettersOfPair(const engine::ArrayBundle& weights, Index length, Index i, Index j) {
  const auto found = weights.find("couplings");
  const auto* all = found == weights.end() ? nullptr : std::get_if<engine::Array<float>>(&found->second);
  const Index first = std::min(i, j), second = std::max(i, j);
  if (!all || first < 0 || first == second || second >= length) return {};
  if (all->shape() != engine::Shape{length * (length - 1) / 2, kLetterCount, kLetterCount}) return {};
  const Index pair = first * length - first * (first + 1) / 2 + second - first - 1;  // pairs stand row by row
  return pairsOf([&](Index a, Index b) { return double(i < j ? (*all)(pair, a, b) : (*all)(pair, b, a)); });
}

const LetterPairs& lettersOfBlosum() {
  static const LetterPairs pairs =
      pairsOf([](Index a, Index b) { return engine::blosum62().score[std::size_t(a)][std::size_t(b)]; });
  return pairs;
}

double correlation(const LetterPairs& a, const LetterPairs& b) {
  double product = 0, squaresOfA = 0, squaresOfB = 0;  // means are 0
  for (std::size_t x = 0; x < kLetterCount; ++x)
    for (std::size_t y = 0; y < kLetterCount; ++y) {
      product += a.value[x][y] * b.value[x][y];
      squaresOfA += a.value[x][y] * a.value[x][y];
      squaresOfB += b.value[x][y] * b.value[x][y];
    }
  const double size = std::sqrt(squaresOfA * squaresOfB);
  return size > 0 ? product / size : 0;
}

QString favouredPairs(const LetterPairs& pairs, int count) {
  std::vector<std::size_t> cells(kLetterCount * kLetterCount);
  for (std::size_t k = 0; k < cells.size(); ++k) cells[k] = k;
  const auto valueAt = [&](std::size_t cell) { return pairs.value[cell / kLetterCount][cell % kLetterCount]; };
  std::stable_sort(cells.begin(), cells.end(), [&](auto a, auto b) { return valueAt(a) > valueAt(b); });
  QStringList words;
  int opposite = 0;
  for (int k = 0; k < count; ++k) {
    const char a = kLetterOrder[cells[std::size_t(k)] / kLetterCount];
    const char b = kLetterOrder[cells[std::size_t(k)] % kLetterCount];
    words << QStringLiteral("%1–%2").arg(QLatin1Char(a)).arg(QLatin1Char(b));
    opposite += chargeOf(a) * chargeOf(b) < 0 ? 1 : 0;
  }
  const QString text = words.join(QStringLiteral(", "));
  return opposite > 1 ? text + QObject::tr(" (opposite charges)") : text;
}

}  // namespace ui
