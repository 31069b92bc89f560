#include "tests/engine/search/PrefilterReference.h"

#include <nlohmann/json.hpp>

#include "engine/io/Format.h"
#include "tests/support/Files.h"

namespace test {

using namespace engine;

namespace {

/// Where the Debian package of the library puts it.
constexpr const char* kLibrary = "/usr/share/hhsuite/data/cs219.lib";

}  // namespace

ProfileHmm PrefilterReference::profile(const std::string& name) const {
  Diagnostics diagnostics;
  Progress progress;
  return *load(sharedFile("hh/hhm/" + name + ".hhm"), diagnostics, progress).as<ProfileHmm>();
}

PrefilterReference prefilterReference() {
  PrefilterReference reference;
  const std::filesystem::path file = sharedFile("hh/prefilter.json");
  if (file.empty()) return {"the reference data are not there", {}, {}, {}};
  if (!std::filesystem::exists(kLibrary)) return {std::string("there is no ") + kLibrary, {}, {}, {}};
  reference.states = parseColumnStates(readText(kLibrary), kLibrary);
  const auto json = nlohmann::json::parse(readText(file));
  for (const auto& [name, letters] : json["cs219"].items())
    reference.letters[name] = letters.get<std::vector<std::uint8_t>>();
  for (const auto& pair : json["pairs"])
    reference.pairs.push_back(
        {pair["query"], pair["template"], pair["ungapped_minus_length_term"], pair["gapped_bits_truncated"]});
  return reference;
}

}  // namespace test
