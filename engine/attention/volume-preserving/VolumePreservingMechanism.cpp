// The mechanism "volume-preserving": attention whose weights are an orthogonal matrix.
#include "engine/attention/volume-preserving/VolumePreserving.h"

#include <algorithm>

#include "engine/attention/AxisWords.h"
#include "engine/attention/ShapeLetters.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/BatchInput.h"
#include "engine/attention/lanes/TransposedMatrix.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/attention/volume-preserving/TriangularInput.h"
#include "engine/attention/volume-preserving/VolumeChecks.h"
#include "engine/attention/volume-preserving/VolumeRepeats.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle volumePreservingOnTape(TapeCall& call);  // VolumePreservingOnTape.cpp

namespace {

class VolumePreservingMechanism : public TypedMechanism<VolumePreservingMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "volume-preserving"; }
  std::string title() const override { return "Volume-preserving attention"; }
  MechanismGroup group() const override { return MechanismGroup::heads; }
  std::string formula() const override {
    return "C_ij = z_i · A z_j for i > j, C_ji = −C_ij\n"
           "Λ = (I − C) (I + C)^{−1}\n"
           "Y = Z Λ";
  }
  std::string help() const override {
    return "Tokens are the columns of Z; no softmax. Give either S, the strict lower triangle of a skew-symmetric A, "
           "row by row, or any A, whose scores are then divided by sqrt(d). intermediates=yes gives what lies "
           "between: the matrix A of S, all products Z^T A Z, their lower half, which is mirrored with a minus to C, "
           "and G = (I + C)^-1, of which Lambda = 2 G - I. GeometricMachineLearning.jl; Brantner et al. 2023. Lambda "
           "is orthogonal with determinant +1 in both forms, but only the skew form preserves volume: Lambda depends "
           "on Z, and with another A the determinant of the derivative of Y by Z is not 1. Look at it with "
           "jacobian=yes, and with fibres=yes at why: directions in which C stays are only turned, and do not leave "
           "the fibre. checks=yes measures all that is promised, beside what a softmax of the columns does, whose "
           "columns may be equal. times=n applies the layer n times, each time to what came out, and the softmax "
           "beside it: "
           "in the skew form that is Z Lambda^n, while the tokens of the softmax become one. With L, and b for the "
           "layers that have one, the outputs go on through the "
           "volume-preserving feed-forward network: layers x + act(L x + b) with a strictly lower or upper "
           "triangular L, whose determinant is 1 whatever the weights. Computed in float64.";
  }
  std::vector<Parameter> parameters() const override {
    return {
        flagParameter("jacobian", "Jacobian determinant",
                      "yes: also the determinant of the derivative of Y by Z, for at most 2048 numbers in Z", false),
        flagParameter("intermediates", "Intermediate results",
                      "yes: also the matrix A, Z^T A Z, its lower half and (I + C)^-1", false),
        flagParameter("checks", "What is promised, measured",
                      "yes: how orthogonal Lambda is, determinants, the fibre of Y, and a softmax of the columns",
                      false),
        flagParameter("fibres", "Jacobian along the fibre",
                      "yes: the derivative of Y by Z in directions that move C, then those that do not; for at most "
                      "512 numbers in Z",
                      false),
        choiceParameter("scale", "Scale of the products",
                        "usual: none for S, 1/sqrt(d) for A; root: 1/sqrt(d) for both; none: none for both",
                        {"usual", "root", "none"}),
        countParameter("times", "Applied", "how often for the repeated tokens; 0: none of these", 0, 0, 1000),
        countParameter("blocks", "Blocks of layers", "of the feed-forward network: linear layers, then two with tanh",
                       1, 1, 1000),
        countParameter("linear", "Linear layer pairs", "lower and upper linear layers of each block", 1, 1, 1000)};
  }
  AxisWords axisWords() const override { return {{"T", "token"}, {"d*(d-1)/2", "pair of features"}}; }
  std::vector<ArrayDescription> inputs() const override {
    return {{"Z", "(B, d, T)", "tokens, one per column; B may be absent"},
            {"S", "(d*(d-1)/2)", "skew form: A_21, A_31, A_32, A_41, ... of a skew-symmetric A", true},
            {"A", "(d, d)", "arbitrary form: any matrix", true},
            {"L", "(layers, d*(d-1)/2)", "L_21, L_31, L_32, ... of each layer of the feed-forward network", true},
            {"b", "(biases, d)",
             "bias of each layer that has one: per block the last linear and both with tanh, and "
             "the last of all",
             true}};
  }
  std::vector<ArrayDescription> outputs() const override {
    std::vector<ArrayDescription> list = {
        {"C", "(B, T, T)", "skew-symmetric scores"},
        {"A", "(d, d)", "the matrix between the tokens, of the skew form that of S (intermediates=yes)", true},
        {"ZAZ", "(B, T, T)", "z_i . A z_j of all pairs, scaled (intermediates=yes)", true},
        {"lower", "(B, T, T)", "those with i > j, else 0: C is this minus its transpose (intermediates=yes)", true},
        {"G", "(B, T, T)", "(I + C)^-1 (intermediates=yes)", true},
        {"Lambda", "(B, T, T)", "weights: column s says how much of each token goes into output s"},
        {"Y", "(B, d, T)", "outputs, one per column"},
        {"network", "(B, d, T)", "Y through the feed-forward network (L given)", true},
        {"log_abs_det", "(B)", "ln |det dY/dZ| (jacobian=yes)", true},
        {"sign", "(B)", "sign of det dY/dZ; 0 when it is singular (jacobian=yes)", true}};
    for (ArrayDescription& check : checkOutputs()) list.push_back(std::move(check));
    for (ArrayDescription& repeat : repeatOutputs()) list.push_back(std::move(repeat));
    return list;
  }
  Sample sample() const override {
    const Array<float> X = helixFeatures();
    Array<float> Z({4, X.length(0)}, 0.0f, "Z");  // hydropathy, charge, aromatic, size
    for (Index i = 0; i < X.length(0); ++i)
      for (Index k = 0; k < 4; ++k) Z(k, i) = X(i, k);
    ParameterValues values;
    values.set("checks", true);
    return globinSample({{"Z", Z}, {"S", Array<float>({6}, {0.6f, -0.3f, 0.4f, 0.2f, -0.5f, 0.3f}, "S")}},
                        std::move(values));
  }
  /// With checks=yes: the columns of both kinds of weights, a step for each output.
  ArrayBundle curves(const ArrayBundle&, const ArrayBundle& outputs) const override {
    const auto softmax = outputs.find("P");
    if (softmax == outputs.end() || shapeOf(softmax->second).size() != 2) return {};
    const Array<double> P = numbersOf<double>(outputs, "P"), Lambda = numbersOf<double>(outputs, "Lambda");
    Array<double> tokens({P.length(0)});
    for (Index i = 0; i < tokens.size(); ++i) tokens[i] = double(i + 1);
    return {{"axis_token i", tokens},
            {"curve_softmax of the column", transposedMatrix(P)},
            {"curve_Cayley transform", transposedMatrix(Lambda)},
            {"frame_output", Array<double>({0})},
            {"quantity_share of token i in the output", Array<double>({0})}};
  }
  ArrayBundle sampleInput() const override {
    return {{"Z", deterministicArray<float>(121, {3, 4}, 1, "Z")}, {"S", Array<float>({3}, {0.3f, -0.7f, 0.5f}, "S")}};
  }
  TapeForm tapeForm() const override { return volumePreservingOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"d=128 T=512", {}, benchArrays({{"Z", {128, 512}}, {"S", {8128}, 0.1}})}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string network = "layers*(d - 1)*d*T";
    const bool keeps = values.flag("intermediates"), checks = values.flag("checks"), fibres = values.flag("fibres");
    const bool jacobian = values.flag("jacobian") || fibres;
    const std::string times = std::to_string(values.integer("times"));
    const bool repeats = values.integer("times") > 0, derives = repeats && values.flag("jacobian");
    const std::string moreWork = std::string(jacobian ? " + 2*d*T^3 + 4*d^2*T^2 + 2*(d*T)^3/3" : "") +
                                 (checks ? " + 4*d^2*T + 8*d*T^2 + 22*T^3/3" : "") +
                                 (fibres ? " + 6*(d*T)^3 + (d*T)^2*T^2" : "") +
                                 (repeats ? " + " + times + "*(4*d^2*T + 10*d*T^2 + 16*T^3/3 + 4*T^2)" : "") +
                                 (derives ? " + " + times + "*(2*d*T^3 + 4*d^2*T^2 + 2*(d*T)^3/3)" : "");
    const std::string moreBytes = std::string(keeps ? " + B*3*T^2 + d^2" : "") + (checks ? " + B*(2*T^2 + d*T)" : "") +
                                  (fibres ? " + B*(d*T)^2" : "") + (repeats ? " + 2*B*(" + times + " + 1)*d*T" : "");
    const std::string moreMemory = std::string(keeps ? " + (w + 8)*(B*3*T^2 + d^2)" : "") +
                                   (checks ? " + (w + 8)*B*(6*T^2 + 3*d*T)" : "") +
                                   (jacobian ? " + 8*((d*T)^2 + 2*T^2 + 3*d*T) + 2*w*B" : "") +
                                   (fibres ? " + w*B*(d*T)^2 + 8*(6*(d*T)^2 + d*T*T^2 + T^2)" : "") +
                                   (repeats ? " + (w + 8)*2*B*(" + times + " + 1)*d*T + 8*(8*T^2 + 4*d*T)" : "") +
                                   (derives && !fibres ? " + 8*(d*T)^2" : "");
    return {"B*(2*d^2*T + 4*d*T^2 + 8*T^3/3 + T^2 + " + network + moreWork + ")",
            "w*(B*(2*d*T + 2*T^2) + d*(d - 1)/2 + layers*d*(d + 1)/2" + moreBytes + ")",
            "B*(w + 8)*(2*T^2 + 3*d*T) + 8*(3*T^2 + 3*d*T + d^2 + layers*d*(d + 1)/2)" + moreMemory};
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    const std::string axes = shapeOf(outputs.at("Lambda")).size() == 3 ? "bkq" : "kq";
    if (auto heads = mapsOf(outputs, "Lambda", "C", axes, false)) maps.push_back({"weights Lambda", std::move(heads)});
    if (auto heads = mapsOf(outputs, "P", {}, axes)) maps.push_back({"softmax of the columns", std::move(heads)});
    for (NamedMaps& each : maps) each.heads->queryUnit = each.heads->keyUnit = "token";
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    VolumePreservingInput input = read(call.inputs, call.values);
    if (call.inputs.count("A") != 0 && !isSkewSymmetric(input.A))
      call.diagnostics.warn("A is not skew-symmetric: this layer does not preserve volume; only the skew form does");
    ShapeLetters letters;
    const Array<double> batch = readBatch<double>(call.inputs, "Z", letters, "d", "T");
    const Index B = letters["B"], size = letters["d"] * letters["T"];
    std::vector<ArrayBundle> items;
    // No item at all: one of zeros tells which arrays there are.
    for (Index item = 0; item < std::max<Index>(B, 1); ++item) {
      if (B > 0) std::copy_n(batch.data() + item * size, size, input.Z.data());
      PartProgress part(call.progress, double(item) / double(std::max<Index>(B, 1)),
                        double(item + 1) / double(std::max<Index>(B, 1)));
      items.push_back(computeItem(input, call, part));
    }
    ArrayBundle outputs;
    for (const auto& [name, array] : items.front()) {
      const Array<double> joined =
          name == "A" || !hasBatch(call.inputs, "Z") ? std::get<Array<double>>(array) : joinedBatch(items, name, B);
      give(outputs, name.c_str(), as<T>(joined));
    }
    return outputs;
  }

 private:
  static std::vector<ArrayDescription> checkOutputs() {
    return {{"P", "(B, T, T)", "softmax of each column of ZAZ, which may be equal (checks=yes)", true},
            {"Y_softmax", "(B, d, T)", "Z P, the outputs that it would give (checks=yes)", true},
            {"C_of_Y", "(B, T, T)", "the scores of Y; for S those of Z (checks=yes)", true},
            {"orthogonality", "(B)", "|Lambda^T Lambda - I|, Frobenius norm (checks=yes)", true},
            {"det_Lambda", "(B)", "determinant of Lambda (checks=yes)", true},
            {"det_softmax", "(B)", "determinant of P; near 0: outputs have lost what tokens said (checks=yes)", true},
            {"fibre_error", "(B)", "largest |C_of_Y - C| (checks=yes)", true},
            {"J", "(B, d*T, d*T)",
             "the derivative of Y by Z: columns are directions at Z, rows at Y, first those that move C (fibres=yes)",
             true},
            {"horizontal", "(B)", "number of directions that move C (fibres=yes)", true},
            {"above", "(B)",
             "largest |element| of J that takes a direction that does not move C to one that does "
             "(fibres=yes)",
             true},
            {"det_horizontal", "(B)", "determinant of the first block on the diagonal of J (fibres=yes)", true},
            {"det_vertical", "(B)", "determinant of the second (fibres=yes)", true}};
  }

  static std::vector<ArrayDescription> repeatOutputs() {
    return {{"Y_repeated", "(B, repeats, d, T)", "tokens after 0, 1, ... applications (times)", true},
            {"Y_softmax_repeated", "(B, repeats, d, T)", "the same with a softmax of the columns (times)", true},
            {"log_abs_det_repeated", "(B, repeats)", "ln |det| of their derivative by Z (times, jacobian=yes)", true},
            {"sign_repeated", "(B, repeats)", "its sign (times, jacobian=yes)", true}};
  }

  static void giveRepeats(ArrayBundle& outputs, const VolumePreservingInput& input, const MechanismCall& call,
                          Progress& progress) {
    const Index times = static_cast<Index>(call.values.integer("times"));
    if (times == 0) return;
    const bool wantsJacobian = call.values.flag("jacobian");
    VolumeRepeats repeats = repeatVolume(input, times, wantsJacobian, call.where.threads, progress);
    outputs["Y_repeated"] = std::move(repeats.tokens);
    outputs["Y_softmax_repeated"] = std::move(repeats.softmax);
    if (!wantsJacobian) return;
    outputs["log_abs_det_repeated"] = std::move(repeats.logAbsDet);
    outputs["sign_repeated"] = std::move(repeats.sign);
  }

  /// All outputs of one item of the batch.
  static ArrayBundle computeItem(const VolumePreservingInput& input, const MechanismCall& call, Progress& progress) {
    const int threads = call.where.threads;
    PartProgress first(progress, 0, 0.3), second(progress, 0.3, 0.4), third(progress, 0.4, 0.7), last(progress, 0.7, 1);
    VolumePreservingResult result = volumePreserving(input, threads, first);
    ArrayBundle outputs;
    giveChecks(outputs, input, result, call, second, third);
    giveRepeats(outputs, input, call, last);
    const std::vector<TriangularLayer<double>> network =
        readTriangularLayers(call.inputs, call.values, input.Z.length(0));
    if (!network.empty()) outputs["network"] = applyTriangularLayers(network, result.Y);
    if (call.values.flag("intermediates")) {
      outputs["A"] = input.A;
      outputs["lower"] = lowerHalf(result.ZAZ);
      outputs["ZAZ"] = std::move(result.ZAZ);
      outputs["G"] = std::move(result.G);
    }
    outputs["C"] = std::move(result.C);
    outputs["Lambda"] = std::move(result.Lambda);
    outputs["Y"] = std::move(result.Y);
    return outputs;
  }

  static void giveChecks(ArrayBundle& outputs, const VolumePreservingInput& input, const VolumePreservingResult& result,
                         const MechanismCall& call, Progress& checking, Progress& deriving) {
    const int threads = call.where.threads;
    const auto number = [&outputs](const char* name, double value) { outputs[name] = Array<double>({}, value); };
    if (call.values.flag("checks")) {
      VolumeChecks checks = checkVolume(input, result, threads, checking);
      outputs["P"] = std::move(checks.P);
      outputs["Y_softmax"] = std::move(checks.softmaxOutput);
      outputs["C_of_Y"] = std::move(checks.scoresOfY);
      number("orthogonality", checks.orthogonality);
      number("det_Lambda", checks.determinant);
      number("det_softmax", checks.softmaxDeterminant);
      number("fibre_error", checks.fibreError);
    }
    const bool wantsFibres = call.values.flag("fibres");
    if (!wantsFibres && !call.values.flag("jacobian")) return;
    PartProgress first(deriving, 0, 0.5), second(deriving, 0.5, 1);
    Array<double> jacobian = volumePreservingJacobian(input, result, threads, first);
    if (wantsFibres) {
      FibreBlocks blocks = fibreBlocks(input, result, jacobian, threads, second);
      outputs["J"] = std::move(blocks.J);
      number("horizontal", double(blocks.numHorizontal));
      number("above", blocks.largestAbove);
      number("det_horizontal", blocks.horizontal);
      number("det_vertical", blocks.vertical);
    }
    if (!call.values.flag("jacobian")) return;
    const LogDeterminant det = logDeterminant(factorize(std::move(jacobian), threads, second));
    number("log_abs_det", det.logMagnitude);
    number("sign", det.sign);
  }

  /// (B, ...) of the same output of all items.
  static Array<double> joinedBatch(const std::vector<ArrayBundle>& items, const std::string& name, Index B) {
    Shape shape = shapeOf(items.front().at(name));
    shape.insert(shape.begin(), B);
    Array<double> joined(shape);
    double* next = joined.data();
    for (Index item = 0; item < B; ++item) {
      const auto& part = std::get<Array<double>>(nth(items, item).at(name));
      next = std::copy(part.begin(), part.end(), next);
    }
    return joined;
  }

  template <class T>
  static Array<T> as(const Array<double>& array) {
    Array<T> result(array.shape(), Untouched{});
    std::transform(array.begin(), array.end(), result.begin(), [](double value) { return static_cast<T>(value); });
    return result;
  }

  /// With room for one item of Z.
  static VolumePreservingInput read(const ArrayBundle& inputs, const ParameterValues& values) {
    ShapeLetters letters;
    VolumePreservingInput input;
    readBatch<double>(inputs, "Z", letters, "d", "T");
    input.Z = Array<double>({letters["d"], letters["T"]}, 0.0, "Z");
    const Shape& given = shapeOf(inputs.at("Z"));
    const bool isSkew = inputs.count("S") != 0, isArbitrary = inputs.count("A") != 0;
    if (isSkew && isArbitrary)
      fail("array A of shape ", shapeText(shapeOf(inputs.at("A"))), ": not expected beside S of shape ",
           shapeText(shapeOf(inputs.at("S"))));
    if (!isSkew && !isArbitrary)
      fail("array S is missing, expected shape (d*(d-1)/2), or A of shape (d, d), for Z of shape ", shapeText(given));
    input.A = isSkew ? skewSymmetricMatrix(numbersOf<double>(inputs, "S"), letters["d"])
                     : readArray<double>(inputs, "A", letters, {"d", "d"});
    input.scale = volumePreservingScale(values, isSkew, letters["d"]);
    input.keepsIntermediates = values.flag("intermediates") || values.flag("checks");
    return input;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeVolumePreserving() { return std::make_unique<VolumePreservingMechanism>(); }

}  // namespace engine
