// Templates in the order in which a search aligns them, of which most are known by bounds alone.
#pragma once

#include <functional>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// A template that may be reported, at what its score could be at best.
struct Candidate {
  Index templ = 0;
  double rank = 0;
  bool isReportable = false;  ///< at this rank; not known of bounds
};

/// Candidates by decreasing rank, equal ones in the order in which they were added. Some are added with an upper bound
/// of their rank alone; how they stand is asked for when it decides what is next, so that what is taken is the same as
/// if all had been known.
class CandidateQueue {
 public:
  /// The candidates of templates, in their order.
  using Ranked = std::function<std::vector<Candidate>(const std::vector<Index>& templates)>;
  explicit CandidateQueue(Ranked ranked) : m_ranked(std::move(ranked)) {}

  void add(const Candidate& candidate) { m_known.push_back({candidate, m_numAdded++}); }
  void addBound(Index templ, double highestRank) { m_bounded.push_back({{templ, highestRank, false}, m_numAdded++}); }
  Index numLeft() const { return std::ssize(m_known) + std::ssize(m_bounded); }

  /// The next candidate. The queue is not empty.
  const Candidate& front();
  /// Takes the next `count`, or what is left.
  std::vector<Candidate> take(size_t count);

 private:
  struct Place {
    Candidate candidate;
    Index position;
  };
  static bool isBefore(const Place& a, const Place& b);
  /// After it the last `count` of m_known, or all there are, are the next.
  void know(size_t count);
  void rankMore();

  Ranked m_ranked;
  std::vector<Place> m_known, m_bounded;  ///< the next one last, once they are sorted
  size_t m_numSorted[2] = {0, 0};         ///< sizes when they were last sorted
  Index m_numAdded = 0;
};

}  // namespace engine
