#include "engine/heads/contacts/ContactStudy.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

/// Numbers of all but one of `count`; of the only one itself.
std::vector<size_t> othersOf(size_t left, size_t count) {
  std::vector<size_t> others;
  for (size_t k = 0; k < count; ++k)
    if (k != left || count == 1) others.push_back(k);
  return others;
}

/// So many of the best heads. Names are sorted where they are shown.
struct MeanOfHeads {
  size_t count;
  const char* name;
};
constexpr MeanOfHeads kMeans[] = {
    {1, "best head"}, {5, "mean of best  5"}, {10, "mean of best 10"}, {20, "mean of best 20"}};

class Study {
 public:
  Study(const std::vector<KnownProtein>& proteins, const StudyOptions& options, int threads)
      : m_proteins(proteins), m_options(options), m_threads(threads) {}

  ContactStudy run(Progress& progress) {
    PartProgress reading(progress, 0, 0.4), fitting(progress, 0.4, 0.8), ranking(progress, 0.8, 1);
    readAll(reading);
    ContactStudy study;
    study.isLeftOut = m_proteins.size() > 1;
    std::vector<size_t> all(m_proteins.size());
    std::iota(all.begin(), all.end(), size_t{0});
    study.regression = fit(all, fitting);
    for (size_t k = 0; k < m_proteins.size(); ++k) {
      const ContactRegression regression = study.isLeftOut ? fit(othersOf(k, all.size()), fitting) : study.regression;
      const KnownProtein& protein = m_proteins[k];
      Array<float> contacts = predictedContacts(*protein.heads, regression, ranking);
      RankedContacts ranked = rankedContacts(contacts, protein.pairs);
      study.precision.push_back(ranked.at(protein.pairs.known()));
      study.background.push_back(ranked.background);
      if (k > 0) continue;
      study.contacts = std::move(contacts);
      study.chance = protein.shifted.bandByRank(pairsOf(ranked, protein.pairs));
      study.curves.push_back({"regression", std::move(ranked), !study.isLeftOut});
    }
    study.bestHeads = bestHeads(ranking);
    addMeans(study, ranking);
    return study;
  }

 private:
  void readAll(Progress& progress) {
    for (size_t k = 0; k < m_proteins.size(); ++k) {
      const auto share = 1 / static_cast<double>(m_proteins.size()), begin = static_cast<double>(k) * share;
      PartProgress part(progress, begin, begin + share);
      m_features.push_back(contactFeatures(*m_proteins[k].heads, m_proteins[k].pairs, m_options.mostNegatives,
                                           m_options.seed + k, m_threads, part));
    }
  }

  ContactRegression fit(const std::vector<size_t>& proteins, Progress& progress) const {
    std::vector<const ContactFeatures*> parts;
    for (const size_t k : proteins) parts.push_back(&m_features[k]);
    return fitContacts(joinedFeatures(parts), m_options.penalty, m_threads, progress);
  }

  /// By the mean of their precision on the other proteins; of equal ones the first.
  std::vector<Index> bestHeads(Progress& progress) const {
    constexpr size_t kMost = 20;
    std::vector<double> sums(static_cast<size_t>(m_proteins.front().heads->count()), 0);
    for (const size_t k : othersOf(0, m_proteins.size())) {
      const std::vector<double> found = headPrecisions(*m_proteins[k].heads, m_proteins[k].pairs, m_threads, progress);
      for (size_t h = 0; h < sums.size(); ++h) sums[h] += found[h];
    }
    std::vector<Index> order(sums.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return nth(sums, a) > nth(sums, b); });
    order.resize(std::min(order.size(), kMost));
    return order;
  }

  void addMeans(ContactStudy& study, Progress& progress) const {
    const KnownProtein& first = m_proteins.front();
    for (const auto& [count, name] : kMeans) {
      if (count > study.bestHeads.size()) break;
      const std::vector<Index> chosen(study.bestHeads.begin(),
                                      study.bestHeads.begin() + static_cast<std::ptrdiff_t>(count));
      const Array<float> scores = meanScores(*first.heads, chosen, progress);
      study.curves.push_back({name, rankedContacts(scores, first.pairs), !study.isLeftOut});
    }
  }

  const std::vector<KnownProtein>& m_proteins;
  StudyOptions m_options;
  int m_threads;
  std::vector<ContactFeatures> m_features;
};

}  // namespace

std::vector<ContactPairs::Pair> pairsOf(const RankedContacts& ranked, const ContactPairs& pairs) {
  std::vector<ContactPairs::Pair> found;
  for (const std::size_t pair : ranked.best) found.push_back(pairs.pairs()[pair]);
  return found;
}

ContactStudy studyContacts(const std::vector<KnownProtein>& proteins, const StudyOptions& options, int threads,
                           Progress& progress) {
  if (proteins.empty()) fail("contacts of heads: found no protein, expected at least one");
  return Study(proteins, options, threads).run(progress);
}

}  // namespace engine
