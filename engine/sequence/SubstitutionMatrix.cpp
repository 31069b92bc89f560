// Substitution matrices from published numbers. Gonnet, Cohen, Benner: Science 256 (1992) 1443, 10 log10 odds at PAM
// 250. Henikoff, Henikoff: PNAS 89 (1992) 10915, the pair frequencies behind BLOSUM62 (four decimals).
#include "engine/sequence/SubstitutionMatrix.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/base/Error.h"

namespace engine {

namespace {

constexpr size_t kSize = alphabet::kNumResidues;

// Lower triangles, diagonal included, residues in the order ARNDCQEGHILKMFPSTWYV.
using Triangle = std::array<double, kSize*(kSize + 1) / 2>;

constexpr Triangle kGonnetTenLog10 = {
    2.4,                                                                                                         // A
    -0.6, 4.7,                                                                                                   // R
    -0.3, 0.3,  3.8,                                                                                             // N
    -0.3, -0.3, 2.2,  4.7,                                                                                       // D
    0.5,  -2.2, -1.8, -3.2, 11.5,                                                                                // C
    -0.2, 1.5,  0.7,  0.9,  -2.4, 2.7,                                                                           // Q
    0.0,  0.4,  0.9,  2.7,  -3.0, 1.7,  3.6,                                                                     // E
    0.5,  -1.0, 0.4,  0.1,  -2.0, -1.0, -0.8, 6.6,                                                               // G
    -0.8, 0.6,  1.2,  0.4,  -1.3, 1.2,  0.4,  -1.4, 6.0,                                                         // H
    -0.8, -2.4, -2.8, -3.8, -1.1, -1.9, -2.7, -4.5, -2.2, 4.0,                                                   // I
    -1.2, -2.2, -3.0, -4.0, -1.5, -1.6, -2.8, -4.4, -1.9, 2.8,  4.0,                                             // L
    -0.4, 2.7,  0.8,  0.5,  -2.8, 1.5,  1.2,  -1.1, 0.6,  -2.1, -2.1, 3.2,                                       // K
    -0.7, -1.7, -2.2, -3.0, -0.9, -1.0, -2.0, -3.5, -1.3, 2.5,  2.8,  -1.4, 4.3,                                 // M
    -2.3, -3.2, -3.1, -4.5, -0.8, -2.6, -3.9, -5.2, -0.1, 1.0,  2.0,  -3.3, 1.6,  7.0,                           // F
    0.3,  -0.9, -0.9, -0.7, -3.1, -0.2, -0.5, -1.6, -1.1, -2.6, -2.3, -0.6, -2.4, -3.8, 7.6,                     // P
    1.1,  -0.2, 0.9,  0.5,  0.1,  0.2,  0.2,  0.4,  -0.2, -1.8, -2.1, 0.1,  -1.4, -2.8, 0.4,  2.2,               // S
    0.6,  -0.2, 0.5,  0.0,  -0.5, 0.0,  -0.1, -1.1, -0.3, -0.6, -1.3, 0.1,  -0.6, -2.2, 0.1,  1.5,  2.5,         // T
    -3.6, -1.6, -3.6, -5.2, -1.0, -2.7, -4.3, -4.0, -0.8, -1.8, -0.7, -3.5, -1.0, 3.6,  -5.0, -3.3, -3.5, 14.2,  // W
    -2.2, -1.8, -1.4, -2.8, -0.5, -1.7, -2.7, -4.0, 2.2,  -0.7, 0.0,  -2.1, -0.2, 5.1,  -3.1, -1.9, -1.9, 4.1,
    7.8,  // Y
    0.1,  -2.0, -2.2, -2.9, 0.0,  -1.5, -1.9, -3.3, -2.0, 3.1,  1.8,  -1.7, 1.6,  0.1,  -1.8, -1.0, 0.0,  -2.6,
    -1.1, 3.4,  // V
};

// HH-suite 3.3.0 keeps joint probabilities with six decimals, made from the odds above and residue frequencies that are
// not quite the solution for them. These frequencies were fitted to the probabilities that the program prints (-v 4);
// with them 207 of the 210 come out identical and three differ by one in the sixth decimal.
constexpr ResidueVector kHhsuiteFrequencies = {
    0.0767141, 0.0513427, 0.0401543, 0.0540387, 0.0188786, 0.0326641, 0.0598330, 0.0755162, 0.0368594, 0.0505435,
    0.0999880, 0.0596343, 0.0219757, 0.0349614, 0.0453495, 0.0466474, 0.0711207, 0.0124866, 0.0394549, 0.0727205};

// Units of 1/10000.
constexpr Triangle kBlosum62Pairs = {
    215,                                                                                             // A
    23,  178,                                                                                        // R
    19,  20,  141,                                                                                   // N
    22,  16,  37,  213,                                                                              // D
    16,  4,   4,   4,   119,                                                                         // C
    19,  25,  15,  16,  3,   73,                                                                     // Q
    30,  27,  22,  49,  4,   35, 161,                                                                // E
    58,  17,  29,  25,  8,   14, 19,  378,                                                           // G
    11,  12,  14,  10,  2,   10, 14,  10,  93,                                                       // H
    32,  12,  10,  12,  11,  9,  12,  14,  6,  184,                                                  // I
    44,  24,  14,  15,  16,  16, 20,  21,  10, 114, 371,                                             // L
    33,  62,  24,  24,  5,   31, 41,  25,  12, 16,  25,  161,                                        // K
    13,  8,   5,   5,   4,   7,  7,   7,   4,  25,  49,  9,   40,                                    // M
    16,  9,   8,   8,   5,   5,  9,   12,  8,  30,  54,  9,   12, 183,                               // F
    22,  10,  9,   12,  4,   8,  14,  14,  5,  10,  14,  16,  4,  5,   191,                          // P
    63,  23,  31,  28,  10,  19, 30,  38,  11, 17,  24,  31,  9,  12,  17,  126,                     // S
    37,  18,  22,  19,  9,   14, 20,  22,  7,  27,  33,  23,  10, 12,  14,  47,  125,                // T
    4,   3,   2,   2,   1,   2,  3,   4,   2,  4,   7,   3,   2,  8,   1,   3,   3,   65,            // W
    13,  9,   7,   6,   3,   7,  9,   8,   15, 14,  22,  10,  6,  42,  5,   10,  9,   9,  102,       // Y
    51,  16,  12,  13,  14,  12, 17,  18,  6,  120, 95,  19,  23, 26,  12,  24,  36,  4,  15,  196,  // V
};

ResidueMatrix symmetric(const Triangle& triangle) {
  ResidueMatrix matrix{};
  size_t next = 0;
  for (size_t a = 0; a < kSize; ++a)
    for (size_t b = 0; b <= a; ++b) matrix[a][b] = matrix[b][a] = triangle[next++];
  return matrix;
}

/// x of matrix x = (1, ..., 1), by Gaussian elimination with row pivoting.
ResidueVector solveForOnes(ResidueMatrix matrix) {
  ResidueVector x;
  x.fill(1.0);
  for (size_t k = 0; k < kSize; ++k) {
    size_t pivot = k;
    for (size_t r = k + 1; r < kSize; ++r)
      if (std::abs(matrix[r][k]) > std::abs(matrix[pivot][k])) pivot = r;
    std::swap(matrix[k], matrix[pivot]);
    std::swap(x[k], x[pivot]);
    for (size_t r = k + 1; r < kSize; ++r) {
      const double factor = matrix[r][k] / matrix[k][k];
      for (size_t c = k; c < kSize; ++c) matrix[r][c] -= factor * matrix[k][c];
      x[r] -= factor * x[k];
    }
  }
  for (size_t k = kSize; k-- > 0;) {
    for (size_t c = k + 1; c < kSize; ++c) x[k] -= matrix[k][c] * x[c];
    x[k] /= matrix[k][k];
  }
  return x;
}

ResidueMatrix jointOf(ResidueMatrix odds, const ResidueVector& frequencies) {
  for (size_t a = 0; a < kSize; ++a)
    for (size_t b = 0; b < kSize; ++b) odds[a][b] *= frequencies[a] * frequencies[b];
  return odds;
}

SubstitutionMatrix makeGonnet(GonnetForm form) {
  ResidueMatrix odds = symmetric(kGonnetTenLog10);
  const size_t his = alphabet::kLetters.find('H'), tyr = alphabet::kLetters.find('Y');
  if (form == GonnetForm::hhsuite) odds[his][tyr] = odds[tyr][his] = -odds[his][tyr];
  for (ResidueVector& row : odds)
    for (double& value : row) value = std::pow(10.0, value / 10.0);
  if (form == GonnetForm::published) return substitutionMatrixOf("Gonnet 1992", jointOf(odds, solveForOnes(odds)));
  ResidueMatrix joint = jointOf(odds, kHhsuiteFrequencies);
  constexpr double kDecimals = 1e6;
  for (ResidueVector& row : joint)
    for (double& value : row) value = std::round(value * kDecimals) / kDecimals;
  return substitutionMatrixOf("Gonnet 1992 (HH-suite 3.3)", joint);
}

}  // namespace

SubstitutionMatrix substitutionMatrixOf(std::string name, ResidueMatrix joint) {
  SubstitutionMatrix result;
  result.name = std::move(name);
  double total = 0;
  for (const ResidueVector& row : joint)
    for (const double value : row) total += value;
  for (size_t a = 0; a < kSize; ++a) {
    result.background[a] = 0;
    for (double& value : joint[a]) result.background[a] += value /= total;
  }
  for (size_t a = 0; a < kSize; ++a)
    for (size_t b = 0; b < kSize; ++b) {
      result.conditional[a][b] = joint[a][b] / result.background[b];
      result.score[a][b] = std::log2(joint[a][b] / (result.background[a] * result.background[b]));
    }
  result.joint = joint;
  return result;
}

const SubstitutionMatrix& gonnet(GonnetForm form) {
  static const SubstitutionMatrix published = makeGonnet(GonnetForm::published);
  static const SubstitutionMatrix hhsuite = makeGonnet(GonnetForm::hhsuite);
  return form == GonnetForm::hhsuite ? hhsuite : published;
}

const SubstitutionMatrix& blosum62() {
  static const SubstitutionMatrix matrix = substitutionMatrixOf("BLOSUM62", symmetric(kBlosum62Pairs));
  return matrix;
}

std::string residueExpectationName(ResidueExpectation form) {
  switch (form) {
    case ResidueExpectation::conditional:
      return "conditional";
    case ResidueExpectation::odds:
      return "odds";
    case ResidueExpectation::literal:
      return "literal";
  }
  return "conditional";
}

ResidueExpectation parseResidueExpectation(const std::string& name) {
  for (const auto form : {ResidueExpectation::conditional, ResidueExpectation::odds, ResidueExpectation::literal})
    if (name == residueExpectationName(form)) return form;
  fail("expected residues: found \"", name, "\", expected conditional, odds or literal");
}

ResidueMatrix expectedResidues(const SubstitutionMatrix& matrix, ResidueExpectation form) {
  if (form == ResidueExpectation::conditional) return matrix.conditional;
  ResidueMatrix result{};
  for (size_t x = 0; x < kSize; ++x) {
    double sum = 0;
    for (size_t y = 0; y < kSize; ++y) {
      const double bits = matrix.score[y][x];
      sum += result[y][x] = form == ResidueExpectation::odds ? std::exp2(bits) : std::exp(10 * std::log10(2.0) * bits);
    }
    for (size_t y = 0; y < kSize; ++y) result[y][x] /= sum;
  }
  return result;
}

}  // namespace engine
