// The mechanism "performer": attention through random features, and how far it is from the exact one.
#include <cmath>

#include "engine/attention/AxisWords.h"
#include "engine/attention/MapAxes.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/LeadingAxes.h"
#include "engine/attention/performer/PerformerParameters.h"
#include "engine/attention/performer/RandomFeatures.h"
#include "engine/attention/samples/GlobinSample.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle performerOnTape(TapeCall& call);  // PerformerOnTape.cpp

namespace {

/// Most numbers of all sums over keys of a head: each path has them for every chunk of keys, and on a device features
/// and values are rounded up.
std::string keySums(const ParameterValues& values) {
  return std::string(values.flag("causal") ? "(max(n, L)/128 + 3)" : "(min(L/256, 64) + 1)") + "*(M + 32)*(v + 66)";
}

/// Numbers of the features that are held for all positions; the definition, which computes float64 (w = 8), always
/// holds them.
std::string keptFeatures(const ParameterValues& values) {
  const PerformerOptions options = performerOptions(values);
  const bool holds = options.features == Features::keep || options.kind == FeatureKind::efficient;
  return holds ? "(n + L)*M" : "(w/4 - 1)*(n + L)*M";
}

/// How often a training with this interval has drawn anew by its forward number `step`, counted from 0.
std::int64_t redrawsBefore(std::int64_t step, std::int64_t interval) {
  Redraw redraw(static_cast<Index>(interval));
  std::int64_t number = 0;
  for (std::int64_t forward = 0; forward <= step; ++forward) number += redraw.isDue(Mode::training);
  return number;
}

template <class T>
Array<T> drawProjection(const ParameterValues& values, Index depth) {
  const Index asked = values.integer("features"), count = asked > 0 ? asked : defaultFeatureCount(depth);
  RandomFeatureOptions options;
  options.orthogonal = values.flag("orthogonal");
  options.signFix = values.flag("sign_fix") ? SignFix::corrected : SignFix::raw;
  options.rowLengths = values.integer("scaling") == 0 ? RowLengths::chi : RowLengths::root;
  const auto seed = values.integer("seed") + redrawsBefore(values.integer("step"), values.integer("redraw"));
  Random random(static_cast<std::uint64_t>(seed));
  const Array<double> drawn = randomFeatures(count, depth, options, random);
  Array<T> W(drawn.shape(), T{0}, "W");
  for (Index k = 0; k < W.size(); ++k) W[k] = static_cast<T>(drawn[k]);
  return W;
}

/// What the maps are compared with: softmax attention with the same keys seen.
template <class T>
DotProductInput<T> exactInput(const PerformerInput<T>& input) {
  DotProductInput<T> exact;
  exact.Q = input.Q;
  exact.K = input.K;
  exact.V = input.V;
  const Index B = input.batches(), n = input.queries(), L = input.keys();
  exact.mask = fullMask(B, n, L);
  if (input.options.causal) makeCausal(exact.mask, L);
  if (!input.keyMask.empty()) {
    exact.mask.allowed = Array<Bool>({B, n, L});
    for (Index k = 0; k < exact.mask.allowed.size(); ++k)
      exact.mask.allowed[k].value = !input.isHidden(k / (n * L), k % L);
  }
  const double scale = resolved(input.options, input.depth()).inputScale;
  exact.scale = scale * scale;
  return exact;
}

/// (B, H) for maps (B, H, n, L), the batch axes of `found` may be absent: |found - exact| / |exact|, Frobenius norms.
template <class T>
Array<T> relativeErrors(const Array<T>& found, const Array<T>& exact) {
  const Index B = exact.length(0), H = exact.length(1), size = exact.length(2) * exact.length(3);
  Array<T> errors({B, H});
  for (Index head = 0; head < B * H; ++head) {
    double difference = 0, norm = 0;
    for (Index k = head * size; k < (head + 1) * size; ++k) {
      difference += double(found[k] - exact[k]) * double(found[k] - exact[k]);
      norm += double(exact[k]) * double(exact[k]);
    }
    errors[head] = static_cast<T>(norm == 0 ? 0 : std::sqrt(difference / norm));
  }
  return errors;
}

/// Per head: mean of the squared differences.
template <class T>
Array<T> meanSquares(const Array<T>& found, const Array<T>& exact) {
  const Index B = exact.length(0), H = exact.length(1), size = exact.length(2) * exact.length(3);
  Array<T> errors({B, H});
  for (Index head = 0; head < B * H; ++head) {
    double sum = 0;
    for (Index k = head * size; k < (head + 1) * size; ++k)
      sum += double(found[k] - exact[k]) * double(found[k] - exact[k]);
    errors[head] = static_cast<T>(size == 0 ? 0 : sum / double(size));
  }
  return errors;
}

/// Whether every row has weights of at least 0 that sum to 1 or 0: trigonometric features may give others.
bool isStochastic(const Array<double>& A) {
  const Index L = A.shape().back();
  for (Index row = 0; L > 0 && row < A.size() / L; ++row) {
    double sum = 0;
    for (Index j = 0; j < L; ++j) {
      if (A[row * L + j] < 0) return false;
      sum += A[row * L + j];
    }
    if (sum > 0 && std::abs(sum - 1) > 1e-4) return false;
  }
  return true;
}

class PerformerMechanism : public TypedMechanism<PerformerMechanism>, public NamesAxes {
 public:
  std::string id() const override { return "performer"; }
  std::string title() const override { return "Performer (FAVOR+)"; }
  MechanismGroup group() const override { return MechanismGroup::kernels; }
  std::string formula() const override {
    return "O_i = φ(q_i)^T (Σ_j φ(k_j) v_j^T) / (φ(q_i) · Σ_j φ(k_j))";
  }
  std::string help() const override {
    return "The sums over keys, KV and z, are made once: linear in the length. Positive, trigonometric and "
           "hyperbolic features of random projections W approximate softmax attention with scale d^-1/2; relu and "
           "efficient are kernels of their own. The map A = phi(Q) phi(K)^T / denominator is built only to be looked "
           "at (maps=yes; intermediates=yes: also the mask, KV and z). Trigonometric weights and denominators may be "
           "negative. Choromanski et al. 2021.";
  }
  std::vector<Parameter> parameters() const override { return performerParameters(); }
  AxisWords axisWords() const override { return {{"L", "key"}, {"m", "random row"}, {"M", "random feature"}}; }
  std::vector<ArrayDescription> inputs() const override {
    return {{"Q", "(B, H, n, d)", "queries; B, H may be absent"},
            {"K", "(B, H, L, d)", "keys"},
            {"V", "(B, H, L, v)", "values"},
            {"W", "(m, d)", "random projection; drawn when not given", true},
            {"mask", "(B, L)", "true where a key is seen", true, ArrayType::boolean}};
  }
  std::vector<ArrayDescription> outputs() const override {
    return {
        {"phi_q", "(B, H, n, M)", "features of the queries; M = m, or 2m (trigonometric, hyperbolic) (phi=yes)", true},
        {"phi_k", "(B, H, L, M)", "features of the keys (phi=yes)", true},
        {"W", "(m, d)", "the projection used", true},
        {"O", "(B, H, n, v)", "outputs"},
        {"denominator", "(B, H, n)", "what O was divided by; 0: nothing seen, O is 0"},
        {"A", "(B, H, n, L)", "the weights that the features stand for (maps=yes or intermediates=yes)", true},
        {"seen", "(B, n, L)", "whether a query sees a key, in every head (intermediates=yes)", true,
         ArrayType::boolean},
        {"KV", "(B, H, M, v)", "sum of phi(k) v^T over all keys that are seen (intermediates=yes)", true},
        {"z", "(B, H, M)", "sum of phi(k) over all keys (intermediates=yes)", true},
        {"A_exact", "(B, H, n, L)", "softmax attention on the same input (compare=yes)", true},
        {"error_A", "(B, H)", "|A - A_exact| / |A_exact|, Frobenius norms (compare=yes)", true},
        {"error_O", "(B, H)", "mean square of O - exact O (compare=yes)", true}};
  }
  /// Small enough vectors that random features can stand for their exponential.
  Sample sample() const override {
    Array<float> Q = helixHeads(globinQueries(), 0.2f), K = helixHeads(globinKeys(), 0.2f);
    Array<float> V = helixHeads(globinKeys());
    for (Array<float>* heads : {&Q, &K, &V}) *heads = std::move(*heads).reshaped({1, 4, 16, 2});
    ParameterValues values;
    values.set("features", std::int64_t{64});
    values.set("maps", true);
    values.set("compare", true);
    return globinSample({{"Q", Q}, {"K", K}, {"V", V}}, std::move(values));
  }
  ArrayBundle curves(const ArrayBundle&, const ArrayBundle& outputs) const override {
    const auto error = outputs.find("error_A");
    if (error == outputs.end() || shapeOf(error->second).size() != 2) return {};
    return {{"head_error_of_A", error->second}};
  }
  ArrayBundle sampleInput() const override {
    return {{"Q", deterministicArray<float>(111, {2, 2, 3, 4}, 1, "Q")},
            {"K", deterministicArray<float>(112, {2, 2, 5, 4}, 1, "K")},
            {"V", deterministicArray<float>(113, {2, 2, 5, 3}, 1, "V")},
            {"W", deterministicArray<float>(114, {6, 4}, 1.7, "W")},
            {"mask", Array<Bool>({2, 5}, {{1}, {1}, {1}, {0}, {1}, {1}, {1}, {1}, {1}, {0}}, "mask")}};
  }
  TapeForm tapeForm() const override { return performerOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"H=8 L=4096 d=64 m=266", benchValues({{"features", 266}, {"maps", false}}),
             benchArrays({{"Q", {1, 8, 4096, 64}}, {"K", {1, 8, 4096, 64}}, {"V", {1, 8, 4096, 64}}})}};
  }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    countLeadingAxes(inputs, "Q", sizes);
    const auto asked = static_cast<double>(values.integer("features"));
    const std::string& kind = values.text("kind");
    if (!hasPerformerProjection(values))
      sizes["m"] = sizes["d"];
    else if (inputs.count("W") == 0)
      sizes["m"] = asked > 0 ? asked : static_cast<double>(defaultFeatureCount(static_cast<Index>(sizes["d"])));
    sizes["M"] = sizes["m"] * (kind == "trigonometric" || kind == "hyperbolic" ? 2 : 1);
    return sizes;
  }
  bool usesDevice(const ArrayBundle&, const ParameterValues& values) const override {
    return values.text("kind") != "efficient";
  }
  CostFormulas cost(const ParameterValues& values) const override {
    CostFormulas cost;
    cost.flops = std::string(hasPerformerProjection(values) ? "2*B*H*(n + L)*m*d + " : "") + "B*H*(n + L)*M*(2*v + 3)";
    cost.bytes = "w*(B*H*(n*d + L*d + L*v + n*v + n) + 2*m*d";
    cost.memory = "min(w*B*H*(n + L)*(M + 32), 2^26) + " + std::string("w*(3*(m + 16)*d + B*H*(n*v + n + ") +
                  keySums(values) + " + (n + L)*(d + 3) + 2*L*(v + 64) + " + keptFeatures(values);
    if (values.flag("phi")) cost.bytes += " + B*H*(n + L)*M";
    const bool compares = values.flag("compare");
    if (values.flag("intermediates")) {
      cost.flops += " + 2*B*H*L*M*(v + 1)";
      cost.bytes += " + B*H*M*(v + 1) + B*n*L/w";
      cost.memory += " + B*H*M*(v + 1) + B*n*L/w";
    }
    if (hasPerformerMaps(values)) {
      cost.flops += compares ? " + 2*B*H*n*L*(M + d + v)" : " + 2*B*H*n*L*M";
      cost.bytes += compares ? " + 3*B*H*n*L" : " + B*H*n*L";
      cost.memory += compares ? " + 4*n*L + (n + L)*d + L*v + n*v + n + 2" : " + n*L";
    }
    cost.bytes += ")";
    cost.memory += "))";
    return cost;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps;
    std::string axes;
    for (const auto& [name, title] : {std::pair{"A", "estimated attention"}, {"A_exact", "exact attention"}}) {
      const auto found = outputs.find(name);
      if (found == outputs.end()) continue;
      axes = mapAxes(*this, name, shapeOf(found->second).size());
      if (auto heads = mapsOf(outputs, name, {}, axes, isStochastic(numbersOf<double>(outputs, name))))
        maps.push_back({title, std::move(heads)});
    }
    if (maps.size() < 2) return maps;
    Array<double> error = numbersOf<double>(outputs, "A");
    const Array<double> exact = numbersOf<double>(outputs, "A_exact");
    for (Index k = 0; k < error.size(); ++k) error[k] -= exact[k];
    maps.push_back(
        {"error of the estimate", mapsOf(ArrayBundle{{"error", std::move(error)}}, "error", {}, axes, false)});
    return maps;
  }

  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    const LeadingAxes leading = leadingAxes("Q", shapeOf(call.inputs.at("Q")), "n, d");
    const PerformerInput<T> input = read<T>(call, leading);
    PerformerResult<T> result = performer(input, call.where, call.diagnostics, call.progress);
    ArrayBundle outputs;
    const auto giveShaped = [&](const char* name, Array<T>&& array) {
      give(outputs, name, std::move(array).reshaped(leading.of(array.shape())));
    };
    if (hasPerformerMaps(call.values)) giveShaped("A", performerMaps(input, result, call.where.threads, call.progress));
    if (call.values.flag("intermediates")) {
      PerformerSums<T> sums = performerSums(input, result, call.where.threads, call.progress);
      giveShaped("KV", std::move(sums.KV));
      giveShaped("z", std::move(sums.z));
      Array<Bool> seen = performerMask(input);
      const Shape shape(seen.shape().begin() + (leading.letters.empty() ? 1 : 0), seen.shape().end());
      give(outputs, "seen", std::move(seen).reshaped(shape));
    }
    if (call.values.flag("compare")) compare(input, result, call, leading, outputs);
    if (input.hasProjection()) give(outputs, "W", input.W);
    if (call.values.flag("phi")) {
      giveShaped("phi_q", std::move(result.phi_q));
      giveShaped("phi_k", std::move(result.phi_k));
    }
    giveShaped("O", std::move(result.O));
    giveShaped("denominator", std::move(result.denominator));
    return outputs;
  }

 private:
  template <class T>
  static PerformerInput<T> read(const MechanismCall& call, const LeadingAxes& leading) {
    ShapeLetters letters;
    PerformerInput<T> input;
    input.options = performerOptions(call.values);
    input.Q = readStack<T>(call.inputs, "Q", leading, letters, "n", "d");
    input.K = readStack<T>(call.inputs, "K", leading, letters, "L", "d");
    input.V = readStack<T>(call.inputs, "V", leading, letters, "L", "v");
    if (call.inputs.count("W") != 0) {
      input.W = readArray<T>(call.inputs, "W", letters, {"m", "d"});
      const Index asked = call.values.integer("features");
      if (!hasPerformerProjection(call.values) || (asked > 0 && asked != input.W.length(0)))
        fail("array W: found shape ", shapeText(input.W.shape()), ", expected ",
             hasPerformerProjection(call.values) ? shapeText({asked, letters["d"]}) + " (parameter features)"
                                        : "none without a projection");
    } else if (hasPerformerProjection(call.values)) {
      input.W = drawProjection<T>(call.values, letters["d"]);
    }
    if (const auto mask = call.inputs.find("mask"); mask != call.inputs.end()) {
      const auto& given = std::get<Array<Bool>>(mask->second);
      const Shape expected = leading.letters.empty() ? Shape{letters["L"]} : Shape{leading.batches, letters["L"]};
      requireShape("mask", given.shape(), expected);
      input.keyMask = given.reshaped({leading.batches, letters["L"]});
    }
    return input;
  }

  template <class T>
  static void compare(const PerformerInput<T>& input, const PerformerResult<T>& result, const MechanismCall& call,
                      const LeadingAxes& leading, ArrayBundle& outputs) {
    DotProductResult<T> exact = dotProduct(exactInput(input), call.where, call.diagnostics, call.progress);
    const Shape perHead = leading.of({input.batches(), input.heads()});
    give(outputs, "error_A", relativeErrors(std::get<Array<T>>(outputs.at("A")), exact.A).reshaped(perHead));
    give(outputs, "error_O", meanSquares(result.O, exact.O).reshaped(perHead));
    give(outputs, "A_exact", std::move(exact.A).reshaped(leading.of(exact.A.shape())));
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makePerformer() { return std::make_unique<PerformerMechanism>(); }

}  // namespace engine
