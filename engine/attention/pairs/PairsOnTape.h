// Modules on pairs and alignments (MATHEMATICS.md 18) on a tape, for the mechanisms and for the block made of them.
#pragma once

#include <optional>

#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/attention/triangle-attention/TriangleAttention.h"
#include "engine/attention/triangle-multiplication/TriangleMultiplication.h"

namespace engine {

/// NAME.weight and NAME.bias of the call.
Variable<double> linearBy(const TapeCall& call, const Variable<double>& x, const std::string& name);
Variable<double> normalisedBy(const TapeCall& call, const Variable<double>& x, const std::string& name);

struct TrianglesOnTape {
  Variable<double> a, b, T, g, Y;
};
TrianglesOnTape triangleMultiplicationOnTape(TapeCall& call, const Variable<double>& z, const std::string& path,
                                             TriangleEdges edges);

/// Shapes as in GatedAttentionResult.
struct GatedOnTape {
  Variable<double> S, A, q, k, v, g, O, Y;
};
/// X (G, n, D), normalised; bias (H, n, n) or none; weights after `path` ("mha."); `seen` (G, n) as in
/// GatedAttentionOptions.
GatedOnTape gatedAttentionOnTape(const TapeCall& call, const Variable<double>& X,
                                 const std::optional<Variable<double>>& bias, Index heads, const std::string& path,
                                 const Array<Bool>& seen);
/// A, and what the parameters maps and intermediates ask for, with Y.
VariableBundle gatedOutputs(const TapeCall& call, const GatedOnTape& attended);

GatedOnTape triangleAttentionOnTape(const TapeCall& call, const Variable<double>& z, const std::string& path,
                                    TriangleNode node);
GatedOnTape pairBiasedRowOnTape(const TapeCall& call, const Variable<double>& m, const Variable<double>& z,
                                const std::string& path);
GatedOnTape gatedColumnOnTape(const TapeCall& call, const Variable<double>& m, Index heads, const std::string& path);

struct OuterProductOnTape {
  Variable<double> a, b, O, Y;
};
OuterProductOnTape outerProductMeanOnTape(TapeCall& call, const Variable<double>& m, const std::string& path);

/// x (..., D) by a normalisation, a map, relu and a map back: layer_norm, linear_1, linear_2 after `path`.
Variable<double> transitionOnTape(const TapeCall& call, const Variable<double>& x, const std::string& path);

}  // namespace engine
