// Substitution matrices: probabilities hang together, published numbers come out.
#include "engine/sequence/SubstitutionMatrix.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Error.h"

using namespace engine;

namespace substitution_matrix_test {

constexpr size_t kSize = alphabet::kNumResidues;

size_t code(char letter) { return alphabet::kLetters.find(letter); }

void expectConsistent(const SubstitutionMatrix& matrix) {
  double total = 0, background = 0;
  for (size_t a = 0; a < kSize; ++a) {
    double row = 0, column = 0;
    background += matrix.background[a];
    for (size_t b = 0; b < kSize; ++b) {
      total += matrix.joint[a][b];
      row += matrix.joint[a][b];
      column += matrix.conditional[b][a];
      EXPECT_GT(matrix.joint[a][b], 0);
      EXPECT_NEAR(matrix.joint[a][b], matrix.joint[b][a], 1e-15);
      EXPECT_NEAR(matrix.joint[a][b], matrix.background[a] * matrix.background[b] * std::exp2(matrix.score[a][b]),
                  1e-12);
    }
    EXPECT_NEAR(row, matrix.background[a], 1e-12);
    EXPECT_NEAR(column, 1, 1e-12);
  }
  EXPECT_NEAR(total, 1, 1e-12);
  EXPECT_NEAR(background, 1, 1e-12);
}

TEST(SubstitutionMatrix, probabilitiesAreConsistent) {
  expectConsistent(gonnet(GonnetForm::published));
  expectConsistent(gonnet(GonnetForm::hhsuite));
  expectConsistent(blosum62());
}

TEST(SubstitutionMatrix, hhsuiteBackgroundIsTheOneItWrites) {
  // NULL line of any profile of HH-suite 3.3.0: -1000 log2 p, rounded, in the order below.
  const double null[] = {3706, 5728, 4211, 4064, 4839, 3729, 4763, 4308, 4069, 3323,
                         5509, 4640, 4464, 4937, 4285, 4423, 3815, 3783, 6325, 4665};
  const std::string_view order = "ACDEFGHIKLMNPQRSTVWY";
  for (size_t k = 0; k < kSize; ++k)
    EXPECT_NEAR(-1000 * std::log2(gonnet(GonnetForm::hhsuite).background[code(order[k])]), null[k], 0.55) << order[k];
}

TEST(SubstitutionMatrix, hhsuiteConditionalOfAlanineIsTheOneItMixesIn) {
  // First column of the profile that hhmake makes of the 20 residues with pseudocounts of weight 0.6.
  const double column[] = {1059, 6297, 5045, 4799, 6338, 4297, 5763, 5308, 4936, 4456,
                           6476, 5473, 5099, 5738, 5219, 4792, 4350, 4484, 8255, 6130};
  const std::string_view order = "ACDEFGHIKLMNPQRSTVWY";
  for (size_t k = 0; k < kSize; ++k) {
    const double mixed = 0.6 * gonnet(GonnetForm::hhsuite).conditional[code(order[k])][code('A')] + (k == 0 ? 0.4 : 0);
    EXPECT_NEAR(-1000 * std::log2(mixed), column[k], 0.55) << order[k];
  }
}

TEST(SubstitutionMatrix, publishedGonnetDiffersInTheSignOfHistidineTyrosine) {
  const double bitsPerUnit = std::log2(10.0) / 10;
  EXPECT_NEAR(gonnet().score[code('H')][code('Y')], 2.2 * bitsPerUnit, 0.01);
  EXPECT_NEAR(gonnet(GonnetForm::hhsuite).score[code('H')][code('Y')], -2.2 * bitsPerUnit, 0.01);
  EXPECT_NEAR(gonnet().background[code('H')], 0.0242, 5e-5);
  EXPECT_NEAR(gonnet().background[code('Y')], 0.0316, 6e-5);
  EXPECT_NEAR(gonnet().background[code('N')], 0.0445, 6e-5);
}

TEST(SubstitutionMatrix, blosumScoresRoundToThePublishedHalfBits) {
  // Rows A, W and H of the published matrix.
  const std::string_view order = "ARNDCQEGHILKMFPSTWYV";
  const int alanine[] = {4, -1, -2, -2, 0, -1, -1, 0, -2, -1, -1, -1, -1, -2, -1, 1, 0, -3, -2, 0};
  const int histidine[] = {-2, 0, 1, -1, -3, 0, 0, -2, 8, -3, -3, -1, -2, -1, -2, -1, -2, -2, 2, -3};
  const int tryptophan[] = {-3, -3, -4, -4, -2, -2, -3, -2, -2, -3, -2, -3, -1, 1, -4, -3, -2, 11, 2, -3};
  const auto expectRounded = [&](char residue, const int* published) {
    for (size_t k = 0; k < kSize; ++k) {
      const size_t a = code(residue), b = code(order[k]);
      // Half a unit of rounding, and what the last of four decimals of pair frequencies can do to them and to their
      // sums.
      const double joint = blosum62().joint[a][b];
      const double tolerance = 0.6 + 2 * std::log2(joint / (joint - 0.00005));
      EXPECT_NEAR(2 * blosum62().score[a][b], published[k], tolerance) << residue << order[k];
    }
  };
  expectRounded('A', alanine);
  expectRounded('H', histidine);
  expectRounded('W', tryptophan);
}

TEST(SubstitutionMatrix, everyNameIsConsistentAndOthersAreRefused) {
  for (const std::string& name : substitutionMatrixNames()) expectConsistent(substitutionMatrix(name));
  EXPECT_THROW(substitutionMatrix("blosum63"), Error);
}

TEST(SubstitutionMatrix, blosumScoresRoundToThePublishedOnes) {
  // Units of 1/5, 1/4, 1/3, 1/2 and 1/3 bit; residue frequencies are not those of the blocks, so a unit may be missing.
  const auto units = [](const char* name, char a, char b, double perBit) {
    return substitutionMatrix(name).score[code(a)][code(b)] * perBit;
  };
  EXPECT_NEAR(units("blosum30", 'W', 'W', 5), 20, 1);
  EXPECT_NEAR(units("blosum40", 'A', 'R', 4), -2, 1);
  EXPECT_NEAR(units("blosum50", 'C', 'C', 3), 13, 1);
  EXPECT_NEAR(units("blosum65", 'I', 'V', 2), 3, 1);
  EXPECT_NEAR(units("blosum80", 'D', 'D', 3), 10, 1);
}

TEST(SubstitutionMatrix, threeFormsOfExpectationSharpenInOrder) {
  const size_t cys = code('C'), ala = code('A');
  const ResidueMatrix conditional = expectedResidues(gonnet(), ResidueExpectation::conditional);
  const ResidueMatrix odds = expectedResidues(gonnet(), ResidueExpectation::odds);
  const ResidueMatrix literal = expectedResidues(gonnet(), ResidueExpectation::literal);
  EXPECT_EQ(conditional, gonnet().conditional);
  for (const ResidueMatrix& form : {conditional, odds, literal})
    for (size_t x = 0; x < kSize; ++x) {
      double sum = 0;
      for (size_t y = 0; y < kSize; ++y) sum += form[y][x];
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  // Raw values of Cys: 11.5 to itself, 0.5 to Ala, the next best: e^-11 of it.
  EXPECT_GT(literal[cys][cys], 0.999);
  EXPECT_NEAR(literal[ala][cys] / literal[cys][cys], std::exp(-11.0), 1e-6);
  EXPECT_NEAR(odds[ala][cys] / odds[cys][cys], std::pow(10.0, -1.1), 1e-9);
  EXPECT_NEAR(odds[ala][cys] / odds[cys][cys],
              conditional[ala][cys] / conditional[cys][cys] * gonnet().background[cys] / gonnet().background[ala],
              1e-9);
  for (const auto form : {ResidueExpectation::conditional, ResidueExpectation::odds, ResidueExpectation::literal})
    EXPECT_EQ(parseResidueExpectation(residueExpectationName(form)), form);
  EXPECT_THROW(parseResidueExpectation("softmax"), Error);
}

}  // namespace substitution_matrix_test
