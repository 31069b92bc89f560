// Reads PDB and mmCIF with gemmi and copies what we keep into plain values. Only this file and CifAtoms.cpp include
// gemmi's readers: they take seconds to compile. Facts about odd files: PDB files from before 1996 carry the entry's
// name in columns 73-80; many programs write no header, no chain id, no TER and no element column.
#include "engine/structure/ReadStructure.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <gemmi/mmcif.hpp>
#include <gemmi/pdb.hpp>
#include <gemmi/resinfo.hpp>
#include <optional>
#include <set>
#include <unordered_map>

#include "engine/base/Error.h"
#include "engine/base/PrintableText.h"
#include "engine/structure/CifAtoms.h"
#include "engine/structure/PdbRecords.h"

namespace engine {
namespace {

constexpr double kLongestBackboneBond = 2.5;  // Å; N-CA and CA-C are 1.46 and 1.53
constexpr int kColumnsBefore1996 = 72;

// --- residues ---

Vector3 toVector(const gemmi::Position& position) { return {position.x, position.y, position.z}; }

const gemmi::Atom* backboneAtom(const gemmi::Residue& residue, const std::string& name) {
  for (const gemmi::Atom& atom : residue.atoms) {
    // A calcium ion is also called CA.
    const bool isRightElement = name != "CA" || atom.element == gemmi::El::C || atom.element == gemmi::El::X;
    if (atom.name == name && isRightElement) return &atom;
  }
  return nullptr;
}

bool isProteinResidue(const gemmi::Residue& residue) {
  const gemmi::Atom* n = backboneAtom(residue, "N");
  const gemmi::Atom* ca = backboneAtom(residue, "CA");
  const gemmi::Atom* c = backboneAtom(residue, "C");
  if (gemmi::find_tabulated_residue(residue.name).is_amino_acid()) return n || ca || c;
  return n && ca && c && n->pos.dist(ca->pos) < kLongestBackboneBond && ca->pos.dist(c->pos) < kLongestBackboneBond;
}

/// The alternative location with the highest mean occupancy; of equals the first in the file. 0: there are none.
char preferredLocation(const gemmi::Residue& residue) {
  struct Sum {
    char label;
    double occupancy = 0;
    int count = 0;
    double mean() const { return occupancy / count; }
  };
  std::vector<Sum> sums;
  for (const gemmi::Atom& atom : residue.atoms) {
    if (atom.altloc == '\0') continue;
    auto sum = std::find_if(sums.begin(), sums.end(), [&](const Sum& s) { return s.label == atom.altloc; });
    if (sum == sums.end()) sum = sums.insert(sums.end(), Sum{atom.altloc});
    sum->occupancy += atom.occ;
    ++sum->count;
  }
  const auto best = std::max_element(sums.begin(), sums.end(), [](auto& a, auto& b) { return a.mean() < b.mean(); });
  return best == sums.end() ? '\0' : best->label;
}

/// One atom per name: the preferred location's; where that lacks the atom, the one with the highest occupancy.
std::vector<Atom> chosenAtoms(const gemmi::Residue& residue) {
  const char preferred = preferredLocation(residue);
  const auto rank = [&](const gemmi::Atom& atom) {
    return std::pair(atom.altloc == preferred || atom.altloc == '\0', atom.occ);
  };
  std::vector<const gemmi::Atom*> chosen;
  std::unordered_map<std::string_view, size_t> places;
  for (const gemmi::Atom& atom : residue.atoms) {
    const auto [same, isNew] = places.emplace(atom.name, chosen.size());
    if (isNew)
      chosen.push_back(&atom);
    else if (rank(atom) > rank(*chosen[same->second]))
      chosen[same->second] = &atom;
  }
  std::vector<Atom> atoms;
  for (const gemmi::Atom* atom : chosen) {
    std::string element = atom->element == gemmi::El::X ? "" : atom->element.uname();
    const Vector3 position = toVector(atom->pos);
    atoms.push_back(
        {atom->name, std::move(element), isSet(position) ? position : unsetPosition(), atom->b_iso, atom->occ});
  }
  return atoms;
}

Residue toResidue(const gemmi::Residue& source) {
  Residue residue;
  residue.name = source.name.empty() ? "UNK" : source.name;
  const char letter = gemmi::find_tabulated_residue(source.name).one_letter_code;
  residue.letter = std::isalpha(static_cast<unsigned char>(letter)) ? static_cast<char>(std::toupper(letter)) : 'X';
  residue.number = source.seqid.num.has_value() ? *source.seqid.num : 0;
  residue.insertionCode = source.seqid.icode == '\0' ? ' ' : source.seqid.icode;
  residue.atoms = chosenAtoms(source);
  return residue;
}

/// Two residue types modelled at one position (microheterogeneity).
bool isAlternativeOf(const gemmi::Residue& residue, const gemmi::Residue& previous) {
  const auto isAlternative = [](const gemmi::Residue& r) {
    return std::any_of(r.atoms.begin(), r.atoms.end(), [](const gemmi::Atom& atom) { return atom.altloc != '\0'; });
  };
  return residue.seqid == previous.seqid && residue.name != previous.name && isAlternative(residue) &&
         isAlternative(previous);
}

double highestOccupancy(const gemmi::Residue& residue) {
  double highest = 0;
  for (const gemmi::Atom& atom : residue.atoms) highest = std::max<double>(highest, atom.occ);
  return highest;
}

// --- chains ---

Chain toChain(const gemmi::Chain& source, Progress& progress) {
  constexpr size_t kResiduesPerReport = 1024;
  Chain chain;
  chain.id = source.name;
  const gemmi::Residue* previous = nullptr;
  for (const gemmi::Residue& residue : source.residues) {
    const auto place = static_cast<size_t>(&residue - source.residues.data());
    if (place % kResiduesPerReport == 0)
      progress.update(double(place) / double(source.residues.size()), "reading the structure");
    if (!isProteinResidue(residue)) continue;
    if (previous && isAlternativeOf(residue, *previous)) {
      if (highestOccupancy(residue) <= highestOccupancy(*previous)) continue;
      chain.residues.pop_back();
    }
    chain.residues.push_back(toResidue(residue));
    previous = &residue;
  }
  return chain;
}

/// Joins parts to the chain of their name.
class ChainJoiner {
 public:
  explicit ChainJoiner(Structure& structure) : m_structure(structure) {}
  /// Parts that number the same residues are different chains under one name (files without chain ids): the later one
  /// gets a name of its own, with a warning.
  void add(Chain part, const std::string& source, Diagnostics& diagnostics);
  const std::unordered_map<std::string, size_t>& places() const { return m_places; }  ///< of the chains, by their names

 private:
  using Numbers = std::set<std::pair<int, char>>;

  Structure& m_structure;
  std::unordered_map<std::string, size_t> m_places;
  std::vector<Numbers> m_numbers;  ///< of the residues of each chain
};

void ChainJoiner::add(Chain part, const std::string& source, Diagnostics& diagnostics) {
  if (part.residues.empty()) return;
  const std::string id = part.id;
  Numbers added;
  for (const Residue& residue : part.residues) added.emplace(residue.number, residue.insertionCode);
  for (int copy = 1;; ++copy) {
    part.id = copy == 1 ? id : id + "_" + std::to_string(copy);
    const auto [place, isNew] = m_places.emplace(part.id, m_structure.chains.size());
    if (isNew) break;
    Numbers& present = m_numbers[place->second];
    if (std::any_of(added.begin(), added.end(), [&](auto& key) { return present.contains(key); })) continue;
    present.merge(added);
    std::vector<Residue>& residues = m_structure.chains[place->second].residues;
    std::move(part.residues.begin(), part.residues.end(), std::back_inserter(residues));
    return;
  }
  if (part.id != id)
    diagnostics.warn(source, ": chain ", inQuotes(id), " numbers its residues more than once; the later part is chain ",
                     inQuotes(part.id));
  m_numbers.push_back(std::move(added));
  m_structure.chains.push_back(std::move(part));
}

void markRange(Chain& chain, const gemmi::AtomAddress& start, const gemmi::AtomAddress& end, char state) {
  if (start.chain_name != end.chain_name) return;
  const auto isAt = [](const gemmi::AtomAddress& address) {
    return [&address](const Residue& residue) {
      return address.res_id.seqid.num.has_value() && residue.number == *address.res_id.seqid.num &&
             residue.insertionCode == address.res_id.seqid.icode;
    };
  };
  auto& residues = chain.residues;
  const auto first = std::find_if(residues.begin(), residues.end(), isAt(start));
  const auto last = std::find_if(first, residues.end(), isAt(end));
  if (last == residues.end()) return;
  for (auto residue = first; residue <= last; ++residue) residue->authorState = state;
}

// --- models ---

int modelNumber(const gemmi::Structure& source, size_t index) {
  const std::string& name = source.models[index].name;
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc{} && end == name.data() + name.size() ? number : static_cast<int>(index) + 1;
}

size_t modelIndex(const gemmi::Structure& source, int wanted, const std::string& file) {
  if (wanted == 0) return 0;
  std::string known;
  for (size_t i = 0; i < source.models.size(); ++i) {
    if (modelNumber(source, i) == wanted) return i;
    known += (i ? ", " : "") + std::to_string(modelNumber(source, i));
  }
  fail(file, ": there is no model ", wanted, ", the file has ", known);
}

std::string nameOf(const std::string& source) {
  std::filesystem::path path = std::filesystem::path(source).filename();
  if (path.extension() == ".gz") path = path.stem();
  return path.stem().string();
}

Structure toStructure(const gemmi::Structure& source, const std::string& file, Diagnostics& diagnostics,
                      Progress& progress, const ReadOptions& options) {
  Structure structure;
  structure.name = nameOf(file);
  structure.numModels = static_cast<int>(source.models.size());
  if (source.models.empty()) fail(file, ": found no atoms, expected a protein structure");
  const size_t index = modelIndex(source, options.model, file);
  structure.modelNumber = modelNumber(source, index);
  ChainJoiner chains(structure);
  for (const gemmi::Chain& chain : source.models[index].chains) chains.add(toChain(chain, progress), file, diagnostics);
  if (structure.chains.empty())
    fail(file, ": found no amino acid residue in model ", structure.modelNumber,
         ", expected residues with the atoms N, CA, C");
  const auto mark = [&](const gemmi::AtomAddress& start, const gemmi::AtomAddress& end, char state) {
    progress.update(1, "reading the structure");
    const auto place = chains.places().find(start.chain_name);
    if (place != chains.places().end()) markRange(structure.chains[place->second], start, end, state);
  };
  for (const gemmi::Helix& helix : source.helices) mark(helix.start, helix.end, 'H');
  for (const gemmi::Sheet& sheet : source.sheets)
    for (const gemmi::Sheet::Strand& strand : sheet.strands) mark(strand.start, strand.end, 'E');
  structure.validate();
  return structure;
}

// --- formats ---

/// gemmi's "Problem in line 12: text\nthe line" as "file:12: text".
[[noreturn]] void failAsInPdb(const std::string& source, std::string text) {
  constexpr std::string_view kPrefix = "Problem in line ";
  text = text.substr(0, text.find('\n'));
  if (text.starts_with(kPrefix)) {
    text.erase(0, kPrefix.size());
    fail(source, ":", text, " (expected PDB format)");
  }
  fail(source, ": ", text, " (expected PDB format)");
}

gemmi::Structure pdbModel(const std::string& records, const std::string& source) {
  gemmi::PdbReadOptions options;
  options.split_chain_on_ter = true;
  std::string problem;
  for (const int columns : {0, kColumnsBefore1996}) {
    options.max_line_length = columns;
    try {
      return gemmi::read_pdb_string(records, source, options);
    } catch (const std::exception& error) {
      if (problem.empty()) problem = error.what();
    }
  }
  failAsInPdb(source, problem);
}

/// Beginnings of the tags that are used besides the atoms. The library's readers of the others trust what they find: of
/// the references to sequence databases (_pdbx_sifts_xref_db), for one, they look at residues behind the last.
const std::vector<std::string>& usedCategories() {
  static const std::vector<std::string> categories{"_entry.", "_struct_conf.", "_struct_sheet_range."};
  return categories;
}

/// The library takes LF and CR LF as the end of a line.
std::string withLineFeeds(std::string_view content) {
  std::string text(content);
  std::replace(text.begin(), text.end(), '\r', '\n');
  return text;
}

gemmi::Structure mmcifModel(std::string_view content, const std::string& source, Progress& progress) {
  CifAtoms found = readCifAtoms(content, source, usedCategories(), progress);
  progress.update(1, "reading the structure");
  gemmi::Structure model = gemmi::make_structure(std::move(found.rest));
  model.models = std::move(found.atoms.models);
  return model;
}

}  // namespace

Structure readPdb(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress,
                  const ReadOptions& options) {
  PartProgress reading(progress, 0, 0.7), sorting(progress, 0.7, 1);
  const gemmi::Structure model = pdbModel(relevantPdbRecords(content, source, reading), source);
  return toStructure(model, source, diagnostics, sorting, options);
}

Structure readMmcif(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress,
                    const ReadOptions& options) {
  PartProgress reading(progress, 0, 0.7), sorting(progress, 0.7, 1);
  const bool hasOldLineEnds =
      content.find('\n') == std::string_view::npos && content.find('\r') != std::string_view::npos;
  gemmi::Structure model;
  try {
    model = mmcifModel(hasOldLineEnds ? withLineFeeds(content) : content, source, reading);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    const std::string text = error.what();
    fail(text.starts_with(source) ? "" : source + ": ", text, " (expected mmCIF)");
  }
  return toStructure(model, source, diagnostics, sorting, options);
}

}  // namespace engine
