// The BLOSUM series from its published scores. Henikoff, Henikoff: PNAS 89 (1992) 10915, scores in fractions of a bit,
// rounded to whole numbers. Rounding hides the pair frequencies behind them; they are rebuilt as p(a) p(b) 2^score with
// the residue frequencies of BLOSUM62, and scaled by one factor per residue until their sums are those frequencies.
#include <cmath>
#include <cstddef>
#include <iterator>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

namespace {

constexpr size_t kResidues = alphabet::kNumResidues;
constexpr int kMaxRounds = 200;
constexpr double kTolerance = 1e-13;

struct Series {
  const char* name;
  double unitsPerBit;
  signed char scores[kResidues * (kResidues + 1) / 2];  ///< lower triangle, order ARNDCQEGHILKMFPSTWYV
};

// clang-format off
constexpr Series kSeries[] = {
    {"blosum30", 5, {
        4,  // A
        -1, 8,  // R
        0, -2, 8,  // N
        0, -1, 1, 9,  // D
        -3, -2, -1, -3, 17,  // C
        1, 3, -1, -1, -2, 8,  // Q
        0, -1, -1, 1, 1, 2, 6,  // E
        0, -2, 0, -1, -4, -2, -2, 8,  // G
        -2, -1, -1, -2, -5, 0, 0, -3, 14,  // H
        0, -3, 0, -4, -2, -2, -3, -1, -2, 6,  // I
        -1, -2, -2, -1, 0, -2, -1, -2, -1, 2, 4,  // L
        0, 1, 0, 0, -3, 0, 2, -1, -2, -2, -2, 4,  // K
        1, 0, 0, -3, -2, -1, -1, -2, 2, 1, 2, 2, 6,  // M
        -2, -1, -1, -5, -3, -3, -4, -3, -3, 0, 2, -1, -2, 10,  // F
        -1, -1, -3, -1, -3, 0, 1, -1, 1, -3, -3, 1, -4, -4, 11,  // P
        1, -1, 0, 0, -2, -1, 0, 0, -1, -1, -2, 0, -2, -1, -1, 4,  // S
        1, -3, 1, -1, -2, 0, -2, -2, -2, 0, 0, -1, 0, -2, 0, 2, 5,  // T
        -5, 0, -7, -4, -2, -1, -1, 1, -5, -3, -2, -2, -3, 1, -3, -3, -5, 20,  // W
        -4, 0, -4, -1, -6, -1, -2, -3, 0, -1, 3, -1, -1, 3, -2, -2, -1, 5, 9,  // Y
        1, -1, -2, -2, -2, -3, -3, -3, -3, 4, 1, -2, 0, 1, -4, -1, 1, -3, 1, 5,  // V
    }},
    {"blosum40", 4, {
        5,  // A
        -2, 9,  // R
        -1, 0, 8,  // N
        -1, -1, 2, 9,  // D
        -2, -3, -2, -2, 16,  // C
        0, 2, 1, -1, -4, 8,  // Q
        -1, -1, -1, 2, -2, 2, 7,  // E
        1, -3, 0, -2, -3, -2, -3, 8,  // G
        -2, 0, 1, 0, -4, 0, 0, -2, 13,  // H
        -1, -3, -2, -4, -4, -3, -4, -4, -3, 6,  // I
        -2, -2, -3, -3, -2, -2, -2, -4, -2, 2, 6,  // L
        -1, 3, 0, 0, -3, 1, 1, -2, -1, -3, -2, 6,  // K
        -1, -1, -2, -3, -3, -1, -2, -2, 1, 1, 3, -1, 7,  // M
        -3, -2, -3, -4, -2, -4, -3, -3, -2, 1, 2, -3, 0, 9,  // F
        -2, -3, -2, -2, -5, -2, 0, -1, -2, -2, -4, -1, -2, -4, 11,  // P
        1, -1, 1, 0, -1, 1, 0, 0, -1, -2, -3, 0, -2, -2, -1, 5,  // S
        0, -2, 0, -1, -1, -1, -1, -2, -2, -1, -1, 0, -1, -1, 0, 2, 6,  // T
        -3, -2, -4, -5, -6, -1, -2, -2, -5, -3, -1, -2, -2, 1, -4, -5, -4, 19,  // W
        -2, -1, -2, -3, -4, -1, -2, -3, 2, 0, 0, -1, 1, 4, -3, -2, -1, 3, 9,  // Y
        0, -2, -3, -3, -2, -3, -3, -4, -4, 4, 2, -2, 1, 0, -3, -1, 1, -3, -1, 5,  // V
    }},
    {"blosum50", 3, {
        5,  // A
        -2, 7,  // R
        -1, -1, 7,  // N
        -2, -2, 2, 8,  // D
        -1, -4, -2, -4, 13,  // C
        -1, 1, 0, 0, -3, 7,  // Q
        -1, 0, 0, 2, -3, 2, 6,  // E
        0, -3, 0, -1, -3, -2, -3, 8,  // G
        -2, 0, 1, -1, -3, 1, 0, -2, 10,  // H
        -1, -4, -3, -4, -2, -3, -4, -4, -4, 5,  // I
        -2, -3, -4, -4, -2, -2, -3, -4, -3, 2, 5,  // L
        -1, 3, 0, -1, -3, 2, 1, -2, 0, -3, -3, 6,  // K
        -1, -2, -2, -4, -2, 0, -2, -3, -1, 2, 3, -2, 7,  // M
        -3, -3, -4, -5, -2, -4, -3, -4, -1, 0, 1, -4, 0, 8,  // F
        -1, -3, -2, -1, -4, -1, -1, -2, -2, -3, -4, -1, -3, -4, 10,  // P
        1, -1, 1, 0, -1, 0, -1, 0, -1, -3, -3, 0, -2, -3, -1, 5,  // S
        0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -1, -1, -1, -2, -1, 2, 5,  // T
        -3, -3, -4, -5, -5, -1, -3, -3, -3, -3, -2, -3, -1, 1, -4, -4, -3, 15,  // W
        -2, -1, -2, -3, -3, -1, -2, -3, 2, -1, -1, -2, 0, 4, -3, -2, -2, 2, 8,  // Y
        0, -3, -3, -4, -1, -3, -3, -4, -4, 4, 1, -3, 1, -1, -3, -2, 0, -3, -1, 5,  // V
    }},
    {"blosum65", 2, {
        4,  // A
        -1, 6,  // R
        -2, 0, 6,  // N
        -2, -2, 1, 6,  // D
        0, -4, -3, -4, 9,  // C
        -1, 1, 0, 0, -3, 6,  // Q
        -1, 0, 0, 2, -4, 2, 5,  // E
        0, -2, -1, -1, -3, -2, -2, 6,  // G
        -2, 0, 1, -1, -3, 1, 0, -2, 8,  // H
        -1, -3, -3, -3, -1, -3, -3, -4, -3, 4,  // I
        -2, -2, -4, -4, -1, -2, -3, -4, -3, 2, 4,  // L
        -1, 2, 0, -1, -3, 1, 1, -2, -1, -3, -3, 5,  // K
        -1, -2, -2, -3, -2, 0, -2, -3, -2, 1, 2, -2, 6,  // M
        -2, -3, -3, -4, -2, -3, -3, -3, -1, 0, 0, -3, 0, 6,  // F
        -1, -2, -2, -2, -3, -1, -1, -2, -2, -3, -3, -1, -3, -4, 8,  // P
        1, -1, 1, 0, -1, 0, 0, 0, -1, -2, -3, 0, -2, -2, -1, 4,  // S
        0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -1, -1, -1, -2, -1, 1, 5,  // T
        -3, -3, -4, -5, -2, -2, -3, -3, -2, -2, -2, -3, -2, 1, -4, -3, -3, 10,  // W
        -2, -2, -2, -3, -2, -2, -2, -3, 2, -1, -1, -2, -1, 3, -3, -2, -2, 2, 7,  // Y
        0, -3, -3, -3, -1, -2, -3, -3, -3, 3, 1, -2, 1, -1, -2, -2, 0, -3, -1, 4,  // V
    }},
    {"blosum80", 3, {
        7,  // A
        -3, 9,  // R
        -3, -1, 9,  // N
        -3, -3, 2, 10,  // D
        -1, -6, -5, -7, 13,  // C
        -2, 1, 0, -1, -5, 9,  // Q
        -2, -1, -1, 2, -7, 3, 8,  // E
        0, -4, -1, -3, -6, -4, -4, 9,  // G
        -3, 0, 1, -2, -7, 1, 0, -4, 12,  // H
        -3, -5, -6, -7, -2, -5, -6, -7, -6, 7,  // I
        -3, -4, -6, -7, -3, -4, -6, -7, -5, 2, 6,  // L
        -1, 3, 0, -2, -6, 2, 1, -3, -1, -5, -4, 8,  // K
        -2, -3, -4, -6, -3, -1, -4, -5, -4, 2, 3, -3, 9,  // M
        -4, -5, -6, -6, -4, -5, -6, -6, -2, -1, 0, -5, 0, 10,  // F
        -1, -3, -4, -3, -6, -3, -2, -5, -4, -5, -5, -2, -4, -6, 12,  // P
        2, -2, 1, -1, -2, -1, -1, -1, -2, -4, -4, -1, -3, -4, -2, 7,  // S
        0, -2, 0, -2, -2, -1, -2, -3, -3, -2, -3, -1, -1, -4, -3, 2, 8,  // T
        -5, -5, -7, -8, -5, -4, -6, -6, -4, -5, -4, -6, -3, 0, -7, -6, -5, 16,  // W
        -4, -4, -4, -6, -5, -3, -5, -6, 3, -3, -2, -4, -3, 4, -6, -3, -3, 3, 11,  // Y
        -1, -4, -5, -6, -2, -4, -4, -6, -5, 4, 1, -4, 1, -2, -4, -3, 0, -5, -3, 7,  // V
    }},
};
// clang-format on

/// Scales rows and columns alike until every row of `joint` sums to its background.
void balance(ResidueMatrix& joint, const ResidueVector& background) {
  for (int round = 0; round < kMaxRounds; ++round) {
    ResidueVector factor;
    double worst = 0;
    for (size_t a = 0; a < kResidues; ++a) {
      double sum = 0;
      for (const double p : joint[a]) sum += p;
      factor[a] = std::sqrt(background[a] / sum);
      worst = std::max(worst, std::abs(factor[a] - 1));
    }
    for (size_t a = 0; a < kResidues; ++a)
      for (size_t b = 0; b < kResidues; ++b) joint[a][b] *= factor[a] * factor[b];
    if (worst < kTolerance) return;
  }
}

SubstitutionMatrix makeBlosum(const Series& series) {
  const ResidueVector& background = blosum62().background;
  ResidueMatrix joint{};
  size_t next = 0;
  for (size_t a = 0; a < kResidues; ++a)
    for (size_t b = 0; b <= a; ++b)
      joint[a][b] = joint[b][a] = background[a] * background[b] * std::exp2(series.scores[next++] / series.unitsPerBit);
  balance(joint, background);
  return substitutionMatrixOf(series.name, joint);
}

}  // namespace

const std::vector<std::string>& substitutionMatrixNames() {
  static const std::vector<std::string> names{"gonnet",   "gonnet-hhsuite", "blosum30", "blosum40",
                                              "blosum50", "blosum62",       "blosum65", "blosum80"};
  return names;
}

const SubstitutionMatrix& substitutionMatrix(const std::string& name) {
  static const SubstitutionMatrix series[] = {makeBlosum(kSeries[0]), makeBlosum(kSeries[1]), makeBlosum(kSeries[2]),
                                              makeBlosum(kSeries[3]), makeBlosum(kSeries[4])};
  static_assert(std::size(kSeries) == 5);
  if (name == "gonnet") return gonnet();
  if (name == "gonnet-hhsuite") return gonnet(GonnetForm::hhsuite);
  if (name == "blosum62") return blosum62();
  for (const SubstitutionMatrix& matrix : series)
    if (matrix.name == name) return matrix;
  fail("substitution matrix: found \"", name, "\", expected one of: ", joined(substitutionMatrixNames()));
}

}  // namespace engine
