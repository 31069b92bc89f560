// Operation "search": a query against a database of profiles, once or in rounds.
#include <ctime>
#include <filesystem>

#include "engine/operations/AlignParameters.h"
#include "engine/operations/DatabaseInput.h"
#include "engine/operations/Operation.h"
#include "engine/operations/PosteriorParameters.h"
#include "engine/operations/ProfileInput.h"
#include "engine/operations/SearchParameters.h"
#include "engine/search/IteratedSearch.h"
#include "engine/search/hits/MergeHits.h"

namespace engine {

namespace {

/// "Mon Nov 23 09:07:05 2026", as reports have it.
std::string dateNow() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  char text[64] = "";
  if (::localtime_r(&now, &local)) std::strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y", &local);
  return text;
}

/// Everything that the rounds of one search share.
class Rounds {
 public:
  Rounds(const ParameterValues& values, const ScoresElsewhere& elsewhere, const Compute& compute,
         Diagnostics& diagnostics, Progress& progress)
      : m_values(values),
        m_compute(compute),
        m_diagnostics(diagnostics),
        m_first(progress, 0, 0.5),
        m_second(progress, 0.5, 1),
        m_database(values.text("database"), parsePreset(values.text("preset")), compute.threads, diagnostics, m_first),
        m_options(searchOptions(values, m_second)) {
    if (values.text("prefilter") == "on")
      m_options.prefilter =
          m_database.prefilterWith(values.text("column-states"), compute.threads, diagnostics, m_second);
    m_options.elsewhere = elsewhere;
  }

  SearchResult search(const ProfileHmm& query, Progress& progress) {
    PartProgress first(progress, 0, 0.3), second(progress, m_values.text("statistics") == "network" ? 0 : 0.3, 1);
    if (m_values.text("statistics") == "calibrated") {
      CalibrationOptions options;
      options.alignment = m_options.alignment;
      options.numSamples = static_cast<Index>(m_values.integer("shuffled"));
      options.seed = static_cast<std::uint64_t>(m_values.integer("seed"));
      m_options.calibration = calibrate(query, m_database.profiles(), options, m_compute, m_diagnostics, first).fit;
    }
    return searchDatabase(query, m_database.profiles(), m_options, m_compute, m_diagnostics, second);
  }

  /// The result of the last round, with the alignment that has grown.
  SearchResult iterate(const ProfileHmm& query, const Alignment& rows, Progress& progress) {
    SearchResult last;
    IterationCalls calls;
    calls.search = [&](const IterationQuery& round, Progress& part) {
      last = search(round.isFirst() ? query : *round.profile, part);
      return last.hits;
    };
    calls.readAlignment = [this](const SearchHit& hit) { return m_database.alignmentOf(hit); };
    calls.realign = [this](const ProfileHmm& profile, const SearchHit& hit) { return realigned(profile, hit); };
    IterationOptions options;
    options.preset = m_options.alignment.preset;
    options.rounds = static_cast<int>(m_values.integer("iterations"));
    options.inclusionEvalue = m_values.real("inclusion");
    IteratedSearch done = iteratedSearch(rows, MatchRule{}, calls, options, progress);
    last.merged = std::make_shared<const Alignment>(std::move(done.alignment));
    return last;
  }

 private:
  SearchHit realigned(const ProfileHmm& query, SearchHit hit) const {
    ProfileAlignmentOptions options = m_options.alignment;
    options.alternatives.count = 1;
    Progress silent;
    ProfileAlignment alignment = alignProfiles(query, *hit.templ, options, silent);
    if (alignment.paths.empty()) return hit;
    hit.path = std::move(alignment.paths.front());
    hit.numPairs = 0;
    for (const PathStep& step : hit.path.steps) hit.numPairs += step.state == PairState::MM ? 1 : 0;
    return hit;
  }

  const ParameterValues& m_values;
  const Compute& m_compute;
  Diagnostics& m_diagnostics;
  PartProgress m_first, m_second;
  OpenedDatabase m_database;
  SearchOptions m_options;
};

class SearchDatabase : public Operation {
 public:
  explicit SearchDatabase(ScoresElsewhere elsewhere = {}) : m_elsewhere(std::move(elsewhere)) {}
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
  std::vector<Parameter> parameters() const override { return searchParameters(); }
  void checkParameters(const ParameterValues& values) const override { checkSearchParameters(values); }

 protected:
  /// The hits; as by-products the profile of the query when it had to be built, and the alignment that rounds have
  /// merged.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    PartProgress first(progress, 0, 0.05), second(progress, 0.05, 0.3), third(progress, 0.3, 1);
    ProfileOfInput query =
        profileInput(inputs[0], parsePreset(values.text("preset")), Side::query, compute, diagnostics, first);
    Rounds rounds(values, m_elsewhere, compute, diagnostics, second);
    SearchResult found = values.integer("iterations") > 1
                             ? rounds.iterate(*query.profile, rowsOf(inputs[0], *query.profile), third)
                             : rounds.search(*query.profile, third);
    found.database = values.text("database");
    found.date = dateNow();
    if (const std::int64_t count = values.integer("templates"); count > 0)
      found.hits = topTemplates(found.hits, static_cast<Index>(count));
    std::vector<Dataset> results(1);
    auto place = std::filesystem::path(found.database).lexically_normal();
    if (place.filename().empty()) place = place.parent_path();  // of a folder whose path ends with a slash
    results[0].title = inputs[0]->title + " in " + place.filename().string();
    results[0].axes = {inputs[0]->id};
    if (query.built) {
      results.push_back(std::move(*query.built));
      results.back().id = ".query";
      results[0].axes = {".query"};
    }
    if (found.merged) {
      results.emplace_back();
      results.back().id = ".merged";
      results.back().title = results[0].title + ": merged alignment";
      results.back().value = found.merged;
    }
    results[0].value = std::make_shared<const SearchResult>(std::move(found));
    return results;
  }

 private:
  static Alignment rowsOf(const DatasetPtr& input, const ProfileHmm& query) {
    return input->as<ProfileHmm>() ? shownAlignment(query) : *alignmentInput(*input);
  }

  ScoresElsewhere m_elsewhere;
};

}  // namespace

std::unique_ptr<const Operation> makeSearchWithScoresOf(ScoresElsewhere elsewhere) {
  return std::make_unique<SearchDatabase>(std::move(elsewhere));
}

std::unique_ptr<const Operation> makeSearchDatabase() { return std::make_unique<SearchDatabase>(); }

}  // namespace engine
