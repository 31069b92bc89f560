// An encoder layer on an alignment (MATHEMATICS.md 8) on a tape.
#include "engine/attention/layers/LayersOnTape.h"

namespace engine {

namespace {

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

}  // namespace engine
