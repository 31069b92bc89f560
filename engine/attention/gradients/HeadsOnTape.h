// Heads, stacks and masks of scores on a tape.
#pragma once

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/gradients/MechanismOnTape.h"

namespace engine {

/// (..., L, H*d) to (..., H, L, d): channel h*d + k belongs to head h.
Variable<double> splitHeads(const Variable<double>& x, Index heads);
/// (..., H, L, d) to (..., L, H*d).
Variable<double> joinHeads(const Variable<double>& x);

/// (..., n, d) with none, one or two axes in front as (B, H, n, d).
Variable<double> asStack(const Variable<double>& x);
/// (B, H, ...) back with so many axes in front as came in: 0, 1 (B) or 2 (B, H).
Variable<double> withLeading(const Variable<double>& x, Index leading);

/// Weights (B, H, n, m) and log-sum-exp (B, H, n) of scores under a mask.
struct WeighedScores {
  Variable<double> A, lse;
};
WeighedScores weigh(const Variable<double>& S, const KeyMask& mask);
/// The mask that the inputs and parameters of the call say for scores (B, H, n, m).
KeyMask maskOf(const TapeCall& call, const Variable<double>& S);
/// S as it is given: 0 outside a sliding window.
Variable<double> givenScores(const Variable<double>& S, const KeyMask& mask);
/// S, A and O with so many axes in front as came in: values V (B, H, m, v) attended to by scores S.
VariableBundle attended(const TapeCall& call, const Variable<double>& S, const Variable<double>& V, Index leading);

/// x (B, H, n, .) times y (B, G, ., .), each of whose heads serves H / G in a row: the products of heads.
Variable<double> groupedProduct(const Variable<double>& x, const Variable<double>& y, Factor ofY);
/// x (B, H, rows, d) turned by its places as the parameter rotary says; row r stands in the place first + r.
Variable<double> turned(TapeCall& call, const Variable<double>& x, Index first);
/// Scores (B, H, n, m) with the inputs bias and slopes, or the slopes of ALiBi. `leading`: axes of Q before its last
/// two.
Variable<double> biased(TapeCall& call, const Variable<double>& S, Index leading);

/// Products of rows (..., d) with one vector (d).
Variable<double> inner(const Variable<double>& x, const Variable<double>& w);
/// w . tanh(x_i + y_j) for x (B, 1, n, h) and y (B, 1, m, h): (B, 1, n, m).
Variable<double> tanhScores(const Variable<double>& x, const Variable<double>& y, const Variable<double>& w);

}  // namespace engine
