// One protein sequence.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/sequence/Alphabet.h"

namespace engine {

struct Sequence {
  std::string name;         ///< first word of the header
  std::string description;  ///< rest of the header, may be empty
  std::vector<ResidueCode> codes;  ///< L codes with letter case; gaps only where the file had them

  Index length() const { return static_cast<Index>(codes.size()); }
  std::string letters() const;
  /// Throws Error naming sequence, 1-based position and character when a letter is not in the alphabet.
  static Sequence fromLetters(std::string name, std::string_view letters);
  void validate() const;
  bool operator==(const Sequence&) const = default;
};

}  // namespace engine
