// Building a profile: match columns, filter, weights, emissions, transitions, consensus, in this order.
#include "engine/hmm/profile/ProfileBuilder.h"

#include <utility>

#include "engine/base/Nth.h"
#include "engine/hmm/profile/Consensus.h"
#include "engine/hmm/profile/ProfileLabels.h"
#include "engine/hmm/weights/ClusterWeights.h"
#include "engine/hmm/weights/TransitionCounts.h"
#include "engine/hmm/weights/WeightedColumns.h"

namespace engine {

namespace {

constexpr double kBeginNeff = 99.999;  ///< effective number in the begin state, as HHM files have it

ResidueVector weightedFrequencies(const MatchAlignment& alignment, const std::vector<Index>& kept,
                                  const std::vector<double>& weights, Index column, const ResidueVector& background) {
  ResidueVector frequencies{};
  double sum = 0;
  for (size_t k = 0; k < kept.size(); ++k) {
    const std::uint8_t a = nth(nth(alignment.rows, kept[k]).codes, column);
    if (a >= alphabet::kNumResidues) continue;
    frequencies[a] += weights[k];
    sum += weights[k];
  }
  if (sum <= 0) return background;
  for (double& f : frequencies) f /= sum;
  return frequencies;
}

void fillBeginState(ProfileHmm& profile) {
  TransitionRow begin{};
  nth(begin, Transition::MM) = nth(begin, Transition::IM) =
      nth(begin, Transition::DM) = 1;
  profile.transitions.front() = log2Of(begin);
  profile.columnNeff.front() = {kBeginNeff, kBeginNeff, kBeginNeff};
}

void fillFromOneRow(ProfileHmm& profile, const MatchRow& row) {
  TransitionRow stay{};
  nth(stay, Transition::MM) = 1;
  for (size_t i = 0; i < row.codes.size(); ++i) {
    ResidueVector indicator{};
    if (row.codes[i] < alphabet::kNumResidues) indicator[row.codes[i]] = 1;
    profile.emissions.push_back(row.codes[i] < alphabet::kNumResidues ? indicator : profile.background);
    if (i + 1 == row.codes.size()) nth(stay, Transition::IM) = 1;
    profile.transitions[i + 1] = log2Of(stay);
    profile.columnNeff[i + 1] = {1, 0, 0};
  }
  profile.neff = 1;
}

/// `global` serves the insert and delete states.
void fillFromRows(ProfileHmm& profile, const MatchAlignment& alignment, const std::vector<Index>& kept,
                  ClusterWeights columnWeights, const std::vector<double>& global, Progress& progress) {
  const Index columns = alignment.numColumns;
  std::vector<TransitionRow> probabilities(static_cast<size_t>(columns));
  double neffSum = 0;
  for (Index i = 0; i < columns; ++i) {
    const auto total = static_cast<double>(columns);
    PartProgress part(progress, static_cast<double>(i) / total, static_cast<double>(i + 1) / total);
    part.update(0, "weigh sequences");
    columnWeights.advance(part);
    profile.emissions.push_back(weightedFrequencies(alignment, kept, columnWeights.weights(), i, profile.background));
    countFromMatch(nth(probabilities, i), alignment, kept, columnWeights.weights(), i);
    nth(profile.columnNeff, i + 1).match = columnWeights.neff();
    neffSum += columnWeights.neff();
  }
  profile.neff = neffSum / static_cast<double>(columns);
  for (Index i = 0; i < columns; ++i) {
    progress.update(1, "weigh sequences");
    const GapTransitions gaps = countFromGaps(alignment, kept, global, profile.neff, i);
    TransitionRow row = gaps.transitions;
    for (const Transition t : {Transition::MM, Transition::MI, Transition::MD})
      nth(row, t) = nth(nth(probabilities, i), t);
    const auto slot = static_cast<size_t>(i + 1);
    profile.transitions[slot] = log2Of(row);
    profile.columnNeff[slot].insert = gaps.neffInsert;
    profile.columnNeff[slot].deletion = gaps.neffDelete;
  }
}

void fillFromColumns(ProfileHmm& profile, WeightedColumns columns) {
  profile.emissions = std::move(columns.frequencies);
  for (size_t i = 0; i < columns.neff.size(); ++i) {
    profile.transitions[i + 1] = log2Of(columns.transitions[i]);
    profile.columnNeff[i + 1] = columns.neff[i];
  }
  profile.neff = columns.meanNeff;
}

/// Emissions, transitions and Neff from the rows that count.
void fillProfile(ProfileHmm& profile, const MatchAlignment& matched, const std::vector<Index>& counted,
                 const ProfileBuildOptions& options, Progress& progress) {
  const PackedRows rows = packRows(matched, counted);
  const std::vector<double> global = globalWeights(rows);
  for (size_t k = 0; k < counted.size(); ++k) profile.rows.push_back({counted[k], global[k]});
  const SequenceWeighting weights = options.weights.value_or(
      options.preset == Preset::guide ? SequenceWeighting::clusters : SequenceWeighting::local);
  if (counted.size() == 1)
    fillFromOneRow(profile, nth(matched.rows, counted.front()));
  else if (weights == SequenceWeighting::clusters)
    fillFromRows(profile, matched, counted, ClusterWeights(matched, counted, options.threads), global, progress);
  else if (weights == SequenceWeighting::global)
    fillFromColumns(profile, weighGlobally(rows, global, profile.background, options.threads, progress));
  else
    fillFromColumns(profile, weighByPosition(rows, global, profile.background, options.threads, progress));
  fillBeginState(profile);
}

}  // namespace

ProfileHmm buildProfile(const Alignment& alignment, const ProfileBuildOptions& options, Progress& progress) {
  PartProgress columnProgress(progress, 0, 0.1), rowProgress(progress, 0.1, 0.2), filterProgress(progress, 0.2, 0.4),
      weightProgress(progress, 0.4, 1);
  columnProgress.update(0, "match columns");
  alignment.validate();
  MatchRule rule = options.match;
  if (rule.kind == MatchRule::Kind::automatic && options.preset == Preset::hhsuite33)
    rule.kind = MatchRule::Kind::caseOfLetters;
  const MatchAlignment matched =
      matchAlignment(alignment, matchColumns(alignment, rule, columnProgress), options.threads, rowProgress);
  const SubstitutionMatrix& matrix = presetMatrix(options.preset);
  const std::vector<Index> kept = filterRows(matched, options.filter, matrix, options.threads, filterProgress);

  ProfileHmm profile;
  addLabels(profile, alignment, matched, kept, options.filter, options.threads);
  const std::vector<Index> counted = countedRows(alignment, kept);
  profile.background = matrix.background;
  profile.transitions.resize(static_cast<size_t>(matched.numColumns) + 1);
  profile.columnNeff.resize(profile.transitions.size());
  fillProfile(profile, matched, counted, options, weightProgress);
  profile.consensus = consensusOf(profile, matrix);
  return profile;
}

}  // namespace engine
