// Extreme values and probabilities. The constants are the published fit of HH-suite.
#include "engine/hmm/pair/AlignmentStatistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine {

namespace {

/// Weights of ln Lq / ln 1000, ln Lt / ln 1000, Neff_q / 10, Neff_t / 10; bias; weight of the unit in the output.
struct HiddenUnit {
  std::array<double, 4> weights;
  double bias, output;
};

constexpr std::array<HiddenUnit, 4> kLambda{{
    {{-0.52356, -3.37650, 1.12984, -0.46796}, -0.73195, 2.45630},
    {{-4.71361, 0.14166, 1.66807, 0.16383}, -1.43792, 3.02905},
    {{-0.94895, -1.24358, -1.20293, 0.95434}, -1.18839, 2.53803},
    {{-0.00318, 0.53022, -0.04914, -0.77046}, -3.01141, 2.64379},
}};
constexpr std::array<HiddenUnit, 6> kMu{{
    {{1.96172, 1.07181, -7.41256, 0.26471}, -4.25264, -1.26036},
    {{0.84643, 1.46777, -1.04800, -0.51425}, -3.63484, 1.52812},
    {{1.42697, 1.99927, 0.64647, 0.27834}, -5.86653, 1.58413},
    {{1.34216, 1.64064, 0.35538, -8.08311}, -4.78472, -1.90409},
    {{2.30046, 1.31700, -0.46435, -0.46803}, -2.76356, 0.92803},
    {{0.90090, -3.53067, 0.59212, 1.47503}, -2.21580, -0.66871},
}};
constexpr double kMuScale = 20;
constexpr ExtremeValues kGlobal{0.42, 3};

template <size_t N>
double outputOf(const std::array<HiddenUnit, N>& units, const std::array<double, 4>& input) {
  double sum = 0;
  for (const HiddenUnit& unit : units) {
    double activation = unit.bias;
    for (size_t k = 0; k < input.size(); ++k) activation += unit.weights[k] * input[k];
    sum += unit.output / (1 + std::exp(-activation));
  }
  return sum;
}

/// sqrt(a) exp(-s / b) + sqrt(c) exp(-s / d): the square is the odds of chance.
struct OddsFit {
  double a, b, c, d;
};

constexpr OddsFit fitOf(AlignmentMode mode, StructureKnowledge structure) {
  const bool hasStructure = structure == StructureKnowledge::bothSides;
  if (mode == AlignmentMode::local) return hasStructure ? OddsFit{6000, 5, .12, 64} : OddsFit{4000, 5, .15, 68};
  return hasStructure ? OddsFit{4000, 6, .13, 68} : OddsFit{6000, 5, .10, 74};
}

}  // namespace

PairSizes sizesOf(const ProfileHmm& query, const ProfileHmm& templ) {
  return {query.length(), templ.length(), query.neff, templ.neff};
}

ExtremeValues extremeValues(const PairSizes& sizes, AlignmentMode mode) {
  if (sizes.numQueryColumns < 1 || sizes.numTemplateColumns < 1)
    fail("significance: found profiles of ", sizes.numQueryColumns, " and ", sizes.numTemplateColumns,
         " columns, expected at least one each");
  if (mode == AlignmentMode::global) return kGlobal;
  const auto scaledLength = [](Index length) { return std::log(static_cast<double>(length)) / std::log(1000.0); };
  const std::array<double, 4> input{scaledLength(sizes.numQueryColumns), scaledLength(sizes.numTemplateColumns),
                                    sizes.queryNeff / 10, sizes.templateNeff / 10};
  return {outputOf(kLambda, input), kMuScale * outputOf(kMu, input)};
}

double logPValue(double score, const ExtremeValues& distribution) {
  const double h = distribution.lambda * (score - distribution.mu);
  // 1 - exp(-x) = x for small x = exp(-h).
  return h > 10 ? -h : std::log(-std::expm1(-std::exp(-h)));
}

double prefilteredEValue(double pValue, Index numSearched, double queryNeff, double templateNeff) {
  const double number = static_cast<double>(numSearched), handedOn = 1000;
  const double alpha = 0.4 + 0.02 * (templateNeff - 1) * (1 - 0.1 * (queryNeff - 1));
  return number * pValue * std::pow(std::min(1.0, handedOn / std::max(1.0, number)), alpha);
}

double significanceOf(const PathScores& scores, const ExtremeValues& distribution) {
  constexpr double kScale = 0.45, kOffset = 3, kLeastScore = 8, kShare = 0.2;
  const double logP = logPValue(scores.total, distribution);
  // ln(-ln(1 - P)) is -lambda (score - mu) by definition, also where P is 1 up to rounding.
  const double y = logP < -10 ? logP : -distribution.lambda * (scores.total - distribution.mu);
  const double structure =
      std::min(distribution.lambda * scores.secondaryStructure, std::max(0.0, kShare * (scores.total - kLeastScore)));
  return -(y / kScale - structure / kScale - kOffset);
}

double homologyProbability(double significance, AlignmentMode mode, StructureKnowledge structure) {
  if (significance > 200) return 100;
  const OddsFit fit = fitOf(mode, structure);
  const double u =
      std::sqrt(fit.a) * std::exp(-significance / fit.b) + std::sqrt(fit.c) * std::exp(-significance / fit.d);
  return 100 / (1 + u * u);
}

PathScores withSignificance(PathScores scores, const PairSizes& sizes, AlignmentMode mode, StructureKnowledge structure,
                            Index numSearched) {
  const ExtremeValues distribution = extremeValues(sizes, mode);
  scores.pValue = std::exp(logPValue(scores.total, distribution));
  scores.eValue = static_cast<double>(numSearched) * scores.pValue;
  scores.probability = homologyProbability(significanceOf(scores, distribution), mode, structure);
  return scores;
}

}  // namespace engine
