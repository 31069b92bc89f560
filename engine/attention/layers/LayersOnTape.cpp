// Encoder layers on alignments (MATHEMATICS.md 8, MATHEMATICS.md 6.3) on a tape.
#include "engine/attention/TokenInput.h"
#include "engine/attention/msa/AlignmentOnTape.h"
#include "engine/network/Encodings.h"

namespace engine {

namespace {

/// The names of RoseTTAFold for the attention NAME.
ArrayName namesUnder(const std::string& attention) {
  return [attention](const std::string& symbol) {
    static const std::map<std::string, std::string> kNames = {
        {"q", "to_query"}, {"k", "to_key"}, {"v", "to_value"}, {"o", "to_out"}};
    if (symbol == "features") return attention + ".fast_attention.projection_matrix";
    const bool isSequenceWeight = symbol.starts_with("seqw_"), isBias = symbol[symbol.size() - 3] == 'b';
    return attention + (isSequenceWeight ? ".seq_weight." : ".") + kNames.at(symbol.substr(symbol.size() - 1)) +
           (isBias ? ".bias" : ".weight");
  };
}

Variable<double> normalised(const TapeCall& call, const Variable<double>& x, const std::string& norm) {
  return layerNorm(x, call.at(norm + ".a_2"), call.find(norm + ".b_2"));
}

/// x + W2 f(W1 LN x) with the parameter activation, relu where there is none.
Variable<double> withFeedForward(const TapeCall& call, const Variable<double>& x, const std::string& norm,
                                 const std::string& name) {
  const Variable<double> hidden =
      projected(call, normalised(call, x, norm), name + ".linear1.weight", name + ".linear1.bias");
  const std::string activation = call.values().contains("activation") ? call.values().text("activation") : "relu";
  const auto bent = [&] {
    if (activation == "relu") return relu(hidden);
    if (activation == "gelu") return gelu(hidden);
    const Index half = hidden.length(-1) / 2;
    return silu(slice(hidden, -1, 0, half)) * slice(hidden, -1, half, 2 * half);
  };
  return x + projected(call, bent(), name + ".linear2.weight", name + ".linear2.bias");
}

/// x + Attention(LN x) of a kind of the mechanism axial-encoder; its maps under "A_rows", ... into `outputs`.
Variable<double> withAttention(TapeCall& call, const Variable<double>& x, Lines lines, const std::string& kind,
                               const std::string& norm, const std::string& attention, VariableBundle& outputs) {
  const Variable<double> y = normalised(call, x, norm);
  const Index heads = static_cast<Index>(call.values().integer("heads"));
  const ArrayName name = namesUnder(attention);
  if (kind == "performer") return x + performerAlongOnTape(call, y, lines, heads, name);
  const AttendedOnTape attended = kind == "soft-tied" ? softTiedOnTape(call, y, heads, name)
                                  : kind == "tied"    ? tiedOnTape(call, y, lines, heads, name)
                                                      : axialOnTape(call, y, lines, heads, name);
  const std::string suffix = lines == Lines::rows ? "_rows" : "_columns";
  if (call.values().flag("maps") || kind != "plain") {
    outputs.emplace("A" + suffix, attended.A);
    if (call.values().flag("intermediates")) outputs.emplace("S" + suffix, attended.S);
  }
  if (attended.w) outputs.insert({{"w", *attended.w}, {"pair", *attended.pair}});
  const Variable<double> sum = x + attended.Y;
  return sum;
}

std::vector<Index> rowsOf(const Array<std::int64_t>& numbers) { return {numbers.begin(), numbers.end()}; }

/// Encodings of the residue numbers, computed or from the stored table: (L, D).
Variable<double> positionsOf(TapeCall& call, Index L, Index D) {
  std::vector<std::int64_t> numbers(static_cast<size_t>(L));
  for (Index l = 0; l < L; ++l) numbers[static_cast<size_t>(l)] = l;
  if (call.inputs().count("idx") != 0) {
    const Array<std::int64_t> given = integersOf(call.inputs(), "idx");
    numbers.assign(given.begin(), given.end());
  }
  const Variable<double>* const table = call.find("msa_emb.pos.pe");
  if (table == nullptr) return call.constant(sinusoidalEncoding<double>(numbers, D));
  return gatherRows(reshape(*table, {table->length(1), D}), {numbers.begin(), numbers.end()});
}

/// Token, position and "am I the target": (N, L, D).
Variable<double> embeddingOf(TapeCall& call) {
  const Array<std::int64_t> msa = integersOf(call.inputs(), "msa");
  const Variable<double>& table = call.at("msa_emb.emb.weight");
  const Index N = msa.length(0), L = msa.length(1), D = table.length(1);
  std::vector<Index> isOther(static_cast<size_t>(N), 1);
  if (N > 0) isOther[0] = 0;
  const Variable<double> query = reshape(gatherRows(call.at("msa_emb.pos_q.pe.weight"), isOther), {N, 1, D});
  return reshape(gatherRows(table, rowsOf(msa)), {N, L, D}) + positionsOf(call, L, D) + query;
}

}  // namespace

VariableBundle axialEncoderOnTape(TapeCall& call) {
  VariableBundle outputs;
  const Variable<double> afterRows =
      withAttention(call, call.at("X"), Lines::rows, call.values().text("rows"), "norm1", "attn_L", outputs);
  const Variable<double> afterColumns =
      withAttention(call, afterRows, Lines::columns, call.values().text("columns"), "norm2", "attn_N", outputs);
  if (call.values().flag("intermediates")) outputs.insert({{"X_rows", afterRows}, {"X_columns", afterColumns}});
  outputs.emplace("Y", withFeedForward(call, afterColumns, "norm3", "ff"));
  return outputs;
}

VariableBundle roseTtaFoldMsaOnTape(TapeCall& call) {
  const std::string first = "msa2msa.encoder_1.layers.0.", second = "msa2msa.encoder_2.layers.0.";
  const ArrayName firstNames = namesUnder(first + "attn"), secondNames = namesUnder(second + "attn");
  const Variable<double> embedding = embeddingOf(call);
  const Index given = static_cast<Index>(call.values().integer("heads"));
  const Index heads = given > 0 ? given : embedding.length(2) / call.at(secondNames("features")).length(1);
  const AttendedOnTape attended = softTiedOnTape(call, normalised(call, embedding, first + "norm1"), heads, firstNames);
  const Variable<double> msa1 = withFeedForward(call, embedding + attended.Y, first + "norm2", first + "ff");
  const Variable<double> mixed =
      msa1 + performerAlongOnTape(call, normalised(call, msa1, second + "norm1"), Lines::columns, heads, secondNames);
  VariableBundle outputs = {{"w", *attended.w},
                            {"attention", attended.A},
                            {"pair", *attended.pair},
                            {"msa", withFeedForward(call, mixed, second + "norm2", second + "ff")}};
  if (call.values().flag("intermediates"))
    outputs.insert({{"embedding", embedding}, {"S", attended.S}, {"msa_1", msa1}});
  return outputs;
}

}  // namespace engine
