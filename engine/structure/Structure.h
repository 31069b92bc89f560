// A protein structure as plain values: chains, residues, atoms. Positions in Å.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>
#include <vector>

#include "engine/sequence/Sequence.h"

namespace engine {

using Vector3 = Eigen::Vector3d;

inline Vector3 unsetPosition() { return Vector3::Constant(std::numeric_limits<double>::quiet_NaN()); }
inline bool isSet(const Vector3& position) { return position.allFinite(); }

struct Atom {
  std::string name;      ///< "CA", "N", ...
  std::string element;   ///< "C", "N", "FE", ...; empty when unknown
  Vector3 position = unsetPosition();
  double bFactor = 0, occupancy = 1;
};

/// One residue that has at least one of N, CA, C; of alternative locations the one with the highest occupancy (ties:
/// first).
struct Residue {
  std::string name;           ///< "ALA", "MSE", ...
  char letter = 'X';          ///< one-letter code of the parent amino acid
  int number = 0;             ///< author's sequence number
  char insertionCode = ' ';
  std::vector<Atom> atoms;    ///< in file order
  char authorState = ' ';     ///< 'H' helix, 'E' strand from the file's own records; ' ' none

  const Atom* findAtom(const std::string& name) const;
  /// Position of an atom, unset (NaN) when it is missing.
  Vector3 position(const std::string& name) const;
  /// Number and insertion code as biologists write them: "52A".
  std::string label() const;
};

struct Chain {
  std::string id;                  ///< author's chain id; may be empty
  std::vector<Residue> residues;   ///< protein residues in file order
};

struct Structure {
  std::string name;
  int modelNumber = 1;       ///< model that was read
  int numModels = 1;         ///< models in the file
  std::vector<Chain> chains; ///< protein chains only

  const Chain* findChain(const std::string& id) const;
  Index numResidues() const;
  /// Throws Error naming chain and residue when a position is infinite or a residue has no name.
  void validate() const;
};

/// Letters of a chain as residue codes.
std::vector<ResidueCode> chainCodes(const Chain& chain);

}  // namespace engine
