// Volume-preserving attention (attention-math, section 10) on a tape.
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

namespace {

/// The skew-symmetric matrix (d, d) of its strict lower triangle, row by row.
Variable<double> skewSymmetric(const Variable<double>& S, Index d) {
  std::vector<Index> below, above;
  for (Index row = 1; row < d; ++row)
    for (Index column = 0; column < row; ++column) {
      below.push_back(row * d + column);
      above.push_back(column * d + row);
    }
  return reshape(scatterAddRows(S, below, d * d) - scatterAddRows(S, above, d * d), {d, d});
}

Array<double> identity(Index T) {
  Array<double> matrix({T, T});
  for (Index t = 0; t < T; ++t) matrix(t, t) = 1;
  return matrix;
}

/// Ones strictly below the diagonal.
Array<double> lowerTriangle(Index T) {
  Array<double> matrix({T, T});
  for (Index i = 0; i < T; ++i)
    for (Index j = 0; j < i; ++j) matrix(i, j) = 1;
  return matrix;
}

}  // namespace

VariableBundle volumePreservingOnTape(TapeCall& call) {
  const Variable<double>& Z = call.at("Z");
  const Index d = Z.length(0), T = Z.length(1);
  const bool isSkew = call.find("S") != nullptr;
  const Variable<double> A = isSkew ? skewSymmetric(call.at("S"), d) : call.at("A");
  const Variable<double> products =
      (isSkew ? 1 : standardScale(d)) * matmul(matmul(Z, A, Factor::transposed, Factor::plain), Z);
  const Variable<double> below = products * call.constant(lowerTriangle(T)), C = below - transpose(below);
  // (I - C)(I + C)^-1 = 2 (I + C)^-1 - I.
  const Variable<double> one = call.constant(identity(T)), Lambda = 2 * solve(one + C, one) - one;
  return {{"C", C}, {"Lambda", Lambda}, {"Y", matmul(Z, Lambda)}};
}

}  // namespace engine
