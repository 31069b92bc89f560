// The block of the Evoformer (MATHEMATICS.md 18.7) on a tape.
#include "engine/attention/pairs/PairsOnTape.h"

namespace engine {

VariableBundle evoformerOnTape(TapeCall& call) {
  VariableBundle outputs;
  const bool keepsSteps = call.values().flag("intermediates"), keepsMaps = call.values().flag("maps");
  const auto step = [&](const char* name, const Variable<double>& features) {
    if (keepsSteps) outputs.emplace(name, features);
    return features;
  };
  const auto map = [&](const char* name, const Variable<double>& A) {
    if (keepsMaps) outputs.emplace(name, A);
  };
  const GatedOnTape rows = pairBiasedRowOnTape(call, call.at("m"), call.at("z"), "msa_att_row.");
  const Variable<double> afterRows = step("m_row", call.at("m") + rows.Y);
  const GatedOnTape columns = gatedColumnOnTape(call, afterRows, rows.A.length(1), "msa_att_col._msa_att.");
  const Variable<double> afterColumns = step("m_column", afterRows + columns.Y);
  const Variable<double> m = afterColumns + transitionOnTape(call, afterColumns, "msa_transition.");

  const Variable<double> outer =
      step("z_outer", call.at("z") + outerProductMeanOnTape(call, m, "outer_product_mean.").Y);
  const auto multiplied = [&](const Variable<double>& z, const char* path, TriangleEdges edges) {
    return z + triangleMultiplicationOnTape(call, z, path, edges).Y;
  };
  const Variable<double> out = step("z_out", multiplied(outer, "tri_mul_out.", TriangleEdges::outgoing)),
                         in = step("z_in", multiplied(out, "tri_mul_in.", TriangleEdges::incoming));
  const GatedOnTape starting = triangleAttentionOnTape(call, in, "tri_att_start.", TriangleNode::starting);
  const Variable<double> start = step("z_start", in + starting.Y);
  const GatedOnTape ending = triangleAttentionOnTape(call, start, "tri_att_end.", TriangleNode::ending);
  const Variable<double> end = step("z_end", start + ending.Y);
  outputs.insert({{"m_new", m}, {"z_new", end + transitionOnTape(call, end, "pair_transition.")}});
  map("A_row", rows.A);
  map("A_column", columns.A);
  map("A_start", starting.A);
  map("A_end", ending.A);
  return outputs;
}

}  // namespace engine
