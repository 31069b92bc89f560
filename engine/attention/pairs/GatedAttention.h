// Gated attention with a bias of pairs (MATHEMATICS.md 18.2): what the rows and columns of an alignment and the edges
// of triangles have in common. The first axis holds groups, each of which attends within itself.
#pragma once

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/pairs/ModuleWeights.h"

namespace engine {

/// Letters of the shapes: heads, all their channels together, width of what comes in (and of the output).
struct GatedAttentionLetters {
  std::string heads = "H", channels = "H*d", width = "D";
};
/// linear_q, linear_k, linear_v, linear_g and linear_o, names after `path` ("mha.").
InputList gatedAttentionInputs(const std::string& path, const GatedAttentionLetters& letters);

template <class T>
struct BiasedProduct {
  Array<T> Q, K, V;  ///< (G, n, H*d); channel h*d + c belongs to head h
  Array<T> bias;     ///< (H, n, n), added to the scores of every group; empty: none
  Index heads = 1;
  Maps maps = Maps::keep;
  bool keepScores = false;  ///< with maps alone
  std::string origin;       ///< arrays that the scores come from, for errors (arraysText)
  Array<Bool> seen = {};    ///< (G, n) members that are there; empty: all

  Index depth() const { return Q.length(2) / heads; }
};

template <class T>
struct BiasedProductResult {
  Array<T> S, A;  ///< (G, H, n, n); empty unless kept
  Array<T> O;     ///< (G, n, H*d)
};

/// S_gij = q_gi . k_gj / sqrt(d) + bias_ij, A = softmax over the j that are there (all where none is), O_gi = sum_j
/// A_gij v_gj. The definition. Throws Error when a score does not fit into T.
template <class T>
BiasedProductResult<T> biasedProductPlain(const BiasedProduct<T>& input, const Work& work);
/// Matrix products for each group and head.
BiasedProductResult<float> biasedProductNative(const BiasedProduct<float>& input, const Work& work);

/// What is given beside Y.
struct GatedAttentionOptions {
  Maps maps = Maps::keep;
  bool keepScores = false;   ///< S
  bool keepVectors = false;  ///< q, k, v, g and O
  Array<Bool> seen = {};     ///< by the first two axes of what comes in: what is no padding; empty: all
};

template <class T>
struct GatedAttentionResult {
  Array<T> S, A;        ///< (G, H, n, n); empty unless asked for
  Array<T> q, k, v, O;  ///< (G, n, H, d), O before the gate; empty unless asked for
  Array<T> g;           ///< (G, n, H, d), gates as factors; empty unless asked for
  Array<T> Y;           ///< (G, n, Dout)
};

/// X (G, n, D), normalised; bias (H, n, n) or empty. The native product for float, the definition for double.
template <class T>
GatedAttentionResult<T> gatedAttention(const Array<T>& X, Array<T> bias, const ModuleWeights<T>& weights, Index heads,
                                       const GatedAttentionOptions& options, const Work& work);

/// The parameters maps and intermediates, as options.
std::vector<Parameter> gatedAttentionParameters();
GatedAttentionOptions gatedAttentionOptions(const ParameterValues& values);
/// Descriptions of what is given for groups "A" of "B": S, A, q, k, v, g, O.
std::vector<ArrayDescription> gatedAttentionOutputs(const std::string& groups, const std::string& members);
/// Gives S, A, q, k, v, g and O, as far as they are there.
template <class T>
void giveGatedAttention(ArrayBundle& outputs, GatedAttentionResult<T>& result, const GatedAttentionOptions& options);

/// What it costs with a bias of pairs (L, L, P): groups "N" of L members with features "D". `pairNumbers`: what is read
/// of the pairs beside that, with a sign (" + L*L*P"); nothing where the groups are made of them.
CostFormulas gatedAttentionCost(const ParameterValues& values, const std::string& groups, const std::string& features,
                                const std::string& pairNumbers);
/// The lengths that the mechanism knows, with the width d of a head.
Sizes withHeadWidth(Sizes sizes, const ArrayBundle& inputs);
/// The weights A with the scores S, a layer per group; nothing where maps were dropped. Empty units stay as they are.
std::vector<NamedMaps> gatedAttentionMaps(const ArrayBundle& outputs, const std::string& title,
                                          const std::string& queryUnit = {}, const std::string& keyUnit = {});

/// (n, n, H) as (H, n, n).
template <class T>
Array<T> headsFirst(const Array<T>& pairs);

}  // namespace engine
