// Published weights that are not part of the project: HEADLIGHT_MODELS names a folder with them.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace test {

/// NAME in that folder; empty when it is not there (tests then skip with that reason).
inline std::filesystem::path publishedModel(const std::string& name) {
  const char* const folder = std::getenv("HEADLIGHT_MODELS");
  const std::filesystem::path path = folder ? std::filesystem::path(folder) / name : std::filesystem::path{};
  return !path.empty() && std::filesystem::exists(path) ? path : std::filesystem::path{};
}

}  // namespace test
