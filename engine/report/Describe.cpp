#include "engine/report/Describe.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/base/PrintableText.h"
#include "engine/report/AlignedLetters.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMaxNames = 1000;

Json sequenceFacts(const SequenceSet& set) {
  Json list = Json::array();
  for (const Sequence& sequence : set.sequences) {
    if (list.size() == kMaxNames) break;
    list.push_back({{"name", sequence.name}, {"length", sequence.length()}});
  }
  return {{"count", set.sequences.size()}, {"sequences", list}};
}

Json alignmentFacts(const Alignment& alignment) {
  Json names = Json::array(), annotations = Json::array();
  for (const AlignmentRow& row : alignment.rows) {
    if (names.size() == kMaxNames) break;
    names.push_back(row.name);
  }
  for (const ColumnAnnotation& annotation : alignment.columnAnnotations) annotations.push_back(annotation.name);
  return {{"name", alignment.name},
          {"rows", alignment.numRows()},
          {"columns", alignment.numColumns},
          {"names", names},
          {"annotations", annotations}};
}

Json profileFacts(const ProfileHmm& profile) {
  return {{"name", profile.name},
          {"columns", profile.length()},
          {"neff", profile.neff},
          {"alignment columns", profile.numAlignmentColumns},
          {"pseudocounts", profile.hasPseudocounts},
          {"consensus", profile.consensus}};
}

Json structureFacts(const Structure& structure) {
  Json chains = Json::array();
  for (const Chain& chain : structure.chains) {
    Json entry{{"id", chain.id}, {"residues", chain.residues.size()}};
    if (!chain.residues.empty()) entry["first"] = chain.residues.front().label();
    if (!chain.residues.empty()) entry["last"] = chain.residues.back().label();
    chains.push_back(entry);
  }
  return {{"name", structure.name},
          {"model", structure.modelNumber},
          {"models", structure.numModels},
          {"residues", structure.numResidues()},
          {"chains", chains}};
}

Json arrayFacts(const ArrayBundle& bundle) {
  Json arrays = Json::object();
  // Names differ: looking each up among those before would be quadratic.
  auto& entries = arrays.get_ref<Json::object_t&>();
  for (const auto& [name, array] : bundle)
    entries.emplace_back(name, Json{{"shape", shapeOf(array)}, {"type", typeNameOf(array)}});
  return {{"arrays", std::move(arrays)}};
}

Json headFacts(const HeadSet& heads) {
  Json labels = Json::array();
  bool isLabelled = false;
  for (const auto& map : heads.maps) {
    labels.push_back(map ? map->label : "");
    isLabelled = isLabelled || (map && !map->label.empty());
  }
  Json facts{
      {"layers", heads.numLayers}, {"heads", heads.numHeads}, {"queries", heads.numQueries}, {"keys", heads.numKeys}};
  if (isLabelled) facts["labels"] = labels;
  return facts;
}

Json profileAlignmentFacts(const ProfileAlignment& alignment) {
  Json facts{{"query", alignment.query ? alignment.query->name : ""},
             {"template", alignment.templ ? alignment.templ->name : ""},
             {"preset", alignment.preset},
             {"alignments", alignment.paths.size()}};
  if (alignment.paths.empty() || !alignment.query || !alignment.templ) return facts;
  const AlignedLetters rows = alignedLetters(alignment, alignment.paths.front());
  facts["score"] = alignment.scores.front().total;
  facts["columns"] = rows.numPairs;
  facts["identical"] = rows.numIdentical;
  return facts;
}

Json geometryFacts(const ChainGeometry& geometry) {
  Index contacts = 0;
  const Index length = geometry.geometry.backbone.length();
  for (Index i = 0; i < length; ++i)
    for (Index j = i + 1; j < length; ++j) contacts += geometry.geometry.contacts(i, j) ? 1 : 0;
  return {{"chain", geometry.chain}, {"residues", length}, {"contacts", contacts}, {"ss", geometry.geometry.dssp}};
}

Json searchFacts(const SearchResult& result) {
  Json hits = Json::array();
  for (const SearchHit& hit : result.hits) {
    if (hits.size() == kMaxNames) break;
    hits.push_back({{"name", hit.name},
                    {"probability", hit.scores.probability},
                    {"evalue", hit.scores.eValue},
                    {"score", hit.scores.total},
                    {"columns", hit.numPairs}});
  }
  return {{"query", result.queryName},
          {"database", result.database},
          {"searched", result.numSearched},
          {"count", result.hits.size()},
          {"hits", hits}};
}

Json factsOf(const Dataset& dataset) {
  if (const auto* set = dataset.as<SequenceSet>()) return sequenceFacts(*set);
  if (const auto* alignment = dataset.as<Alignment>()) return alignmentFacts(*alignment);
  if (const auto* profile = dataset.as<ProfileHmm>()) return profileFacts(*profile);
  if (const auto* structure = dataset.as<Structure>()) return structureFacts(*structure);
  if (const auto* bundle = dataset.as<ArrayBundle>()) return arrayFacts(*bundle);
  if (const auto* heads = dataset.as<HeadSet>()) return headFacts(*heads);
  if (const auto* alignment = dataset.as<ProfileAlignment>()) return profileAlignmentFacts(*alignment);
  if (const auto* geometry = dataset.as<ChainGeometry>()) return geometryFacts(*geometry);
  if (const auto* result = dataset.as<SearchResult>()) return searchFacts(*result);
  return Json::object();
}

std::string plainText(const Json& value) {
  if (value.is_string()) return printable(value.get<std::string>());
  if (value.is_object()) {
    std::string text;
    for (const auto& [key, entry] : value.items())
      text += (text.empty() ? "" : " ") + printable(key) + " " + plainText(entry);
    return text;
  }
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Lines of a text that is read by people, not by programs.
constexpr size_t kMaxLines = 20;

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

/// Lists of more than a few entries and objects go on lines of their own.
void appendFact(std::string& text, const std::string& key, const Json& value) {
  if (!value.is_structured()) {
    text += "  " + key + ": " + plainText(value) + "\n";
    return;
  }
  if (value.empty()) return;
  text += "  " + key + ":\n";
  size_t count = 0;
  for (const auto& [name, entry] : value.items()) {
    if (count++ == kMaxLines) {
      text += "    ... and " + std::to_string(value.size() - kMaxLines) + " more\n";
      break;
    }
    text += "    " + (value.is_object() ? printable(name) + ": " : std::string{}) + plainText(entry) + "\n";
  }
}

}  // namespace

Json provenanceJson(const Provenance& provenance) {
  Json parameters = Json::object(), given = Json::array();
  for (const auto& [key, value] : provenance.request.parameters.all()) {
    parameters[key] = std::visit([](const auto& held) { return Json(held); }, value);
    if (provenance.request.parameters.isGiven(key)) given.push_back(key);
  }
  return {{"operation", provenance.request.operation},
          {"inputs", provenance.request.inputs},
          {"parameters", parameters},
          {"given", given},
          {"device", provenance.device},
          {"seconds", provenance.seconds},
          {"warnings", provenance.warnings},
          {"version", provenance.programVersion}};
}

Json datasetJson(const Dataset& dataset) {
  Json result{{"kind", kindName(dataset.kind())}, {"title", dataset.title}, {"source", dataset.source}};
  result.update(factsOf(dataset));
  if (!dataset.provenance.request.operation.empty()) result["provenance"] = provenanceJson(dataset.provenance);
  return result;
}

std::string datasetText(const Dataset& dataset) {
  std::string text = datasetLine(dataset) + "\n";
  const Json facts = factsOf(dataset);
  const auto* found = dataset.as<SearchResult>();
  for (const auto& [key, value] : facts.items())
    if (!found || key != "hits") appendFact(text, key, value);
  return found && !found->hits.empty() ? text + hitTable(*found) : text;
}

std::string datasetLine(const Dataset& dataset) {
  const auto counted = [](auto count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  };
  std::string size;
  if (const auto* set = dataset.as<SequenceSet>()) size = counted(set->sequences.size(), "sequence");
  if (const auto* alignment = dataset.as<Alignment>())
    size = counted(alignment->numRows(), "sequence") + " x " + counted(alignment->numColumns, "column");
  if (const auto* profile = dataset.as<ProfileHmm>()) size = counted(profile->length(), "column");
  if (const auto* structure = dataset.as<Structure>())
    size = counted(structure->chains.size(), "chain") + ", " + counted(structure->numResidues(), "residue");
  if (const auto* bundle = dataset.as<ArrayBundle>()) size = counted(bundle->size(), "array");
  if (const auto* heads = dataset.as<HeadSet>())
    size = counted(heads->numLayers * heads->numHeads, "head") + " of " + std::to_string(heads->numQueries) + " x " +
           std::to_string(heads->numKeys);
  if (const auto* alignment = dataset.as<ProfileAlignment>()) size = counted(alignment->paths.size(), "path");
  if (const auto* geometry = dataset.as<ChainGeometry>())
    size = counted(geometry->geometry.backbone.length(), "residue");
  if (const auto* result = dataset.as<SearchResult>()) size = counted(result->hits.size(), "hit");
  return kindName(dataset.kind()) + ", " + size;
}

}  // namespace engine
