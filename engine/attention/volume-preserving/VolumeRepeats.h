// The layer applied again and again, each time to what came out, beside a softmax of the columns that does the same:
// one turns, the other draws all tokens together (MATHEMATICS.md 12.6).
#pragma once

#include "engine/attention/volume-preserving/VolumePreserving.h"

namespace engine {

struct VolumeRepeats {
  Array<double> tokens;   ///< (times + 1, d, T): Z, then after each application of the layer
  Array<double> softmax;  ///< (times + 1, d, T): Z, then after each Z P, P the softmax of the columns of Z^T A Z
  Array<double> logAbsDet, sign;  ///< (times + 1): of the derivative of tokens[n] by Z; empty unless wanted
};

/// Throws Error, Cancelled as the layer does; with `wantsJacobian` when d T exceeds kLargestJacobian.
VolumeRepeats repeatVolume(const VolumePreservingInput& input, Index times, bool wantsJacobian, int threads,
                           Progress& progress);

}  // namespace engine
