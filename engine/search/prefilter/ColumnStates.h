// The column-state alphabet: a profile column as one letter, the nearest of at most 219 typical columns
// (MATHEMATICS.md 2.1). A database of profiles becomes byte strings that the prefilter runs through.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/hmm/pseudocounts/Pseudocounts.h"

namespace engine {

/// K typical columns.
struct ColumnStates {
  static constexpr int kMaxStates = 219;
  static constexpr std::uint8_t kAny = 219;  ///< the letter that stands for no state
  static constexpr int kNumLetters = 220;    ///< letters of the strings: 0 .. K - 1 and kAny

  std::vector<ResidueVector> probabilities;  ///< K x 20, > 0, each sums to 1
  std::vector<double> priors;                ///< K, > 0, sum to 1

  int count() const { return static_cast<int>(probabilities.size()); }
  /// Throws Error naming the state when there is none or more than kMaxStates, or when probabilities or priors are not
  /// positive or do not sum to 1 (1e-6).
  void validate() const;
  bool operator==(const ColumnStates&) const = default;
};

/// The states that come with the program (resources/column-states).
const ColumnStates& standardColumnStates();

/// A library of single-column contexts as text, the form of cs219.lib: per state PRIOR and a line of 20 values
/// -1000 log2 p under their letters. What rounding left over is normalised away. Throws Error naming `source` and line.
ColumnStates parseColumnStates(std::string_view text, const std::string& source);
std::string columnStatesText(const ColumnStates& states);

/// Pseudocounts of the profiles that letters are given to: share 0.3 (4 + 1) / (4 + Neff).
EmissionPseudocounts letterPseudocounts();

/// Finds the letters of many columns. May be used by several threads at once.
class ColumnLetters {
 public:
  explicit ColumnLetters(const ColumnStates& states);
  /// The letter of each column (Nt, 0 .. K - 1): argmax over k of ln prior_k + 1000 sum_a p(a) ln p_k(a); the first of
  /// equals.
  std::vector<std::uint8_t> of(const std::vector<ResidueVector>& columns) const;
  /// Of a profile with letterPseudocounts from the Gonnet matrix, or with those that it has already.
  std::vector<std::uint8_t> of(const ProfileHmm& profile) const;

 private:
  /// States side by side, so that many are compared at once: 20 x K weights, and K logarithms of priors.
  std::vector<double> m_weights, m_logPriors;
};

/// ColumnLetters::of() for once.
std::vector<std::uint8_t> columnLetters(const std::vector<ResidueVector>& columns, const ColumnStates& states);
std::vector<std::uint8_t> columnLetters(const ProfileHmm& profile, const ColumnStates& states);

}  // namespace engine
