// Operation "calibrate": the scores that chance brings a query, and the extreme value distribution that fits them.
#include "engine/search/hits/Calibration.h"

#include <filesystem>

#include "engine/base/ParameterKinds.h"
#include "engine/operations/DatabaseInput.h"
#include "engine/operations/Operation.h"
#include "engine/operations/ProfileInput.h"

namespace engine {

namespace {

Array<double> arrayOf(const std::vector<double>& values, const std::string& name) {
  return Array<double>({static_cast<Index>(values.size())}, values, name);
}

class Calibrate : public Operation {
 public:
  std::string id() const override { return "calibrate"; }
  std::string title() const override { return "Calibrate scores against chance"; }
  std::string help() const override {
    return "Aligns a profile with templates of a database whose columns are shuffled, fits an extreme value "
           "distribution to the scores and gives both as a histogram. Arrays: scores and lengths of the shuffled "
           "templates, bin_edges, counts and fit (expected counts) of the histogram, lambda_mu (lambda, mu and their "
           "standard errors).";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"query",
             "profile, alignment or sequence",
             {DatasetKind::profile, DatasetKind::alignment, DatasetKind::sequences}}};
  }
  std::vector<std::string> wordParameters() const override { return {"database"}; }
  std::vector<Parameter> parameters() const override {
    return {databaseParameter(), presetParameter(), samplesParameter(),
            countParameter("bins", "Bins", "of the histogram", 50, 1, 10000),
            countParameter("seed", "Seed", "of the random numbers", 0, 0, 9e15)};
  }
  void checkParameters(const ParameterValues& values) const override { requireDatabase(values); }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const Preset preset = parsePreset(values.text("preset"));
    PartProgress first(progress, 0, 0.05), second(progress, 0.05, 0.3), third(progress, 0.3, 1);
    const ProfileOfInput query = profileInput(inputs[0], preset, Side::query, compute, diagnostics, first);
    const OpenedDatabase database(values.text("database"), preset, compute.threads, diagnostics, second);
    CalibrationOptions options;
    options.alignment = alignmentOptions(preset);
    options.numSamples = static_cast<Index>(values.integer("shuffled"));
    options.seed = static_cast<std::uint64_t>(values.integer("seed"));
    const Calibration calibration =
        calibrate(*query.profile, database.profiles(), options, compute, diagnostics, third);
    std::vector<Dataset> results(1);
    results[0].title = inputs[0]->title + ": scores by chance in " +
                       std::filesystem::path(values.text("database")).filename().string();
    results[0].value = std::make_shared<const ArrayBundle>(
        arraysOf(calibration, histogramOf(calibration, static_cast<int>(values.integer("bins")))));
    return results;
  }

 private:
  static ArrayBundle arraysOf(const Calibration& calibration, const ScoreHistogram& histogram) {
    const GumbelFit& fit = calibration.fit;
    const std::vector<double> lengths(calibration.lengths.begin(), calibration.lengths.end());
    ArrayBundle arrays;
    arrays["scores"] = arrayOf(calibration.scores, "scores");
    arrays["lengths"] = arrayOf(lengths, "lengths");
    arrays["bin_edges"] = arrayOf(histogram.edges, "bin_edges");
    arrays["counts"] = arrayOf(histogram.counts, "counts");
    arrays["fit"] = arrayOf(histogram.expected, "fit");
    arrays["lambda_mu"] = arrayOf({fit.lambda, fit.mu, fit.lambdaError, fit.muError}, "lambda_mu");
    return arrays;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeCalibrate() { return std::make_unique<Calibrate>(); }

}  // namespace engine
