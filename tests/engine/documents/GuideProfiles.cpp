// A Complete Guide to Protein Folding Prediction with RoseTTAFold, part I: profiles and their alignment.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/alignment/Alignment.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/pseudocounts/ColumnEmissions.h"
#include "engine/hmm/score/SecondaryStructureScore.h"
#include "engine/hmm/score/StructureStates.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "engine/hmm/viterbi/PathScore.h"
#include "engine/hmm/weights/TransitionCounts.h"
#include "tests/engine/documents/Numbers.h"

namespace documents {
namespace {

size_t codeOf(char letter) { return alphabet::kLetters.find(letter); }
double sumOf(const ResidueVector& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// A distribution with these residues, and a background in which every other one is equally frequent.
ResidueVector only(const std::map<char, double>& shares) {
  ResidueVector q{};
  for (const auto& [letter, share] : shares) q[codeOf(letter)] = share;
  return q;
}
ResidueVector withRest(const std::map<char, double>& shares) {
  double rest = 1;
  for (const auto& [letter, share] : shares) rest -= share;
  ResidueVector f;
  f.fill(rest / double(20 - shares.size()));
  for (const auto& [letter, share] : shares) f[codeOf(letter)] = share;
  return f;
}

/// Columns with these emissions; every match state is left for the next one with the probability `stay`.
ProfileHmm profileOf(const std::vector<ResidueVector>& columns, const ResidueVector& background, double stay = 1) {
  ProfileHmm profile;
  profile.emissions = columns;
  profile.background = background;
  profile.transitions.assign(columns.size() + 1, log2Of({stay, (1 - stay) / 2, (1 - stay) / 2, 1, 0, 1, 0}));
  profile.columnNeff.assign(columns.size() + 1, {1, 1, 1});
  profile.name.assign("columns");
  profile.consensus.assign(columns.size(), 'x');
  for (size_t i = 0; i < columns.size(); ++i) profile.alignmentColumn.push_back(Index(i));
  profile.masterLetters.assign(columns.size(), 'W');
  profile.hasPseudocounts = profile.hasTransitionPseudocounts = true;
  return profile;
}
double columnScore(const ResidueVector& q, const ResidueVector& t, const ResidueVector& f) {
  return ColumnScorer(profileOf({q}, f), profileOf({t}, f), NullModel::background).score(0, 0);
}

// Emissions

COMPUTED(numberOfAminoAcids) { return {{double(alphabet::kNumResidues)}}; }
COMPUTED(sizeOfTheGonnetMatrix) { return {{double(gonnet().score.size()), double(gonnet().score[0].size())}}; }
COMPUTED(cysteineReplacedByItself) {
  const size_t c = codeOf('C');
  return {{10 * std::log10(2.0) * gonnet().score[c][c]}};
}
COMPUTED(gonnetIsSymmetricWithAPositiveDiagonal) {
  double negative = 0, asymmetry = 0;
  for (size_t a = 0; a < 20; ++a) {
    negative += gonnet().score[a][a] <= 0;
    for (size_t b = 0; b < 20; ++b)
      asymmetry = std::max(asymmetry, std::abs(gonnet().score[a][b] - gonnet().score[b][a]));
  }
  return {{negative, asymmetry}};
}
COMPUTED(softmaxColumnsOfGonnet) {
  const ResidueMatrix g = expectedResidues(gonnet(), ResidueExpectation::literal);
  std::vector<double> sums;
  for (size_t x = 0; x < 20; ++x) {
    double sum = 0;
    for (size_t a = 0; a < 20; ++a) sum += g[a][x];
    sums.push_back(sum);
  }
  return {{*std::min_element(sums.begin(), sums.end()), *std::max_element(sums.begin(), sums.end())}};
}
/// Of a column in which all residues are equally frequent: largest sum over a of q(a) g(x|a) over 1/20.
COMPUTED(largestWeightedProbabilityOverTheLargestObserved) {
  const ResidueMatrix g = expectedResidues(gonnet(), ResidueExpectation::literal);
  double largest = 0;
  for (const ResidueVector& row : g) largest = std::max(largest, sumOf(row));
  return {{largest}};
}

ColumnEmissions firstColumnOf(const std::vector<std::string>& rows) {
  std::vector<Sequence> sequences;
  for (const std::string& row : rows)
    sequences.push_back(Sequence::fromLetters("row" + std::to_string(sequences.size() + 1), row));
  ColumnEmissionOptions options;
  options.match.kind = MatchRule::Kind::master;
  options.filter = {100, 0, 0, -20, 0};
  Progress none;
  return columnEmissions(alignmentOf(sequences), options, 0, none);
}
/// Cysteine in five rows that share nothing else, glycine in five rows of 89 % identity.
ColumnEmissions cysteineAndGlycine() {
  return firstColumnOf({"CAAAAAAAAA", "CRRRRRRRRR", "CNNNNNNNNN", "CDDDDDDDDD", "CQQQQQQQQQ", "GKKKKKKKKA",
                        "GKKKKKKKKR", "GKKKKKKKKN", "GKKKKKKKKD", "GKKKKKKKKQ"});
}
COMPUTED(rowsWithCysteineAndWithGlycine) {
  const ColumnEmissions column = cysteineAndGlycine();
  return {{column.numbers[codeOf('C')], column.numbers[codeOf('G')]}};
}
COMPUTED(whatALargeClusterContributes) { return {{cysteineAndGlycine().votes[codeOf('G')]}}; }
COMPUTED(observedGlycineOverCysteine) {
  const ColumnEmissions column = cysteineAndGlycine();
  return {{column.counted[codeOf('G')] / column.counted[codeOf('C')]}};
}
COMPUTED(sumsOfTheEmissions) {
  const ColumnEmissions column = cysteineAndGlycine();
  return {{sumOf(column.counted), sumOf(column.mixtures[0].expected), sumOf(column.mixtures[0].mixed)}};
}
COMPUTED(betaOfThePreset) { return {{presetPseudocounts(Preset::guide).b}}; }
/// The share of the expectation with 1, 11 and 101 clusters: alpha = 0, 10, 100 other sequences.
COMPUTED(sharesOfTheExpectation) {
  const EmissionPseudocounts guide = presetPseudocounts(Preset::guide);
  return {{admixtureOf(guide, 1), admixtureOf(guide, 11), admixtureOf(guide, 101)}, {{"beta", guide.b}}};
}

// A sequence against a profile

COMPUTED(transitionsBetweenThreeStates) { return {{double(kNumTransitions)}}; }
SequenceViterbiResult sequenceAgainstProfile() {
  std::vector<ResidueVector> columns;
  for (const char letter : {'A', 'C', 'D', 'E'}) columns.push_back(withRest({{letter, 0.7}}));
  std::vector<ResidueCode> sequence;
  for (const char letter : {'A', 'C', 'K', 'D', 'E'}) sequence.push_back(static_cast<ResidueCode>(codeOf(letter)));
  Progress none;
  return alignSequence(sequence, profileOf(columns, withRest({}), 0.8), SequenceAlignmentMode::local, none);
}
COMPUTED(matricesOfASequence) {
  const DpMatrices matrices = sequenceAgainstProfile().matrices;
  return {{double(matrices.planes.size()), double(matrices.numQueryColumns()), double(matrices.numTemplateColumns())},
          {{"L", 5}, {"N", 4}}};
}
/// Cells that can be reached in the first row of I and in the first column of D.
COMPUTED(borderOfTheGapMatrices) {
  const DpMatrices matrices = sequenceAgainstProfile().matrices;
  const Array<float>&I = *matrices.plane(PairState::I), &D = *matrices.plane(PairState::D);
  double inI = 0, inD = 0;
  for (Index column = 1; column < I.length(1); ++column) inI += std::isfinite(I(1, column));
  for (Index row = 1; row < D.length(0); ++row) inD += std::isfinite(D(row, 1));
  return {{inI, inD}};
}
COMPUTED(firstRowOfTheMatchMatrix) {
  const DpMatrices matrices = sequenceAgainstProfile().matrices;
  const Array<float>& M = *matrices.plane(PairState::M);
  return {{M(1, 1), M(1, 2)}};
}
/// By how many residues and columns the path goes back from an insertion and from a deletion.
COMPUTED(stepBackFromAnInsertion) {
  return {{double(consumesQuery(PairState::I)), double(consumesTemplate(PairState::I))}};
}
COMPUTED(stepBackFromADeletion) {
  return {{double(consumesQuery(PairState::D)), double(consumesTemplate(PairState::D))}};
}

// Two profiles

COMPUTED(logarithmOfAProductOfOddsAndTransitions) {
  // W with itself at f(W) = 1/4 twice: 2 + 2 bits; M to M with 1/2 in both profiles: -2 bits.
  const ProfileHmm profile = profileOf({only({{'W', 1}}), only({{'W', 1}})}, withRest({{'W', 0.25}}), 0.5);
  AlignmentPath path;
  for (const Index i : {0, 1}) path.steps.push_back({PairState::MM, i, i, 0});
  return {{scoredPath(path, profile, profile, viterbiOptions(Preset::guide)).score}};
}
COMPUTED(conservedQueryColumn) {
  const ResidueVector f = gonnet().background, t = withRest({{'W', 0.3}});
  return {{columnScore(only({{'W', 1}}), t, f)}, {{"t", 0.3}, {"f", f[codeOf('W')]}}};
}
COMPUTED(conservedCysteineAgainstGlycine) {
  const ResidueVector t = only({{'G', 0.99}, {'C', 0.01}});
  return {{columnScore(only({{'C', 1}}), t, withRest({{'C', 0.03}})) * std::log10(2.0)}};
}
COMPUTED(columnLikeTheBackground) {
  const ResidueVector f = gonnet().background;
  return {{columnScore(f, only({{'A', 0.7}, {'W', 0.3}}), f)}};
}
/// Both columns half A, half W, each with the background 0.3: no product exceeds the background.
COMPUTED(columnsWhoseProductsAreBelowTheBackground) {
  const ResidueVector half = only({{'A', 0.5}, {'W', 0.5}});
  return {{columnScore(half, half, withRest({{'A', 0.3}, {'W', 0.3}}))}};
}
ProfileAlignment alignedWithItself() {
  std::vector<ResidueVector> columns;
  for (const char letter : {'A', 'C', 'D'}) columns.push_back(withRest({{letter, 0.7}}));
  const ProfileHmm profile = profileOf(columns, withRest({}), 0.8);
  Progress none;
  return alignProfiles(profile, profile, alignmentOptions(Preset::guide), none);
}
COMPUTED(matricesOfTwoProfiles) {
  const DpMatrices matrices = alignedWithItself().matrices;
  return {{double(matrices.states.size()), double(matrices.numQueryColumns()), double(matrices.numTemplateColumns())},
          {{"N_q", 3}, {"N_t", 3}}};
}
/// Cells that can be reached in the first row of MI and DG and in the first column of IM and GD.
COMPUTED(borderOfThePairMatrices) {
  const DpMatrices matrices = alignedWithItself().matrices;
  double count = 0;
  for (const PairState state : {PairState::MI, PairState::DG})
    for (Index j = 1; j < 4; ++j) count += std::isfinite((*matrices.plane(state))(1, j));
  for (const PairState state : {PairState::IM, PairState::GD})
    for (Index i = 1; i < 4; ++i) count += std::isfinite((*matrices.plane(state))(i, 1));
  return {{count}};
}

// Secondary structure, correlation, vectors

COMPUTED(statesOfTheStructureTables) {
  return {{double(kKnownStates), double(kPredictedStructureLetters.size()), double(kStructureConfidences - 1)}};
}
/// With no trust in the tables predictions and states are independent.
COMPUTED(independentStructureScoresNothing) {
  return {{knownPredictedBits(0, 9, 0), predictedPredictedBits(9, 19, 0)}};
}
/// Sign of helix against a sure prediction of helix, and of a sheet.
COMPUTED(signsOfStructureScores) {
  return {{knownPredictedBits(0, 9) > 0 ? 1.0 : -1.0, knownPredictedBits(0, 19) > 0 ? 1.0 : -1.0}};
}
/// A path of seven pairs of 1 bit each: 6 + 5 + 4 + 3 products.
COMPUTED(correlationOfSevenPairs) {
  const ProfileHmm profile = profileOf(std::vector<ResidueVector>(7, only({{'W', 1}})), withRest({{'W', 0.5}}));
  AlignmentPath path;
  for (Index i = 0; i < 7; ++i) path.steps.push_back({PairState::MM, i, i, 0});
  const ColumnScorer scorer(profile, profile, NullModel::background);
  return {{correlationScore(path, scorer, alignmentOptions(Preset::guide).correlation)}};
}
COMPUTED(productOfTwoNeighbouringScores) {
  const ProfileHmm profile = profileOf(std::vector<ResidueVector>(2, only({{'W', 1}})), withRest({{'W', 0.25}}));
  AlignmentPath path;
  for (Index i = 0; i < 2; ++i) path.steps.push_back({PairState::MM, i, i, 0});
  return {{correlationScore(path, ColumnScorer(profile, profile, NullModel::background), 1)}};
}
COMPUTED(originsOfAMatch) {
  using namespace pointer;
  constexpr std::uint8_t kOpen = kOpensMI | kOpensIM | kOpensDG | kOpensGD;
  std::vector<double> found;
  for (const std::uint8_t origin : {kStop, kFromMM, kFromMI, kFromIM, kFromDG, kFromGD})
    found.push_back(textbookByte(std::uint8_t(kOpen | origin)));
  return {found};
}
COMPUTED(bitsOfTheGapStates) {
  using namespace pointer;
  constexpr std::uint8_t kOpen = kOpensMI | kOpensIM | kOpensDG | kOpensGD;
  std::vector<double> found;
  for (const std::uint8_t state : {kOpensMI, kOpensIM, kOpensDG, kOpensGD})
    found.push_back(textbookByte(std::uint8_t((kOpen & ~state) | kFromMM)) - 1);
  found.push_back(textbookByte(std::uint8_t(kOpen | kCellOff)));
  return {found};
}
COMPUTED(identityAboveWhichRowsAreDropped) { return {{FilterOptions{}.maxIdentity}}; }

}  // namespace
}  // namespace documents
