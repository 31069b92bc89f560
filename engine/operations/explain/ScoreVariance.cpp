// Operation "score-variance": why scores are divided by the square root of the depth: their variance, and how sharp the
// softmax of them is, with and without it.
#include <cmath>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/dot/ScoreSpread.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/MeasuredCurves.h"
#include "engine/operations/features/PlotArrays.h"

namespace engine {

namespace {

const std::string kNormal = "normal", kUniform = "uniform";

/// Scores as they are or divided by √d: what was measured at each depth, draw by draw.
struct Form {
  std::string scores;  ///< "q·k"
  bool isScaled = false;
  std::vector<std::vector<double>> variances = {}, entropies = {};
  std::vector<std::vector<double>> byRank = {};  ///< of each depth, the mean over the draws
};

/// (rows, depth) numbers of mean 0 and variance 1.
Array<double> vectors(Index rows, Index depth, bool areNormal, Random& random) {
  Array<double> drawn({rows, depth});
  for (double& value : drawn) value = areNormal ? random.normal() : std::sqrt(12.0) * (random.uniform() - 0.5);
  return drawn;
}

class ScoreVariance : public Operation {
 public:
  std::string id() const override { return "score-variance"; }
  std::string title() const override { return "Scores with and without 1/√d"; }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::string formula() const override {
    return "var(q · k) = d\n"
           "var(q · k / √d) = 1\n"
           "entropy = −Σ_j A_ij log_2 A_ij";
  }
  std::string help() const override {
    return "Draws queries and keys of independent numbers with mean 0 and variance 1, deeper and deeper, and measures "
           "the variance of their dot products, as they are and divided by √d: the first grows with d, the second "
           "stays at 1 (grey lines). Also drawn: the entropy of the softmax over the keys, which falls towards one key "
           "that takes all unless scores are divided, and, in steps of d, the weights of a query from the largest to "
           "the least. Lines are medians over the draws, bands go from the first to the third quartile.";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {countParameter("most", "Greatest depth", "d grows in powers of two up to it", 1024, 1, 8192),
            countParameter("queries", "Queries", "of each draw", 64, 1, 4096),
            countParameter("keys", "Keys", "of each draw, over which a softmax runs", 64, 1, 4096),
            countParameter("draws", "Draws", "of queries and keys, of which quartiles are taken", 15, 1, 1000),
            choiceParameter("numbers", "Numbers", "that vectors are made of", {kNormal, kUniform}),
            countParameter("seed", "Random seed", "of the first draw", 1, 0, 9e15)};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress& progress) const override {
    std::vector<double> depths;
    for (Index d = 1; d <= values.integer("most"); d *= 2) depths.push_back(double(d));
    std::vector<Form> forms{{"q·k", false}, {"q·k / √d", true}};
    Random random(static_cast<std::uint64_t>(values.integer("seed")));
    double done = 0;
    for (const double depth : depths) {
      progress.update(done++ / double(depths.size()), "d = " + std::to_string(std::lround(depth)));
      measure(forms, static_cast<Index>(depth), values, random, progress);
    }
    const auto keys = static_cast<Index>(values.integer("keys"));
    return {variancePlot(forms, depths), entropyPlot(forms, depths, keys), rankPlot(forms, depths, keys)};
  }

 private:
  static void measure(std::vector<Form>& forms, Index depth, const ParameterValues& values, Random& random,
                      Progress& progress) {
    const auto queries = static_cast<Index>(values.integer("queries")),
               keys = static_cast<Index>(values.integer("keys"));
    for (Form& form : forms) {
      form.variances.emplace_back();
      form.entropies.emplace_back();
      form.byRank.emplace_back(static_cast<size_t>(keys), 0.0);
    }
    for (std::int64_t draw = 0; draw < values.integer("draws"); ++draw) {
      if (progress.cancelled()) throw Cancelled{};
      const bool areNormal = values.text("numbers") == kNormal;
      const Array<double> Q = vectors(queries, depth, areNormal, random), K = vectors(keys, depth, areNormal, random);
      for (Form& form : forms) {
        Progress silent;
        const ScoreSpread spread = scoreSpread(Q, K, form.isScaled ? standardScale(depth) : 1, silent);
        form.variances.back().push_back(spread.variance);
        form.entropies.back().push_back(spread.entropy);
        for (Index rank = 0; rank < keys; ++rank)
          nth(form.byRank.back(), rank) += spread.byRank[rank] / double(values.integer("draws"));
      }
    }
  }

  static Dataset variancePlot(const std::vector<Form>& forms, const std::vector<double>& depths) {
    ArrayBundle plot;
    for (const Form& form : forms) addMeasured(plot, form.scores, form.variances);
    plot["rule_variance d"] = column(depths);
    plot["rule_variance 1"] = column(std::vector<double>(depths.size(), 1.0));
    plot["axis_depth d"] = column(depths);
    plot["log_axes"] = Array<Bool>({2}, Bool{1});
    say(plot, "quantity_variance of the scores");
    return plotDataset({}, "Variance of scores by depth", std::move(plot));
  }

  static Dataset entropyPlot(const std::vector<Form>& forms, const std::vector<double>& depths, Index keys) {
    ArrayBundle plot;
    for (const Form& form : forms) addMeasured(plot, "softmax of " + form.scores, form.entropies);
    const auto level = [&](double bits) { return column(std::vector<double>(depths.size(), bits)); };
    plot["rule_equal weights: log₂ " + std::to_string(keys)] = level(std::log2(double(keys)));
    plot["rule_normal scores of variance 1, many keys"] = level(entropyOfNormalScores(keys, 1));
    plot["axis_depth d"] = column(depths);
    plot["log_axes"] = Array<Bool>({2}, {Bool{true}, Bool{false}});
    say(plot, "quantity_entropy of the weights over " + std::to_string(keys) + " keys, bit");
    return plotDataset("entropy", "Entropy of attention by depth", std::move(plot));
  }

  static Dataset rankPlot(const std::vector<Form>& forms, const std::vector<double>& depths, Index keys) {
    ArrayBundle plot;
    for (const Form& form : forms) plot["curve_softmax of " + form.scores] = inSteps(form.byRank);
    for (size_t step = 0; step < depths.size(); ++step)
      sayStep(plot, Index(step), "d = " + std::to_string(std::lround(depths[step])));
    std::vector<double> ranks;
    for (Index rank = 1; rank <= keys; ++rank) ranks.push_back(double(rank));
    plot["axis_key, from the largest weight to the least"] = column(ranks);
    plot["rule_equal weights"] = column(std::vector<double>(ranks.size(), 1 / double(keys)));
    say(plot, "quantity_weight, the mean over queries");
    return plotDataset("weights", "Weights of a query by depth", std::move(plot));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeScoreVariance() { return std::make_unique<ScoreVariance>(); }

}  // namespace engine
