// Maps and numbers of tests/data/heads.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/attention/HeadSet.h"
#include "engine/heads/MakeHeadTable.h"

namespace test {

/// A file of tests/data/heads, as the program loads it.
std::shared_ptr<const engine::HeadSet> goldenHeads(const std::string& name);
const nlohmann::json& goldenNumbers();
/// The structure behind planted.npz. `atom` alpha: distances of C-alpha where those of C-beta are known.
engine::MapDistances goldenDistances();
/// The table of a set of heads.
engine::HeadTable tableOf(const engine::HeadSet& heads, const engine::HeadTableOptions& options = {}, int threads = 2);
/// Each head as the exporter writes it.
nlohmann::json headsJson(const engine::HeadTable& table);

/// Every number, word and null of `expected` is in `found`: 1e-9 relative and 1e-12, whole numbers and words exactly.
/// A value that `found` has not counts as null. Returns what differs, a line each.
std::string differences(const nlohmann::json& found, const nlohmann::json& expected, const std::string& where = {});

/// A set of one layer from maps in memory; values row by row.
engine::HeadSet headsOf(const std::vector<engine::Array<float>>& maps, const std::string& letters = {});

}  // namespace test
