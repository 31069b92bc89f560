// Occupancy and inserts of profiles against numbers computed by hand.
#include "engine/hmm/profile/ColumnOccupancy.h"

#include <cmath>

#include <gtest/gtest.h>

namespace column_occupancy_test {

using engine::Transition;

engine::ProfileHmm profileOf(engine::Index length) {
  engine::ProfileHmm profile;
  profile.emissions.resize(static_cast<size_t>(length));
  profile.transitions.resize(static_cast<size_t>(length) + 1);
  for (auto& row : profile.transitions) row.fill(engine::kImpossible);
  for (auto& row : profile.transitions) row[static_cast<size_t>(Transition::MM)] = 0;
  return profile;
}

void set(engine::ProfileHmm& profile, engine::Index column, Transition transition, double probability) {
  profile.transitions[static_cast<size_t>(column + 1)][static_cast<size_t>(transition)] = std::log2(probability);
}

TEST(ColumnOccupancy, isOneWithoutDeletions) {
  const engine::ColumnOccupancy occupancy = engine::columnOccupancy(profileOf(3));
  EXPECT_EQ(occupancy.match, (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(occupancy.insertProbability, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(occupancy.insertLength, (std::vector<double>{1, 1, 1}));
}

TEST(ColumnOccupancy, followsDeletionsAndTheirEnds) {
  engine::ProfileHmm profile = profileOf(3);
  set(profile, 0, Transition::MM, 0.75);
  set(profile, 0, Transition::MD, 0.25);
  set(profile, 1, Transition::DM, 0.5);
  set(profile, 1, Transition::DD, 0.5);
  const engine::ColumnOccupancy occupancy = engine::columnOccupancy(profile);
  EXPECT_DOUBLE_EQ(occupancy.match[0], 1);
  EXPECT_DOUBLE_EQ(occupancy.match[1], 0.75);
  EXPECT_DOUBLE_EQ(occupancy.match[2], 0.75 + 0.25 * 0.5);
}

TEST(ColumnOccupancy, profilesMayBeginWithDeletions) {
  engine::ProfileHmm profile = profileOf(1);
  set(profile, -1, Transition::MM, 0.6);
  set(profile, -1, Transition::MD, 0.4);
  EXPECT_DOUBLE_EQ(engine::columnOccupancy(profile).match[0], 0.6);
}

TEST(ColumnOccupancy, insertsHaveTheirProbabilityAndMeanLength) {
  engine::ProfileHmm profile = profileOf(2);
  set(profile, 0, Transition::MM, 0.45);
  set(profile, 0, Transition::MI, 0.05);  // a sum of 0.5: weakened gaps are not renormalised in files
  set(profile, 0, Transition::IM, 0.25);
  set(profile, 0, Transition::II, 0.75);
  const engine::ColumnOccupancy occupancy = engine::columnOccupancy(profile);
  EXPECT_DOUBLE_EQ(occupancy.insertProbability[0], 0.1);
  EXPECT_DOUBLE_EQ(occupancy.insertLength[0], 4);
  EXPECT_DOUBLE_EQ(occupancy.match[1], 1) << "an insert comes back to the next match state";
}

TEST(ColumnOccupancy, statesWithoutTransitionsAndEmptyProfilesAreFine) {
  EXPECT_TRUE(engine::columnOccupancy({}).match.empty());
  EXPECT_TRUE(engine::columnOccupancy(profileOf(0)).match.empty());
  engine::ProfileHmm profile = profileOf(2);
  for (auto& row : profile.transitions) row.fill(engine::kImpossible);
  EXPECT_EQ(engine::columnOccupancy(profile).match, (std::vector<double>{1, 1}));
}

}  // namespace column_occupancy_test
