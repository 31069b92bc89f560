#include "engine/attention/samples/HelixSample.h"

#include <cmath>
#include <numbers>

#include "engine/attention/samples/GlobinSample.h"

namespace engine {

Chain helixChain() {
  Chain chain;
  for (const char letter : globinRows().front()) {
    const auto i = static_cast<double>(chain.residues.size());
    const auto at = [i](double degrees, double radius, double height) {
      const double angle = (100 * i + degrees) * std::numbers::pi / 180;
      return Vector3(radius * std::cos(angle), radius * std::sin(angle), 1.5 * i + height);
    };
    Residue residue;
    residue.letter = letter;
    residue.atoms = {{"N", "N", at(-28, 1.55, -0.9), 0, 1},
                     {"CA", "C", at(0, 2.28, 0), 0, 1},
                     {"C", "C", at(26, 1.66, 1.1), 0, 1}};
    chain.residues.push_back(residue);
  }
  return chain;
}

}  // namespace engine
