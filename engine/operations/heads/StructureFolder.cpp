#include "engine/operations/heads/StructureFolder.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <unordered_set>

#include "engine/analysis/ChainMatch.h"
#include "engine/base/CancelOnly.h"
#include "engine/base/Fingerprint.h"
#include "engine/base/Nth.h"
#include "engine/io/Format.h"

namespace engine {

namespace {

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// "1ABC" of 1ABC.pdb.gz; empty for what is no structure by its suffix.
std::string stemOf(const std::filesystem::path& path) {
  std::filesystem::path name = path.filename();
  if (lowerCase(name.extension().string()) == ".gz") name = name.stem();
  const std::string suffix = lowerCase(name.extension().string());
  const bool isStructure = suffix == ".pdb" || suffix == ".ent" || suffix == ".cif" || suffix == ".mmcif";
  return isStructure ? name.stem().string() : std::string{};
}

Structure structureIn(const std::filesystem::path& file, const Progress& progress) {
  Diagnostics unheard;
  CancelOnly silent(progress);
  const Dataset dataset = load(file, unheard, silent);
  const auto* structure = dataset.as<Structure>();
  if (!structure) fail(file.string(), ": found ", kindName(dataset.kind()), ", expected a structure");
  return *structure;
}

/// Pieces of five letters. Two sequences of which nine of ten residues are the same have some in common, unless gaps
/// cut them to pieces; nearly all others need not be aligned.
class Pieces {
 public:
  explicit Pieces(const std::string& letters) : m_isShort(letters.size() < kShort) {
    for (std::size_t k = 0; k + kLength <= letters.size(); ++k) m_pieces.insert(letters.substr(k, kLength));
  }
  bool mayBeIn(const std::string& letters) const {
    if (m_isShort || letters.size() < kShort) return true;
    for (std::size_t k = 0; k + kLength <= letters.size(); ++k)
      if (m_pieces.contains(letters.substr(k, kLength))) return true;
    return false;
  }

 private:
  static constexpr std::size_t kLength = 5, kShort = 30;
  bool m_isShort;
  std::unordered_set<std::string> m_pieces;
};

/// A chain that has nothing but letters.
Chain chainOf(const std::string& letters) {
  Chain chain;
  for (const char letter : letters) {
    chain.residues.emplace_back();
    chain.residues.back().letter = letter;
  }
  return chain;
}

StructureFolder::Found foundIn(const Structure& structure, const std::filesystem::path& file, Index chainNumber,
                               const HeadSet& heads, const ParameterValues& values, int threads,
                               const Progress& progress) {
  const Chain& chain = nth(structure.chains, chainNumber);
  CancelOnly silent(progress);
  StructureFolder::Found found;
  found.source.title = file.filename().string();
  found.source.chain = chain.id;
  found.source.atom = values.text("atom") == "CA" ? ContactAtom::alpha : ContactAtom::beta;
  found.source.cutoff = values.real("cutoff");
  found.distances = distancesOf(heads, chain, pairGeometryOf(chain, threads, silent), found.source.title);
  return found;
}

}  // namespace

StructureFolder::StructureFolder(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) {
    m_files.push_back(path);
    return;
  }
  for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored) && !stemOf(entry->path()).empty()) m_files.push_back(entry->path());
  }
  if (error) fail(path.string(), ": cannot read the folder of structures: ", error.message());
  if (m_files.empty()) fail(path.string(), ": found no structure (.pdb, .ent, .cif, .mmcif) in the folder");
  std::sort(m_files.begin(), m_files.end());
}

std::optional<std::size_t> StructureFolder::fileNamed(const std::string& name) const {
  std::optional<std::size_t> alike;
  for (std::size_t k = 0; k < m_files.size(); ++k) {
    const std::string stem = stemOf(m_files[k]);
    if (stem == name) return k;
    if (!alike && lowerCase(stem) == lowerCase(name)) alike = k;
  }
  return alike;
}

void StructureFolder::readChains(Progress& progress) {
  if (m_chains) return;
  std::vector<KnownChain> chains;
  for (std::size_t file = 0; file < m_files.size(); ++file) {
    progress.update(double(file) / double(m_files.size()), "reading structures");
    try {
      for (const Chain& chain : structureIn(m_files[file], progress).chains) {
        chains.push_back({file, {}});
        for (const Residue& residue : chain.residues) chains.back().letters += residue.letter;
      }
    } catch (const Error&) {  // said when a sequence asks for it by name
    }
  }
  m_chains = std::move(chains);
}

std::optional<StructureFolder::Found> StructureFolder::find(const std::string& name, const HeadSet& heads,
                                                            const ParameterValues& values, int threads,
                                                            Progress& progress, std::string& problem) {
  problem.clear();
  const auto positions = mapPositions(heads);
  if (!positions) return std::nullopt;
  if (const auto file = fileNamed(name)) {
    try {
      const Structure structure = structureIn(m_files[*file], progress);
      const std::vector<StructureMatch> matches = matchingChains(*positions, structure);
      if (!matches.empty())
        return foundIn(structure, m_files[*file], matches.front().chain, heads, values, threads, progress);
      problem = m_files[*file].filename().string() + ": no chain has this sequence";
    } catch (const Error& error) {
      problem = error.what();
    }
  }
  readChains(progress);
  const Pieces pieces(heads.queryLetters);
  const KnownChain* best = nullptr;
  Index most = 0;
  for (const KnownChain& chain : *m_chains) {
    if (progress.cancelled()) throw Cancelled{};
    const auto match = pieces.mayBeIn(chain.letters) ? matchChain(*positions, chainOf(chain.letters)) : std::nullopt;
    if (!match || match->numMatched() <= most) continue;
    most = match->numMatched();
    best = &chain;
  }
  if (!best) {
    if (problem.empty()) problem = kNoStructure;
    return std::nullopt;
  }
  try {
    const Structure structure = structureIn(m_files[best->file], progress);
    const auto matches = matchingChains(*positions, structure);
    if (matches.empty()) fail(m_files[best->file].string(), ": was changed while it was read");
    problem.clear();
    return foundIn(structure, m_files[best->file], matches.front().chain, heads, values, threads, progress);
  } catch (const Error& error) {
    problem = error.what();
  }
  return std::nullopt;
}

std::uint64_t StructureFolder::fingerprint(Progress& progress) const {
  Fingerprint sum;
  for (std::size_t k = 0; k < m_files.size(); ++k) {
    progress.update(double(k) / double(m_files.size()), "reading structures");
    sum.add(m_files[k].filename().string());
    std::ifstream file(m_files[k], std::ios::binary);
    char block[1 << 16];
    std::uint64_t size = 0;
    while (file.read(block, sizeof block) || file.gcount() > 0) {
      const auto count = static_cast<std::size_t>(file.gcount());
      sum.addBytes(block, count);
      size += count;
    }
    if (!file.eof()) fail(m_files[k].string(), ": cannot be read");
    sum.addNumber(size);
  }
  return sum.value();
}

}  // namespace engine
