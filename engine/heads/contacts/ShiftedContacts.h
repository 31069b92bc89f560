// What heads reach by chance: the pairs that a head ranks first, looked up in a contact map that was shifted along the
// chain (MATHEMATICS.md 3.6).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/heads/HeadTable.h"
#include "engine/heads/contacts/ContactPairs.h"

namespace engine {

/// The contact map along its diagonals, closed to rings: made once for all heads.
class ShiftedContacts {
 public:
  ShiftedContacts(const Array<float>& distance, double cutoff);
  /// 1, 2, ..., L - 1 residues.
  Index numShifts() const { return m_length > 0 ? m_length - 1 : 0; }
  /// By shift: the share of these pairs that touch once the contact map is shifted, of those whose distance is known
  /// there; NaN without any.
  std::vector<double> precisions(const std::vector<ContactPairs::Pair>& pairs) const;
  /// By number of pairs, the first 1, 2, ... (MATHEMATICS.md 3.7): the ends between which 95 % of all shifts lie; NaN
  /// where no shift tells anything. O(pairs L log L).
  std::vector<Interval> bandByRank(const std::vector<ContactPairs::Pair>& pairs) const;

 private:
  /// Pairs so far, by shift: those whose distance is known there, and those that touch there.
  struct Counts {
    explicit Counts(size_t numShifts) : known(numShifts, 0), contacts(numShifts, 0) {}
    std::vector<double> shares() const;
    std::vector<std::uint32_t> known, contacts;
  };
  void count(const ContactPairs::Pair& pair, Counts& counts) const;
  const std::uint8_t* diagonal(const std::vector<std::uint8_t>& marks, const ContactPairs::Pair& pair) const;

  Index m_length = 0;
  /// L x 2 L: of the pair (k, k + d) of the ring, twice round, whether its distance is known, whether it touches.
  std::vector<std::uint8_t> m_isKnown, m_isContact;
};

/// Collects the best of all heads by shift, in any order.
class BestByChance {
 public:
  explicit BestByChance(Index numShifts);
  void add(const std::vector<double>& precisions);
  /// Absent without a shift that tells anything.
  std::optional<ChanceOfBest> result() const;

 private:
  std::vector<double> m_best;  ///< by shift, NaN: no head yet
};

}  // namespace engine
