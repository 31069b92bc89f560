// Sequences from letters and back.
#include "engine/sequence/Sequence.h"

#include "engine/base/Error.h"

namespace engine {

std::string Sequence::letters() const {
  std::string text(codes.size(), '\0');
  for (size_t k = 0; k < codes.size(); ++k) text[k] = alphabet::letterOf(codes[k]);
  return text;
}

Sequence Sequence::fromLetters(std::string name, std::string_view letters) {
  Sequence sequence;
  sequence.name = std::move(name);
  sequence.codes.reserve(letters.size());
  for (const char letter : letters) {
    const ResidueCode code = alphabet::codeOf(letter);
    if (code == alphabet::kInvalid)
      fail("sequence ", sequence.name, ", position ", sequence.codes.size() + 1, ": found '", letter,
           "', expected a residue letter or a gap");
    sequence.codes.push_back(code);
  }
  return sequence;
}

void Sequence::validate() const {
  for (size_t k = 0; k < codes.size(); ++k)
    if (!alphabet::isValid(codes[k]))
      fail("sequence ", name, ", position ", k + 1, ": ", int{codes[k]}, " is not a residue code");
}

}  // namespace engine
