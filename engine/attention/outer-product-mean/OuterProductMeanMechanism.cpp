// The mechanism "outer-product-mean": from an alignment to features of its pairs of columns.
#include "engine/attention/AxisWords.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/outer-product-mean/OuterProductMean.h"
#include "engine/attention/pairs/PairMaps.h"
#include "engine/attention/pairs/PairMasks.h"
#include "engine/attention/pairs/PairsOnTape.h"
#include "engine/attention/samples/PairSamples.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

namespace {

VariableBundle outerProductFormOnTape(TapeCall& call) {
  const OuterProductOnTape result = outerProductMeanOnTape(call, call.at("m"), {});
  VariableBundle outputs = {{"Y", result.Y}};
  if (call.values().flag("maps")) outputs.emplace("O", result.O);
  if (call.values().flag("intermediates")) outputs.insert({{"a", result.a}, {"b", result.b}});
  return outputs;
}

class OuterProductMeanMechanism : public TypedMechanism<OuterProductMeanMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "outer-product-mean"; }
  std::string title() const override { return "Outer product mean (alignment to pairs)"; }
  MechanismGroup group() const override { return MechanismGroup::alignments; }
  std::string formula() const override {
    return "a = W_1 LN(m), b = W_2 LN(m)\n"
           "O_ij = (1/N) Σ_n a_ni b_nj^T\n"
           "Y_ij = W_out vec(O_ij)";
  }
  std::string help() const override {
    return "No softmax: every pair of columns i, j gets the mean over the sequences n of the outer product of their "
           "features. Of features that are 1 for one kind of residue and 0 otherwise, O_ij is how often two kinds come "
           "together: what coevolution is read from. Y is what is added to the pair features. With maps=no O is held "
           "for one i at a time. Names as in OpenFold's checkpoints, which divides by N + 0.001. AlphaFold 2, "
           "supplement, Algorithm 10 (Jumper et al. 2021).";
  }
  std::vector<Parameter> parameters() const override {
    return {flagParameter("maps", "Means of products", "no: only Y, without ever holding O", true),
            flagParameter("intermediates", "Intermediate results", "yes: also the factors a and b", false)};
  }
  AxisWords axisWords() const override { return {{"c", "channel of the product"}}; }
  std::vector<ArrayDescription> inputs() const override {
    InputList list = {{"m", "(N, L, D)", "features of the cells of the alignment"}, cellMaskInput()};
    const InputList weights = outerProductMeanInputs();
    list.insert(list.end(), weights.begin(), weights.end());
    return list;
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"a", "(N, L, c)", "left factors (intermediates=yes)", true},
            {"b", "(N, L, c)", "right factors (intermediates=yes)", true},
            {"O", "(L, L, c, c)", "means of the outer products (maps=yes)", true},
            {"Y", "(L, L, P)", "what is added to the pairs"}};
  }
  /// How often kinds of residues come together.
  Sample sample() const override {
    ArrayBundle arrays = {{"m", hairpinResidues()}};
    addOuterProductSample(arrays, {});
    return hairpinSample(std::move(arrays), outerProductLabels());
  }
  ArrayBundle sampleInput() const override {
    ArrayBundle sample = sampleWeights(inputs(), {{"D", 6}, {"P", 3}, {"c", 2}, {"c*c", 4}}, 8400);
    sample["m"] = deterministicArray<float>(85, {3, 4, 6}, 1, "m");
    return sample;
  }
  TapeForm tapeForm() const override { return outerProductFormOnTape; }
  std::vector<BenchCase> benchCases() const override {
    ArrayBundle arrays = benchWeights(inputs(), {{"D", 256}, {"P", 128}, {"c", 32}, {"c*c", 1024}});
    arrays["m"] = deterministicArray<float>(699, {64, 256, 256}, 1, "m");
    return {{"N=64 L=256 D=256 P=128 c=32 maps=no", benchValues({{"maps", false}}), std::move(arrays)}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string kept =
        std::string(values.flag("maps") ? " + L*L*c*c" : "") + (values.flag("intermediates") ? " + 2*N*L*c" : "");
    return {"4*N*L*D*c + 2*N*L*L*c*c + 2*L*L*c*c*P", "w*(N*L*D + L*L*P + 2*D*c + c*c*P" + kept + ")",
            "w*(N*L*(D + 2*c) + L*(3*c*c + P) + L*L*P" + kept + ")"};
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    const auto O = outputs.find("O");
    if (O == outputs.end()) return {};
    const Shape shape = shapeOf(O->second);
    return std::visit(
        [&](const auto& array) -> std::vector<NamedMaps> {
          const ArrayBundle joined{{"O", array.reshaped({shape[0], shape[1], shape[2] * shape[3]})}};
          return pairMaps(joined, "O", "means of products (a channel of a with one of b)", "mean a b");
        },
        O->second);
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    const Array<T> m = readArray<T>(call.inputs, "m", letters, {"N", "L", "D"});
    const ModuleWeights<T> weights(call.inputs, outerProductMeanInputs(), letters);
    requireSquare(weights.at("linear_1.weight").length(0), weights.at("linear_out.weight"));
    const bool keepsProducts = call.values.flag("maps");
    OuterProductMeanResult<T> result =
        outerProductMean(m, weights, keepsProducts, {call.where.threads, call.progress},
                         readPairMask(call.inputs, kCellMask, letters["N"], letters["L"]));
    ArrayBundle outputs;
    if (keepsProducts) give(outputs, "O", std::move(result.O));
    give(outputs, "Y", std::move(result.Y));
    if (!call.values.flag("intermediates")) return outputs;
    give(outputs, "a", std::move(result.a));
    give(outputs, "b", std::move(result.b));
    return outputs;
  }

 private:
  template <class T>
  static void requireSquare(Index c, const Array<T>& W) {
    requireShape(W.name, W.shape(), {-1, c * c});
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeOuterProductMean() { return std::make_unique<OuterProductMeanMechanism>(); }

}  // namespace engine
