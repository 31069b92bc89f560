// What the note of a file (FileNote.h) says of attention maps beyond their arrays.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/HeadSet.h"

namespace engine {

/// Name of an array of Bool beside the maps, true for cells that are left out: (Lq, Lk) for all maps, or
/// (layers, heads, Lq, Lk).
inline constexpr char kLeftOutArray[] = "left_out";

struct HeadsNote {
  std::vector<std::string> arrays;  ///< a single one (layers, heads, Lq, Lk), or one (Lq, Lk) for each map
  bool isArrayPerMap = false;
  std::vector<std::string> labels;  ///< of the maps, layer-major; empty: none is known
  bool areHeads = true;
  std::string unit, queryUnit, keyUnit, queryLetters, keyLetters;
  std::vector<std::string> queryTokens, keyTokens;
  std::map<std::string, std::string> about;
};

/// Nothing where the arrays, tokens and letters that the file has anyway say everything.
std::optional<HeadsNote> noteOf(const HeadSet& heads);
/// Sets what the note says; letters and tokens only where they are as many as the positions.
void applyNote(const HeadsNote& note, HeadSet& heads);

nlohmann::ordered_json toJson(const HeadsNote& note);
/// Nothing where the object is about something else. Throws Error when it contradicts itself.
std::optional<HeadsNote> headsNoteOf(const nlohmann::json& note);

/// Which cells are left out, in one of the two shapes above; empty where none is, or where maps are not in memory.
Array<Bool> leftOutCells(const HeadSet& heads);
/// The name of the array that holds this map of a set with an array for each: its label, "MI_with_APC", or "map_3".
std::string arrayNameOf(const HeadSet& heads, Index map);

}  // namespace engine
