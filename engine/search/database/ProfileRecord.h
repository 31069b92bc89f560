// A profile as the bytes that a cache holds: everything that a profile file holds, to its precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// The numbers of a record, where they lie. Nt columns; arrays of transitions and effective numbers lie value by value
/// (all columns of the first, then all of the second, ...), each with the begin state in front.
struct ProfileRecord {
  /// Stands for probability 0.
  static constexpr std::uint16_t kZero = 65535;
  static constexpr double kUnit = 1000;  ///< thousandths of bits, of effective sequences

  Index length = 0;  ///< Nt
  double neff = 1;
  bool hasPseudocounts = false;
  const double* background = nullptr;          ///< 20
  const std::uint16_t* emissions = nullptr;    ///< Nt x 20: -1000 log2 p
  const std::uint16_t* transitions = nullptr;  ///< 7 x (Nt + 1): -1000 log2 p
  const std::uint32_t* columnNeff = nullptr;   ///< 3 x (Nt + 1): thousandths of match, insert, deletion
};

/// Records are multiples of so many bytes, and begin at such.
inline constexpr std::size_t kRecordUnit = 64;

/// A multiple of kRecordUnit bytes. What was read from an HHM file comes back exactly, as long as probabilities are 0
/// or at least 2^-65.534 (smaller ones become 0); other probabilities and effective numbers are rounded to thousandths
/// of bits and of sequences, as writing an HHM file does.
std::vector<std::byte> encodedProfile(const ProfileHmm& profile);

/// Of a record that begins at a multiple of 8 bytes. Throws Error when sizes do not fit the bytes.
ProfileRecord recordIn(std::span<const std::byte> bytes);
ProfileHmm decodedProfile(std::span<const std::byte> bytes);

}  // namespace engine
