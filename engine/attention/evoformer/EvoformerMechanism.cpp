// The mechanism "evoformer": a whole block, row and column attention, outer product mean, triangles, transitions.
#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/evoformer/Evoformer.h"
#include "engine/attention/heads/Projections.h"
#include "engine/attention/pairs/PairMaps.h"
#include "engine/attention/pairs/PairMasks.h"
#include "engine/attention/samples/PairSamples.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle evoformerOnTape(TapeCall& call);  // EvoformerOnTape.cpp

namespace {

const std::map<std::string, Index>& benchLengths() {
  static const std::map<std::string, Index> lengths{{"D", 256},  {"P", 128}, {"H", 8},     {"H*d", 256},
                                                    {"c", 128},  {"u", 32},  {"T", 4},     {"T*e", 128},
                                                    {"F", 1024}, {"G", 512}, {"u*u", 1024}};
  return lengths;
}

class EvoformerMechanism : public TypedMechanism<EvoformerMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "evoformer"; }
  std::string title() const override { return "Evoformer block (AlphaFold 2)"; }
  MechanismGroup group() const override { return MechanismGroup::layers; }
  std::string formula() const override {
    return "m ← m + RowAttention(m, z)\n"
           "m ← m + ColumnAttention(m), m ← m + Transition(m)\n"
           "z ← z + OuterProductMean(m)\n"
           "z ← z + TriangleOutgoing(z), z ← z + TriangleIncoming(z)\n"
           "z ← z + TriangleStarting(z), z ← z + TriangleEnding(z)\n"
           "z ← z + Transition(z)";
  }
  std::string help() const override {
    return "An alignment m and its residue pairs z: the pairs bias the attention along rows, the alignment gives the "
           "pairs its outer product mean, the pairs are made consistent by triangles. Each module normalises what it "
           "takes; no dropout. The modules alone: pair-biased-row, outer-product-mean, triangle-outgoing, "
           "triangle-incoming, triangle-starting, triangle-ending. Transition: layer norm, map, relu, map. Names as in "
           "OpenFold's checkpoints. AlphaFold 2, supplement, Algorithms 6 to 15 (Jumper et al. 2021).";
  }
  std::vector<Parameter> parameters() const override {
    return {flagParameter("maps", "Attention maps", "no: only m_new and z_new, without ever holding all maps", true),
            flagParameter("intermediates", "Intermediate results", "yes: also m and z after each module", false)};
  }
  AxisWords axisWords() const override {
    return {{"T", "triangle head"}, {"c", "triangle channel"}, {"u", "channel of the outer product"},
            {"u*u", "pair of channels"}, {"G", "feed-forward channel"}};
  }
  std::vector<ArrayDescription> inputs() const override {
    InputList list = {{"m", "(N, L, D)", "features of the cells of the alignment"},
                      {"z", "(L, L, P)", "features of residue pairs (i, j)"},
                      cellMaskInput(),
                      pairMaskInput()};
    const InputList weights = evoformerInputs();
    list.insert(list.end(), weights.begin(), weights.end());
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"A_row", "(N, H, L, L)", "row attention, maps of every sequence (maps=yes)", true},
            {"A_column", "(L, H, N, N)", "column attention, maps of every column (maps=yes)", true},
            {"A_start", "(L, T, L, L)", "triangle attention around every starting residue (maps=yes)", true},
            {"A_end", "(L, T, L, L)", "triangle attention around every ending residue (maps=yes)", true},
            {"m_row", "(N, L, D)", "m after the row attention (intermediates=yes)", true},
            {"m_column", "(N, L, D)", "m after the column attention (intermediates=yes)", true},
            {"z_outer", "(L, L, P)", "z after the outer product mean (intermediates=yes)", true},
            {"z_out", "(L, L, P)", "z after the outgoing triangles (intermediates=yes)", true},
            {"z_in", "(L, L, P)", "z after the incoming triangles (intermediates=yes)", true},
            {"z_start", "(L, L, P)", "z after the starting nodes (intermediates=yes)", true},
            {"z_end", "(L, L, P)", "z after the ending nodes (intermediates=yes)", true},
            {"m_new", "(N, L, D)", "the alignment after the block"},
            {"z_new", "(L, L, P)", "the pairs after the block"}};
  }
  Sample sample() const override {
    ArrayBundle arrays = {{"m", hairpinResidues()}, {"z", hairpinPairs()}};
    addPairBiasedRowSample(arrays, "msa_att_row.");
    addGatedColumnSample(arrays, "msa_att_col._msa_att.");
    addIdleTransition(arrays, "msa_transition.", 5);
    addOuterProductSample(arrays, "outer_product_mean.");
    for (const char* path : {"tri_mul_out.", "tri_mul_in."}) addTriangleSample(arrays, path);
    for (const char* path : {"tri_att_start.", "tri_att_end."}) addTriangleAttentionSample(arrays, path);
    addIdleTransition(arrays, "pair_transition.", 5);
    return hairpinSample(std::move(arrays), pairClassNames());
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = sampleWeights(inputs(),
                                       {{"D", 6},
                                        {"P", 3},
                                        {"H", 2},
                                        {"H*d", 4},
                                        {"c", 2},
                                        {"u", 2},
                                        {"u*u", 4},
                                        {"T", 1},
                                        {"T*e", 2},
                                        {"F", 5},
                                        {"G", 4}},
                                       8500);
    sample["m"] = deterministicArray<float>(86, {3, 4, 6}, 1, "m");
    sample["z"] = deterministicArray<float>(87, {4, 4, 3}, 1, "z");
    return sample;
  }
  TapeForm tapeForm() const override { return evoformerOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = benchWeights(evoformerInputs(), benchLengths());
    arrays["m"] = deterministicArray<float>(698, {32, 128, 256}, 1, "m");
    arrays["z"] = deterministicArray<float>(699, {128, 128, 128}, 1, "z");
    return {{"N=32 L=128 D=256 P=128 maps=no", benchValues({{"maps", false}}), std::move(arrays)}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string maps = values.flag("maps") ? " + N*H*L*L + L*H*N*N + 2*L*T*L*L" : "";
    const std::string kept = values.flag("intermediates") ? " + 2*N*L*D + 5*L*L*P" : "";
    return {
        "4*N*L*H*d*(L + N) + 20*N*L*H*d*D + 2*L*L*P*H + 4*N*L*D*F + 4*N*L*D*u + 2*L*L*u*u*(N + P) + "
        "4*L*L*L*c + 4*L*L*P*(5*c + P) + 8*L*L*L*T*e + 20*L*L*T*e*P + 4*L*L*P*(T + G)",
        "w*(2*N*L*D + 2*L*L*P + 10*H*d*D + H*P + 2*D*F + 2*D*u + u*u*P + 10*P*c + 2*P*P + 10*T*e*P + 2*T*P + "
        "2*P*G" +
            maps + kept + ")",
        "w*(N*L*(4*D + 5*H*d) + L*L*(6*P + 8*c + 5*T*e + 2*T + 2*H) + 3*L*u*u" + maps + kept + ")"};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    sizes["d"] = rowsPerHead(inputs, "msa_att_row.mha.linear_q.weight", sizes["H"]);
    sizes["e"] = rowsPerHead(inputs, "tri_att_start.mha.linear_q.weight", sizes["T"]);
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps = pairMaps(outputs, "z_new", "pairs after the block", "z");
    const auto add = [&](const char* title, const char* name, const char* rows, const char* columns) {
      auto heads = mapsOf(outputs, name, {}, "lhqk");
      if (!heads) return;
      heads->queryUnit = rows;
      heads->keyUnit = columns;
      maps.push_back({title, std::move(heads)});
    };
    add("row attention (a layer per row)", "A_row", "", "");
    add("column attention (a layer per column)", "A_column", "sequence", "sequence");
    add("triangle attention (a layer per starting residue)", "A_start", "residue j", "residue k");
    add("triangle attention (a layer per ending residue)", "A_end", "residue i", "residue k");
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    Array<T> m = readArray<T>(call.inputs, "m", letters, {"N", "L", "D"});
    Array<T> z = readArray<T>(call.inputs, "z", letters, {"L", "L", "P"});
    const ModuleWeights<T> weights(call.inputs, evoformerInputs(), letters);
    const Array<T>& W_out = weights.at("outer_product_mean.linear_out.weight");
    requireShape(W_out.name, W_out.shape(), {-1, letters["u"] * letters["u"]});
    const EvoformerOptions options{call.values.flag("maps"), call.values.flag("intermediates"),
                                   readPairMask(call.inputs, kCellMask, letters["N"], letters["L"]),
                                   readPairMask(call.inputs, kPairMask, letters["L"], letters["L"])};
    EvoformerResult<T> result =
        evoformerBlock(std::move(m), std::move(z), weights, options, {call.where.threads, call.progress});
    ArrayBundle outputs;
    if (options.keepsMaps) {
      give(outputs, "A_row", std::move(result.A_row));
      give(outputs, "A_column", std::move(result.A_column));
      give(outputs, "A_start", std::move(result.A_start));
      give(outputs, "A_end", std::move(result.A_end));
    }
    for (EvoformerStep<T>& step : result.steps) give(outputs, step.name, std::move(step.features));
    give(outputs, "m_new", std::move(result.m));
    give(outputs, "z_new", std::move(result.z));
    return outputs;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeEvoformer() { return std::make_unique<EvoformerMechanism>(); }

}  // namespace engine
