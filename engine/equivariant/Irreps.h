// Irreducible representations of O(3), and features that are a direct sum of them (MATHEMATICS.md 1.1).
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Highest degree that the harmonics, couplings and rotations here know.
inline constexpr int kMaxDegree = 3;

/// Degree l, 0 to kMaxDegree, and parity: +1 (even, "e") or -1 (odd, "o"), the sign under an inversion.
struct Irrep {
  int degree = 0;
  int parity = 1;

  Index dimension() const { return 2 * degree + 1; }
  std::string text() const;  ///< "1o"
  bool operator==(const Irrep&) const = default;
};

/// Whether `out` is among the irreps of the product of two others: triangle rule and product of parities.
bool couple(const Irrep& first, const Irrep& second, const Irrep& out);

/// Several copies of one irrep: component c of copy u is value offset + u * dimension + c of the features.
struct IrrepBlock {
  Index multiplicity = 0;
  Irrep irrep;
  Index offset = 0;

  Index size() const { return multiplicity * irrep.dimension(); }
  bool operator==(const IrrepBlock&) const = default;
};

/// A direct sum in the order written; equal irreps are not merged: "3x0e+7x0e" has two blocks.
class Irreps {
 public:
  Irreps() = default;
  /// Throws Error when a degree, a parity, a multiplicity or the dimension is out of range.
  explicit Irreps(const std::vector<IrrepBlock>& blocks);

  /// Reads "10x0e + 5x1o + 2e": multiplicity (absent: 1) x degree parity; parity e, o, or y for (-1)^l. An empty text
  /// is the empty sum. Throws Error naming `what` ("parameter irreps_in") and the part that cannot be read.
  static Irreps parse(const std::string& text, const std::string& what = "irreps");
  /// "0e+1o+2e+3o" up to `maxDegree`: what the spherical harmonics are.
  static Irreps sphericalHarmonics(int maxDegree);

  const std::vector<IrrepBlock>& blocks() const { return m_blocks; }
  Index dimension() const { return m_dimension; }  ///< number of values
  std::string text() const;                        ///< "10x0e+5x1o+1x2e"
  bool operator==(const Irreps&) const = default;

 private:
  void append(Index multiplicity, const Irrep& irrep);

  std::vector<IrrepBlock> m_blocks;
  Index m_dimension = 0;
};

}  // namespace engine
