// The hits of a search as JSON, each in the form of an alignment of "align".
#include <nlohmann/json.hpp>

#include "engine/base/Error.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/FactText.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

Json hitJson(const SearchHit& hit, size_t rank) {
  return {{"rank", rank},
          {"name", hit.name},
          {"description", hit.description},
          {"entry", hit.entry},
          {"length", hit.numColumns},
          {"neff", hit.neff},
          {"score", hit.scores.total},
          {"score_ss", hit.scores.secondaryStructure},
          {"correlation", hit.scores.correlation},
          {"pvalue", hit.scores.pValue},
          {"evalue", hit.scores.eValue},
          {"probability", hit.scores.probability},
          {"sum_probabilities", hit.scores.sumProbabilities},
          {"columns", hit.numPairs},
          {"identity", hit.identity},
          {"similarity", hit.similarity},
          {"path", pathJson(hit.path)},
          {"query_aligned", hit.rows.query},
          {"template_aligned", hit.rows.templ}};
}

}  // namespace

Json prefilterFacts(const SearchResult& result) {
  if (!result.prefilter) return Json::object();
  const PrefilterStages& stages = *result.prefilter;
  return {{"templates", stages.templates},
          {"ungapped_over_threshold", stages.overThreshold},
          {"scored_with_gaps", stages.withGaps},
          {"kept", stages.kept},
          {"threshold_bits", fixed(stages.minUngappedBits, 2) + " + log2(Nq Nt)"},
          {"max_evalue", stages.maxEvalue}};
}

std::string searchJson(const Dataset& dataset) {
  const auto* result = dataset.as<SearchResult>();
  if (!result) fail(dataset.title, ": found ", kindName(dataset.kind()), ", expected a search result");
  Json hits = Json::array();
  for (const SearchHit& hit : result->hits) hits.push_back(hitJson(hit, hits.size() + 1));
  // Numbers that are not known are null.
  Json document{
      {"query", {{"name", result->queryName}, {"length", result->numQueryColumns}, {"neff", result->queryNeff}}},
      {"database", result->database},
      {"searched", result->numSearched},
      {"hits", hits},
      {"provenance", provenanceJson(dataset.provenance)}};
  if (const auto stages = prefilterFacts(*result); !stages.empty()) document["prefilter"] = stages;
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace engine
