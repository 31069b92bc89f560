// The parameters of "align" and what they mean for the engine.
#pragma once

#include "engine/base/Parameters.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/viterbi/SequenceViterbi.h"

namespace engine {

std::vector<Parameter> alignParameters();

/// Throws Error for ranges that cannot be read and combinations that do not exist.
void checkAlignParameters(const ParameterValues& values);

/// Whether tags of the query are to align with nothing.
bool neutralisesTags(const ParameterValues& values);

/// Reads the context library when one is named. Throws Error, Cancelled.
ProfileAlignmentOptions alignOptions(const ParameterValues& values, Progress& progress);

/// With --states 3: the mode of a sequence against a profile.
SequenceAlignmentMode sequenceMode(const ParameterValues& values);

}  // namespace engine
