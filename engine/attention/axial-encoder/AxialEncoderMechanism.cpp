// The mechanism "axial-encoder": a whole encoder layer on an alignment, with a choice of attention for each axis.
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/axial-encoder/AxialEncoderLayer.h"
#include "engine/attention/layers/LayerInputs.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle axialEncoderOnTape(TapeCall& call);  // AxialEncoderOnTape.cpp

namespace {

AttentionKind kindOf(const std::string& text) {
  if (text == "tied") return AttentionKind::tied;
  if (text == "soft-tied") return AttentionKind::softTied;
  return text == "plain" ? AttentionKind::plain : AttentionKind::performer;
}

/// Formulae of one attention. `lines` and `length` are letters: N and L along rows. The features are m or M.
struct AxisCost {
  std::string flops, maps;
};
AxisCost axisCost(AttentionKind kind, const std::string& lines, const std::string& length,
                  const std::string& features) {
  const std::string projections = "8*N*L*D*D", pairs = "H*" + length + "*" + length;
  if (kind == AttentionKind::performer) return {projections + " + 8*N*L*" + features + "*D", "0"};
  const std::string attended = projections + " + 4*N*L*" + length + "*D";
  if (kind == AttentionKind::plain) return {attended, lines + "*" + pairs};
  if (kind == AttentionKind::tied) return {attended, pairs};
  return {attended + " + 2*(N + 1)*L*D*D + 2*N*L*D", "(2*" + pairs + " + N*L*H)"};
}

/// What plain attention that keeps its maps holds of one long line: its scores and weights before they are placed.
std::string longLine(const ParameterValues& values, const char* axis, const std::string& length) {
  const bool holds = values.flag("maps") && values.text(axis) == "plain";
  return holds ? " + 2*H*" + length + "*" + length : "";
}

class AxialEncoderMechanism : public TypedMechanism<AxialEncoderMechanism> {
 public:
  std::string id() const override { return "axial-encoder"; }
  std::string title() const override { return "Axial encoder layer"; }
  MechanismGroup group() const override { return MechanismGroup::layers; }
  std::string formula() const override {
    return "x ← x + Rows(LN_1 x)\n"
           "x ← x + Columns(LN_2 x)\n"
           "x ← x + W_2 f(W_1 LN_3 x)";
  }
  std::string help() const override {
    return "An attention of its own kind along "
           "the rows (attn_L) and along the columns (attn_N). RoseTTAFold: relu, rows tied, soft-tied or performer; "
           "MSA "
           "Transformer: gelu, rows tied, columns plain. Performers use ReLU features of a stored projection and have "
           "no maps. Weights have the names of RoseTTAFold's checkpoint; the path before them may stay. Baek et al. "
           "2021; Rao et al. 2021.";
  }
  std::vector<Parameter> parameters() const override {
    return {headsParameter(),
            choiceParameter("rows", "Attention along rows", "tied and soft-tied: one map for all rows",
                            {"tied", "soft-tied", "plain", "performer"}),
            choiceParameter("columns", "Attention along columns", "tied: one map for all columns",
                            {"plain", "tied", "performer"}),
            choiceParameter("activation", "Activation",
                            "of the feed-forward network; swiglu, as in ESM3: the first map gives halves a and b, the "
                            "second takes silu(a) b and is (D, F/2)",
                            {"relu", "gelu", "swiglu"}),
            flagParameter("maps", "Attention maps", "no: maps of plain attention are never held", true),
            flagParameter("intermediates", "Intermediate results",
                          "yes: also the scores of the maps kept, and the features after each attention", false)};
  }
  std::vector<ArrayDescription> inputs() const override {
    InputList list = {{"X", "(N, L, D)", "features of the cells: N sequences, L columns"},
                      {"padding", "(N, L)", "true where a cell is padding; tied and plain attention alone", true,
                       ArrayType::boolean}};
    addNormInputs(list, "norm1", "the attention along rows");
    addAttentionInputs(list, "attn_L");
    addSequenceWeightInputs(list, "attn_L", true);
    list.push_back({"attn_L.fast_attention.projection_matrix", "(m, d)", "features (rows=performer)", true});
    addNormInputs(list, "norm2", "the attention along columns");
    addAttentionInputs(list, "attn_N");
    list.push_back({"attn_N.fast_attention.projection_matrix", "(M, d)", "features (columns=performer)", true});
    addNormInputs(list, "norm3", "the feed-forward network");
    addFeedForwardInputs(list, "ff");
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"w", "(N, L, H)", "weights of the sequences (rows=soft-tied)", true},
            {"S_rows", "(H, L, L) or (N, H, L, L)", "scores of A_rows (intermediates=yes)", true},
            {"A_rows", "(H, L, L) or (N, H, L, L)", "maps along rows; one per row when plain", true},
            {"pair", "(L, L, H)", "symmetrised map (rows=soft-tied)", true},
            {"X_rows", "(N, L, D)", "features after the attention along rows (intermediates=yes)", true},
            {"S_columns", "(H, N, N) or (L, H, N, N)", "scores of A_columns (intermediates=yes)", true},
            {"A_columns", "(H, N, N) or (L, H, N, N)", "maps along columns; one per column when plain", true},
            {"X_columns", "(N, L, D)", "features after the attention along columns (intermediates=yes)", true},
            {"Y", "(N, L, D)", "features"}};
  }
  Sample sample() const override {
    ArrayBundle arrays = sampleInput();
    arrays["X"] = globinFeatures();
    for (const char* name : {"attn_L", "attn_N"}) {
      arrays[std::string(name) + ".to_query.weight"] = globinQueries();
      arrays[std::string(name) + ".to_key.weight"] = globinKeys();
    }
    ParameterValues values;
    values.set("heads", std::int64_t{4});
    Sample sample = globinSample(std::move(arrays), std::move(values));
    sample.headLabels.clear();  // normalised features are others than those that the heads look for
    return sample;
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = sampleWeights(inputs(), {{"D", 8}, {"F", 16}}, 3600);
    for (const char* map : {"to_query", "to_key"})
      for (const char* kind : {".weight", ".bias"}) sample.erase(std::string("attn_L.seq_weight.") + map + kind);
    sample["X"] = deterministicArray<float>(21, {3, 4, 8}, 1, "X");
    return sample;
  }
  TapeForm tapeForm() const override { return axialEncoderOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = benchWeights(inputs(), {{"D", 768}, {"F", 3072}});
    std::erase_if(arrays, [](const auto& array) { return array.first.find(".seq_weight.") != std::string::npos; });
    arrays["X"] = deterministicArray<float>(699, {64, 256, 768}, 1, "X");
    return {{"N=64 L=256 H=12 D=768 F=3072 rows=tied columns=plain maps=no",
             benchValues({{"heads", 12}, {"maps", false}, {"activation", "gelu"}}), std::move(arrays)}};
  }
  bool usesDevice(const ArrayBundle&, const ParameterValues&) const override { return true; }

  CostFormulas cost(const ParameterValues& values) const override {
    const AxisCost rows = axisCost(kindOf(values.text("rows")), "N", "L", "m");
    const AxisCost columns = axisCost(kindOf(values.text("columns")), "L", "N", "M");
    const bool drops = !values.flag("maps");
    const std::string rowMaps = drops && values.text("rows") == "plain" ? "0" : rows.maps;
    const std::string columnMaps = drops && values.text("columns") == "plain" ? "0" : columns.maps;
    // Scores are as many as maps; so are, at most, the weights of the sequences.
    const std::string kept = values.flag("intermediates") ? " + " + rowMaps + " + " + columnMaps + " + 2*N*L*D" : "";
    return {rows.flops + " + " + columns.flops + " + 4*N*L*D*F",
            "w*(2*N*L*D + 8*D*D + 2*D*F + 16*D + " + rowMaps + " + " + columnMaps + kept + ")",
            "w*(7*N*L*D + " + rowMaps + " + " + columnMaps + longLine(values, "rows", "L") +
                longLine(values, "columns", "N") + kept + ")"};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    sizes["H"] = sizes["heads"];
    return sizes;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    const auto add = [&](const char* title, std::shared_ptr<HeadSet> heads, const char* queries = "",
                         const char* keys = "") {
      if (!heads) return;
      heads->queryUnit = queries;
      heads->keyUnit = keys;
      maps.push_back({title, std::move(heads)});
    };
    const auto axesOf = [&](const char* name) {
      const auto found = outputs.find(name);
      return found != outputs.end() && shapeOf(found->second).size() == 4 ? "lhqk" : "hqk";
    };
    add("row attention", mapsOf(outputs, "A_rows", "S_rows", axesOf("A_rows")));
    add("column attention", mapsOf(outputs, "A_columns", "S_columns", axesOf("A_columns")), "sequence", "sequence");
    add("sequence weights (column by sequence)", mapsOf(outputs, "w", {}, "kqh"), "column", "sequence");
    add("pair features (A + Aᵀ)/2", mapsOf(outputs, "pair", {}, "qkh", false));
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    Array<T> X = readArray<T>(call.inputs, "X", letters, {"N", "L", "D"});
    const AxialEncoderLayerWeights<T> weights = read<T>(call, letters["D"]);
    AxisAttentionOptions options;
    options.maps = call.values.flag("maps") ? Maps::keep : Maps::drop;
    options.keepScores = call.values.flag("intermediates");
    if (call.inputs.count("padding") != 0) {
      options.padding = std::get<Array<Bool>>(call.inputs.at("padding"));
      letters.require("padding", options.padding.shape(), {"N", "L"});
    }
    AxialEncoderLayerMaps<T> maps = axialEncoderLayer(X, weights, options, call.where, call.diagnostics, call.progress);
    ArrayBundle outputs;
    const auto giveMap = [&](const char* name, Array<T>& map) {
      if (map.rank() > 1) give(outputs, name, std::move(map));
    };
    giveMap("w", maps.rows.w);
    giveMap("S_rows", maps.rows.S);
    giveMap("A_rows", maps.rows.A);
    giveMap("X_rows", maps.afterRows);
    giveMap("pair", maps.rows.pair);
    giveMap("S_columns", maps.columns.S);
    giveMap("A_columns", maps.columns.A);
    giveMap("X_columns", maps.afterColumns);
    give(outputs, "Y", std::move(X));
    return outputs;
  }

 private:
  template <class T>
  static AxialEncoderLayerWeights<T> read(const MechanismCall& call, Index D) {
    const AttentionKind rows = kindOf(call.values.text("rows")), columns = kindOf(call.values.text("columns"));
    const auto requireUse = [&](const std::string& part, bool isUsed) {
      for (const auto& [name, array] : call.inputs)
        if (!isUsed && name.starts_with(part))
          fail("array ", name, " of shape ", shapeText(shapeOf(array)),
               ": not expected with rows=", call.values.text("rows"), " and columns=", call.values.text("columns"));
    };
    requireUse("attn_L.seq_weight.", rows == AttentionKind::softTied);
    requireUse("attn_L.fast_attention.", rows == AttentionKind::performer);
    requireUse("attn_N.fast_attention.", columns == AttentionKind::performer);
    const std::string& name = call.values.text("activation");
    const FeedForwardActivation activation = name == "gelu"     ? FeedForwardActivation::gelu
                                             : name == "swiglu" ? FeedForwardActivation::swiglu
                                                                : FeedForwardActivation::relu;
    return readAxialEncoderLayer<T>(NamedWeights(call.inputs), rows, columns, D,
                                    static_cast<Index>(call.values.integer("heads")), activation);
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeAxialEncoder() { return std::make_unique<AxialEncoderMechanism>(); }

}  // namespace engine
