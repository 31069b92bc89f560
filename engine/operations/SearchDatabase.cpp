// Operation "search": a query against a database of profiles.
#include "engine/search/Search.h"

#include "engine/operations/DatabaseInput.h"
#include "engine/operations/Operation.h"
#include "engine/operations/PosteriorParameters.h"
#include "engine/operations/ProfileInput.h"

namespace engine {

namespace {

Parameter number(const char* key, const char* label, const char* unit, const char* help, ParameterValue standard,
                 double minimum, double maximum) {
  return {key, label, unit, help, std::move(standard), minimum, maximum, {}};
}

/// That of "align", but on unless said otherwise.
Parameter macParameter() {
  Parameter parameter = posteriorParameters().front();
  parameter.standard = std::string("on");
  return parameter;
}

class SearchDatabase : public Operation {
 public:
  std::string id() const override { return "search"; }
  std::string title() const override { return "Search a database of profiles"; }
  std::string help() const override {
    return "Aligns a profile with every profile of a database and lists those that are probably related to it, most "
           "significant first. Alignments and sequences are turned into profiles first. The profiles of a database are "
           "kept in a cache beside it, which is made when it is searched for the first time.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"query",
             "profile, alignment or sequence",
             {DatasetKind::profile, DatasetKind::alignment, DatasetKind::sequences}}};
  }
  std::vector<std::string> wordParameters() const override { return {"database"}; }
  std::vector<Parameter> parameters() const override {
    const HitLimits limits;
    return {
        databaseParameter(),
        presetParameter(),
        number("corr", "Correlation weight", "",
               "weight of the correlation of neighbouring column scores, added to the score of the finished path; 0: "
               "none",
               0.1, 0, 10),
        macParameter(),
        number("mact", "Threshold of realigning", "",
               "what a pair must be worth, 0 to 1: larger values give shorter alignments", RealignOptions{}.mact, 0, 1),
        number("evalue", "Largest E-value", "", "hits that chance would bring more often are left out",
               limits.maxEvalue, 0, 1e300),
        number("probability", "Least probability", "%", "hits that are less probably related are left out",
               limits.minProbability, 0, 100),
        number("min-hits", "Least hits", "", "so many hits are listed whatever they are worth",
               std::int64_t{limits.minHits}, 0, 1e9),
        number("max-hits", "Most hits", "", "no more hits are listed", std::int64_t{limits.maxHits}, 1, 1e9),
    };
  }
  void checkParameters(const ParameterValues& values) const override { requireDatabase(values); }

 protected:
  /// The hits; then, as a by-product, the profile of the query when it had to be built.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const Preset preset = parsePreset(values.text("preset"));
    PartProgress first(progress, 0, 0.05), second(progress, 0.05, 0.3), third(progress, 0.3, 1);
    ProfileOfInput query = profileInput(inputs[0], preset, compute, diagnostics, first);
    const std::string& path = values.text("database");
    const auto database = openDatabase(path, preset, compute.threads, diagnostics, second);
    SearchResult found = searchDatabase(*query.profile, *database, optionsOf(values), compute, diagnostics, third);
    found.database = path;
    std::vector<Dataset> results(1);
    Dataset& result = results.front();
    result.title = inputs[0]->title + " in " + std::filesystem::path(path).filename().string();
    result.axes = {inputs[0]->id};
    result.value = std::make_shared<const SearchResult>(std::move(found));
    if (query.built) {
      results.push_back(std::move(*query.built));
      results[1].id = ".query";
      results[0].axes = {".query"};
    }
    return results;
  }

 private:
  static SearchOptions optionsOf(const ParameterValues& values) {
    SearchOptions options;
    options.alignment = alignmentOptions(parsePreset(values.text("preset")));
    options.alignment.correlation = values.real("corr");
    options.alignment.mac.isOn = values.text("mac") == "on";
    options.alignment.mac.mact = values.real("mact");
    options.limits.maxEvalue = values.real("evalue");
    options.limits.minProbability = values.real("probability");
    options.limits.minHits = static_cast<Index>(values.integer("min-hits"));
    options.limits.maxHits = static_cast<Index>(values.integer("max-hits"));
    return options;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeSearchDatabase() { return std::make_unique<SearchDatabase>(); }

}  // namespace engine
