// A search result with four hits that the tests of hits share.
#pragma once

#include <memory>
#include <string>

#include "engine/datasets/Dataset.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/search/hits/SearchResult.h"

namespace test {

using engine::Index;
using engine::PairState;
using engine::SearchHit;
using engine::SearchResult;

inline constexpr engine::Index kQueryLength = 100;
inline constexpr double kUnknown = engine::PathScores::kUnknown;

enum class Profiles { none, known };

/// `numPairs` match pairs from (first, 0) on, with a template gap of one column after the tenth pair.
inline SearchHit someHit(const std::string& name, Index first, Index numPairs, double probability, double eValue) {
  SearchHit hit;
  hit.name = name;
  hit.description = "of the tests";
  hit.numColumns = 120;
  hit.neff = 4.5;
  hit.scores.total = hit.scores.viterbi = probability * 1.25;
  hit.scores.probability = probability;
  hit.scores.eValue = eValue;
  hit.scores.pValue = eValue / 1000;
  hit.numPairs = numPairs;
  hit.identity = 25;
  for (Index k = 0, i = first; k < numPairs; ++k, ++i) {
    if (k == 10) hit.path.steps.push_back({PairState::DG, i++, k - 1, -1});
    hit.path.steps.push_back({PairState::MM, i, k, 1, 0.9});
  }
  for (const engine::PathStep& step : hit.path.steps) {
    const bool isPair = step.state == PairState::MM;
    hit.rows.query += 'A';
    hit.rows.templ += isPair ? 'G' : '-';
    hit.rows.marks += isPair ? '|' : ' ';
    hit.rows.confidence += isPair ? '9' : ' ';
  }
  return hit;
}

inline std::shared_ptr<SearchResult> someResult(Profiles profiles = Profiles::known) {
  auto result = std::make_shared<SearchResult>();
  result->queryName = "query protein";
  result->numQueryColumns = kQueryLength;
  result->numSearched = 1000;
  result->hits = {someHit("alpha", 10, 60, 99.5, 1e-30), someHit("beta", 0, 30, 80.5, 2e-4),
                  someHit("gamma", 50, 20, 9.5, 3e-1), someHit("delta", 20, 40, 80.5, 5e-10)};
  result->hits[2].family = "globins";
  if (profiles == Profiles::known) {
    result->query = std::make_shared<engine::ProfileHmm>();
    for (SearchHit& hit : result->hits) hit.templ = std::make_shared<engine::ProfileHmm>();
  }
  return result;
}

inline engine::DatasetPtr datasetOf(std::shared_ptr<const SearchResult> result) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "search";
  dataset->axes = {"query"};
  dataset->value = std::move(result);
  return dataset;
}

}  // namespace test
