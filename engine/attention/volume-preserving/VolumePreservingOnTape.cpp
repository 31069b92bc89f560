// Volume-preserving attention (MATHEMATICS.md 12) on a tape.
#include "engine/attention/gradients/HeadsOnTape.h"
#include "engine/attention/volume-preserving/TriangularInput.h"
#include "engine/attention/volume-preserving/VolumePreserving.h"

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

/// x + act(L x + b) for every layer, on the columns of x (d, T).
Variable<double> throughNetwork(TapeCall& call, const std::vector<TriangularKind>& layout, Variable<double> x) {
  const Index d = x.length(0), numElements = d * (d - 1) / 2;
  std::vector<Index> lower, upper;
  for (Index row = 1; row < d; ++row)
    for (Index column = 0; column < row; ++column) {
      lower.push_back(row * d + column);
      upper.push_back(column * d + row);
    }
  Index layer = 0, bias = 0;
  for (const TriangularKind& kind : layout) {
    const Variable<double> elements = reshape(slice(call.at("L"), 0, layer, layer + 1), {numElements});
    const Variable<double> L = reshape(scatterAddRows(elements, kind.isUpper ? upper : lower, d * d), {d, d});
    Variable<double> sum = matmul(L, x);
    if (kind.hasBias) {
      sum = sum + reshape(slice(call.at("b"), 0, bias, bias + 1), {d, 1});
      ++bias;
    }
    x = x + (kind.isLinear ? sum : tanh(sum));
    ++layer;
  }
  return x;
}

/// All outputs of one item (d, T) of the batch.
VariableBundle itemOnTape(TapeCall& call, const Variable<double>& Z, const Variable<double>& A, double scale) {
  const Index T = Z.length(1);
  const Variable<double> products = scale * matmul(matmul(Z, A, Factor::transposed, Factor::plain), Z);
  const Variable<double> below = products * call.constant(lowerTriangle(T)), C = below - transpose(below);
  // (I - C)(I + C)^-1 = 2 (I + C)^-1 - I.
  const Variable<double> one = call.constant(identity(T)), G = solve(one + C, one), Lambda = 2 * G - one;
  const Variable<double> Y = matmul(Z, Lambda);
  VariableBundle outputs = {{"C", C}, {"Lambda", Lambda}, {"Y", Y}};
  if (call.values().flag("intermediates")) outputs.insert({{"ZAZ", products}, {"lower", below}, {"G", G}});
  if (call.values().flag("checks")) {
    const Variable<double> P = softmax(products, 0);
    outputs.insert({{"P", P}, {"Y_softmax", matmul(Z, P)}});
  }
  const std::vector<TriangularKind> layout = triangularLayout(call.inputs(), call.values());
  if (!layout.empty()) outputs.emplace("network", throughNetwork(call, layout, Y));
  return outputs;
}

/// (1, ...): to be put one behind the other.
Variable<double> withItemAxis(const Variable<double>& x) { return reshape(x, {1, x.length(0), x.length(1)}); }

}  // namespace

VariableBundle volumePreservingOnTape(TapeCall& call) {
  const Variable<double>& Z = call.at("Z");
  const bool hasItems = Z.value().rank() == 3, isSkew = call.find("S") != nullptr;
  const Index d = Z.length(hasItems ? 1 : 0), T = Z.length(hasItems ? 2 : 1), B = hasItems ? Z.length(0) : 1;
  const Variable<double> A = isSkew ? skewSymmetric(call.at("S"), d) : call.at("A");
  const double scale = volumePreservingScale(call.values(), isSkew, d);
  VariableBundle outputs;
  if (!hasItems) {
    outputs = itemOnTape(call, Z, A, scale);
  } else {
    std::map<std::string, std::vector<Variable<double>>> parts;
    for (Index item = 0; item < B; ++item)
      for (const auto& [name, part] : itemOnTape(call, reshape(slice(Z, 0, item, item + 1), {d, T}), A, scale))
        parts[name].push_back(withItemAxis(part));
    for (const auto& [name, items] : parts) outputs.emplace(name, concat(items, 0));
  }
  if (call.values().flag("intermediates")) outputs.emplace("A", A);
  return outputs;
}

}  // namespace engine
