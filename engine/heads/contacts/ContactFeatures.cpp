// Scores of heads at chosen pairs, and scores that are put together from them.
#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "engine/base/Logistic.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/heads/DoubleLanes.h"
#include "engine/heads/contacts/ContactRegression.h"
#include "engine/heads/contacts/PairScores.h"
#include "engine/heads/contacts/RadixSort.h"

namespace engine {

namespace {

/// Numbers of the pairs that are used, ascending: all contacts, and of the others a random part.
std::vector<std::size_t> chosenPairs(const ContactPairs& pairs, Index mostNegatives, std::uint64_t seed,
                                     double& keptNegatives) {
  std::vector<std::size_t> chosen, others;
  for (std::size_t k = 0; k < pairs.pairs().size(); ++k) (pairs.isContact(k) ? chosen : others).push_back(k);
  keptNegatives = 1;
  const auto most = static_cast<std::size_t>(mostNegatives);
  if (mostNegatives > 0 && others.size() > most) {
    Random random(seed);
    for (std::size_t k = 0; k < most; ++k) std::swap(others[k], others[k + random.below(others.size() - k)]);
    keptNegatives = static_cast<double>(most) / static_cast<double>(others.size());
    others.resize(most);
  }
  chosen.insert(chosen.end(), others.begin(), others.end());
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void requireSquare(const MapResidues& residues, Index length) {
  const auto rows = static_cast<Index>(residues.queries.size()), columns = static_cast<Index>(residues.keys.size());
  if (rows != columns || (length >= 0 && rows != length))
    fail("contacts of heads: found maps of ", rows, " x ", columns, " residues, expected ", length >= 0 ? length : rows,
         " x ", length >= 0 ? length : rows);
}

/// Calls use(i, C of row i) for every row of a head.
template <class Use>
void forScores(const HeadSet& heads, const MapResidues& residues, Index head, Use use) {
  HeadMap map;
  map.read(heads, residues, head / heads.numHeads, head % heads.numHeads);
  PairScores scores;
  scores.read(map);
  std::vector<float> plain(static_cast<size_t>(paddedLength(map.columns()))), corrected(plain.size());
  for (Index i = 0; i < map.rows(); ++i) {
    scores.row(map, i, 0, plain.data(), corrected.data());
    use(i, corrected.data());
  }
}

/// Without the pairs at which a head has no finite score.
void dropUnknown(ContactFeatures& features) {
  const Index heads = features.scores.length(0), pairs = features.scores.length(1);
  std::vector<Index> kept;
  for (Index k = 0; k < pairs; ++k) {
    bool isFinite = true;
    for (Index h = 0; h < heads && isFinite; ++h) isFinite = std::isfinite(features.scores(h, k));
    if (isFinite) kept.push_back(k);
  }
  if (static_cast<Index>(kept.size()) == pairs) return;
  ContactFeatures known{
      Array<float>({heads, static_cast<Index>(kept.size())}, Untouched{}, "scores"), {}, features.keptNegatives};
  for (size_t k = 0; k < kept.size(); ++k) {
    for (Index h = 0; h < heads; ++h) known.scores(h, static_cast<Index>(k)) = features.scores(h, kept[k]);
    known.isContact.push_back(nth(features.isContact, kept[k]));
  }
  features = std::move(known);
}

/// start + sum over heads of factor * C, L x L, in the order of the heads.
Array<double> weightedScores(const HeadSet& heads, const std::vector<double>& factors, double start,
                             Progress& progress) {
  const MapResidues residues = residuesOf(heads);
  requireSquare(residues, -1);
  const auto length = static_cast<Index>(residues.queries.size());
  Array<double> sum({length, length}, start, "contacts");
  for (Index h = 0; h < heads.count(); ++h) {
    progress.update(static_cast<double>(h) / static_cast<double>(heads.count()), "adding heads");
    const double factor = nth(factors, h);
    if (factor == 0) continue;
    forScores(heads, residues, h, [&](Index i, const float* scores) {
      for (Index j = 0; j < length; ++j) sum(i, j) += factor * static_cast<double>(scores[j]);
    });
  }
  return sum;
}

template <class Make>
Array<float> rounded(const Array<double>& values, Make make) {
  Array<float> result(values.shape(), Untouched{}, values.name);
  std::transform(values.begin(), values.end(), result.begin(),
                 [&](double value) { return static_cast<float>(make(value)); });
  return result;
}

}  // namespace

ContactFeatures contactFeatures(const HeadSet& heads, const ContactPairs& pairs, Index mostNegatives,
                                std::uint64_t seed, int threads, Progress& progress) {
  const MapResidues residues = residuesOf(heads);
  requireSquare(residues, pairs.length());
  ContactFeatures features;
  const std::vector<std::size_t> chosen = chosenPairs(pairs, mostNegatives, seed, features.keptNegatives);
  const auto count = static_cast<Index>(chosen.size());
  requireMemory(4 * static_cast<double>(heads.count()) * static_cast<double>(count), "scores of heads",
                "take fewer pairs that do not touch");
  features.scores = Array<float>({heads.count(), count}, 0.0F, "scores");
  for (const std::size_t pair : chosen) features.isContact.push_back(pairs.isContact(pair) ? 1 : 0);
  parallelFor(heads.count(), 1, threads, progress, "reading heads", [&](Index begin, Index end) {
    for (Index h = begin; h < end; ++h) {
      std::size_t next = 0;
      forScores(heads, residues, h, [&](Index i, const float* scores) {
        for (; next < chosen.size() && static_cast<Index>(pairs.pairs()[chosen[next]].i) == i; ++next)
          features.scores(h, static_cast<Index>(next)) = scores[pairs.pairs()[chosen[next]].j];
      });
    }
  });
  dropUnknown(features);
  return features;
}

ContactFeatures joinedFeatures(const std::vector<const ContactFeatures*>& parts) {
  ContactFeatures all;
  Index heads = parts.empty() ? 0 : parts.front()->scores.length(0), pairs = 0;
  double negatives = 0, negativesBefore = 0;
  for (const ContactFeatures* part : parts) {
    requireShape("scores", part->scores.shape(), {heads, -1});
    pairs += part->scores.length(1);
    const auto here = static_cast<double>(std::count(part->isContact.begin(), part->isContact.end(), 0));
    negatives += here;
    negativesBefore += here / part->keptNegatives;
  }
  all.scores = Array<float>({heads, pairs}, Untouched{}, "scores");
  Index first = 0;
  for (const ContactFeatures* part : parts) {
    const Index here = part->scores.length(1);
    for (Index h = 0; h < heads; ++h)
      std::copy_n(part->scores.data() + h * here, here, all.scores.data() + h * pairs + first);
    all.isContact.insert(all.isContact.end(), part->isContact.begin(), part->isContact.end());
    first += here;
  }
  if (negativesBefore > 0) all.keptNegatives = negatives / negativesBefore;
  return all;
}

Array<float> predictedContacts(const HeadSet& heads, const ContactRegression& regression, Progress& progress) {
  if (static_cast<Index>(regression.weights.size()) != heads.count())
    fail("contacts of heads: found weights for ", regression.weights.size(), " heads, expected ", heads.count());
  return rounded(weightedScores(heads, regression.weights, regression.bias, progress), logistic<double>);
}

std::vector<double> headPrecisions(const HeadSet& heads, const ContactPairs& pairs, int threads, Progress& progress) {
  const MapResidues residues = residuesOf(heads);
  requireSquare(residues, pairs.length());
  std::vector<double> precisions(static_cast<size_t>(heads.count()), 0);
  parallelFor(heads.count(), 1, threads, progress, "ranking heads", [&](Index begin, Index end) {
    Array<float> scores({pairs.length(), pairs.length()}, 0.0F, "scores");
    for (Index h = begin; h < end; ++h) {
      forScores(heads, residues, h, [&](Index i, const float* row) {
        std::copy_n(row, pairs.length(), scores.data() + i * pairs.length());
      });
      nth(precisions, h) = rankedContacts(scores, pairs).at(pairs.known());
    }
  });
  return precisions;
}

Array<float> meanScores(const HeadSet& heads, const std::vector<Index>& chosen, Progress& progress) {
  std::vector<double> factors(static_cast<size_t>(heads.count()), 0);
  for (const Index head : chosen) {
    if (head < 0 || head >= heads.count()) fail("mean of heads: there is no head ", head + 1, " of ", heads.count());
    nth(factors, head) = 1 / static_cast<double>(chosen.size());
  }
  return rounded(weightedScores(heads, factors, 0, progress), [](double score) { return score; });
}

double RankedContacts::at(Index count) const {
  if (precision.empty() || count < 1) return 0;
  return nth(precision, std::min(count, static_cast<Index>(precision.size())) - 1);
}

RankedContacts rankedContacts(const Array<float>& scores, const ContactPairs& pairs) {
  requireShape(scores.name, scores.shape(), {pairs.length(), pairs.length()});
  std::vector<KeyedNumber> entries, spare;
  Index contacts = 0;
  for (std::size_t k = 0; k < pairs.pairs().size(); ++k) {
    const ContactPairs::Pair& pair = pairs.pairs()[k];
    const float score = scores(static_cast<Index>(pair.i), static_cast<Index>(pair.j));
    if (!std::isfinite(score)) continue;
    entries.push_back(keyed(descendingBits(score), static_cast<std::uint32_t>(k)));
    contacts += pairs.isContact(k) ? 1 : 0;
  }
  radixSort(entries, spare);
  RankedContacts ranked;
  ranked.candidates = static_cast<Index>(entries.size());
  if (ranked.candidates == 0) return ranked;
  ranked.background = static_cast<double>(contacts) / static_cast<double>(ranked.candidates);
  Index hits = 0;
  for (Index k = 0; k < std::min(std::max<Index>(1, pairs.known()), ranked.candidates); ++k) {
    const std::size_t pair = numberOf(nth(entries, k));
    ranked.best.push_back(pair);
    hits += pairs.isContact(pair) ? 1 : 0;
    ranked.precision.push_back(static_cast<double>(hits) / static_cast<double>(k + 1));
  }
  return ranked;
}

}  // namespace engine
