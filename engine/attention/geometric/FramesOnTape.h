// Residue frames of the inputs N, CA and C on a tape: gradients go through them to the atoms.
#pragma once

#include "engine/attention/gradients/MechanismOnTape.h"

namespace engine {

/// Residues without a complete backbone.
struct MissingResidues {
  Array<Bool> rows;        ///< (L, 1)
  Array<double> asNumber;  ///< (L, 1) 1 where missing
  bool areAll = true;
};
/// Of the positions as they are: gradients do not see them change.
MissingResidues missingResidues(const TapeCall& call);

struct FramesOnTape {
  Variable<double> R, t;  ///< (L, 3, 3) columns are the axes; (L, 3) Å
};
/// As framesOfBackbone(): Gram-Schmidt of C -> CA and CA -> N; residues without a backbone have the frame of the
/// average of the others.
FramesOnTape framesOnTape(TapeCall& call, const MissingResidues& missing);

}  // namespace engine
