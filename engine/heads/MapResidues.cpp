#include "engine/heads/MapResidues.h"

#include "engine/analysis/SpecialTokens.h"
#include "engine/sequence/Alphabet.h"

namespace engine {

namespace {

void addResidues(Index count, const std::string& letters, const std::vector<std::string>& tokens,
                 std::vector<Index>& positions, std::string& kept) {
  const bool hasLetters = static_cast<Index>(letters.size()) == count;
  for (Index k = 0; k < count; ++k) {
    const auto place = static_cast<std::size_t>(k);
    const bool isGap = hasLetters && letters[place] == '-';
    const bool isToken = place < tokens.size() && isSpecialToken(tokens[place]);
    if (isGap || isToken) continue;
    positions.push_back(k);
    if (hasLetters) kept += letters[place];
  }
}

}  // namespace

MapResidues residuesOf(const HeadSet& heads) {
  MapResidues residues;
  addResidues(heads.numQueries, heads.queryLetters, heads.queryTokens, residues.queries, residues.queryLetters);
  addResidues(heads.numKeys, heads.keyLetters, heads.keyTokens, residues.keys, residues.keyLetters);
  return residues;
}

std::vector<int> typesOf(const std::string& letters) {
  std::vector<int> types;
  for (const char letter : letters) {
    const ResidueCode code = alphabet::codeOf(letter);
    const bool isKnown = code != alphabet::kInvalid && alphabet::upper(code) < alphabet::kNumResidues;
    types.push_back(isKnown ? alphabet::upper(code) : -1);
  }
  return types;
}

}  // namespace engine
