// A profile made ready for many alignments: pseudocounts included, single precision, contiguous.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

struct SearchProfile {
  static constexpr std::uint8_t kUnknownStructure = 255;

  Index length = 0;                     ///< Nt
  std::vector<float> emissions;         ///< Nt x 20
  std::vector<float> transitions;       ///< (Nt + 1) x 7 in the order of Transition: log2, -inf where impossible
  std::array<float, 20> composition{};  ///< compositionOf(profile)
  std::array<float, 20> background{};   ///< p(a)
  float neff = 1;
};

/// Of a profile that has its pseudocounts. Throws Error when the profile contradicts itself.
SearchProfile searchProfile(const ProfileHmm& profile);

}  // namespace engine
