// A query and templates of which every tenth is related to it: what the tests of searches share.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/search/Search.h"
#include "tests/engine/hmm/Support.h"

namespace test {

using namespace engine;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A copy of columns [first, first + count) with noise: something to be found.
inline ProfileHmm relative(const ProfileHmm& profile, Index first, Index count, Random& random,
                           const std::string& name) {
  ProfileHmm part = randomProfile(count, random, false);
  part.name = name;
  for (Index i = 0; i < count; ++i) {
    ResidueVector& column = part.emissions[static_cast<size_t>(i)];
    const ResidueVector& original = profile.emissions[static_cast<size_t>(first + i)];
    for (size_t a = 0; a < column.size(); ++a) column[a] = 0.3 * column[a] + 0.7 * original[a];
  }
  return part;
}

/// Columns with one strong residue each, as in conserved families.
inline ProfileHmm sharpProfile(Index length, Random& random, const std::string& name) {
  ProfileHmm profile = randomProfile(length, random, false);
  profile.name = name;
  profile.neff = 4;
  for (ResidueVector& column : profile.emissions) {
    for (double& p : column) p *= 0.2;
    column[random.below(20)] += 0.8;
  }
  return profile;
}

struct World {
  Random random{11};
  ProfileHmm query = sharpProfile(80, random, "query");
  std::vector<ProfileHmm> profiles;

  /// Every tenth template is related to the query.
  explicit World(int count) {
    for (int k = 0; k < count; ++k) {
      const std::string name = "t" + std::to_string(k);
      const auto length = static_cast<Index>(20 + random.below(60));
      profiles.push_back(
          k % 10 == 3 ? relative(query, static_cast<Index>(random.below(static_cast<std::uint64_t>(81 - length))),
                                 length, random, name)
                      : sharpProfile(length, random, name));
    }
  }
  SearchResult search(const SearchOptions& options, int threads = 1) const {
    Diagnostics diagnostics;
    Progress progress;
    return searchDatabase(query, *Database::of(profiles), options, {nullptr, threads}, diagnostics, progress);
  }
};

inline void expectSameHits(const SearchResult& a, const SearchResult& b) {
  ASSERT_EQ(a.hits.size(), b.hits.size());
  for (size_t k = 0; k < a.hits.size(); ++k) {
    EXPECT_EQ(a.hits[k].name, b.hits[k].name) << k;
    EXPECT_EQ(a.hits[k].path, b.hits[k].path) << k;
    EXPECT_EQ(a.hits[k].scores.total, b.hits[k].scores.total) << k;
    EXPECT_EQ(a.hits[k].scores.pValue, b.hits[k].scores.pValue) << k;
  }
}

}  // namespace test
