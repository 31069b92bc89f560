// The mechanism "volume-preserving": attention whose weights are an orthogonal matrix.
#include "engine/attention/volume-preserving/VolumePreserving.h"

#include <algorithm>

#include "engine/attention/ShapeLetters.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/attention/volume-preserving/TriangularInput.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle volumePreservingOnTape(TapeCall& call);  // VolumePreservingOnTape.cpp

namespace {

class VolumePreservingMechanism : public TypedMechanism<VolumePreservingMechanism> {
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
           "between: the matrix A of S, all products Z^T A Z before their lower half is mirrored to C, and G = (I + "
           "C)^-1, of which Lambda = 2 G - I. GeometricMachineLearning.jl; Brantner et al. 2023. Lambda is "
           "orthogonal with determinant +1 in both forms, but only the skew form preserves volume: Lambda depends on "
           "Z, and with another A the determinant of the derivative of Y by Z is not 1. Look at it with "
           "jacobian=yes. With L, and b for the layers that have one, the outputs go on through the "
           "volume-preserving feed-forward network: layers x + act(L x + b) with a strictly lower or upper "
           "triangular L, whose determinant is 1 whatever the weights. Computed in float64.";
  }
  std::vector<Parameter> parameters() const override {
    return {
        flagParameter("jacobian", "Jacobian determinant",
                      "yes: also the determinant of the derivative of Y by Z, for at most 2048 numbers in Z", false),
        flagParameter("intermediates", "Intermediate results", "yes: also the matrix A, Z^T A Z and (I + C)^-1", false),
        countParameter("blocks", "Blocks of layers", "of the feed-forward network: linear layers, then two with tanh",
                       1, 1, 1000),
        countParameter("linear", "Linear layer pairs", "lower and upper linear layers of each block", 1, 1, 1000)};
  }
  std::vector<ArrayDescription> inputs() const override {
    return {{"Z", "(d, T)", "tokens, one per column"},
            {"S", "(d*(d-1)/2)", "skew form: A_21, A_31, A_32, A_41, ... of a skew-symmetric A", true},
            {"A", "(d, d)", "arbitrary form: any matrix", true},
            {"L", "(layers, d*(d-1)/2)", "L_21, L_31, L_32, ... of each layer of the feed-forward network", true},
            {"b", "(biases, d)",
             "bias of each layer that has one: per block the last linear and both with tanh, and "
             "the last of all",
             true}};
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"C", "(T, T)", "skew-symmetric scores"},
            {"A", "(d, d)", "the matrix between the tokens, of the skew form that of S (intermediates=yes)", true},
            {"ZAZ", "(T, T)", "z_i . A z_j of all pairs, scaled (intermediates=yes)", true},
            {"G", "(T, T)", "(I + C)^-1 (intermediates=yes)", true},
            {"Lambda", "(T, T)", "weights: column s says how much of each token goes into output s"},
            {"Y", "(d, T)", "outputs, one per column"},
            {"network", "(d, T)", "Y through the feed-forward network (L given)", true},
            {"log_abs_det", "()", "ln |det dY/dZ| (jacobian=yes)", true},
            {"sign", "()", "sign of det dY/dZ; 0 when it is singular (jacobian=yes)", true}};
  }
  Sample sample() const override {
    const Array<float> X = helixFeatures();
    Array<float> Z({4, X.length(0)}, 0.0f, "Z");  // hydropathy, charge, aromatic, size
    for (Index i = 0; i < X.length(0); ++i)
      for (Index k = 0; k < 4; ++k) Z(k, i) = X(i, k);
    return globinSample({{"Z", Z}, {"S", Array<float>({6}, {0.6f, -0.3f, 0.4f, 0.2f, -0.5f, 0.3f}, "S")}});
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
    const bool keeps = values.flag("intermediates");
    const std::string jacobian = values.flag("jacobian") ? " + 2*d*T^3 + 4*d^2*T^2 + 2*(d*T)^3/3" : "";
    return {"2*d^2*T + 4*d*T^2 + 8*T^3/3 + T^2 + " + network + jacobian,
            "w*(2*d*T + d*(d - 1)/2 + 2*T^2 + layers*d*(d + 1)/2" + std::string(keeps ? " + d^2 + 2*T^2)" : ")"),
            std::string("(w + 8)*(2*T^2 + 3*d*T) + 8*(3*T^2 + 3*d*T + d^2 + layers*d*(d + 1)/2)") +
                (keeps ? " + (w + 8)*(2*T^2 + d^2)" : "") +
                (values.flag("jacobian") ? " + 8*((d*T)^2 + 2*T^2 + 3*d*T) + 2*w" : "")};
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    if (auto heads = mapsOf(outputs, "Lambda", "C", "kq", false)) {
      heads->queryUnit = heads->keyUnit = "token";
      maps.push_back({"weights Lambda", std::move(heads)});
    }
    return maps;
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    VolumePreservingInput input = read(call.inputs);
    input.keepsIntermediates = call.values.flag("intermediates");
    if (call.inputs.count("A") != 0 && !isSkewSymmetric(input.A))
      call.diagnostics.warn("A is not skew-symmetric: this layer does not preserve volume; only the skew form does");
    const bool wantsJacobian = call.values.flag("jacobian");
    PartProgress first(call.progress, 0, wantsJacobian ? 0.3 : 1), second(call.progress, 0.3, 0.6),
        third(call.progress, 0.6, 1);
    const VolumePreservingResult result = volumePreserving(input, call.where.threads, first);
    ArrayBundle outputs;
    if (input.keepsIntermediates) {
      give(outputs, "A", as<T>(input.A));
      give(outputs, "ZAZ", as<T>(result.ZAZ));
      give(outputs, "G", as<T>(result.G));
    }
    give(outputs, "C", as<T>(result.C));
    give(outputs, "Lambda", as<T>(result.Lambda));
    give(outputs, "Y", as<T>(result.Y));
    const std::vector<TriangularLayer<double>> network = readTriangularLayers(call.inputs, call.values);
    if (!network.empty()) give(outputs, "network", as<T>(applyTriangularLayers(network, result.Y)));
    if (wantsJacobian) {
      Array<double> jacobian = volumePreservingJacobian(input, result, call.where.threads, second);
      const LogDeterminant det = logDeterminant(factorize(std::move(jacobian), call.where.threads, third));
      give(outputs, "log_abs_det", Array<T>({}, static_cast<T>(det.logMagnitude)));
      give(outputs, "sign", Array<T>({}, static_cast<T>(det.sign)));
    }
    return outputs;
  }

 private:
  template <class T>
  static Array<T> as(const Array<double>& array) {
    Array<T> result(array.shape(), Untouched{});
    std::transform(array.begin(), array.end(), result.begin(), [](double value) { return static_cast<T>(value); });
    return result;
  }

  static VolumePreservingInput read(const ArrayBundle& inputs) {
    ShapeLetters letters;
    VolumePreservingInput input;
    input.Z = readArray<double>(inputs, "Z", letters, {"d", "T"});
    const bool isSkew = inputs.count("S") != 0, isArbitrary = inputs.count("A") != 0;
    if (isSkew && isArbitrary)
      fail("array A of shape ", shapeText(shapeOf(inputs.at("A"))), ": not expected beside S of shape ",
           shapeText(shapeOf(inputs.at("S"))));
    if (!isSkew && !isArbitrary)
      fail("array S is missing, expected shape (d*(d-1)/2), or A of shape (d, d), for Z of shape ",
           shapeText(input.Z.shape()));
    input.A = isSkew ? skewSymmetricMatrix(numbersOf<double>(inputs, "S"), letters["d"])
                     : readArray<double>(inputs, "A", letters, {"d", "d"});
    input.scale = isSkew ? 1 : standardScale(letters["d"]);
    return input;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeVolumePreserving() { return std::make_unique<VolumePreservingMechanism>(); }

}  // namespace engine
