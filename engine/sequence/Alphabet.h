// The 20 amino acids, the ambiguity letters, gaps and letter case, one byte per position.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace engine {

/// Low five bits: the letter (below). Bit 5: lower case (an insert in A2M/A3M, a soft mask elsewhere).
using ResidueCode = std::uint8_t;

namespace alphabet {

inline constexpr int kNumResidues = 20;                 ///< K
inline constexpr std::string_view kLetters = "ARNDCQEGHILKMFPSTWYVX-BZJUO*.~";  ///< index = code without case bit
inline constexpr ResidueCode kUnknown = 20;             ///< X
inline constexpr ResidueCode kGap = 21;                 ///< '-'
inline constexpr ResidueCode kStop = 27;                ///< '*'
inline constexpr ResidueCode kDot = 28;                 ///< '.', a gap facing an insert
inline constexpr ResidueCode kTilde = 29;               ///< '~', a gap in old files
inline constexpr ResidueCode kLetterMask = 0x1f;
inline constexpr ResidueCode kLowerCase = 0x20;
inline constexpr ResidueCode kInvalid = 0xff;

/// The code of a character, kInvalid when it is none of kLetters in either case.
ResidueCode codeOf(char letter);
/// The character that codeOf read.
char letterOf(ResidueCode code);

inline bool isLower(ResidueCode code) { return (code & kLowerCase) != 0; }
inline ResidueCode upper(ResidueCode code) { return code & kLetterMask; }
inline bool isGap(ResidueCode code) {
  const ResidueCode c = upper(code);
  return c == kGap || c == kDot || c == kTilde;
}
/// True for the codes that codeOf gives.
bool isValid(ResidueCode code);
/// 0..19, kUnknown or kGap: B->D, Z->E, U->C; J, O, * -> X; every kind of gap -> kGap (engine/hmm/MATHEMATICS.md 1.1).
ResidueCode standard(ResidueCode code);
inline bool isResidue(ResidueCode code) { return standard(code) <= kUnknown; }

/// One-letter code of a three-letter residue name ("ALA" -> 'A', "MSE" -> 'M', unknown -> 'X').
char oneLetter(std::string_view threeLetterName);
/// Three-letter name of a one-letter code ('A' -> "ALA", unknown -> "UNK").
std::string threeLetter(char letter);

}  // namespace alphabet
}  // namespace engine
