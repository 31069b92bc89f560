#include "engine/operations/SearchParameters.h"

#include <algorithm>

#include "engine/base/ParameterKinds.h"
#include "engine/operations/AlignParameters.h"
#include "engine/operations/DatabaseInput.h"
#include "engine/operations/PosteriorParameters.h"

namespace engine {

namespace {

/// Parameters of "align" that make no sense for many templates at once.
constexpr const char* kNotForSearches[] = {"states", "cooptimal", "template-excl", "sums", "samples", "seed"};

std::vector<Parameter> allOfAlign() {
  std::vector<Parameter> all = alignParameters();
  for (Parameter& parameter : posteriorParameters()) all.push_back(std::move(parameter));
  return all;
}

std::vector<Parameter> pairParameters() {
  std::vector<Parameter> parameters = allOfAlign();
  std::erase_if(parameters, [](const Parameter& parameter) {
    return std::find(std::begin(kNotForSearches), std::end(kNotForSearches), parameter.key) !=
           std::end(kNotForSearches);
  });
  for (Parameter& parameter : parameters) {
    if (parameter.key == "mac") parameter.standard = std::string("on");
    if (parameter.key == "alternatives") parameter.standard = std::int64_t{4};
  }
  return parameters;
}

std::vector<Parameter> limitParameters() {
  const HitLimits limits;
  return {
      numberParameter("evalue", "Largest E-value", "",
                      "hits that chance would bring more often are left out, but for the first min-hits",
                      limits.maxEvalue, 0),
      numberParameter("probability", "Least probability", "%",
                      "hits that are less probably related are left out, but for the first min-hits",
                      limits.minProbability, 0, 100),
      countParameter("min-hits", "Least hits", "so many hits are listed whatever they are worth", limits.minHits, 0,
                     1e9),
      countParameter("max-hits", "Most hits", "no more hits are listed", limits.maxHits, 1, 1e9),
      named(countParameter("templates", "Templates", "keep so many entries, each with its best alignment", 0, 1, 1e9),
            {{0, "all hits"}})};
}

std::vector<Parameter> roundParameters() {
  return {
      countParameter("iterations", "Rounds",
                     "after each round but the last the profile is built anew with the significant hits", 1, 1, 100),
      numberParameter("inclusion", "E-value of inclusion", "", "hits up to it join the query's alignment", 1e-3, 0),
      choiceParameter("prefilter", "Prefilter", "on: only templates whose column states are alike are aligned",
                      {"off", "on"}),
      choiceParameter("early-stop", "Early stop",
                      "on: after the prefilter templates are aligned in its order, until 2000 of them bring hardly a "
                      "hit; off: all that it keeps",
                      {"on", "off"}),
      textParameter("column-states", "Column states",
                    "file with the alphabet of the prefilter (cs219.lib); empty: our own", "", PathKind::file),
      choiceParameter("statistics", "Statistics",
                      "network: HH-suite's fixed networks; calibrated: a distribution fitted to shuffled templates",
                      {"network", "calibrated"}),
      samplesParameter(), countParameter("seed", "Seed", "of the shuffled templates", 0, 0, 9e15)};
}

}  // namespace

std::vector<Parameter> searchParameters() {
  std::vector<Parameter> all{databaseParameter()};
  for (const auto& group :
       {limitParameters(), grouped("Rounds, prefilter, statistics", roundParameters()), pairParameters()})
    all.insert(all.end(), group.begin(), group.end());
  std::stable_partition(all.begin(), all.end(), [](const Parameter& parameter) { return parameter.group.empty(); });
  return all;
}

void checkSearchParameters(const ParameterValues& values) {
  requireDatabase(values);
  const std::vector<ColumnRange> excluded = parseRanges(values.text("excl"), "excl");
  const bool isLocal = values.text("null") == "local";
  if (values.text("statistics") == "calibrated" && (isLocal || !excluded.empty()))
    fail("search: found --statistics calibrated together with ", isLocal ? "--null local" : "--excl",
         ", which shuffled templates are not aligned with, expected --statistics network");
  if (!values.text("column-states").empty() && values.text("prefilter") == "off")
    fail("search: found --column-states without --prefilter on, which alone uses them");
}

SearchOptions searchOptions(const ParameterValues& values, Progress& progress) {
  ParameterValues pair;
  for (const Parameter& parameter : pairParameters()) pair.copy(parameter.key, values);
  pair = completed(allOfAlign(), pair);
  SearchOptions options;
  options.alignment = alignOptions(pair, progress);
  readPosteriorParameters(pair, options.alignment);
  options.alignment.mac.minPairs = 6;  // as hhsearch and hhblits do
  options.stopsEarly = values.text("early-stop") == "on";
  options.limits.maxEvalue = values.real("evalue");
  options.limits.minProbability = values.real("probability");
  options.limits.minHits = static_cast<Index>(values.integer("min-hits"));
  options.limits.maxHits = static_cast<Index>(values.integer("max-hits"));
  return options;
}

}  // namespace engine
