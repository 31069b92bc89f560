#include "engine/search/CandidateQueue.h"

#include <algorithm>

namespace engine {

namespace {

/// Enough for the lanes of all threads.
constexpr size_t kRankedAtOnce = 256;

}  // namespace

bool CandidateQueue::isBefore(const Place& a, const Place& b) {
  if (a.candidate.rank != b.candidate.rank) return a.candidate.rank > b.candidate.rank;
  return a.position < b.position;
}

void CandidateQueue::rankMore() {
  const size_t count = std::min(kRankedAtOnce, m_bounded.size());
  std::vector<Place> places(m_bounded.end() - static_cast<std::ptrdiff_t>(count), m_bounded.end());
  m_bounded.resize(m_bounded.size() - count);
  // Databases are read in their order.
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.candidate.templ < b.candidate.templ; });
  std::vector<Index> templates;
  for (const Place& place : places) templates.push_back(place.candidate.templ);
  const std::vector<Candidate> ranked = m_ranked(templates);
  for (size_t k = 0; k < places.size(); ++k) m_known.push_back({ranked[k], places[k].position});
}

void CandidateQueue::know(size_t count) {
  const auto isLater = [](const Place& a, const Place& b) { return isBefore(b, a); };
  if (m_bounded.size() > m_numSorted[1]) std::sort(m_bounded.begin(), m_bounded.end(), isLater);
  while (true) {
    if (m_known.size() > m_numSorted[0]) std::sort(m_known.begin(), m_known.end(), isLater);
    m_numSorted[0] = m_known.size();
    m_numSorted[1] = m_bounded.size();
    if (m_bounded.empty()) return;
    // Of equal rank the one that was added first is next: a bound has to be lower.
    if (m_known.size() >= count && m_bounded.back().candidate.rank < m_known[m_known.size() - count].candidate.rank)
      return;
    rankMore();
  }
}

const Candidate& CandidateQueue::front() {
  know(1);
  return m_known.back().candidate;
}

std::vector<Candidate> CandidateQueue::take(size_t count) {
  know(count);
  std::vector<Candidate> taken;
  while (taken.size() < count && !m_known.empty()) {
    taken.push_back(m_known.back().candidate);
    m_known.pop_back();
  }
  m_numSorted[0] = m_known.size();
  return taken;
}

}  // namespace engine
