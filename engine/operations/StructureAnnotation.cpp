// DSSP states mapped to profile columns.
#include "engine/operations/StructureAnnotation.h"

#include "engine/alignment/ResidueMap.h"
#include "engine/base/Nth.h"
#include "engine/structure/Dssp.h"

namespace engine {

namespace {

char profileState(char dssp) {
  switch (dssp) {
    case ' ':
      return '-';
    case '-':
    case 'P':
      return 'C';
    case 'I':
      return 'H';
    default:
      return dssp;
  }
}

}  // namespace

ColumnAnnotation dsspRow(const ProfileHmm& profile, const Structure& structure, const Chain& chain,
                         Diagnostics& diagnostics) {
  std::vector<ResidueCode> master;
  std::vector<size_t> columnOf;
  for (size_t i = 0; i < profile.masterLetters.size(); ++i) {
    const ResidueCode code = alphabet::codeOf(profile.masterLetters[i]);
    if (alphabet::isGap(code)) continue;
    master.push_back(code);
    columnOf.push_back(i);
  }
  // A chain alone: hydrogen bonds to other chains are not the profile's.
  Structure alone = structure;
  alone.chains = {chain};
  const std::vector<std::string> states = dsspStates(alone);
  const ResidueMap map = mapSameSequence(master, chainCodes(chain));
  ColumnAnnotation row{"ss_dssp", std::string(profile.masterLetters.size(), '-')};
  for (size_t k = 0; k < master.size(); ++k)
    if (const Index residue = map.to[k]; residue >= 0)
      row.symbols[columnOf[k]] = profileState(nth(states.front(), residue));
  const Index pairs = map.numPairs();
  if (pairs == 0)
    fail("profile ", profile.name, ": none of its ", master.size(), " residues is found in chain ", chain.id, " of ",
         structure.name, ", expected the same protein");
  if (2 * pairs < static_cast<Index>(master.size()))
    diagnostics.warn("chain ", chain.id, " of ", structure.name, " has ", pairs, " of the ", master.size(),
                     " residues of ", profile.name, "; the rest has no secondary structure");
  return row;
}

ProfileHmm withStructure(ProfileHmm profile, const Structure& structure, const Chain& chain, Diagnostics& diagnostics) {
  ColumnAnnotation row = dsspRow(profile, structure, chain, diagnostics);
  std::erase_if(profile.annotations, [](const ColumnAnnotation& other) { return other.name == "ss_dssp"; });
  profile.annotations.insert(profile.annotations.begin(), std::move(row));
  return profile;
}

}  // namespace engine
