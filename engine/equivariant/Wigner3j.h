// Real Wigner 3j symbols: the one way, up to a factor, to couple two irreps to a third (MATHEMATICS.md 3).
#pragma once

#include <vector>

namespace engine {

/// An element that is not zero.
struct CouplingEntry {
  int first, second, out;  ///< components i, j, k
  double value;
};

/// C^{l1 l2 l3}_{ijk} with Frobenius norm 1, invariant when all three indices are rotated, in e3nn's basis and with
/// e3nn's signs; entries ordered by k, then i, then j. Empty when the degrees break the triangle rule. Degrees 0 to
/// kMaxDegree, else Error. Computed once per process.
const std::vector<CouplingEntry>& wigner3j(int first, int second, int out);

}  // namespace engine
