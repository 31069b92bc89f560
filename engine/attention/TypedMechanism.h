// What saves a mechanism from writing everything twice, for float and for double.
#pragma once

#include "engine/attention/Mechanism.h"

namespace engine {

/// All that a computation gets.
struct MechanismCall {
  const ArrayBundle& inputs;
  const ParameterValues& values;
  const Compute& where;
  Diagnostics& diagnostics;
  Progress& progress;
};

/// Derived has `template <class T> ArrayBundle computeAs(const MechanismCall&) const` and names this class a friend or
/// is open about it; T is float or double by the precision asked for.
template <class Derived>
class TypedMechanism : public Mechanism {
 protected:
  ArrayBundle compute(const ArrayBundle& inputs, const ParameterValues& values, Precision precision,
                      const Compute& where, Diagnostics& diagnostics, Progress& progress) const final {
    const MechanismCall call{inputs, values, where, diagnostics, progress};
    const auto& self = static_cast<const Derived&>(*this);
    return precision == Precision::float64 ? self.template computeAs<double>(call)
                                           : self.template computeAs<float>(call);
  }
};

/// Puts an array under its name among the outputs.
template <class T>
void give(ArrayBundle& outputs, const char* name, Array<T> array) {
  array.name = name;
  outputs[name] = std::move(array);
}

}  // namespace engine
