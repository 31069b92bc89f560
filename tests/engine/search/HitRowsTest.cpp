// Rows of a path: which letter stands where, checked by hand; the reference reports are in tests/engine/io/HhrTest.cpp.
#include "engine/search/hits/HitRows.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace engine;

namespace hit_rows_test {

/// A profile of the match columns of an A3M row; every column prefers its letter.
ProfileHmm profileOf(const std::string& a3m) {
  ProfileHmm profile;
  profile.name = "profile";
  profile.background.fill(0.05);
  for (const char c : a3m) {
    if (c >= 'a' && c <= 'z') continue;
    ResidueVector column;
    column.fill(c == '-' ? 0.05 : 0.01);
    if (c != '-') column[alphabet::codeOf(c)] = 0.81;
    profile.emissions.push_back(column);
    profile.masterLetters += c;
    profile.consensus += c == '-' ? 'x' : c;
  }
  profile.shownSequences = {{"profile", a3m}};
  return profile;
}

PathDescription describe(const ProfileHmm& query, const ProfileHmm& templ, std::vector<PathStep> steps) {
  AlignmentPath path;
  path.steps = std::move(steps);
  return describedPath(query, templ, path, ColumnScorer(query, templ, NullModel::background), gonnet());
}

using enum PairState;

TEST(HitRows, anEmptyPathHasEmptyRows) {
  const PathDescription found = describe(profileOf("ACD"), profileOf(""), {});
  EXPECT_EQ(found.rows.query, "");
  EXPECT_EQ(found.rows.marks, "");
  EXPECT_EQ(found.numPairs, 0);
  EXPECT_TRUE(std::isnan(found.identity));
  EXPECT_TRUE(std::isnan(found.similarity));
}

TEST(HitRows, pairsCountIdentityAndSimilarity) {
  const PathDescription found = describe(profileOf("ACD"), profileOf("WCE"), {{MM, 1, 1, 0, 0.99}, {MM, 2, 2, 0, 0.3}});
  EXPECT_EQ(found.rows.query, "CD");
  EXPECT_EQ(found.rows.templ, "CE");
  EXPECT_EQ(found.rows.confidence, "93");
  EXPECT_EQ(found.rows.marks, "|-");
  EXPECT_EQ(found.numPairs, 2);
  EXPECT_DOUBLE_EQ(found.identity, 50);
  const ResidueMatrix& scores = gonnet().score;
  const auto code = [](char c) { return alphabet::codeOf(c); };
  EXPECT_DOUBLE_EQ(found.similarity, (scores[code('C')][code('C')] + scores[code('D')][code('E')]) / 2);
  EXPECT_EQ(found.rows.queryFirst, 1);
  EXPECT_EQ(found.rows.queryResidues, 3);
}

TEST(HitRows, columnsOfOneSideFaceDashes) {
  const PathDescription found =
      describe(profileOf("ACDE"), profileOf("AWYE"), {{MM, 0, 0}, {MI, 1, 0}, {MI, 2, 0}, {MM, 3, 3}});
  EXPECT_EQ(found.rows.query, "ACDE");
  EXPECT_EQ(found.rows.templ, "A--E");
  EXPECT_EQ(found.rows.marks.substr(1, 2), "  ");
  EXPECT_TRUE(found.rows.confidence.empty());
}

TEST(HitRows, residuesBetweenColumnsStandBehindTheLeftOneAndFaceDots) {
  const PathDescription found = describe(profileOf("gAkCD"), profileOf("AlmCD"), {{MM, 0, 0}, {MM, 1, 1}, {MM, 2, 2}});
  EXPECT_EQ(found.rows.query, "Ak.CD");
  EXPECT_EQ(found.rows.queryConsensus, "A..CD");
  EXPECT_EQ(found.rows.templ, "AlmCD");
  EXPECT_EQ(found.rows.templateConsensus, "A..CD");
  EXPECT_EQ(found.rows.queryFirst, 1);
  EXPECT_EQ(found.rows.queryResidues, 5);
}

TEST(HitRows, residuesOfTheSideThatWaitsFaceTheColumnsOfTheOther) {
  // Behind A the query has two residues, and the template goes on alone by one column with a residue behind it.
  PathDescription found = describe(profileOf("AwyC"), profileOf("ADeC"), {{MM, 0, 0}, {GD, 0, 1}, {MM, 1, 2}});
  EXPECT_EQ(found.rows.query, "AwyC");
  EXPECT_EQ(found.rows.queryConsensus, "A-.C");
  EXPECT_EQ(found.rows.templ, "ADeC");
  EXPECT_EQ(found.rows.templateConsensus, "AD.C");
  // More residues than columns, and fewer.
  found = describe(profileOf("AwyvC"), profileOf("ADC"), {{MM, 0, 0}, {IM, 0, 1}, {MM, 1, 2}});
  EXPECT_EQ(found.rows.queryConsensus, "A-..C");
  EXPECT_EQ(found.rows.templ, "AD..C");
  found = describe(profileOf("AwC"), profileOf("ADEC"), {{MM, 0, 0}, {IM, 0, 1}, {IM, 0, 2}, {MM, 1, 3}});
  EXPECT_EQ(found.rows.query, "Aw-C");
  EXPECT_EQ(found.rows.queryConsensus, "A--C");
}

TEST(HitRows, predictionsOfLowConfidenceAreInLowerCase) {
  ProfileHmm query = profileOf("ACDE");
  query.annotations = {{"ss_pred", "HEHC"}, {"ss_conf", "9760"}, {"ss_dssp", "GHE-"}, {"sa_other", "abcd"}};
  const PathDescription found = describe(query, profileOf("AE"), {{MM, 0, 0}, {DG, 1, 0}, {DG, 2, 0}, {MM, 3, 1}});
  using Rows = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(found.rows.queryAnnotations, (Rows{{"ss_dssp", "GHE-"}, {"ss_pred", "HEhc"}}));
  EXPECT_TRUE(found.rows.templateAnnotations.empty());
}

TEST(HitRows, columnsWithoutResidueInTheMasterAreDashes) {
  const PathDescription found = describe(profileOf("A-C"), profileOf("ADC"), {{MM, 0, 0}, {MM, 1, 1}, {MM, 2, 2}});
  EXPECT_EQ(found.rows.query, "A-C");
  EXPECT_EQ(found.rows.queryConsensus, "A~C");
  EXPECT_EQ(found.rows.queryResidues, 2);
  EXPECT_NEAR(found.identity, 200.0 / 3, 1e-9);
}

}  // namespace hit_rows_test
