// Functions of distances and directions on a tape (engine/equivariant/MATHEMATICS.md 2.1,
// engine/equivariant/MATHEMATICS.md 5).
#pragma once

#include "engine/equivariant/RadialBasis.h"
#include "engine/network/TapeOperations.h"

namespace engine {

/// exp(-1/x) for x > 0, else 0; smooth everywhere.
Variable<double> softUnitStep(const Variable<double>& x);

/// Distances (E, 1) to the functions of a basis with cutoff, (E, count).
Variable<double> radialBasis(const RadialBasis& basis, const Variable<double>& r);

/// Y^0 to Y^maxDegree of unit vectors (E, 3), component normalisation: (E, (maxDegree + 1)^2). Polynomials: smooth
/// everywhere.
Variable<double> harmonicPolynomials(const Variable<double>& unit, int maxDegree);

}  // namespace engine
