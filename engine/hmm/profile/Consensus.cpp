// Consensus letters by similarity to the most over-represented residue.
#include "engine/hmm/profile/Consensus.h"

#include <cctype>

namespace engine {

std::string consensusOf(const ProfileHmm& profile, const SubstitutionMatrix& matrix) {
  std::string letters;
  for (size_t i = 0; i < profile.emissions.size(); ++i) {
    const ResidueVector& f = profile.emissions[i];
    size_t best = f.size();
    double excess = 0;
    for (size_t a = 0; a < f.size(); ++a)
      if (f[a] - profile.background[a] > excess) {
        excess = f[a] - profile.background[a];
        best = a;
      }
    double conservation = 0;
    if (best < f.size())
      for (size_t b = 0; b < f.size(); ++b) {
        const double joint = matrix.joint[best][b];
        const double similarity = joint * joint / (matrix.joint[best][best] * matrix.joint[b][b]);
        conservation += f[b] * similarity * similarity;
      }
    conservation *= profile.columnNeff[i + 1].match / (profile.neff + 1);
    const char letter = best < f.size() ? alphabet::kLetters[best] : 'X';
    if (conservation > 0.6)
      letters += letter;
    else if (conservation > 0.4)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    else
      letters += 'x';
  }
  return letters;
}

}  // namespace engine
