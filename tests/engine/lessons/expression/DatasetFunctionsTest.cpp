// Functions of alignments, structures, paths and maps.
#include <gtest/gtest.h>

#include "engine/alignment/Alignment.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/io/Format.h"
#include "tests/engine/lessons/expression/Evaluated.h"
#include "tests/support/Files.h"

using namespace engine;
using namespace engine::test;

namespace dataset_functions_test {

template <class T>
DatasetPtr datasetOf(T value) {
  auto dataset = std::make_shared<Dataset>();
  dataset->title = "made";
  dataset->value = std::make_shared<const T>(std::move(value));
  return dataset;
}

Sequence sequence(const std::string& name, const std::string& letters) {
  Sequence made;
  made.name = name;
  for (const char c : letters) made.codes.push_back(alphabet::codeOf(c));
  return made;
}

/// m: four rows of five columns.
NamedValues aligned() {
  return NamedValues({{"m", datasetOf(alignmentOf({sequence("first", "ACDQ-"), sequence("second", "ACEK-"),
                                                   sequence("third", "A-EQW"), sequence("fourth", "GCE-W")}))}});
}

TEST(AlignmentFunctions, LettersFractionsIdentity) {
  const NamedValues scope = aligned();
  EXPECT_EQ(textOf("letter(m, 1, 4)", scope), "Q");
  EXPECT_EQ(textOf("letter(m, \"third\", 5)", scope), "W");
  EXPECT_EQ(textOf("letter(m, 1, 5)", scope), "-");
  EXPECT_DOUBLE_EQ(numberOf("fraction(m, 4, \"Q\")", scope), 2.0 / 3);
  EXPECT_DOUBLE_EQ(numberOf("fraction(m, 4, \"QK\")", scope), 1);
  EXPECT_DOUBLE_EQ(numberOf("fraction(m, 4, \"-\")", scope), 0.25);
  EXPECT_DOUBLE_EQ(numberOf("identity(m, 1, 2)", scope), 0.5);
  EXPECT_DOUBLE_EQ(numberOf("identity(m, \"first\", \"third\")", scope), 2.0 / 3);
  EXPECT_DOUBLE_EQ(numberOf("identity(m, 1, 1)", scope), 1);
  EXPECT_EQ(numberOf("len(m)", scope), 5);
}

TEST(AlignmentFunctions, OneHotOfSelectedRowsAndColumns) {
  const NamedValues scope = aligned();
  const LessonArray some = arrayOf("onehot(m, rows 3 1, columns 1..3)", scope);
  EXPECT_EQ(some.shape(), (Shape{2, 3, 20}));
  double total = 0;
  for (const double value : some) total += value;
  EXPECT_EQ(total, 5);
  EXPECT_EQ(some(0, 0, 0), 1);  // third: A
  EXPECT_EQ(some(0, 2, 6), 1);  // third: E
  EXPECT_EQ(some(1, 2, 3), 1);  // first: D
  EXPECT_EQ(arrayOf("onehot(m, rows 2..3)", scope).shape(), (Shape{2, 5, 20}));
  EXPECT_EQ(arrayOf("onehot(m, columns 5)", scope).shape(), (Shape{4, 1, 20}));
}

TEST(AlignmentFunctions, TellWhatIsOutside) {
  const NamedValues scope = aligned();
  EXPECT_EQ(failureOf("letter(m, 5, 1)", scope), "letter: row 5 is none of 1 to 4");
  EXPECT_EQ(failureOf("letter(m, 1, 0)", scope), "letter: column 0 is none of 1 to 5");
  EXPECT_EQ(failureOf("letter(m, \"thrd\", 1)", scope), "letter: no row is called \"thrd\"; did you mean \"third\"?");
  EXPECT_EQ(failureOf("fraction(m, 1, \"1\")", scope), "fraction: \"1\" is no letter of proteins");
  EXPECT_EQ(failureOf("onehot(m, rows 9)", scope), "onehot: row 9 is none of 1 to 4");
  EXPECT_EQ(failureOf("onehot(m, 3)", scope), "onehot: argument 2: expected rows 1 2 or columns 3..5");
  EXPECT_EQ(failureOf("m + 1", scope), "this is an alignment, expected numbers");
}

TEST(AlignmentFunctions, LactateDehydrogenasesAtColumnHundred) {
  Diagnostics diagnostics;
  Progress progress;
  const auto dataset = std::make_shared<const Dataset>(load(::test::sampleFile("lactate.a3m"), diagnostics, progress));
  const NamedValues scope({{"m", dataset}});
  EXPECT_DOUBLE_EQ(numberOf("fraction(m, 100, \"K\")", scope), 23.0 / 91);
}

TEST(StructureFunctions, AgreeWithThePairGeometry) {
  Diagnostics diagnostics;
  Progress progress;
  const auto dataset =
      std::make_shared<const Dataset>(load(::test::sampleFile("1ldm_A.pdb.gz"), diagnostics, progress));
  const auto structure = dataset->share<Structure>();
  const PairGeometry geometry = pairGeometryOf(structure->chains[0], 1, progress);
  const NamedValues scope(
      {{"p", dataset}, {"g", datasetOf(ChainGeometry{structure, structure->chains[0].id, geometry})}});
  EXPECT_NEAR(numberOf("distance(p, 250, 34)", scope), geometry.distance(249, 33), 1e-4);
  EXPECT_EQ(numberOf("distance(g, 250, 34)", scope), geometry.distance(249, 33));
  EXPECT_EQ(numberOf("distance(p, 1, 1)", scope), 0);
  EXPECT_EQ(textOf("ss(p, 70)", scope), std::string(1, geometry.dssp[69]));
  EXPECT_EQ(textOf("ss(p)", scope), geometry.dssp);
  EXPECT_EQ(textOf("ss(g, 70)", scope), std::string(1, geometry.dssp[69]));
  EXPECT_EQ(numberOf("len(p)", scope), 329);
  EXPECT_EQ(failureOf("distance(p, 330, 1)", scope), "distance: residue 330 is none of 1 to 329");
  EXPECT_NE(failureOf("distance(p, 1, 1, \"Z\")", scope), "");
}

TEST(HeadFunctions, PrecisionOfAMapThatKnowsTheContacts) {
  PairGeometry geometry;
  geometry.distance = Array<float>({9, 9}, 10.0F);
  geometry.contacts = Array<Bool>({9, 9}, Bool{0});
  for (const auto& [i, j] : {std::pair{0, 8}, std::pair{1, 7}}) geometry.contacts(i, j) = geometry.contacts(j, i) = {1};
  LessonArray map({9, 9}, 0.0);
  map(8, 0) = 3;  // one side of the pair alone counts too
  map(0, 6) = 2;
  map(1, 7) = 1 + 1e-12;
  map(2, 8) = 1;
  const NamedValues scope({{"A", map}, {"g", datasetOf(ChainGeometry{nullptr, "", geometry})}});
  EXPECT_EQ(numberOf("precision(A, g, 6, 8, 1)", scope), 1);
  EXPECT_EQ(numberOf("precision(A, g, 6, 8, 2)", scope), 0.5);
  EXPECT_DOUBLE_EQ(numberOf("precision(A, g, 6, 8, 3)", scope), 2.0 / 3);  // ranked in double, not in float
  EXPECT_EQ(numberOf("precision(A, g, 6, 8, range(1 3 1))[2]", scope), 0.5) << "a share for each count";
  EXPECT_EQ(numberOf("sum(size(precision(A, g, 6, 8, range(1 3 1))))", scope), 3);
  EXPECT_EQ(numberOf("precision(A, g, 6, 7, 1)", scope), 0);
  EXPECT_EQ(numberOf("precision(A, g, 9, 9, 1)", scope), 0);
  EXPECT_EQ(failureOf("precision(A, g, 6, 8, 0)", scope), "precision: the number of pairs is 0, expected 1 or more");
  EXPECT_NE(failureOf("precision([1], g, 6, 8, 1)", scope), "");
}

TEST(HeadFunctions, CorrectionTakesAwayWhatRowsAndColumnsExplain) {
  const LessonArray corrected = arrayOf("apc([1 2; 2 4])");
  for (const double value : corrected) EXPECT_NEAR(value, 0, 1e-15);
  EXPECT_DOUBLE_EQ(arrayOf("apc([1 0; 0 1])")(0, 0), 0.5);
  EXPECT_EQ(failureOf("apc((1 2))"), "apc: expected a square map, found 2 numbers");
}

TEST(PathFunctions, TellScoreStatesAndPairs) {
  ProfileAlignment alignment;
  AlignmentPath path;
  path.steps = {{PairState::MM, 2, 0}, {PairState::MI, 3, 0}, {PairState::MM, 4, 1}};
  alignment.paths = {path, AlignmentPath{{{PairState::MM, 0, 0}}, 1}};
  alignment.scores.resize(2);
  alignment.scores[0].total = 12.5;
  alignment.scores[1].total = 1;
  const NamedValues scope({{"p", datasetOf(alignment)}, {"none", datasetOf(ProfileAlignment{})}});
  EXPECT_EQ(numberOf("score(p)", scope), 12.5);
  EXPECT_EQ(numberOf("score(p, 2)", scope), 1);
  EXPECT_EQ(numberOf("length(p)", scope), 3);
  EXPECT_EQ(textOf("states(p)", scope), "MM MI MM");
  EXPECT_EQ(numberOf("states(p, \"MM\")", scope), 2);
  EXPECT_EQ(arrayOf("pairs(p)", scope), matrixOf({2, 2}, {3, 1, 5, 2}));
  EXPECT_EQ(failureOf("score(p, 3)", scope), "score: path 3 is none of 1 to 2");
  EXPECT_EQ(failureOf("score(none)", scope), "score: nothing aligned: there is no path");
}

}  // namespace dataset_functions_test
