// ESM3 geometric attention (MATHEMATICS.md 10) on a tape: gradients go through the frames to the atoms.
#include <cmath>

#include "engine/attention/geometric/FramesOnTape.h"
#include "engine/attention/geometric/GeometricArrays.h"
#include "engine/attention/gradients/MechanismOnTape.h"

namespace engine {

namespace {

/// (L, K, 3) turned by the rotation of each residue, as (K, L, 3).
Variable<double> toWorld(const Variable<double>& vectors, const Variable<double>& R) {
  return permute(matmul(vectors, R, Factor::plain, Factor::transposed), {1, 0, 2});
}

std::vector<double> identifiers(const TapeCall& call, const char* name, Index L) {
  if (call.inputs().count(name) == 0) return std::vector<double>(static_cast<size_t>(L), 0.0);
  const Array<double> ids = numbersOf<double>(call.inputs(), name);
  return {ids.begin(), ids.end()};
}

/// Biases of pairs (L, L), and which pairs are masked.
struct PairBias {
  Array<double> bias;
  Array<Bool> masked;
};

PairBias pairBias(const TapeCall& call, const MissingResidues& missing) {
  const Index L = missing.rows.length(0);
  const std::vector<double> sequence = identifiers(call, "sequence_id", L), chain = identifiers(call, "chain_id", L);
  PairBias pairs{Array<double>({L, L}), Array<Bool>({L, L})};
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < L; ++j) {
      const auto a = static_cast<size_t>(i), b = static_cast<size_t>(j);
      pairs.bias(i, j) = sequence[a] == sequence[b] ? kSameSequenceBias : 0;
      pairs.masked(i, j).value = missing.rows[j] || chain[a] != chain[b];
    }
  return pairs;
}

/// softplus of a weight per head (H, 1, 1): of the array, or of what the parameter gives in its place, on which the
/// array has no influence.
Variable<double> weightOf(TapeCall& call, const char* name) {
  const Index H = call.at(name).length(0);
  Array<double> given = headWeights(call.values(), name, H);
  return reshape(softplus(given.empty() ? call.at(name) : call.constant(std::move(given))), {H, 1, 1});
}

/// Projected vectors in the world: (H, L, 3), the values (H, L, 3M).
struct WorldVectors {
  Variable<double> q_r, k_r, v, q_d, k_d;
};

WorldVectors worldVectors(const TapeCall& call, const FramesOnTape& frames) {
  const Variable<double> s = layerNorm(call.at("s"), call.at("ln_weight"), call.find("ln_bias"));
  const Variable<double> p = projected(call, s, "W_proj", "b_proj");
  const Index L = p.length(0), H = call.at("w_r").length(0), M = (p.length(1) - 12 * H) / (3 * H);
  const bool isText = call.values().text("variant") == "text";
  const auto part = [&](Index begin, Index count) {
    return toWorld(reshape(slice(p, 1, begin, begin + 3 * count), {L, count, 3}), frames.R);
  };
  const Variable<double> q_r = part(0, H), k_r = part(3 * H, H), v = part(isText ? 12 * H : 6 * H, H * M);
  const Variable<double> values = reshape(permute(reshape(v, {H, M, L, 3}), {0, 2, 1, 3}), {H, L, 3 * M});
  if (isText) return {q_r, k_r, values, q_r, k_r};
  const Index moved = 6 * H + 3 * H * M;
  return {q_r, k_r, values, part(moved, H) + frames.t, part(moved + 3 * H, H) + frames.t};
}

/// World outputs (H, L, 3M) back in the frames, joined as (L, (head, message, xyz)).
Variable<double> toLocal(const Variable<double>& o, const Variable<double>& R) {
  const Index H = o.length(0), L = o.length(1), M = o.length(2) / 3;
  const Variable<double> byResidue = reshape(permute(o, {1, 0, 2}), {L, H * M, 3});
  return reshape(matmul(byResidue, R), {L, 3 * H * M});
}

}  // namespace

VariableBundle geometricOnTape(TapeCall& call) {
  const MissingResidues missing = missingResidues(call);
  const FramesOnTape frames = framesOnTape(call, missing);
  const WorldVectors world = worldVectors(call, frames);
  const PairBias pairs = pairBias(call, missing);
  const Index H = world.q_r.length(0), L = world.q_r.length(1);
  const double perRoot3 = 1 / std::sqrt(3.0);
  const Variable<double> R = perRoot3 * matmul(world.q_r, world.k_r, Factor::plain, Factor::transposed);
  const Variable<double> D = perRoot3 * norm(reshape(world.q_d, {H, L, 1, 3}) - reshape(world.k_d, {H, 1, L, 3}));
  const Variable<double> S = weightOf(call, "w_r") * R - weightOf(call, "w_d") * D + call.constant(pairs.bias);
  const Variable<double> A = softmax(replaced(S, pairs.masked, kMaskedGeometricScore<double>), -1);
  const Variable<double> o = matmul(A, world.v);
  Variable<double> local = toLocal(o, frames.R);
  if (call.values().flag("mask_and_zero")) local = replaced(local, missing.rows, 0);
  VariableBundle outputs = {
      {"frames_R", frames.R}, {"frames_t", frames.t}, {"Y", projected(call, local, "W_out", "b_out")}};
  if (call.values().flag("maps")) outputs.insert({{"R", R}, {"D", D}, {"A", A}});
  if (call.values().flag("maps") && call.values().flag("scores")) outputs.insert({"S", S});
  if (call.values().flag("vectors"))
    outputs.insert(
        {{"q_r", world.q_r}, {"k_r", world.k_r}, {"v", world.v}, {"q_d", world.q_d}, {"k_d", world.k_d}, {"o", o}});
  return outputs;
}

}  // namespace engine
