// Column strings and prefilter scores of the reference program, and the user's library of column states.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/search/prefilter/ColumnStates.h"

namespace test {

struct PrefilterPair {
  std::string query, templ;
  int ungappedLessLength = 0;  ///< ungapped score less trunc(4 (log2 Nq + log2 Nt))
  int gappedBits = 0;          ///< trunc(gapped score / 4)
};

struct PrefilterReference {
  std::string why;  ///< what is missing; empty: everything is there
  engine::ColumnStates states;
  std::map<std::string, std::vector<std::uint8_t>> letters;  ///< of each template
  std::vector<PrefilterPair> pairs;

  /// Profile of this name, without pseudocounts.
  engine::ProfileHmm profile(const std::string& name) const;
};

PrefilterReference prefilterReference();

}  // namespace test
