// The MSA layers of RoseTTAFold and their embedding (MATHEMATICS.md 8, MATHEMATICS.md 6.3) on a tape.
#include "engine/attention/TokenInput.h"
#include "engine/attention/layers/LayersOnTape.h"
#include "engine/base/Nth.h"
#include "engine/network/Encodings.h"

namespace engine {

namespace {

std::vector<Index> rowsOf(const Array<std::int64_t>& numbers) { return {numbers.begin(), numbers.end()}; }

/// Encodings of the residue numbers, computed or from the stored table: (L, D).
Variable<double> positionsOf(TapeCall& call, Index L, Index D) {
  std::vector<std::int64_t> numbers(static_cast<size_t>(L));
  for (Index l = 0; l < L; ++l) nth(numbers, l) = l;
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
