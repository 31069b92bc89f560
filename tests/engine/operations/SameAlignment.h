// Whether two alignments of profiles are the same to the last bit.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "engine/datasets/files/AlignmentOptionsNote.h"
#include "engine/datasets/files/ProfileFile.h"
#include "engine/hmm/pair/ProfileAlignment.h"

namespace test {

inline void expectSameMatrices(const engine::DpMatrices& found, const engine::DpMatrices& expected) {
  ASSERT_EQ(found.states, expected.states);
  EXPECT_EQ(found.planes, expected.planes);
  EXPECT_EQ(found.backtrace, expected.backtrace);
  if (!expected.planes.empty()) {
    EXPECT_EQ(found.kind, expected.kind);
  }
}

inline void expectSameProfile(const engine::ProfileHmm& found, const engine::ProfileHmm& expected) {
  EXPECT_EQ(engine::profileNote(found), engine::profileNote(expected));
  EXPECT_EQ(found.emissions, expected.emissions);
  EXPECT_EQ(found.transitions, expected.transitions);
  EXPECT_EQ(found.columnNeff, expected.columnNeff);
  EXPECT_EQ(found.rows, expected.rows);
  EXPECT_EQ(found.composition, expected.composition);
}

/// NaN equals NaN: not computed.
inline std::vector<std::uint64_t> bitsOf(const engine::PathScores& scores) {
  std::vector<std::uint64_t> bits;
  for (const double value : {scores.viterbi, scores.secondaryStructure, scores.correlation, scores.total, scores.pValue,
                             scores.eValue, scores.probability, scores.sumProbabilities})
    bits.push_back(std::isnan(value) ? 0 : std::bit_cast<std::uint64_t>(value));
  return bits;
}

inline void expectSameAlignment(const engine::ProfileAlignment& found, const engine::ProfileAlignment& expected) {
  expectSameProfile(*found.query, *expected.query);
  expectSameProfile(*found.templ, *expected.templ);
  ASSERT_EQ(found.judgedQuery != nullptr, expected.judgedQuery != nullptr);
  if (expected.judgedQuery) expectSameProfile(*found.judgedQuery, *expected.judgedQuery);
  expectSameMatrices(found.matrices, expected.matrices);
  expectSameMatrices(found.forward, expected.forward);
  expectSameMatrices(found.backward, expected.backward);
  expectSameMatrices(found.posterior, expected.posterior);
  EXPECT_EQ(found.paths, expected.paths);
  EXPECT_EQ(found.coOptimalPaths, expected.coOptimalPaths);
  EXPECT_EQ(found.sampledPaths, expected.sampledPaths);
  EXPECT_EQ(found.opened, expected.opened);
  ASSERT_EQ(found.scores.size(), expected.scores.size());
  for (size_t k = 0; k < expected.scores.size(); ++k)
    EXPECT_EQ(bitsOf(found.scores[k]), bitsOf(expected.scores[k])) << "path " << k;
  EXPECT_EQ(engine::alignmentOptionsNote(found.options), engine::alignmentOptionsNote(expected.options));
}

}  // namespace test
