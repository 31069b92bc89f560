// Work on many proteins that can be interrupted: what is done, as a file.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/heads/HeadsOverProteins.h"

namespace engine {

struct UnfinishedHeads {
  /// What the work was asked for: "model", "sequences", "structures", "options", each as a text that tells whether it
  /// is the same.
  std::map<std::string, std::string> asked;
  std::vector<ProteinOfTable> proteins;  ///< that are done, in their order
  HeadsOverProteins sum;
  bool operator==(const UnfinishedHeads&) const = default;

  /// Takes in a protein that was done alone, as the next one. Throws Error for several.
  void add(const UnfinishedHeads& one);
};

/// As JSON; numbers keep all their digits.
std::string unfinishedText(const UnfinishedHeads& work);
/// Throws Error naming the source and what is wrong with it.
UnfinishedHeads unfinishedFromText(const std::string& text, const std::string& source);

/// What the file holds, or nothing done where there is no file. Throws Error when it was begun with something else,
/// saying with what, or cannot be read.
UnfinishedHeads continuedWork(const std::filesystem::path& file, const std::map<std::string, std::string>& asked);

}  // namespace engine
