// Letters to codes and back, and the names that structure files give to amino acids.
#include "engine/sequence/Alphabet.h"

#include <algorithm>

namespace engine::alphabet {

namespace {

constexpr bool isLowerLetter(char letter) { return letter >= 'a' && letter <= 'z'; }

constexpr std::array<ResidueCode, 256> makeCodeTable() {
  std::array<ResidueCode, 256> table{};
  table.fill(kInvalid);
  for (size_t code = 0; code < kLetters.size(); ++code) {
    const char letter = kLetters[code];
    table[static_cast<unsigned char>(letter)] = static_cast<ResidueCode>(code);
    if (letter >= 'A' && letter <= 'Z')
      table[static_cast<unsigned char>(letter - 'A' + 'a')] = static_cast<ResidueCode>(code | kLowerCase);
  }
  return table;
}

constexpr std::array<ResidueCode, 256> kCodeTable = makeCodeTable();

constexpr std::array<ResidueCode, 32> makeStandardTable() {
  std::array<ResidueCode, 32> table{};
  table.fill(kUnknown);
  for (ResidueCode code = 0; code < kNumResidues; ++code) table[code] = code;
  const auto letter = [](char c) { return static_cast<size_t>(kLetters.find(c)); };
  table[letter('B')] = kCodeTable['D'];
  table[letter('Z')] = kCodeTable['E'];
  table[letter('U')] = kCodeTable['C'];
  for (const ResidueCode gap : {kGap, kDot, kTilde}) table[gap] = kGap;
  return table;
}

constexpr std::array<ResidueCode, 32> kStandardTable = makeStandardTable();

struct ResidueName {
  std::string_view name;
  char letter;
};

/// The 20 standard amino acids come first (threeLetter takes the first match), then ambiguous and rare ones, then
/// modified residues under the letter of their parent as in the chemical component dictionary of the wwPDB.
constexpr ResidueName kResidueNames[] = {
    {"ALA", 'A'}, {"ARG", 'R'}, {"ASN", 'N'}, {"ASP", 'D'}, {"CYS", 'C'}, {"GLN", 'Q'}, {"GLU", 'E'}, {"GLY", 'G'},
    {"HIS", 'H'}, {"ILE", 'I'}, {"LEU", 'L'}, {"LYS", 'K'}, {"MET", 'M'}, {"PHE", 'F'}, {"PRO", 'P'}, {"SER", 'S'},
    {"THR", 'T'}, {"TRP", 'W'}, {"TYR", 'Y'}, {"VAL", 'V'}, {"ASX", 'B'}, {"GLX", 'Z'}, {"XLE", 'J'}, {"SEC", 'U'},
    {"PYL", 'O'}, {"MSE", 'M'}, {"FME", 'M'}, {"MHO", 'M'}, {"SME", 'M'}, {"CSE", 'U'}, {"HYP", 'P'}, {"PCA", 'Q'},
    {"SEP", 'S'}, {"SAC", 'S'}, {"TPO", 'T'}, {"PTR", 'Y'}, {"TYS", 'Y'}, {"TYI", 'Y'}, {"CME", 'C'}, {"CSO", 'C'},
    {"CSD", 'C'}, {"CSS", 'C'}, {"CSX", 'C'}, {"OCS", 'C'}, {"CAS", 'C'}, {"CAF", 'C'}, {"SMC", 'C'}, {"SCH", 'C'},
    {"SCY", 'C'}, {"YCM", 'C'}, {"CSW", 'C'}, {"CYX", 'C'}, {"CYM", 'C'}, {"KCX", 'K'}, {"MLY", 'K'}, {"MLZ", 'K'},
    {"M3L", 'K'}, {"ALY", 'K'}, {"LLP", 'K'}, {"LYZ", 'K'}, {"LYN", 'K'}, {"CGU", 'E'}, {"GLH", 'E'}, {"ASH", 'D'},
    {"PHD", 'D'}, {"BFD", 'D'}, {"MEN", 'N'}, {"NEP", 'H'}, {"HIC", 'H'}, {"HID", 'H'}, {"HIE", 'H'}, {"HIP", 'H'},
    {"HSD", 'H'}, {"HSE", 'H'}, {"HSP", 'H'}, {"AGM", 'R'}, {"TRQ", 'W'}, {"AIB", 'A'}, {"ABA", 'A'}, {"MVA", 'V'},
    {"MLE", 'L'}, {"NLE", 'L'}, {"SAR", 'G'}, {"DAL", 'A'}, {"DVA", 'V'},
};

char toUpper(char c) { return isLowerLetter(c) ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

ResidueCode codeOf(char letter) { return kCodeTable[static_cast<unsigned char>(letter)]; }

char letterOf(ResidueCode code) {
  const size_t index = upper(code);
  if (index >= kLetters.size()) return '?';
  const char letter = kLetters[index];
  return isLower(code) && letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool isValid(ResidueCode code) { return code != kInvalid && codeOf(letterOf(code)) == code; }

ResidueCode standard(ResidueCode code) { return kStandardTable[upper(code)]; }

char oneLetter(std::string_view threeLetterName) {
  std::string name;
  for (const char c : threeLetterName)
    if (c != ' ') name += toUpper(c);
  const auto* found = std::find_if(std::begin(kResidueNames), std::end(kResidueNames),
                                   [&](const ResidueName& entry) { return entry.name == name; });
  return found == std::end(kResidueNames) ? 'X' : found->letter;
}

std::string threeLetter(char letter) {
  const auto* found = std::find_if(std::begin(kResidueNames), std::end(kResidueNames),
                                   [&](const ResidueName& entry) { return entry.letter == toUpper(letter); });
  return found == std::end(kResidueNames) ? "UNK" : std::string(found->name);
}

}  // namespace engine::alphabet
