// Invariant point attention (MATHEMATICS.md 16) on a tape: gradients go through the frames to the atoms.
#include <cmath>

#include "engine/attention/geometric/FramesOnTape.h"
#include "engine/attention/geometric/GeometricArrays.h"
#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/attention/invariant-point/InvariantPoint.h"

namespace engine {

namespace {

/// Features and points of all heads.
struct HeadVariables {
  Variable<double> q, k, v;                       ///< (H, L, d)
  Variable<double> q_points, k_points, v_points;  ///< (H, L, points, 3), in the world
};

/// Half a turn about y: from the frames with x from C to CA to those with x from CA to C.
Variable<double> turned(TapeCall& call, const FramesOnTape& frames, bool areAllMissing) {
  Array<double> signs({3}, 1.0);
  if (!areAllMissing) signs[0] = signs[2] = -1;
  return frames.R * call.constant(std::move(signs));
}

HeadVariables headVectors(TapeCall& call, const Variable<double>& R, const Variable<double>& t) {
  const Index L = R.value().length(0), H = call.at("gamma").length(0);
  const auto features = [&](const char* name) {
    const Variable<double> p = linear<double>(call.at("s"), call.at(name), nullptr);
    return permute(reshape(p, {L, H, p.length(1) / H}), {1, 0, 2});
  };
  const auto points = [&](const char* name) {
    const Variable<double> p = linear<double>(call.at("s"), call.at(name), nullptr);
    const Index count = p.length(1) / 3;  // of all heads
    const Variable<double> world =
        matmul(reshape(p, {L, count, 3}), R, Factor::plain, Factor::transposed) + reshape(t, {L, 1, 3});
    return permute(reshape(world, {L, H, count / H, 3}), {1, 0, 2, 3});
  };
  return {features("W_q"),      features("W_k"),      features("W_v"),
          points("W_q_points"), points("W_k_points"), points("W_v_points")};
}

/// softplus of gamma (H, 1, 1): of the array, or of what the parameter gives in its place.
Variable<double> gammaOf(TapeCall& call, Index H) {
  Array<double> given = headWeights(call.values(), "gamma", H);
  return reshape(softplus(given.empty() ? call.at("gamma") : call.constant(std::move(given))), {H, 1, 1});
}

/// Terms of the score, (H, L, L) each, without w_L.
struct TermsOnTape {
  Variable<double> scalar, pair, point;
};

TermsOnTape termsOf(TapeCall& call, const HeadVariables& vectors) {
  const Index H = vectors.q.length(0), L = vectors.q.length(1), d = vectors.q.length(2), Q = vectors.q_points.length(2);
  const Variable<double> nothing = call.constant(Array<double>({H, L, L}));
  TermsOnTape terms{nothing, nothing, nothing};
  if (d > 0)
    terms.scalar = (1 / std::sqrt(double(d))) * matmul(vectors.q, vectors.k, Factor::plain, Factor::transposed);
  if (call.find("z")) terms.pair = permute(linear<double>(call.at("z"), call.at("W_b"), nullptr), {2, 0, 1});
  if (Q == 0) return terms;
  const Variable<double> difference =
      reshape(vectors.q_points, {H, L, 1, 3 * Q}) - reshape(vectors.k_points, {H, 1, L, 3 * Q});
  terms.point = (-invariantPointWeight(Q) / 2) * (gammaOf(call, H) * sum(square(difference), -1));
  return terms;
}

/// (L, H (P + d + 4V)) of the sums over keys.
Variable<double> joined(TapeCall& call, const HeadVariables& vectors, const Variable<double>& A,
                        const Variable<double>& R, const Variable<double>& t) {
  const Index H = A.length(0), L = A.length(1), V = vectors.v_points.length(2);
  std::vector<Variable<double>> parts;
  if (call.find("z"))  // (L, H, L) times (L, L, P)
    parts.push_back(matmul(permute(A, {1, 0, 2}), call.at("z")));
  parts.push_back(permute(matmul(A, vectors.v), {1, 0, 2}));
  const Variable<double> world = matmul(A, reshape(vectors.v_points, {H, L, 3 * V}));
  const Variable<double> byResidue = reshape(permute(reshape(world, {H, L, V, 3}), {1, 0, 2, 3}), {L, H * V, 3});
  const Variable<double> local = matmul(byResidue - reshape(t, {L, 1, 3}), R);
  parts.push_back(reshape(local, {L, H, 3 * V}));
  parts.push_back(reshape(norm(local), {L, H, V}));
  const Variable<double> all = concat(parts, 2);
  return reshape(all, {L, H * all.length(2)});
}

}  // namespace

VariableBundle invariantPointOnTape(TapeCall& call) {
  const MissingResidues missing = missingResidues(call);
  const FramesOnTape frames = framesOnTape(call, missing);
  const Variable<double> R = turned(call, frames, missing.areAll);
  const HeadVariables vectors = headVectors(call, R, frames.t);
  const TermsOnTape terms = termsOf(call, vectors);
  const auto weighted = [](const Variable<double>& term) { return kInvariantPointLogitWeight * term; };
  const Variable<double> S = weighted(terms.scalar) + weighted(terms.pair) + weighted(terms.point);
  const Index L = R.value().length(0);
  Array<Bool> masked({1, L});
  for (Index j = 0; j < L; ++j) masked[j] = missing.rows[j];
  const Variable<double> A = softmax(replaced(S, masked, std::numeric_limits<double>::lowest()), -1);
  const Variable<double> O = joined(call, vectors, A, R, frames.t);
  VariableBundle outputs = {{"O", O}, {"Y", linear(O, call.at("W_out"), call.find("b_out"))}};
  if (call.values().flag("maps")) outputs.insert({"A", A});
  if (call.values().flag("maps") && call.values().flag("scores"))
    outputs.insert({{"S", S},
                    {"scalar", weighted(terms.scalar)},
                    {"pair", weighted(terms.pair)},
                    {"point", weighted(terms.point)}});
  return outputs;
}

}  // namespace engine
