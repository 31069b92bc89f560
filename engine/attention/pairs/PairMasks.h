// Padding of alignments and pairs (MATHEMATICS.md 18.8): what is there, and what only fills up a batch.
#pragma once

#include "engine/attention/Mechanism.h"

namespace engine {

inline constexpr char kCellMask[] = "msa_mask", kPairMask[] = "pair_mask";

/// The optional inputs, true where a cell (N, L) or a pair (L, L) is there.
ArrayDescription cellMaskInput();
ArrayDescription pairMaskInput();

/// The mask of this name; empty when none is given. Throws Error naming both shapes unless it is (rows, columns).
Array<Bool> readPairMask(const ArrayBundle& inputs, const std::string& name, Index rows, Index columns);

/// (A, B) as (B, A); of none, none.
Array<Bool> turnedMask(const Array<Bool>& mask);

/// (A, B) as numbers (A, B, 1): 1 where something is there.
Array<double> maskAsFactors(const Array<Bool>& mask);

/// Sets x (A, B, c) to 0 where the mask (A, B) says that nothing is there; of no mask, nowhere.
template <class T>
void clearPadding(Array<T>& x, const Array<Bool>& mask);

/// (L, L): of how many sequences n the residues i and j are both there, mask (N, L).
Array<double> jointCounts(const Array<Bool>& mask);

}  // namespace engine
