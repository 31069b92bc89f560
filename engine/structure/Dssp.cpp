// Hands a backbone to libdssp as a minimal mmCIF text and reads the states back.
// The library wants a dictionary, residues numbered 1..n in chains with short names, and complete backbones; it
// takes side chains into account only for accessibility, so the four backbone atoms are enough. Of the residue type it
// needs only whether the residue is a proline, which has no amide hydrogen.
#include "engine/structure/Dssp.h"

#include <dssp.hpp>
#include <iomanip>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>

#include "engine/base/Error.h"
#include "engine/structure/DsspDictionary.h"

namespace engine {
namespace {

constexpr std::array<const char*, 4> kBackboneAtoms{"N", "CA", "C", "O"};
constexpr double kLargestWrittenCoordinate =
    1e6;  // Å; beyond it there is no structure, and the library's floats lose their digits

/// A residue that the library gets, and where its state belongs.
struct FedResidue {
  std::string chainName;  ///< short and unique, given by us
  int number;             ///< 1..n within the chain
  size_t chain, residue;  ///< indices in the structure
  const Residue* source;

  const char* compound() const { return source->letter == 'P' ? "PRO" : "ALA"; }
};

bool hasCompleteBackbone(const Residue& residue) {
  for (const char* name : kBackboneAtoms) {
    const Vector3 position = residue.position(name);
    if (!isSet(position) || position.cwiseAbs().maxCoeff() >= kLargestWrittenCoordinate) return false;
  }
  return true;
}

std::vector<FedResidue> residuesToFeed(const Structure& structure) {
  std::vector<FedResidue> fed;
  for (size_t c = 0; c < structure.chains.size(); ++c) {
    int number = 0;
    const auto& residues = structure.chains[c].residues;
    const std::string chain = std::string("C").append(std::to_string(c));
    for (size_t i = 0; i < residues.size(); ++i)
      if (hasCompleteBackbone(residues[i])) fed.push_back({chain, ++number, c, i, &residues[i]});
  }
  return fed;
}

void writeItems(std::ostream& out, const CifCategory& category) {
  out << "loop_\n";
  for (const std::string_view item : category.items) out << '_' << category.name << '.' << item << '\n';
}

void writeChains(std::ostream& out, const std::vector<FedResidue>& fed) {
  out << "loop_\n_struct_asym.id\n_struct_asym.entity_id\n";
  std::string previous;
  for (const FedResidue& residue : fed) {
    if (residue.chainName != previous) out << residue.chainName << " 1\n";
    previous = residue.chainName;
  }
  writeItems(out, residueCategory());
  for (const FedResidue& r : fed)
    out << r.chainName << " 1 " << r.number << ' ' << r.compound() << ' ' << r.number << ' ' << r.number << ' '
        << r.number << ' ' << r.compound() << ' ' << r.compound() << ' ' << r.chainName << " . n\n";
}

void writeAtoms(std::ostream& out, const std::vector<FedResidue>& fed) {
  writeItems(out, atomCategory());
  out << std::fixed << std::setprecision(4);
  int serial = 0;
  for (const FedResidue& r : fed)
    for (const char* name : kBackboneAtoms) {
      const Vector3 position = r.source->position(name);
      out << ++serial << " ATOM " << name[0] << ' ' << name << " . " << r.compound() << ' ' << r.chainName
          << " 1 " << r.number << " ? " << position.x() << ' ' << position.y() << ' ' << position.z() << " 1.0 0.0 "
          << r.number << ' ' << r.chainName << " 1\n";
    }
}

std::string minimalMmcif(const std::vector<FedResidue>& fed) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << "data_headlight\n_entry.id headlight\nloop_\n_entity.id\n_entity.type\n1 polymer\n";
  writeChains(out, fed);
  writeAtoms(out, fed);
  return out.str();
}

/// While it lives, nothing that is written to std::cerr is seen. With a negative verbosity libdssp 4.4 tells its steps
/// there, with any other it draws progress bars.
class QuietErrorStream {
 public:
  QuietErrorStream() : m_before(std::cerr.rdbuf(nullptr)) {}
  ~QuietErrorStream() { std::cerr.rdbuf(m_before); }
  QuietErrorStream(const QuietErrorStream&) = delete;
  QuietErrorStream& operator=(const QuietErrorStream&) = delete;

 private:
  std::streambuf* m_before;
};

/// States by our chain name and number.
std::map<std::pair<std::string, int>, char> statesFromLibrary(const std::string& mmcif) {
  constexpr int kModel = 1, kShortestPolyProline = 3;
  // The library keeps its verbosity in a global: one caller at a time, and a quiet one.
  static std::mutex oneAtATime;
  const std::lock_guard lock(oneAtATime);
  ::cif::VERBOSE = -1;
  const QuietErrorStream quiet;
  std::map<std::pair<std::string, int>, char> states;
  try {
    std::istringstream in(mmcif);
    ::cif::file file(in);
    file.set_validator(&dsspDictionary());
    const dssp assignment(file.front(), kModel, kShortestPolyProline, false);
    for (const auto& residue : assignment) {
      const char letter = static_cast<char>(residue.type());
      states[{residue.asym_id(), residue.seq_id()}] = letter == ' ' ? '-' : letter;
    }
  } catch (const std::exception& error) {
    fail("secondary structure: libdssp failed (", error.what(), ")");
  }
  return states;
}

}  // namespace

std::vector<std::string> dsspStates(const Structure& structure) {
  std::vector<std::string> result;
  for (const Chain& chain : structure.chains) result.emplace_back(chain.residues.size(), ' ');
  const std::vector<FedResidue> fed = residuesToFeed(structure);
  if (fed.empty()) return result;
  const auto states = statesFromLibrary(minimalMmcif(fed));
  if (states.size() != fed.size())
    fail("secondary structure: libdssp returned ", states.size(), " residues, expected ", fed.size());
  for (const FedResidue& residue : fed)
    result[residue.chain][residue.residue] = states.at({residue.chainName, residue.number});
  return result;
}

}  // namespace engine
