// Operation "pair-scores": what the score of two profiles is made of: one column score with all its terms, read with
// each form of the expectation, and the correlation of neighbouring scores by offset.
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/viterbi/MatchScore.h"
#include "engine/operations/Operation.h"
#include "engine/operations/ProfileInput.h"

namespace engine {

namespace {

const std::vector<DatasetKind> kAccepted{DatasetKind::profile, DatasetKind::alignment, DatasetKind::sequences};
constexpr Index kMostOffset = 4;
constexpr double kNoTerm = std::numeric_limits<double>::quiet_NaN();
const std::string kResidueAxis = "residue", kStep = "step of the path";

struct PairOfColumns {
  Index i = 0, j = 0;  ///< 0-based
};

/// q(a), t(a), n(a) and their quotient for the 20 residues, and what they add up to.
void addTerms(ArrayBundle& arrays, const ColumnScorer& scorer, const ProfileHmm& templ, PairOfColumns pair) {
  const std::vector<std::string> rows{"query q(a)", "template t(a)", "null model n(a)", "q t / n"};
  Array<double> terms({static_cast<Index>(rows.size()), alphabet::kNumResidues});
  double sum = 0;
  std::vector<std::string> residues;
  for (Index a = 0; a < alphabet::kNumResidues; ++a) {
    const double q = nth(nth(scorer.queryColumns(), pair.i), a), t = nth(nth(templ.emissions, pair.j), a);
    const double odds = scorer.odds(static_cast<size_t>(a))[pair.j];
    terms(0, a) = q;
    terms(1, a) = t;
    terms(2, a) = odds > 0 ? t / odds : kNoTerm;
    terms(3, a) = q * odds;
    sum += q * odds;
    residues.emplace_back(1, nth(alphabet::kLetters, a));
  }
  addArray(arrays, std::move(terms),
           {"terms", {"of the column score", kResidueAxis}, "S = log2 of the sum of the last row"});
  labelAxis(arrays, "of the column score", rows);
  labelAxis(arrays, kResidueAxis, residues);
  addArray(arrays, Array<double>({3}, {sum, std::log2(sum), std::log10(sum)}),
           {"column score", {"as"}, "bits are those of the program; log10 is a textbook's"});
  labelAxis(arrays, "as", {"sum", "bits (log2)", "log10"});
}

/// The profiles with pseudocounts by each reading of the matrix. Those that bring pseudocounts keep them.
void addReadings(ArrayBundle& arrays, const ProfileHmm& query, const ProfileHmm& templ, ProfileAlignmentOptions options,
                 PairOfColumns pair, Progress& progress) {
  std::vector<double> scores;
  std::vector<std::string> labels;
  for (const auto reading : {ResidueExpectation::conditional, ResidueExpectation::odds, ResidueExpectation::literal}) {
    options.emissions.expected = reading;
    const ColumnScorer scorer(queryEmissions(query, options, progress), templateEmissions(templ, options),
                              options.viterbi.nullModel);
    scores.push_back(scorer.score(pair.i, pair.j));
    labels.push_back(residueExpectationName(reading));
  }
  addArray(arrays, Array<double>({static_cast<Index>(scores.size())}, scores),
           {"score by reading", {"reading of g"}, "bits of this pair of columns with each form of g(x|a)"});
  labelAxis(arrays, "reading of g", labels);
}

/// Column scores of the steps, 0 where these are no match pairs.
std::vector<double> stepScores(const AlignmentPath& path, const ColumnScorer& scorer) {
  std::vector<double> scores;
  for (const PathStep& step : path.steps)
    scores.push_back(step.state == PairState::MM ? scorer.score(step.i, step.j) : 0);
  return scores;
}

/// Sums of the products of scores so many steps apart.
void addOffsets(ArrayBundle& arrays, const std::vector<double>& scores, double weight) {
  Array<double> sums({2, kMostOffset});
  for (Index d = 1; d <= kMostOffset; ++d)
    for (Index k = 0; k + d < static_cast<Index>(scores.size()); ++k) {
      sums(0, d - 1) += nth(scores, k) * nth(scores, k + d);
      sums(1, d - 1) += weight * nth(scores, k) * nth(scores, k + d);
    }
  const double total = std::accumulate(sums.begin() + kMostOffset, sums.end(), 0.0);
  addArray(arrays, std::move(sums), {"correlation", {"sum", "offset"}, "g(d) = sum over the steps of S(l) S(l + d)"});
  labelAxis(arrays, "sum", {"g(d)", "times its weight"});
  labelAxis(arrays, "offset", {"d = 1", "d = 2", "d = 3", "d = 4"});
  addArray(arrays, Array<double>({}, total), {"correlation score", {}, "bits that are added to the score of the path"});
}

/// What the steps of a path are, as labels along its axis.
ArrayBundle pathAxis(const AlignmentPath& path, const std::string& quantity) {
  ArrayBundle arrays;
  Array<double> steps({static_cast<Index>(path.steps.size())});
  std::iota(steps.begin(), steps.end(), 1.0);
  arrays["axis_" + kStep] = std::move(steps);
  arrays["quantity_" + quantity] = Array<double>({0});
  std::vector<std::string> labels;
  for (const PathStep& step : path.steps)
    labels.push_back(std::string(stateName(step.state)) + " query " + std::to_string(step.i + 1) + ", template " +
                     std::to_string(step.j + 1));
  labelAxis(arrays, kStep, labels);
  return arrays;
}

ArrayBundle scorePlot(const AlignmentPath& path, const std::vector<double>& scores) {
  ArrayBundle arrays = pathAxis(path, "column score, bits");
  arrays["curve_S(l)"] = Array<double>({static_cast<Index>(scores.size())}, scores);
  return arrays;
}

/// How the correlation of each offset grows along the path: up to a step, the pairs of steps that end there included.
ArrayBundle growthPlot(const AlignmentPath& path, const std::vector<double>& scores, double weight) {
  ArrayBundle arrays = pathAxis(path, "correlation score so far, bits");
  const auto count = static_cast<Index>(scores.size());
  for (Index d = 1; d <= kMostOffset; ++d) {
    Array<double> grown({count});
    double sum = 0;
    for (Index k = 0; k < count; ++k) {
      if (k >= d) sum += weight * nth(scores, k) * nth(scores, k - d);
      grown[k] = sum;
    }
    arrays["curve_offset d = " + std::to_string(d)] = std::move(grown);
  }
  return arrays;
}

class ExplainScores : public Operation {
 public:
  std::string id() const override { return "pair-scores"; }
  std::string title() const override { return "Explain the scores of two profiles"; }
  std::string help() const override {
    return "What the score of an alignment is made of: the score of one pair of columns with its 20 terms and with "
           "each "
           "reading of the substitution matrix, and the correlation of column scores one to four steps apart, whose "
           "sum "
           "is added to the best path. By-products: both along the path.";
  }
  std::vector<std::string> headings() const override { return {"Step by step"}; }
  std::string formula() const override {
    return "S_ij = log2 Σ_a q_i(a) t_j(a) / n(a)\n"
           "g(d) = Σ_l S_l S_{l+d}\n"
           "corr = 0.1 (g(1) + g(2) + g(3) + g(4))";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"query", "profile, alignment or sequence", kAccepted},
            {"template", "profile, alignment or sequence", kAccepted}};
  }
  std::vector<Parameter> parameters() const override {
    return {
        presetParameter(),
        named(countParameter("i", "Query column", "of the pair, from 1", 0, 0, 1e9), {{0, "first of the path"}}),
        named(countParameter("j", "Template column", "of the pair, from 1", 0, 0, 1e9), {{0, "first of the path"}})};
  }
  Place place() const override { return Place::native; }
  bool isLive() const override { return true; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const Preset preset = parsePreset(values.text("preset"));
    PartProgress first(progress, 0, 0.2), second(progress, 0.2, 0.4), third(progress, 0.4, 1);
    const ProfileOfInput query = profileInput(inputs[0], preset, Side::query, compute, diagnostics, first);
    const ProfileOfInput templ = profileInput(inputs[1], preset, Side::templ, compute, diagnostics, second);
    const ProfileAlignmentOptions options = alignmentOptions(preset);
    const ProfileAlignment aligned = alignProfiles(*query.profile, *templ.profile, options, third);
    if (aligned.paths.empty())
      fail(inputs[0]->title, " and ", inputs[1]->title, ": no path scores above 0, expected one to explain");
    const AlignmentPath& path = aligned.paths.front();
    const PairOfColumns pair = chosenPair(values, path, *aligned.query, *aligned.templ);
    const ColumnScorer scorer(*aligned.query, *aligned.templ, options.viterbi.nullModel);
    ArrayBundle arrays;
    addTerms(arrays, scorer, *aligned.templ, pair);
    addReadings(arrays, *query.profile, *templ.profile, options, pair, third);
    const std::vector<double> scores = stepScores(path, scorer);
    addOffsets(arrays, scores, options.correlation);
    const std::string title = inputs[0]->title + " × " + inputs[1]->title;
    std::vector<Dataset> results(3);
    results[0].title = title + ": columns " + std::to_string(pair.i + 1) + " and " + std::to_string(pair.j + 1);
    results[0].value = std::make_shared<const ArrayBundle>(std::move(arrays));
    results[1].id = ".path";
    results[1].title = title + ": column scores along the path";
    results[1].value = std::make_shared<const ArrayBundle>(scorePlot(path, scores));
    results[2].id = ".correlation";
    results[2].title = title + ": correlation score by offset";
    results[2].value = std::make_shared<const ArrayBundle>(growthPlot(path, scores, options.correlation));
    return results;
  }

 private:
  static PairOfColumns chosenPair(const ParameterValues& values, const AlignmentPath& path, const ProfileHmm& query,
                                  const ProfileHmm& templ) {
    PairOfColumns pair{path.steps.front().i, path.steps.front().j};
    const auto take = [&values](const char* key, Index& place, const ProfileHmm& profile) {
      const auto number = static_cast<Index>(values.integer(key));
      if (number > profile.length())
        fail("parameter ", key, ": found ", number, ", expected a column of ", profile.name, ", which has ",
             profile.length());
      if (number > 0) place = number - 1;
    };
    take("i", pair.i, query);
    take("j", pair.j, templ);
    return pair;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeExplainScores() { return std::make_unique<ExplainScores>(); }

}  // namespace engine
