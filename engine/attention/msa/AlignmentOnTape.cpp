// Attention on alignments (MATHEMATICS.md 7) on a tape.
#include "engine/attention/msa/AlignmentOnTape.h"

#include "engine/attention/gradients/HeadsOnTape.h"
#include "engine/attention/performer/Performer.h"
#include "engine/attention/tied/TiedProduct.h"

namespace engine {

namespace {

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

/// Projections of every cell under the names of a mechanism or of a layer.
class Cells {
 public:
  Cells(const TapeCall& call, Index heads, const ArrayName& name) : m_call(call), m_heads(heads), m_name(name) {}

  /// (R, C, D) to (R, C, H, d): the projection W_q, W_k, ... with its bias.
  Variable<double> projected(const Variable<double>& X, const std::string& W, const std::string& b) const {
    const Variable<double> all = engine::projected(m_call, X, m_name(W), m_name(b));
    return reshape(all, {all.length(0), all.length(1), m_heads, all.length(2) / m_heads});
  }
  /// (R, C, H, v) joined and put through W_o.
  Variable<double> joined(const Variable<double>& O) const {
    const Variable<double> all = reshape(O, {O.length(0), O.length(1), O.length(2) * O.length(3)});
    return engine::projected(m_call, all, m_name("W_o"), m_name("b_o"));
  }

 private:
  const TapeCall& m_call;
  const Index m_heads;
  const ArrayName& m_name;
};

bool keepsScores(const TapeCall& call) { return call.values().flag("scores") || call.values().flag("intermediates"); }

/// What a mechanism gives of it.
VariableBundle outputsOf(const TapeCall& call, const AttendedOnTape& attended) {
  VariableBundle outputs = {{"Y", attended.Y}};
  if (attended.w) outputs.insert({{"w", *attended.w}, {"pair", *attended.pair}});
  if (call.values().flag("intermediates"))
    outputs.insert({{"q", attended.q}, {"k", attended.k}, {"v", attended.v}, {"O", attended.O}});
  if (call.values().contains("maps") && !call.values().flag("maps")) return outputs;
  outputs.emplace("A", attended.A);
  if (keepsScores(call)) outputs.emplace("S", attended.S);
  return outputs;
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

/// softmax over n of q_l k_nl / sqrt(d), q from row 0: (N, L, H).
Variable<double> sequenceWeights(const Cells& cells, const Variable<double>& X) {
  const Variable<double> q = cells.projected(slice(X, 0, 0, 1), "seqw_W_q", "seqw_b_q"),
                         k = cells.projected(X, "seqw_W_k", "seqw_b_k");
  return softmax(standardScale(q.length(3)) * sum(q * k, -1), 0);
}

std::string itself(const std::string& symbol) { return symbol; }

Index headsOf(const TapeCall& call) { return static_cast<Index>(call.values().integer("heads")); }

}  // namespace

AttendedOnTape axialOnTape(const TapeCall& call, const Variable<double>& given, Lines lines, Index heads,
                           const ArrayName& name) {
  const Cells cells(call, heads, name);
  const Variable<double> X = along(given, lines);
  const Variable<double> q = cells.projected(X, "W_q", "b_q"), k = cells.projected(X, "W_k", "b_k"),
                         v = cells.projected(X, "W_v", "b_v");
  const auto byHead = [](const Variable<double>& x) { return permute(x, {0, 2, 1, 3}); };
  const Variable<double> products =
      standardScale(q.length(3)) * matmul(byHead(q), byHead(k), Factor::plain, Factor::transposed);
  const Array<Bool> padding = paddingOf(call, lines);
  const Shape perKey = {X.length(0), 1, 1, X.length(1)};
  const Variable<double> S = padding.empty() ? products : replaced(products, padding.reshaped(perKey), kPaddedScore);
  const Variable<double> A = softmax(S, -1);
  const Variable<double> O = byHead(matmul(A, byHead(v)));
  return {
      along(q, lines), along(k, lines), along(v, lines), S, A, along(O, lines), along(cells.joined(O), lines), {}, {}};
}

AttendedOnTape tiedOnTape(const TapeCall& call, const Variable<double>& given, Lines lines, Index heads,
                          const ArrayName& name) {
  const Cells cells(call, heads, name);
  const Variable<double> X = along(given, lines);
  const Index R = X.length(0), C = X.length(1);
  const Array<Bool> padding = paddingOf(call, lines);
  Variable<double> q = cells.projected(X, "W_q", "b_q");
  Array<Bool> hiddenKeys;
  if (!padding.empty()) {
    q = replaced(q, padding.reshaped({R, C, 1, 1}), 0);
    hiddenKeys = Array<Bool>({C}, std::vector<Bool>(padding.begin(), padding.begin() + C));
  }
  const Variable<double> k = cells.projected(X, "W_k", "b_k"), v = cells.projected(X, "W_v", "b_v");
  const SharedMap map = sharedMap(q, k, v, standardScale(R * q.length(3)), hiddenKeys);
  return {along(q, lines),
          along(k, lines),
          along(v, lines),
          map.S,
          map.A,
          along(map.O, lines),
          along(cells.joined(map.O), lines),
          {},
          {}};
}

AttendedOnTape softTiedOnTape(const TapeCall& call, const Variable<double>& X, Index heads, const ArrayName& name) {
  const Cells cells(call, heads, name);
  const Variable<double> w = sequenceWeights(cells, X);
  const Variable<double> q = cells.projected(X, "W_q", "b_q"), k = cells.projected(X, "W_k", "b_k"),
                         v = cells.projected(X, "W_v", "b_v");
  const Variable<double> weighted = q * reshape(w, {w.length(0), w.length(1), w.length(2), 1});
  const SharedMap map = sharedMap(weighted, k, v, standardScale(q.length(3)), {});
  const Variable<double> pair = permute(0.5 * (map.A + transpose(map.A)), {1, 2, 0});
  return {q, k, v, map.S, map.A, map.O, cells.joined(map.O), w, pair};
}

Variable<double> performerAlongOnTape(TapeCall& call, const Variable<double>& given, Lines lines, Index heads,
                                      const ArrayName& name) {
  const Cells cells(call, heads, name);
  const Variable<double> X = along(given, lines);
  const auto byHead = [](const Variable<double>& x) { return permute(x, {0, 2, 1, 3}); };
  const Variable<double> q = byHead(cells.projected(X, "W_q", "b_q")), k = byHead(cells.projected(X, "W_k", "b_k")),
                         v = byHead(cells.projected(X, "W_v", "b_v"));
  PerformerOptions options;
  options.kind = FeatureKind::relu;
  options = resolved(options, q.length(3));
  const auto features = [&](const Variable<double>& x) {
    return relu(matmul(options.inputScale * x, call.at(name("features")), Factor::plain, Factor::transposed)) +
           options.eps;
  };
  const Variable<double> phi_q = features(q), phi_k = features(k);
  const Variable<double> sums = matmul(phi_q, matmul(phi_k, v, Factor::transposed, Factor::plain));
  const Variable<double> denominator = sum(phi_q * sum(phi_k, -2, KeepAxis::yes), -1, KeepAxis::yes);
  return along(cells.joined(byHead(sums / denominator)), lines);
}

VariableBundle axialRowOnTape(TapeCall& call) {
  return outputsOf(call, axialOnTape(call, call.at("X"), Lines::rows, headsOf(call), itself));
}
VariableBundle axialColumnOnTape(TapeCall& call) {
  return outputsOf(call, axialOnTape(call, call.at("X"), Lines::columns, headsOf(call), itself));
}
VariableBundle tiedRowOnTape(TapeCall& call) {
  return outputsOf(call, tiedOnTape(call, call.at("X"), Lines::rows, headsOf(call), itself));
}
VariableBundle tiedColumnOnTape(TapeCall& call) {
  return outputsOf(call, tiedOnTape(call, call.at("X"), Lines::columns, headsOf(call), itself));
}
VariableBundle softTiedOnTape(TapeCall& call) {
  return outputsOf(call, softTiedOnTape(call, call.at("X"), headsOf(call), itself));
}

}  // namespace engine
