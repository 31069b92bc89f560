// Operation "hit": one hit of a search as a full profile alignment, for the views that look inside.
#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/AlignParameters.h"
#include "engine/operations/AlignedProfiles.h"
#include "engine/operations/Operation.h"
#include "engine/search/hits/HitDetails.h"

namespace engine {

namespace {

/// What the search did, its own defaults included, as far as aligning two profiles knows it too.
ParameterValues alignmentParameters(const Operation& align, const Request& request) {
  const ParameterValues search = completed(findOperation("search").parameters(), request.parameters);
  ParameterValues values;
  for (const Parameter& parameter : align.parameters()) {
    const auto found = search.all().find(parameter.key);
    if (found != search.all().end() && found->second.index() == parameter.standard.index())
      values.copy(parameter.key, search);
  }
  return values;
}

bool isSamePath(const AlignmentPath& a, const AlignmentPath& b) {
  return std::equal(
      a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
      [](const PathStep& x, const PathStep& y) { return x.state == y.state && x.i == y.i && x.j == y.j; });
}

/// What the search says about its hits holds for the same paths here: its E-values count all templates.
void takeStatistics(ProfileAlignment& alignment, const SearchResult& result, const SearchHit& opened) {
  for (size_t k = 0; k < alignment.paths.size(); ++k) {
    alignment.scores[k].eValue = PathScores::kUnknown;
    for (const SearchHit& hit : result.hits) {
      if (hit.templ != opened.templ || !isSamePath(hit.path, alignment.paths[k])) continue;
      alignment.scores[k] = hit.scores;
      if (&hit == &opened) alignment.opened = static_cast<Index>(k);
    }
  }
}

Dataset profileDataset(const std::string& id, const std::string& title, std::shared_ptr<const ProfileHmm> profile) {
  Dataset dataset;
  dataset.id = id;
  dataset.title = title;
  dataset.value = std::move(profile);
  return dataset;
}

class OpenHit : public Operation {
 public:
  std::string id() const override { return "hit"; }
  std::string title() const override { return "Open a hit of a search"; }
  std::string help() const override {
    return "Aligns the query of a search with one of the templates that it found, as the search did, and keeps all "
           "matrices. The result of the search must hold its profiles: one that was read from a report does not.";
  }
  std::vector<std::string> resultParts() const override { return {"arrays", "matrices"}; }
  std::vector<OperationInput> inputs() const override {
    return {{"result", "result of a search", {DatasetKind::searchResult}}};
  }
  std::vector<Parameter> parameters() const override {
    return {countParameter("rank", "Rank", "which hit, 1: the first", 1, 1, 1e9)};
  }
  Place place() const override { return Place::native; }

 protected:
  /// The alignment; as by-products the profiles of query and template, which its axes name.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute&,
                               Diagnostics& diagnostics, Progress& progress) const override {
    const auto& result = *inputs[0]->as<SearchResult>();
    const SearchHit& hit = hitOf(*inputs[0], result, values.integer("rank"));
    const Operation& align = findOperation("align");
    const ParameterValues asked =
        completed(align.parameters(), alignmentParameters(align, inputs[0]->provenance.request));
    const ProfileHmm query = searchedQuery(*result.query, parsePreset(asked.text("preset")), neutralisesTags(asked));
    const std::shared_ptr<ProfileAlignment> aligned = alignedProfiles(query, *hit.templ, asked, diagnostics, progress);
    takeStatistics(*aligned, result, hit);
    const std::string queryId = ".query", templateId = ".template";
    Dataset alignment;
    alignment.title = result.queryName + " × " + hit.name;
    alignment.value = std::shared_ptr<const ProfileAlignment>(aligned);
    alignment.axes = {queryId, templateId};
    return {std::move(alignment), profileDataset(queryId, result.queryName, result.query),
            profileDataset(templateId, hit.name, hit.templ)};
  }

 private:
  static const SearchHit& hitOf(const Dataset& dataset, const SearchResult& result, std::int64_t rank) {
    if (rank > static_cast<std::int64_t>(result.hits.size()))
      fail("hit: found rank ", rank, ", expected at most ", result.hits.size(), ", the number of hits of ",
           dataset.title);
    const SearchHit& hit = nth(result.hits, rank - 1);
    if (!result.query || !hit.templ)
      fail(dataset.title, ": hit ", rank, " (", hit.name,
           ") cannot be opened: the result was read from a report, which holds no profiles; search again to open hits");
    return hit;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeOpenHit() { return std::make_unique<OpenHit>(); }

}  // namespace engine
