// The part of the mmCIF dictionary that libdssp asks for.
#pragma once

#include <string_view>
#include <vector>

#include <cif++/validate.hpp>

namespace engine {

/// A category of mmCIF as Dssp.cpp writes it; the items that tell its rows apart come first.
struct CifCategory {
  std::string_view name;
  std::vector<std::string_view> items;
  size_t numKeys;
};

/// The residues of the chains, one row each, and the atoms.
const CifCategory& residueCategory();
const CifCategory& atomCategory();

/// Tells libcifpp the keys of the categories that libdssp reads and which atoms belong to which residue. The whole
/// dictionary of the wwPDB would tell the same, but takes 0.1 s to read. Lives as long as the process; made by the first
/// call, which only one thread may make.
const ::cif::validator& dsspDictionary();

}  // namespace engine
