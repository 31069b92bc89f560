#include "engine/heads/contacts/ShiftedContacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"
#include "engine/base/Quantile.h"

namespace engine {

namespace {
constexpr double kOutside = 0.025;  // of all shifts, at each end
}  // namespace

ShiftedContacts::ShiftedContacts(const Array<float>& distance, double cutoff) {
  requireShape("distance", distance.shape(), {-1, -1});
  m_length = distance.length(0);
  requireShape("distance", distance.shape(), {m_length, m_length});
  m_isKnown.assign(static_cast<size_t>(2 * m_length * m_length), 0);
  m_isContact = m_isKnown;
  const Index least = separationsOf(PairRange::all).least;
  for (Index apart = 0; apart < m_length; ++apart)
    for (Index k = 0; k < 2 * m_length; ++k) {
      const Index i = k % m_length, j = (k + apart) % m_length;
      if (std::abs(i - j) < least || !std::isfinite(distance(i, j))) continue;
      nth(m_isKnown, apart * 2 * m_length + k) = 1;
      if (static_cast<double>(distance(i, j)) < cutoff) nth(m_isContact, apart * 2 * m_length + k) = 1;
    }
}

/// From the pair shifted by one residue on.
const std::uint8_t* ShiftedContacts::diagonal(const std::vector<std::uint8_t>& marks,
                                              const ContactPairs::Pair& pair) const {
  return marks.data() + static_cast<Index>(pair.j - pair.i) * 2 * m_length + pair.i + 1;
}

void ShiftedContacts::count(const ContactPairs::Pair& pair, Counts& counts) const {
  const std::uint8_t* const isKnown = diagonal(m_isKnown, pair);
  const std::uint8_t* const isContact = diagonal(m_isContact, pair);
  for (size_t shift = 0; shift < counts.known.size(); ++shift) {
    counts.known[shift] += isKnown[shift];
    counts.contacts[shift] += isContact[shift];
  }
}

std::vector<double> ShiftedContacts::Counts::shares() const {
  std::vector<double> shares(known.size(), std::numeric_limits<double>::quiet_NaN());
  for (size_t shift = 0; shift < shares.size(); ++shift)
    if (known[shift] > 0) shares[shift] = static_cast<double>(contacts[shift]) / static_cast<double>(known[shift]);
  return shares;
}

std::vector<double> ShiftedContacts::precisions(const std::vector<ContactPairs::Pair>& pairs) const {
  Counts counts(static_cast<size_t>(numShifts()));
  for (const ContactPairs::Pair& pair : pairs) count(pair, counts);
  return counts.shares();
}

std::vector<Interval> ShiftedContacts::bandByRank(const std::vector<ContactPairs::Pair>& pairs) const {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  Counts counts(static_cast<size_t>(numShifts()));
  std::vector<Interval> bands;
  for (const ContactPairs::Pair& pair : pairs) {
    count(pair, counts);
    std::vector<double> shares = counts.shares();
    std::erase_if(shares, [](double share) { return std::isnan(share); });
    std::sort(shares.begin(), shares.end());
    bands.push_back(shares.empty() ? Interval{kUnknown, kUnknown}
                                   : Interval{quantileOf(shares, kOutside), quantileOf(shares, 1 - kOutside)});
  }
  return bands;
}

BestByChance::BestByChance(Index numShifts)
    : m_best(static_cast<size_t>(numShifts), std::numeric_limits<double>::quiet_NaN()) {}

void BestByChance::add(const std::vector<double>& precisions) {
  for (size_t shift = 0; shift < m_best.size(); ++shift) m_best[shift] = std::fmax(m_best[shift], precisions[shift]);
}

std::optional<ChanceOfBest> BestByChance::result() const {
  std::vector<double> known;
  for (const double best : m_best)
    if (!std::isnan(best)) known.push_back(best);
  if (known.empty()) return std::nullopt;
  std::sort(known.begin(), known.end());
  return ChanceOfBest{static_cast<Index>(known.size()),
                      quantileOf(known, 0.5),
                      {quantileOf(known, kOutside), quantileOf(known, 1 - kOutside)}};
}

}  // namespace engine
