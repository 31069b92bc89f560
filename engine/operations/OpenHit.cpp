// Operation "hit": one hit of a search as a full profile alignment, for the views that look inside.
#include <algorithm>

#include "engine/operations/Operation.h"

namespace engine {

namespace {

/// What the search was asked for, as far as aligning two profiles knows it too.
ParameterValues alignmentParameters(const Operation& align, const ParameterValues& search) {
  ParameterValues values;
  for (const Parameter& parameter : align.parameters()) {
    const auto found = search.all().find(parameter.key);
    if (found != search.all().end() && found->second.index() == parameter.standard.index())
      values.set(parameter.key, found->second);
  }
  return values;
}

DatasetPtr profileDataset(const std::string& id, const std::string& title, std::shared_ptr<const ProfileHmm> profile) {
  Dataset dataset;
  dataset.id = id;
  dataset.title = title;
  dataset.value = std::move(profile);
  return std::make_shared<const Dataset>(std::move(dataset));
}

class OpenHit : public Operation {
 public:
  std::string id() const override { return "hit"; }
  std::string title() const override { return "Open a hit of a search"; }
  std::string help() const override {
    return "Aligns the query of a search with one of the templates that it found, as the search did, and keeps all "
           "matrices. The result of the search must hold its profiles: one that was read from a report does not.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"result", "result of a search", {DatasetKind::searchResult}}};
  }
  std::vector<Parameter> parameters() const override {
    return {{"rank", "Rank", "", "which hit, 1: the first", std::int64_t{1}, 1, 1e9, {}}};
  }

 protected:
  /// The alignment; as by-products the profiles of query and template, which its axes name.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto& result = *inputs[0]->as<SearchResult>();
    const SearchHit& hit = hitOf(*inputs[0], result, values.integer("rank"));
    const DatasetPtr query = profileDataset(".query", result.queryName, result.query);
    const DatasetPtr templ = profileDataset(".template", hit.name, hit.templ);
    const Operation& align = findOperation("align");
    std::vector<Dataset> aligned =
        align.run({query, templ}, alignmentParameters(align, inputs[0]->provenance.request.parameters), compute,
                  diagnostics, progress);
    Dataset alignment;
    alignment.title = aligned.front().title;
    alignment.value = aligned.front().value;
    alignment.provenance.device = aligned.front().provenance.device;
    alignment.axes = {query->id, templ->id};
    return {std::move(alignment), *query, *templ};
  }

 private:
  static const SearchHit& hitOf(const Dataset& dataset, const SearchResult& result, std::int64_t rank) {
    if (rank > static_cast<std::int64_t>(result.hits.size()))
      fail("hit: found rank ", rank, ", expected at most ", result.hits.size(), ", the number of hits of ",
           dataset.title);
    const SearchHit& hit = result.hits[static_cast<size_t>(rank - 1)];
    if (!result.query || !hit.templ)
      fail(dataset.title, ": hit ", rank, " (", hit.name,
           ") cannot be opened: the result was read from a report, which holds no profiles; search again to open hits");
    return hit;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeOpenHit() { return std::make_unique<OpenHit>(); }

}  // namespace engine
