// Hits of a search.
#include "engine/search/hits/SearchResult.h"

#include <algorithm>
#include <cstdio>

#include "engine/base/PrintableText.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/TypedKind.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

/// The best hits in columns, numbers rounded as in reports.
std::string hitTable(const SearchResult& result) {
  std::string text = "    No  Hit                             Prob   E-value    Score  Columns\n";
  for (size_t k = 0; k < std::min(result.hits.size(), kMaxLines); ++k) {
    const SearchHit& hit = result.hits[k];
    char line[128];
    std::snprintf(line, sizeof line, "  %4zu  %-30.30s %5.1f  %8.2G %8.1f  %7td\n", k + 1, printable(hit.name).c_str(),
                  hit.scores.probability, hit.scores.eValue, hit.scores.total, hit.numPairs);
    text += line;
  }
  if (result.hits.size() > kMaxLines)
    text += "    ... and " + std::to_string(result.hits.size() - kMaxLines) + " more\n";
  return text;
}

Exported hitJson(const Dataset& dataset, const CommandOf&) { return searchJson(dataset); }
Exported hitReport(const Dataset& dataset, const CommandOf& commandOf) {
  return exported(searchResultOf(dataset, commandOf));
}
Exported hits(const Dataset& dataset, const CommandOf&) {
  return exported(hitAlignmentOf(*dataset.as<SearchResult>()));
}

class SearchResultKind : public TypedKind<SearchResult> {
 public:
  std::string name() const override { return "search result"; }
  std::string heading() const override { return "Search results"; }
  std::string icon() const override { return "search-result"; }
  std::string textSuffix() const override { return ".hhr"; }
  std::vector<Exporter> exporters() const override {
    return {{".json", "", "hits with scores, paths with 1-based indices and aligned letters", hitJson},
            {".hhr", "", "report in the layout of HH-suite", hitReport},
            {"", "", "the query and each hit on its columns, or the alignment that the search built", hits,
             std::make_shared<const Alignment>()}};
  }

 protected:
  std::string sizeOf(const SearchResult& result) const override {
    return counted(static_cast<Index>(result.hits.size()), "hit");
  }
  std::string shownSizeOf(const SearchResult& result) const override {
    return sizeOf(result) + " of " + counted(result.numSearched, "template");
  }
  Json factsOf(const SearchResult& result) const override {
    Json hits = Json::array();
    for (const SearchHit& hit : result.hits) {
      if (hits.size() == kMaxNames) break;
      hits.push_back({{"name", hit.name},
                      {"probability", hit.scores.probability},
                      {"evalue", hit.scores.eValue},
                      {"score", hit.scores.total},
                      {"columns", hit.numPairs}});
    }
    Json facts{{"query", result.queryName}, {"database", result.database}, {"searched", result.numSearched}};
    if (const Json stages = prefilterFacts(result); !stages.empty()) facts["prefilter"] = stages;
    facts["count"] = result.hits.size();
    facts["hits"] = hits;
    return facts;
  }
  /// A table in place of the list of hits.
  std::string textOf(const SearchResult& result) const override {
    Json facts = factsOf(result);
    facts.erase("hits");
    return linesOf(facts) + (result.hits.empty() ? "" : hitTable(result));
  }
};

}  // namespace

std::unique_ptr<const Kind> makeSearchResultKind() { return std::make_unique<SearchResultKind>(); }

}  // namespace engine
