// A profile alignment as JSON (the contract of the command line) and as a two-row alignment.
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/AlignedLetters.h"
#include "engine/datasets/Exports.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

Json profileJson(const ProfileHmm& profile) {
  return {{"name", profile.name}, {"length", profile.length()}, {"neff", profile.neff}};
}

/// NaN stands for what was not computed.
Json orNull(double value) { return std::isnan(value) ? Json(nullptr) : Json(value); }

Json pathEntry(const ProfileAlignment& alignment, size_t rank) {
  const AlignmentPath& path = alignment.paths[rank];
  const AlignedLetters rows = alignedLetters(alignment, path);
  const PathScores& scores = alignment.scores[rank];
  return {{"rank", rank + 1},
          {"score", scores.total},
          {"score_ss", scores.secondaryStructure},
          {"correlation", scores.correlation},
          {"pvalue", orNull(scores.pValue)},
          {"evalue", orNull(scores.eValue)},
          {"probability", orNull(scores.probability)},
          {"sum_probabilities", orNull(scores.sumProbabilities)},
          {"columns", rows.numPairs},
          {"path", pathJson(path)},
          {"query_aligned", rows.query},
          {"template_aligned", rows.templ}};
}

const ProfileAlignment& heldAlignment(const Dataset& dataset) {
  const auto* alignment = dataset.as<ProfileAlignment>();
  if (!alignment || !alignment->query || !alignment->templ)
    fail(dataset.title, ": found ", kindName(dataset.kind()), ", expected a profile alignment");
  return *alignment;
}

/// The template's letters on the query's columns for one path, and what has no query column as inserts.
struct TemplateRow {
  std::vector<ResidueCode> codes;
  std::vector<Insert> inserts;
};

void addInsert(TemplateRow& row, std::int32_t after, ResidueCode code) {
  if (row.inserts.empty() || row.inserts.back().after != after) row.inserts.push_back({after, {}});
  row.inserts.back().codes.push_back(static_cast<ResidueCode>(alphabet::upper(code) | alphabet::kLowerCase));
}

TemplateRow templateRow(const ProfileAlignment& alignment, const AlignmentPath& path) {
  const Index length = alignment.query->length();
  TemplateRow row{std::vector<ResidueCode>(static_cast<size_t>(length), alphabet::kGap), {}};
  Index numBefore = 0;
  for (const PathStep& step : path.steps) {
    if (consumesQuery(step.state)) numBefore = step.i + 1;
    if (!consumesTemplate(step.state)) continue;
    const ResidueCode code = alphabet::codeOf(masterLetter(*alignment.templ, step.j));
    if (consumesQuery(step.state))
      nth(row.codes, step.i) = alphabet::upper(code);
    else if (alphabet::isResidue(code))
      addInsert(row, static_cast<std::int32_t>(numBefore), code);
  }
  return row;
}

AlignmentRow rowOf(const ProfileHmm& profile) {
  AlignmentRow row;
  row.name = profile.name;
  row.description = profile.description;
  return row;
}

}  // namespace

Json pathJson(const AlignmentPath& path) {
  Json steps = Json::array();
  for (const PathStep& step : path.steps) {
    steps.push_back({{"state", stateName(step.state)}, {"i", step.i + 1}, {"j", step.j + 1}, {"score", step.score}});
    if (step.posterior >= 0) steps.back()["posterior"] = step.posterior;
  }
  return steps;
}

std::string alignmentJson(const Dataset& dataset) {
  const ProfileAlignment& alignment = heldAlignment(dataset);
  Json entries = Json::array();
  for (size_t rank = 0; rank < alignment.paths.size(); ++rank) entries.push_back(pathEntry(alignment, rank));
  Json document{{"query", profileJson(*alignment.query)},
                {"template", profileJson(*alignment.templ)},
                {"preset", presetName(alignment.options.preset)},
                {"parameters", parametersJson(dataset.provenance.request.parameters)},
                {"alignments", entries},
                {"provenance", provenanceJson(dataset.provenance)}};
  if (!alignment.coOptimalPaths.empty()) {
    Json paths = Json::array();
    for (const AlignmentPath& path : alignment.coOptimalPaths) paths.push_back(pathJson(path));
    document["cooptimal"] = paths;
  }
  for (const AlignmentPath& path : alignment.sampledPaths)
    document["samples"].push_back({{"score", path.score}, {"path", pathJson(path)}});
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Alignment pairAlignmentOf(const ProfileAlignment& alignment) {
  const ProfileHmm& query = *alignment.query;
  Alignment pair;
  pair.name = query.name;
  pair.numColumns = query.length();
  pair.rows.push_back(rowOf(query));
  for (Index i = 0; i < pair.numColumns; ++i)
    pair.codes.push_back(alphabet::upper(alphabet::codeOf(masterLetter(query, i))));
  for (const AlignmentPath& path : alignment.paths) {
    TemplateRow row = templateRow(alignment, path);
    pair.rows.push_back(rowOf(*alignment.templ));
    pair.rows.back().inserts = std::move(row.inserts);
    pair.codes.insert(pair.codes.end(), row.codes.begin(), row.codes.end());
  }
  return pair;
}

}  // namespace engine
