// What encoder layers on alignments (MATHEMATICS.md 8) are made of, on a tape.
#pragma once

#include "engine/attention/msa/AlignmentOnTape.h"

namespace engine {

/// The names of RoseTTAFold for the attention NAME.
ArrayName namesUnder(const std::string& attention);
/// Layer normalisation with NORM.a_2 and NORM.b_2.
Variable<double> normalised(const TapeCall& call, const Variable<double>& x, const std::string& norm);
/// x + W2 f(W1 LN x) with the parameter activation, relu where there is none.
Variable<double> withFeedForward(const TapeCall& call, const Variable<double>& x, const std::string& norm,
                                 const std::string& name);

}  // namespace engine
