// Look-ups in a structure and the check of its values.
#include "engine/structure/Structure.h"

#include <algorithm>

#include "engine/base/Error.h"

namespace engine {

const Atom* Residue::findAtom(const std::string& atomName) const {
  const auto found = std::find_if(atoms.begin(), atoms.end(), [&](const Atom& atom) { return atom.name == atomName; });
  return found == atoms.end() ? nullptr : &*found;
}

Vector3 Residue::position(const std::string& atomName) const {
  const Atom* atom = findAtom(atomName);
  return atom ? atom->position : unsetPosition();
}

std::string Residue::label() const {
  std::string text = std::to_string(number);
  if (insertionCode != ' ') text += insertionCode;
  return text;
}

const Chain* Structure::findChain(const std::string& id) const {
  const auto found = std::find_if(chains.begin(), chains.end(), [&](const Chain& chain) { return chain.id == id; });
  return found == chains.end() ? nullptr : &*found;
}

Index Structure::numResidues() const {
  Index count = 0;
  for (const Chain& chain : chains) count += static_cast<Index>(chain.residues.size());
  return count;
}

void Structure::validate() const {
  for (const Chain& chain : chains) {
    for (size_t i = 0; i < chain.residues.size(); ++i) {
      const Residue& residue = chain.residues[i];
      if (residue.name.empty())
        fail("structure ", name, ", chain ", chain.id, ", residue ", residue.label(), " (position ", i + 1,
             "): the residue has no name");
      for (const Atom& atom : residue.atoms)
        if (atom.position.array().isInf().any())
          fail("structure ", name, ", chain ", chain.id, ", residue ", residue.name, " ", residue.label(), ", atom ",
               atom.name, ": the position is infinite, expected a finite one or none");
    }
  }
}

std::vector<ResidueCode> chainCodes(const Chain& chain) {
  std::vector<ResidueCode> codes;
  codes.reserve(chain.residues.size());
  for (const Residue& residue : chain.residues) {
    const ResidueCode code = alphabet::codeOf(residue.letter);
    codes.push_back(code == alphabet::kInvalid ? alphabet::kUnknown : code);
  }
  return codes;
}

}  // namespace engine
