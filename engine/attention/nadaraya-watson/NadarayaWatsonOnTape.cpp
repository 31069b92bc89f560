// Kernel regression (MATHEMATICS.md 5) on a tape.
#include <cmath>

#include "engine/attention/gradients/MechanismOnTape.h"

namespace engine {

namespace {

/// 1 where u lies inside the kernel, which no gradient sees change.
Variable<double> boxcar(TapeCall& call, const Variable<double>& u) {
  Array<double> inside(u.shape());
  for (Index k = 0; k < inside.size(); ++k) inside[k] = std::abs(u.value()[k]) < 1 ? 1 : 0;
  return call.constant(std::move(inside));
}

/// Each row divided by its sum; rows of zeros stay.
Variable<double> normalised(const Variable<double>& weights) {
  const Variable<double> total = sum(weights, -1, KeepAxis::yes);
  Array<Bool> isEmpty(total.shape());
  for (Index row = 0; row < isEmpty.size(); ++row) isEmpty[row].value = total.value()[row] == 0;
  return weights / replaced(total, isEmpty, 1);
}

}  // namespace

VariableBundle nadarayaWatsonOnTape(TapeCall& call) {
  const Variable<double>&keys = call.at("keys"), &values = call.at("values"), &queries = call.at("queries");
  const Index m = keys.length(0), n = queries.length(0);
  const Variable<double> u = (reshape(queries, {n, 1}) - keys) / call.parameter("width");
  const std::string& kernel = call.values().text("kernel");
  const auto kernelOf = [&] {
    if (kernel == "gaussian") return exp(-0.5 * square(u));
    if (kernel == "boxcar") return boxcar(call, u);
    if (kernel == "triangular") return relu(-1 * abs(u) + 1);
    if (kernel == "epanechikov") return relu(-1 * square(u) + 1);
    return call.constant(Array<double>({n, m}, 1.0));
  };
  const Variable<double> K = kernelOf();
  // A softmax, because the Gaussians of far keys may all vanish.
  const Variable<double> A = kernel == "gaussian" ? softmax(-0.5 * square(u), -1) : normalised(K);
  VariableBundle outputs = {{"A", A}, {"y", reshape(matmul(A, reshape(values, {m, 1})), {n})}};
  if (call.values().flag("intermediates")) outputs.insert({{"u", u}, {"K", K}});
  return outputs;
}

}  // namespace engine
