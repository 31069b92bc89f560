#include "engine/attention/performer/PerformerParameters.h"

#include <iterator>
#include <string>

#include "engine/base/ParameterKinds.h"

namespace engine {

namespace {

constexpr const char* kKinds[] = {"positive", "trigonometric", "hyperbolic", "relu", "efficient"};
constexpr const char* kStabilisers[] = {"head", "tensor", "none"};

/// Place of a text among the choices of an enumeration.
template <class Choice, size_t N>
Choice chosen(const char* const (&names)[N], const std::string& text) {
  for (size_t k = 0; k < N; ++k)
    if (text == names[k]) return static_cast<Choice>(k);
  return Choice{};
}

}  // namespace

bool hasPerformerProjection(const ParameterValues& values) {
  return values.flag("projection") && values.text("kind") != "efficient";
}

bool hasPerformerMaps(const ParameterValues& values) {
  return values.flag("maps") || values.flag("compare") || values.flag("intermediates");
}

PerformerOptions performerOptions(const ParameterValues& values) {
  PerformerOptions options;
  options.kind = chosen<FeatureKind>(kKinds, values.text("kind"));
  options.stabiliser = chosen<Stabiliser>(kStabilisers, values.text("stabiliser"));
  options.hiddenKeys = values.text("hidden_keys") == "exclude" ? HiddenKeys::exclude : HiddenKeys::valuesOnly;
  const bool areNeeded = values.flag("phi") || hasPerformerMaps(values);
  options.features = areNeeded ? Features::keep : Features::drop;
  options.causal = values.flag("causal");
  options.eps = values.real("eps");
  options.guard = values.real("guard");
  options.inputScale = values.real("input_scale");
  options.prefixEps = values.real("prefix_eps");
  return options;
}

namespace {

/// Which features there are and how W is drawn.
std::vector<Parameter> featureParameters() {
  return {choiceParameter("kind", "Feature map φ",
                          "relu: generalised attention; efficient: two softmaxes, no projection",
                          {std::begin(kKinds), std::end(kKinds)}),
          named(countParameter("features", "Random features m",
                               "rows of W when W is not given; automatic: d ln d, rounded down", 0, 1, 1e6),
                {{0, "automatic"}}),
          flagParameter("projection", "Random projection", "no: relu features of Q and K themselves, without W", true),
          flagParameter("orthogonal", "Orthogonal rows", "no: independent Gaussian rows", true),
          flagParameter(
              "sign_fix", "Sign fix",
              "no: orthogonal rows as QR leaves them, as in published code; positive features are then biased", true),
          named(countParameter("scaling", "Norms of the rows",
                               "of orthogonal rows; gaussian: those of Gaussian rows, equal: √d each", 0, 0, 1),
                {{0, "gaussian"}, {1, "equal"}}),
          countParameter("seed", "Random seed", "of the random projection", 0, 0, 9e15),
          countParameter("step", "Training step",
                         "forwards made before this one; see how the map moves when W is drawn anew. No effect on a W "
                         "that is given",
                         0, 0, 1e7),
          countParameter("redraw", "Redraw interval",
                         "a training draws W anew, with the next seed, once every so many forwards plus one", 1000, 0,
                         1e9)};
}

/// How features become weights, and what is kept of them.
std::vector<Parameter> sumParameters() {
  return {
      named(numberParameter("eps", "Feature offset ε", "",
                            "added to each feature after the exponential; automatic: 1e-4 (positive), 1e-3 (relu), "
                            "else 0",
                            kUsual, 0, 1e30),
            {{kUsual, "automatic"}}),
      choiceParameter("stabiliser", "Stabiliser of the exponents",
                      "what the largest exponent is taken over: each head, or the whole tensor as in RoseTTAFold",
                      {std::begin(kStabilisers), std::end(kStabilisers)}),
      named(numberParameter("input_scale", "Scale of queries and keys", "",
                            "factor on both; automatic: 1/√√d, so that products are scaled by 1/√d (efficient: 1)",
                            kUsual, 0, 1e30),
            {{kUsual, "automatic"}}),
      named(numberParameter("guard", "Guard of the denominator", "",
                            "e: a denominator within e of 0 gets 2e added; automatic: 1e-6 (trigonometric), else 0",
                            kUsual, 0, 1e30),
            {{kUsual, "automatic"}}),
      flagParameter("causal", "Causal mask", "query i sees keys up to i + L - n only", false),
      numberParameter("prefix_eps", "Offset ε of causal sums", "",
                      "added to the running sums of keys in the denominator; 1e-6 in lucidrains' code", 0, 0, 1e30),
      choiceParameter("hidden_keys", "Masked keys",
                      "exclude: as if they were not there; values-only: they stay in the denominator, as in "
                      "lucidrains' code",
                      {"exclude", "values-only"}),
      flagParameter("phi", "Features φ(q), φ(k)", "no: phi_q and phi_k are never held", true),
      flagParameter("maps", "Attention map", "A to look at, of cost n L M; no: only what is linear in the length",
                    false),
      flagParameter("intermediates", "Intermediate results",
                    "yes: also the map, the mask that was in effect, and the sums over keys KV and z", false),
      flagParameter("compare", "Compare with softmax", "exact map A_exact and the errors of A and O per head", false)};
}

}  // namespace

std::vector<Parameter> performerParameters() {
  std::vector<Parameter> all = featureParameters();
  const std::vector<Parameter> sums = sumParameters();
  all.insert(all.end(), sums.begin(), sums.end());
  return all;
}

}  // namespace engine
