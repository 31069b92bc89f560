// Attention on alignments on a tape: of the mechanisms, and of the layers that are made of it.
#pragma once

#include <functional>
#include <optional>

#include "engine/attention/gradients/MechanismOnTape.h"

namespace engine {

/// Along the rows (sequences) or the columns of an alignment.
enum class Lines { rows, columns };

/// The name of the array that the formulae call W_q, b_q, ..., seqw_W_q, ...
using ArrayName = std::function<std::string(const std::string& symbol)>;

struct AttendedOnTape {
  Variable<double> q, k, v;                 ///< (R, C, H, .)
  Variable<double> S, A;                    ///< as the mechanisms give them
  Variable<double> O;                       ///< (R, C, H, v)
  Variable<double> Y;                       ///< (R, C, Dout)
  std::optional<Variable<double>> w, pair;  ///< soft-tied alone
};

/// X (R, C, D); the input `padding` is read from the call, where there is one.
AttendedOnTape axialOnTape(const TapeCall& call, const Variable<double>& X, Lines lines, Index heads,
                           const ArrayName& name);
AttendedOnTape tiedOnTape(const TapeCall& call, const Variable<double>& X, Lines lines, Index heads,
                          const ArrayName& name);
AttendedOnTape softTiedOnTape(const TapeCall& call, const Variable<double>& X, Index heads, const ArrayName& name);
/// ReLU features of the array "features" (m, d): only Y.
Variable<double> performerAlongOnTape(TapeCall& call, const Variable<double>& X, Lines lines, Index heads,
                                      const ArrayName& name);

/// The mechanisms themselves.
VariableBundle axialRowOnTape(TapeCall& call);
VariableBundle axialColumnOnTape(TapeCall& call);
VariableBundle tiedRowOnTape(TapeCall& call);
VariableBundle tiedColumnOnTape(TapeCall& call);
VariableBundle softTiedOnTape(TapeCall& call);

}  // namespace engine
