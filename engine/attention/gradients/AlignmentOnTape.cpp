// Attention on alignments (attention-math, sections 5 and 6) on a tape.
#include "engine/attention/TiedProduct.h"
#include "engine/attention/gradients/HeadsOnTape.h"

namespace engine {

namespace {

enum class Lines { rows, columns };

/// (R, C, ...) with its first two axes swapped when the columns are meant.
Variable<double> along(const Variable<double>& x, Lines lines) {
  if (lines == Lines::rows) return x;
  return x.rank() == 3 ? permute(x, {1, 0, 2}) : permute(x, {1, 0, 2, 3});
}

/// The mask `padding` by lines and cells; empty when there is none.
Array<Bool> paddingOf(const TapeCall& call, Lines lines) {
  if (call.inputs().count("padding") == 0) return {};
  const auto& given = std::get<Array<Bool>>(call.inputs().at("padding"));
  if (lines == Lines::rows) return given;
  Array<Bool> turned({given.length(1), given.length(0)});
  for (Index r = 0; r < given.length(0); ++r)
    for (Index c = 0; c < given.length(1); ++c) turned(c, r) = given(r, c);
  return turned;
}

/// The same projection of every cell, by heads: (R, C, H, d).
Variable<double> cells(const TapeCall& call, const Variable<double>& X, const std::string& role) {
  const Index heads = call.values().integer("heads");
  const Variable<double> all = projected(call, X, "W_" + role, "b_" + role);
  return reshape(all, {all.length(0), all.length(1), heads, all.length(2) / heads});
}

/// (R, C, H, v) joined and put through W_o.
Variable<double> joined(const TapeCall& call, const Variable<double>& O) {
  return projected(call, reshape(O, {O.length(0), O.length(1), O.length(2) * O.length(3)}), "W_o", "b_o");
}

bool keepsScores(const TapeCall& call) { return call.values().flag("scores") || call.values().flag("intermediates"); }

/// q, k, v and O by cells (R, C, H, .), where they are asked for.
void addVectors(const TapeCall& call, Lines lines, const std::vector<Variable<double>>& vectors,
                VariableBundle& outputs) {
  if (!call.values().flag("intermediates")) return;
  const char* const names[] = {"q", "k", "v", "O"};
  for (size_t k = 0; k < 4; ++k) outputs.emplace(names[k], along(vectors[k], lines));
}

/// One map per head for all rows: Q, K, V (R, C, H, d).
struct SharedMap {
  Variable<double> S, A;  ///< (H, C, C)
  Variable<double> O;     ///< (R, C, H, v)
};

SharedMap sharedMap(const Variable<double>& Q, const Variable<double>& K, const Variable<double>& V, double scale,
                    const Array<Bool>& hiddenKeys) {
  const Index R = Q.length(0), C = Q.length(1), H = Q.length(2);
  const auto byHead = [&](const Variable<double>& x) {
    return reshape(permute(x, {2, 1, 0, 3}), {H, C, R * x.length(3)});
  };
  const Variable<double> products = scale * matmul(byHead(Q), byHead(K), Factor::plain, Factor::transposed);
  const Variable<double> S = hiddenKeys.empty() ? products : replaced(products, hiddenKeys, kPaddedScore);
  const Variable<double> A = softmax(S, -1);
  const Variable<double> O = reshape(matmul(A, byHead(V)), {H, C, R, V.length(3)});
  return {S, A, permute(O, {2, 1, 0, 3})};
}

VariableBundle axial(const TapeCall& call, Lines lines) {
  const Variable<double> X = along(call.at("X"), lines);
  const Variable<double> q = cells(call, X, "q"), k = cells(call, X, "k"), v = cells(call, X, "v");
  const auto byHead = [](const Variable<double>& x) { return permute(x, {0, 2, 1, 3}); };
  const Variable<double> Q = byHead(q), K = byHead(k), V = byHead(v);
  const Variable<double> products = standardScale(Q.length(3)) * matmul(Q, K, Factor::plain, Factor::transposed);
  const Array<Bool> padding = paddingOf(call, lines);
  const Shape perKey = {X.length(0), 1, 1, X.length(1)};
  const Variable<double> S = padding.empty() ? products : replaced(products, padding.reshaped(perKey), kPaddedScore);
  const Variable<double> A = softmax(S, -1);
  const Variable<double> O = byHead(matmul(A, V));
  VariableBundle outputs = {{"Y", along(joined(call, O), lines)}};
  addVectors(call, lines, {q, k, v, O}, outputs);
  if (!call.values().flag("maps")) return outputs;
  outputs.emplace("A", A);
  if (keepsScores(call)) outputs.emplace("S", S);
  return outputs;
}

VariableBundle tied(const TapeCall& call, Lines lines) {
  const Variable<double> X = along(call.at("X"), lines);
  const Index R = X.length(0), C = X.length(1);
  const Array<Bool> padding = paddingOf(call, lines);
  Variable<double> Q = cells(call, X, "q");
  Array<Bool> hiddenKeys;
  if (!padding.empty()) {
    Q = replaced(Q, padding.reshaped({R, C, 1, 1}), 0);
    hiddenKeys = Array<Bool>({C}, std::vector<Bool>(padding.begin(), padding.begin() + C));
  }
  const double scale = standardScale(R * Q.length(3));
  const Variable<double> K = cells(call, X, "k"), V = cells(call, X, "v");
  const SharedMap map = sharedMap(Q, K, V, scale, hiddenKeys);
  VariableBundle outputs = {{"A", map.A}, {"Y", along(joined(call, map.O), lines)}};
  addVectors(call, lines, {Q, K, V, map.O}, outputs);
  if (keepsScores(call)) outputs.emplace("S", map.S);
  return outputs;
}

/// softmax over n of q_l k_nl / sqrt(d), q from row 0: (N, L, H).
Variable<double> sequenceWeights(const TapeCall& call, const Variable<double>& X) {
  const Index heads = call.values().integer("heads");
  const auto byHead = [&](const Variable<double>& x) {
    return reshape(x, {x.length(0), x.length(1), heads, x.length(2) / heads});
  };
  const Variable<double> q = byHead(projected(call, slice(X, 0, 0, 1), "seqw_W_q", "seqw_b_q")),
                         k = byHead(projected(call, X, "seqw_W_k", "seqw_b_k"));
  return softmax(standardScale(q.length(3)) * sum(q * k, -1), 0);
}

}  // namespace

VariableBundle axialRowOnTape(TapeCall& call) { return axial(call, Lines::rows); }
VariableBundle axialColumnOnTape(TapeCall& call) { return axial(call, Lines::columns); }
VariableBundle tiedRowOnTape(TapeCall& call) { return tied(call, Lines::rows); }
VariableBundle tiedColumnOnTape(TapeCall& call) { return tied(call, Lines::columns); }

VariableBundle softTiedOnTape(TapeCall& call) {
  const Variable<double>& X = call.at("X");
  const Variable<double> w = sequenceWeights(call, X);
  const Variable<double> Q = cells(call, X, "q"), K = cells(call, X, "k"), V = cells(call, X, "v");
  const Variable<double> weighted = Q * reshape(w, {w.length(0), w.length(1), w.length(2), 1});
  const SharedMap map = sharedMap(weighted, K, V, standardScale(Q.length(3)), {});
  VariableBundle outputs = {{"w", w},
                            {"A", map.A},
                            {"pair", permute(0.5 * (map.A + transpose(map.A)), {1, 2, 0})},
                            {"Y", joined(call, map.O)}};
  addVectors(call, Lines::rows, {Q, K, V, map.O}, outputs);
  if (keepsScores(call)) outputs.emplace("S", map.S);
  return outputs;
}

}  // namespace engine
