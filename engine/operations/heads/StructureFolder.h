// The structures of many proteins: files of a folder, found by the name of a sequence or else by its residues.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Parameters.h"
#include "engine/heads/MapDistances.h"
#include "engine/structure/Structure.h"

namespace engine {

/// What is said of a sequence that no file fits.
inline constexpr char kNoStructure[] = "no structure has this name or sequence";

class StructureFolder {
 public:
  /// The PDB and mmCIF files (.gz too) directly in the folder, or the one file. Throws Error when there is none.
  explicit StructureFolder(const std::filesystem::path& path);

  struct Found {
    MapDistances distances;
    ContactSource source;
  };
  /// Distances for the residues of these maps out of the file NAME.* (case counts where two differ by nothing else),
  /// when one of its chains has this sequence; else out of the first file of which most residues are the same. Nothing,
  /// and why in `problem`, when there is none or it cannot be read. `values`: atom and cutoff. Throws Cancelled.
  std::optional<Found> find(const std::string& name, const HeadSet& heads, const ParameterValues& values, int threads,
                            Progress& progress, std::string& problem);

  /// Of names and contents of all files. Throws Error for one that cannot be read; Cancelled.
  std::uint64_t fingerprint(Progress& progress) const;

 private:
  /// A chain as far as sequences are compared.
  struct KnownChain {
    std::size_t file = 0;
    std::string letters;
  };

  std::optional<std::size_t> fileNamed(const std::string& name) const;
  void readChains(Progress& progress);

  std::vector<std::filesystem::path> m_files;  ///< by name
  std::optional<std::vector<KnownChain>> m_chains;  ///< of all files; read when a sequence is looked for first
};

}  // namespace engine
