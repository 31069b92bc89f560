// All planes of one dynamic-programming run, kept for looking at.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/alignment/AlignmentPath.h"
#include "engine/base/Array.h"

namespace engine {

enum class DpKind { viterbi, forward, backward, posterior };

/// Planes are (Nq + 1) x (Nt + 1): row and column 0 are the borders, cell (i + 1, j + 1) belongs to the 0-based
/// positions i, j. Viterbi, forward and backward values are bits, -inf where a state cannot be reached; posterior
/// values are probabilities.
struct DpMatrices {
  DpKind kind = DpKind::viterbi;
  std::vector<PairState> states;       ///< {MM, MI, IM, DG, GD} or {M, I, D}, one plane each
  std::vector<Array<float>> planes;    ///< in the order of `states`, named after them
  /// Packed back pointers, same shape, one byte per cell. Five states: bits 0-2 origin of MM (0 STOP, 2 MM, 3 GD, 4 IM,
  /// 5 DG, 6 MI), bit 3 GD, 4 IM, 5 DG, 6 MI: 1 = came from MM, 0 = from itself; bit 7 cell switched off.
  /// Three states: bits 0-2 origin of M (0 STOP, 1 M, 2 I, 3 D), bit 3 I, bit 4 D: 1 = came from M, 0 = from itself.
  Array<std::uint8_t> backtrace;

  /// A plane of this shape for each of the states, filled with `value`.
  void addPlanes(const std::vector<PairState>& added, const Shape& shape, float value);
  Index numQueryColumns() const { return innerLength(0); }
  Index numTemplateColumns() const { return innerLength(1); }
  /// Plane of a state, nullptr when this kind of matrix has none.
  const Array<float>* plane(PairState state) const;
  void validate() const;

 private:
  /// Without the border; 0 when there is neither plane nor back pointer.
  Index innerLength(Index axis) const;
};

}  // namespace engine
