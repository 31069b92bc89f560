#include "engine/datasets/HeadsNote.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Exports.h"

namespace engine {

namespace {

using Note = nlohmann::json;
using Texts = std::vector<std::string>;

constexpr const char* kKind = "attention";  // HeadsKind::name()

/// Labels of maps in memory; none where no map has one.
Texts labelsOf(const HeadSet& heads) {
  Texts labels;
  for (const auto& map : heads.maps) labels.push_back(map ? map->label : std::string());
  const bool isAny = std::any_of(labels.begin(), labels.end(), [](const std::string& label) { return !label.empty(); });
  return isAny ? labels : Texts{};
}

bool hasMasks(const HeadSet& heads) {
  return std::any_of(heads.maps.begin(), heads.maps.end(), [](const auto& map) { return map && !map->mask.empty(); });
}

std::string textIn(const Note& note, const char* key) {
  const auto found = note.find(key);
  if (found == note.end()) return {};
  if (!found->is_string()) fail("the note: found no text for \"", key, "\", expected one");
  return found->get<std::string>();
}

Texts textsIn(const Note& note, const char* key) {
  const auto found = note.find(key);
  if (found == note.end()) return {};
  const bool areTexts =
      found->is_array() && std::all_of(found->begin(), found->end(), [](const Note& each) { return each.is_string(); });
  if (!areTexts) fail("the note: found no list of texts for \"", key, "\", expected one");
  return found->get<Texts>();
}

}  // namespace

std::optional<HeadsNote> noteOf(const HeadSet& heads) {
  HeadsNote note;
  note.isArrayPerMap = isArrayPerMap(heads);
  if (!note.isArrayPerMap) note.arrays = {heads.arrayName};
  for (Index map = 0; note.isArrayPerMap && map < heads.count(); ++map) note.arrays.push_back(arrayNameOf(heads, map));
  note.labels = labelsOf(heads);
  note.areHeads = heads.areHeads;
  note.unit = heads.unit;
  note.queryUnit = heads.queryUnit;
  note.keyUnit = heads.keyUnit;
  const bool isPlain = note.areHeads && note.labels.empty() && !hasMasks(heads) && heads.about.empty() &&
                       heads.arrayName == HeadSet{}.arrayName;
  if (isPlain && note.unit.empty() && note.queryUnit.empty() && note.keyUnit.empty()) return std::nullopt;
  note.queryLetters = heads.queryLetters;
  note.keyLetters = heads.keyLetters;
  note.queryTokens = heads.queryTokens;
  note.keyTokens = heads.keyTokens;
  note.about = heads.about;
  return note;
}

void applyNote(const HeadsNote& note, HeadSet& heads) {
  heads.areHeads = note.areHeads;
  heads.unit = note.unit;
  heads.queryUnit = note.queryUnit;
  heads.keyUnit = note.keyUnit;
  heads.about = note.about;
  if (!note.isArrayPerMap && !note.arrays.empty()) heads.arrayName = note.arrays.front();
  const auto take = [](Index count, const std::string& letters, const Texts& tokens, std::string& ofSet, Texts& named) {
    const auto fits = [count](const auto& list) { return !list.empty() && static_cast<Index>(list.size()) == count; };
    if (fits(letters) || fits(tokens)) {
      ofSet = fits(letters) ? letters : std::string();
      named = fits(tokens) ? tokens : Texts{};
    }
  };
  take(heads.numQueries, note.queryLetters, note.queryTokens, heads.queryLetters, heads.queryTokens);
  take(heads.numKeys, note.keyLetters, note.keyTokens, heads.keyLetters, heads.keyTokens);
}

nlohmann::ordered_json toJson(const HeadsNote& note) {
  nlohmann::ordered_json json{{"kind", kKind}, {note.isArrayPerMap ? "maps" : "array", note.arrays}};
  const auto add = [&json](const char* key, const auto& value) {
    if (!value.empty()) json[key] = value;
  };
  if (!note.areHeads) json["quantity"] = true;
  add("labels", note.labels);
  add("unit", note.unit);
  add("query_unit", note.queryUnit);
  add("key_unit", note.keyUnit);
  add("query_letters", note.queryLetters);
  add("key_letters", note.keyLetters);
  add("query_tokens", note.queryTokens);
  add("key_tokens", note.keyTokens);
  add("about", note.about);
  return json;
}

std::optional<HeadsNote> headsNoteOf(const Note& json) {
  if (!json.is_object() || !json.contains("kind") || json.at("kind") != Note(kKind)) return std::nullopt;
  HeadsNote note;
  note.isArrayPerMap = json.contains("maps");
  note.arrays = textsIn(json, note.isArrayPerMap ? "maps" : "array");
  if (note.arrays.empty() || (!note.isArrayPerMap && note.arrays.size() != 1))
    fail("the note: found ", note.arrays.size(), " names of arrays, expected one for the heads, or one for each map");
  note.labels = textsIn(json, "labels");
  note.areHeads = !json.contains("quantity");
  note.unit = textIn(json, "unit");
  note.queryUnit = textIn(json, "query_unit");
  note.keyUnit = textIn(json, "key_unit");
  note.queryLetters = textIn(json, "query_letters");
  note.keyLetters = textIn(json, "key_letters");
  note.queryTokens = textsIn(json, "query_tokens");
  note.keyTokens = textsIn(json, "key_tokens");
  if (const auto about = json.find("about"); about != json.end() && about->is_object())
    for (const auto& [key, text] : about->items())
      if (text.is_string()) note.about[key] = text.get<std::string>();
  return note;
}

Array<Bool> leftOutCells(const HeadSet& heads) {
  if (!hasMasks(heads) || heads.source) return {};
  const Index cells = heads.numQueries * heads.numKeys;
  const Array<Bool>& first = heads.maps.front() ? heads.maps.front()->mask : Array<Bool>();
  const bool isShared =
      std::all_of(heads.maps.begin(), heads.maps.end(), [&](const auto& map) { return map && map->mask == first; });
  if (isShared && first.size() == cells) return first.reshaped({heads.numQueries, heads.numKeys});
  Array<Bool> all({heads.numLayers, heads.numHeads, heads.numQueries, heads.numKeys}, Bool{}, kLeftOutArray);
  for (Index map = 0; map < heads.count(); ++map)
    if (const auto& one = nth(heads.maps, map); one && one->mask.size() == cells)
      std::copy(one->mask.begin(), one->mask.end(), all.begin() + map * cells);
  return all;
}

std::string arrayNameOf(const HeadSet& heads, Index map) {
  const auto one = heads.map(map / heads.numHeads, map % heads.numHeads);
  std::string name = !one || one->label.empty() ? "map_" + std::to_string(map + 1) : one->label;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

}  // namespace engine
