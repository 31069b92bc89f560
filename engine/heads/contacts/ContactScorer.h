// How well one head tells which residues touch (MATHEMATICS.md 3).
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/heads/HeadMap.h"
#include "engine/heads/contacts/ContactPairs.h"
#include "engine/heads/contacts/PairScores.h"
#include "engine/heads/contacts/RadixSort.h"

namespace engine {

/// The memory of a thread, used for one head after another.
class ContactScorer {
 public:
  /// Of a square map as long as the pairs' chain. Where the map has negative weights, nothing that needs p. Throws
  /// Cancelled when `progress` says so; nothing is reported to it.
  ContactStatistics describe(const HeadMap& map, const ContactPairs& pairs, const Progress& progress);
  /// The pairs of range "all" that the precision of the best L was told of, best first.
  const std::vector<ContactPairs::Pair>& best() const { return m_best; }

 private:
  void collect(const HeadMap& map, const ContactPairs& pairs, const Progress& progress);
  void countCandidates(const ContactPairs& pairs, ContactStatistics& found);
  void rank(const ContactPairs& pairs, ContactStatistics& found);
  double correlation(const ContactPairs& pairs);
  std::vector<double> centredNearness(const ContactPairs& pairs) const;
  static void weigh(const HeadMap& map, const ContactPairs& pairs, ContactStatistics& found);

  PairScores m_scores;
  std::vector<float> m_plain, m_corrected;                 ///< a row of S and of C, padded
  std::vector<KeyedNumber> m_byScore, m_byPlain, m_spare;  ///< candidates
  std::vector<Index> m_candidates, m_contacts;             ///< by range
  std::vector<ContactPairs::Pair> m_best;
};

}  // namespace engine
