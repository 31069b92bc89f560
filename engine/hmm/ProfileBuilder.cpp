// Building a profile: match columns, filter, weights, emissions, transitions, consensus, in this order.
#include "engine/hmm/ProfileBuilder.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "engine/hmm/ClusterWeights.h"
#include "engine/hmm/Consensus.h"
#include "engine/hmm/SequenceWeights.h"
#include "engine/hmm/TransitionCounts.h"

namespace engine {

namespace {

constexpr double kBeginNeff = 99.999;      ///< effective number in the begin state, as HHM files have it
constexpr size_t kMaxShownSequences = 11;  ///< master and the ten most different rows

ResidueVector weightedFrequencies(const MatchAlignment& alignment, const std::vector<Index>& kept,
                                  const std::vector<double>& weights, Index column, const ResidueVector& background) {
  ResidueVector frequencies{};
  double sum = 0;
  for (size_t k = 0; k < kept.size(); ++k) {
    const std::uint8_t a = alignment.rows[static_cast<size_t>(kept[k])].codes[static_cast<size_t>(column)];
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
  begin[static_cast<size_t>(Transition::MM)] = begin[static_cast<size_t>(Transition::IM)] =
      begin[static_cast<size_t>(Transition::DM)] = 1;
  profile.transitions.front() = log2Of(begin);
  profile.columnNeff.front() = {kBeginNeff, kBeginNeff, kBeginNeff};
}

void fillFromOneRow(ProfileHmm& profile, const MatchRow& row) {
  TransitionRow stay{};
  stay[static_cast<size_t>(Transition::MM)] = 1;
  for (size_t i = 0; i < row.codes.size(); ++i) {
    ResidueVector indicator{};
    if (row.codes[i] < alphabet::kNumResidues) indicator[row.codes[i]] = 1;
    profile.emissions.push_back(row.codes[i] < alphabet::kNumResidues ? indicator : profile.background);
    if (i + 1 == row.codes.size()) stay[static_cast<size_t>(Transition::IM)] = 1;
    profile.transitions[i + 1] = log2Of(stay);
    profile.columnNeff[i + 1] = {1, 0, 0};
  }
  profile.neff = 1;
}

/// Weights: ColumnWeights or ClusterWeights. `global` serves the insert and delete states.
template <class Weights>
void fillFromRows(ProfileHmm& profile, const MatchAlignment& alignment, const std::vector<Index>& kept,
                  Weights columnWeights, const std::vector<double>& global, Progress& progress) {
  const Index columns = alignment.numColumns;
  std::vector<TransitionRow> probabilities(static_cast<size_t>(columns));
  double neffSum = 0;
  for (Index i = 0; i < columns; ++i) {
    progress.update(static_cast<double>(i) / static_cast<double>(columns), "weigh sequences");
    columnWeights.advance();
    profile.emissions.push_back(weightedFrequencies(alignment, kept, columnWeights.weights(), i, profile.background));
    countFromMatch(probabilities[static_cast<size_t>(i)], alignment, kept, columnWeights.weights(), i);
    profile.columnNeff[static_cast<size_t>(i + 1)].match = columnWeights.neff();
    neffSum += columnWeights.neff();
  }
  profile.neff = neffSum / static_cast<double>(columns);
  for (Index i = 0; i < columns; ++i) {
    const GapTransitions gaps = countFromGaps(alignment, kept, global, profile.neff, i);
    TransitionRow row = gaps.transitions;
    for (const Transition t : {Transition::MM, Transition::MI, Transition::MD})
      row[static_cast<size_t>(t)] = probabilities[static_cast<size_t>(i)][static_cast<size_t>(t)];
    const auto slot = static_cast<size_t>(i + 1);
    profile.transitions[slot] = log2Of(row);
    profile.columnNeff[slot].insert = gaps.neffInsert;
    profile.columnNeff[slot].deletion = gaps.neffDelete;
  }
}

/// Share of common columns in which two rows have the same residue.
double identityOf(const MatchRow& a, const MatchRow& b) {
  Index same = 0, common = 0;
  for (size_t i = 0; i < a.codes.size(); ++i) {
    if (a.codes[i] >= alphabet::kNumResidues || b.codes[i] >= alphabet::kNumResidues) continue;
    ++common;
    if (a.codes[i] == b.codes[i]) ++same;
  }
  return common == 0 ? 1 : static_cast<double>(same) / static_cast<double>(common);
}

/// The master, then again and again the row that is least like those already chosen; in the order of the alignment.
std::vector<Index> rowsToShow(const MatchAlignment& alignment, const std::vector<Index>& kept) {
  if (kept.size() <= kMaxShownSequences) return kept;
  std::vector<Index> shown{kept.front()};
  std::vector<double> closest(kept.size(), 0.0);
  while (shown.size() < kMaxShownSequences) {
    size_t best = kept.size();
    for (size_t k = 0; k < kept.size(); ++k) {
      const MatchRow& row = alignment.rows[static_cast<size_t>(kept[k])];
      closest[k] = std::max(closest[k], identityOf(row, alignment.rows[static_cast<size_t>(shown.back())]));
      if (std::find(shown.begin(), shown.end(), kept[k]) != shown.end()) continue;
      if (best == kept.size() || closest[k] < closest[best]) best = k;
    }
    shown.push_back(kept[best]);
  }
  std::sort(shown.begin(), shown.end());
  return shown;
}

std::string headerOf(const AlignmentRow& row) {
  return row.description.empty() ? row.name : row.name + " " + row.description;
}

void describe(ProfileHmm& profile, const Alignment& alignment, const MatchAlignment& matched,
              const std::vector<Index>& kept, const FilterOptions& filter) {
  const AlignmentRow& master = alignment.rows.front();
  profile.name = master.name;
  profile.description = master.description;
  profile.numAlignmentColumns = alignment.numColumns;
  profile.alignmentColumn = matched.columns;
  for (const Index c : matched.columns) {
    const ResidueCode code = alphabet::upper(alignment.at(0, c));
    const char letter = alphabet::isGap(code) ? '-' : alphabet::letterOf(code);
    profile.masterLetters += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  for (const ColumnAnnotation& annotation : alignment.columnAnnotations) {
    std::string symbols;
    for (const Index c : matched.columns)
      symbols += static_cast<size_t>(c) < annotation.symbols.size() ? annotation.symbols[static_cast<size_t>(c)] : '-';
    profile.annotations.push_back({annotation.name, symbols});
  }
  for (const Index k : rowsToShow(matched, kept))
    profile.shownSequences.emplace_back(headerOf(alignment.rows[static_cast<size_t>(k)]),
                                        a3mText(alignment, matched.columns, k));
  std::ostringstream note;
  note << kept.size() << " out of " << alignment.numRows() << " sequences passed filter (-id " << filter.maxIdentity
       << " -cov " << filter.minCoverage << " -qid " << filter.minIdentity << " -qsc " << filter.minScore << " -diff "
       << filter.diversity << ")";
  profile.filterNote = note.str();
}

}  // namespace

ProfileHmm buildProfile(const Alignment& alignment, const ProfileBuildOptions& options, Progress& progress) {
  alignment.validate();
  MatchRule rule = options.match;
  if (rule.kind == MatchRule::Kind::automatic && options.preset == Preset::hhsuite33)
    rule.kind = MatchRule::Kind::caseOfLetters;
  const MatchAlignment matched = matchAlignment(alignment, matchColumns(alignment, rule));
  const SubstitutionMatrix& matrix = presetMatrix(options.preset);
  PartProgress filterProgress(progress, 0, 0.3), weightProgress(progress, 0.3, 1);
  const std::vector<Index> kept = filterRows(matched, options.filter, matrix, filterProgress);

  ProfileHmm profile;
  describe(profile, alignment, matched, kept, options.filter);
  std::vector<Index> counted = kept;
  if (counted.size() > 1 && profile.name.find("_consensus") != std::string::npos) counted.erase(counted.begin());
  profile.background = matrix.background;
  profile.transitions.resize(static_cast<size_t>(matched.numColumns) + 1);
  profile.columnNeff.resize(profile.transitions.size());
  const std::vector<double> global = globalWeights(matched, counted);
  if (counted.size() == 1)
    fillFromOneRow(profile, matched.rows[static_cast<size_t>(counted.front())]);
  else if (options.preset == Preset::guide)
    fillFromRows(profile, matched, counted, ClusterWeights(matched, counted), global, weightProgress);
  else
    fillFromRows(profile, matched, counted, ColumnWeights(matched, counted, global), global, weightProgress);
  fillBeginState(profile);
  profile.consensus = consensusOf(profile, matrix);
  return profile;
}

}  // namespace engine
