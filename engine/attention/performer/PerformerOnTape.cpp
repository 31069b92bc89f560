// Attention through random features (MATHEMATICS.md 9) on a tape. What the exponents are shifted by is
// constant, as in the published code: with eps = 0 it cancels in the weights and in the outputs.
#include "engine/attention/performer/Performer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

namespace {

/// Queries or keys on their way to features.
struct TapeSide {
  Variable<double> x;      ///< (B, H, positions, d), scaled
  Variable<double> u;      ///< (B, H, positions, m) projections
  Variable<double> g;      ///< (B, H, positions, 1) half of the squared lengths
  Array<Bool> isExcluded;  ///< (B, 1, positions, 1) or empty
  bool areKeys = false;
};

PerformerOptions optionsOf(const ParameterValues& values, Index depth) {
  const std::string& kind = values.text("kind");
  PerformerOptions options;
  options.kind = kind == "positive"        ? FeatureKind::positive
                 : kind == "trigonometric" ? FeatureKind::trigonometric
                 : kind == "hyperbolic"    ? FeatureKind::hyperbolic
                 : kind == "relu"          ? FeatureKind::relu
                                           : FeatureKind::efficient;
  const std::string& stabiliser = values.text("stabiliser");
  options.stabiliser = stabiliser == "head"     ? Stabiliser::head
                       : stabiliser == "tensor" ? Stabiliser::tensor
                                                : Stabiliser::none;
  options.hiddenKeys = values.text("hidden_keys") == "exclude" ? HiddenKeys::exclude : HiddenKeys::valuesOnly;
  options.causal = values.flag("causal");
  options.eps = values.real("eps");
  options.guard = values.real("guard");
  options.inputScale = values.real("input_scale");
  options.prefixEps = values.real("prefix_eps");
  return resolved(options, depth);
}

/// (B, 1, L, 1): true where a key is hidden; empty when all are seen.
Array<Bool> hiddenKeys(const TapeCall& call, Index batches, Index keys) {
  const auto found = call.inputs().find("mask");
  if (found == call.inputs().end()) return {};
  Array<Bool> hidden = std::get<Array<Bool>>(found->second).reshaped({batches, 1, keys, 1});
  for (Bool& flag : hidden) flag.value = !flag.value;
  return hidden;
}

TapeSide sideOf(const TapeCall& call, const Variable<double>& x, const PerformerOptions& options) {
  const Variable<double> scaled = options.inputScale * x;
  const bool isProjected = call.values().flag("projection") && options.kind != FeatureKind::efficient;
  if (isProjected && call.find("W") == nullptr)
    fail("array W is missing, expected shape (m, ", x.length(-1),
         ") for gradients: a projection that is drawn is not an input");
  const Variable<double> u = isProjected ? matmul(scaled, call.at("W"), Factor::plain, Factor::transposed) : scaled;
  return {scaled, u, 0.5 * sum(square(scaled), -1, KeepAxis::yes), {}, false};
}

/// What the exponents of every position are shifted by: (B, H, positions, 1).
Array<double> shiftsOf(const TapeSide& side, const PerformerOptions& options) {
  const Array<double>&u = side.u.value(), &g = side.g.value();
  Array<double> shift(g.shape());
  if (options.stabiliser == Stabiliser::none || options.kind == FeatureKind::relu) return shift;
  const Index rows = g.size(), width = u.length(3), rowsPerHead = u.length(2), rowsPerBatch = rowsPerHead * u.length(1);
  const bool isSquare = options.kind == FeatureKind::trigonometric;
  const auto excluded = [&](Index row) {
    return !side.isExcluded.empty() && side.isExcluded(row / rowsPerBatch, 0, row % rowsPerHead, 0);
  };
  for (Index row = 0; row < rows; ++row) {
    shift[row] = isSquare ? g[row] : -std::numeric_limits<double>::infinity();
    for (Index r = 0; r < width && !isSquare; ++r) {
      const double exponent = u[row * width + r];
      shift[row] = std::max(shift[row], options.kind == FeatureKind::hyperbolic ? std::abs(exponent) : exponent);
    }
  }
  if (!side.areKeys && !isSquare) return shift;
  const Index group = std::max<Index>(1, options.stabiliser == Stabiliser::tensor ? rows : rowsPerHead);
  for (Index first = 0; first < rows; first += group) {
    double largest = std::numeric_limits<double>::lowest();  // all excluded: their features become 0 anyway
    for (Index row = first; row < first + group; ++row)
      if (!excluded(row)) largest = std::max(largest, shift[row]);
    std::fill_n(shift.begin() + first, group, largest == std::numeric_limits<double>::lowest() ? 0.0 : largest);
  }
  return shift;
}

Variable<double> efficientFeatures(TapeCall& call, const TapeSide& side, const PerformerOptions& options) {
  if (!side.areKeys) return softmax(side.x, -1);
  if (options.causal) return exp(side.x - call.constant(shiftsOf(side, options)));
  Array<Bool> allowed = side.isExcluded;
  for (Bool& flag : allowed) flag.value = !flag.value;
  return softmax(side.x, -2, allowed);
}

Variable<double> featuresOf(TapeCall& call, const TapeSide& side, const PerformerOptions& options) {
  const auto m = static_cast<double>(side.u.length(-1));
  const auto shift = [&] { return call.constant(shiftsOf(side, options)); };
  switch (options.kind) {
    case FeatureKind::positive:
      return (1 / std::sqrt(m)) * (exp(side.u - side.g - shift()) + options.eps);
    case FeatureKind::hyperbolic: {
      const Variable<double> down = side.g + shift();
      return (1 / std::sqrt(2 * m)) * (concat<double>({exp(side.u - down), exp(-1 * side.u - down)}, -1) + options.eps);
    }
    case FeatureKind::trigonometric:
      return (1 / std::sqrt(m)) * (exp(side.g - shift()) * concat<double>({cos(side.u), sin(side.u)}, -1));
    case FeatureKind::relu:
      return relu(side.u) + options.eps;
    case FeatureKind::efficient:
      break;
  }
  return efficientFeatures(call, side, options);
}

/// 1 where query i sees key j: (n, L).
Array<double> seenOf(Index n, Index L, bool isCausal) {
  Array<double> seen({n, L});
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < L; ++j) seen(i, j) = !isCausal || j <= i + L - n ? 1 : 0;
  return seen;
}

/// A denominator within the guard of 0 gets twice the guard added; without any key it stays 0.
Variable<double> guarded(TapeCall& call, const Variable<double>& denominator, double guard, const Array<double>& seen) {
  const Index n = seen.length(0), L = seen.length(1);
  Array<double> added(denominator.shape());
  for (Index row = 0; row < added.size(); ++row) {
    const bool seesKey = L > 0 && seen(row % n, 0) > 0;
    if (seesKey && std::abs(denominator.value()[row]) <= guard) added[row] = 2 * guard;
  }
  return denominator + call.constant(added);
}

/// x / denominator; 0 where the denominator is 0.
Variable<double> safeQuotient(const Variable<double>& x, const Variable<double>& denominator) {
  Array<Bool> isZero(denominator.shape());
  for (Index row = 0; row < isZero.size(); ++row) isZero[row].value = denominator.value()[row] == 0;
  return replaced(x / replaced(denominator, isZero, 1), isZero, 0);
}

}  // namespace

VariableBundle performerOnTape(TapeCall& call) {
  const Index leading = call.at("Q").rank() - 2;
  const Variable<double> Q = asStack(call.at("Q")), K = asStack(call.at("K")), V = asStack(call.at("V"));
  const PerformerOptions options = optionsOf(call.values(), Q.length(3));
  const Index n = Q.length(2), L = K.length(2);
  const Array<Bool> hidden = hiddenKeys(call, K.length(0), L);
  TapeSide keys = sideOf(call, K, options);
  keys.areKeys = true;
  if (options.hiddenKeys == HiddenKeys::exclude) keys.isExcluded = hidden;
  const Variable<double> phi_q = featuresOf(call, sideOf(call, Q, options), options);
  Variable<double> phi_k = featuresOf(call, keys, options);
  if (!keys.isExcluded.empty()) phi_k = replaced(phi_k, keys.isExcluded, 0);

  // Every pair of query and key: what is linear in the length is for speed, the sums are the same.
  const Array<double> seen = seenOf(n, L, options.causal);
  const Variable<double> P = matmul(phi_q, phi_k, Factor::plain, Factor::transposed) * call.constant(seen);
  Variable<double> total = sum(P, -1, KeepAxis::yes);
  if (options.causal && L > 0)
    total = total + options.prefixEps * (sum(phi_q, -1, KeepAxis::yes) * slice(call.constant(seen), 1, 0, 1));
  const Variable<double> denominator = guarded(call, total, options.guard, seen);
  const Variable<double> A = hidden.empty() ? P : replaced(P, hidden.reshaped({K.length(0), 1, 1, L}), 0);
  const Variable<double> O = safeQuotient(matmul(A, V), denominator);
  VariableBundle outputs = {{"O", withLeading(O, leading)},
                            {"denominator", withLeading(reshape(denominator, {Q.length(0), Q.length(1), n}), leading)}};
  if (call.find("W") != nullptr) outputs.insert({"W", call.at("W")});
  if (call.values().flag("phi"))
    outputs.insert({{"phi_q", withLeading(phi_q, leading)}, {"phi_k", withLeading(phi_k, leading)}});
  const bool hasIntermediates = call.values().flag("intermediates");
  if (hasIntermediates) {
    const Variable<double> seenKeys = hidden.empty() ? phi_k : replaced(phi_k, hidden, 0);
    outputs.insert({{"KV", withLeading(matmul(seenKeys, V, Factor::transposed), leading)},
                    {"z", withLeading(sum(phi_k, -2), leading)}});
  }
  if (call.values().flag("maps") || call.values().flag("compare") || hasIntermediates)
    outputs.insert({"A", withLeading(safeQuotient(A, denominator), leading)});
  return outputs;
}

}  // namespace engine
