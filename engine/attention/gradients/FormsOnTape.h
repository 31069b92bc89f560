// The forms of the mechanisms on a tape, by family; MechanismOnTape.cpp lists them by the ids of the mechanisms.
#pragma once

#include "engine/attention/gradients/MechanismOnTape.h"

namespace engine {

// ScoresOnTape.cpp
VariableBundle dotOnTape(TapeCall& call);
VariableBundle multiHeadOnTape(TapeCall& call);
VariableBundle additiveOnTape(TapeCall& call);
VariableBundle multiplicativeOnTape(TapeCall& call);
// NadarayaWatsonOnTape.cpp
VariableBundle nadarayaWatsonOnTape(TapeCall& call);
// AlignmentOnTape.cpp
VariableBundle axialRowOnTape(TapeCall& call);
VariableBundle axialColumnOnTape(TapeCall& call);
VariableBundle tiedRowOnTape(TapeCall& call);
VariableBundle tiedColumnOnTape(TapeCall& call);
VariableBundle softTiedOnTape(TapeCall& call);
// DirectOnTape.cpp
VariableBundle directOnTape(TapeCall& call);
VariableBundle maskedDirectOnTape(TapeCall& call);
// PerformerOnTape.cpp
VariableBundle performerOnTape(TapeCall& call);
// GeometricOnTape.cpp
VariableBundle geometricOnTape(TapeCall& call);
// EquivariantOnTape.cpp
VariableBundle equivariantOnTape(TapeCall& call);
// LayersOnTape.cpp
VariableBundle axialEncoderOnTape(TapeCall& call);
VariableBundle roseTtaFoldMsaOnTape(TapeCall& call);
// DecoderOnTape.cpp
VariableBundle bahdanauDecoderOnTape(TapeCall& call);
// VolumePreservingOnTape.cpp
VariableBundle volumePreservingOnTape(TapeCall& call);

/// linear(x, W, b) with the named inputs; the bias may be missing.
Variable<double> projected(const TapeCall& call, const Variable<double>& x, const std::string& W, const std::string& b);

}  // namespace engine
