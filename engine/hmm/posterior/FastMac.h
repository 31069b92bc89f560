// The alignment of maximum expected accuracy, the fast way: eight rows at a time, as in FastPosterior.
#pragma once

#include "engine/hmm/posterior/MacAlignment.h"

namespace engine {

/// The same as alignByMac, which is the definition, to the last bit.
MacResult alignByMacFast(const Array<float>& posterior, const Array<Bool>& allowed, double mact, MacRule rule,
                         Progress& progress);

}  // namespace engine
