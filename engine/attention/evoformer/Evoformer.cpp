#include "engine/attention/evoformer/Evoformer.h"

#include <deque>

#include "engine/network/FeedForward.h"

namespace engine {

namespace {

void append(InputList& list, const InputList& more) { list.insert(list.end(), more.begin(), more.end()); }

InputList transitionInputs(const std::string& path, const std::string& width, const std::string& hidden) {
  InputList list;
  addLayerNormInputs(list, path + "layer_norm", width, "weight of the normalisation");
  addLinearInputs(list, path + "linear_1", hidden, width, "first map of the transition");
  addLinearInputs(list, path + "linear_2", width, hidden, "second map of the transition");
  return list;
}

template <class T>
Array<T> transition(const Array<T>& x, const ModuleWeights<T>& weights, const Work& work) {
  const FeedForwardWeights<T> maps{weights.at("linear_1.weight"), weights.find("linear_1.bias"),
                                   weights.at("linear_2.weight"), weights.find("linear_2.bias")};
  return feedForward(weights.norm("layer_norm", x, work), maps, FeedForwardActivation::relu, work.threads,
                     work.progress);
}

/// The block while it is computed.
template <class T>
class Block {
 public:
  Block(Array<T> m, Array<T> z, const ModuleWeights<T>& weights, const EvoformerOptions& options, const Work& work)
      : m_weights(weights), m_options(options), m_work(work) {
    m_result.m = std::move(m);
    m_result.z = std::move(z);
  }

  void changeAlignment() {
    Array<T>& m = m_result.m;
    auto rows =
        pairBiasedRowAttention(m, m_result.z, m_weights.under("msa_att_row"), attention(m_options.cells), part(0, 0.2));
    step("m_row", m, rows.Y);
    const Index heads = m_weights.at("msa_att_row.linear_z.weight").length(0);
    auto columns = gatedColumnAttention(m, heads, m_weights.under("msa_att_col._msa_att"), attention(m_options.cells),
                                        part(0.2, 0.3));
    step("m_column", m, columns.Y);
    m_result.A_row = std::move(rows.A);
    m_result.A_column = std::move(columns.A);
    addTo(m, transition(m, m_weights.under("msa_transition"), part(0.3, 0.4)));
  }

  void changePairs() {
    Array<T>& z = m_result.z;
    const ModuleWeights<T> outer = m_weights.under("outer_product_mean");
    step("z_outer", z, outerProductMean(m_result.m, outer, false, part(0.4, 0.5), m_options.cells).Y);
    const auto multiply = [&](const char* name, const char* path, TriangleEdges edges, const Work& work) {
      step(name, z, triangleMultiplication(z, m_weights.under(path), edges, work, m_options.pairs).Y);
    };
    multiply("z_out", "tri_mul_out", TriangleEdges::outgoing, part(0.5, 0.6));
    multiply("z_in", "tri_mul_in", TriangleEdges::incoming, part(0.6, 0.7));
    const auto attend = [&](const char* name, const char* path, TriangleNode node, const Work& work) {
      auto attended = triangleAttention(z, m_weights.under(path), node, attention(m_options.pairs), work);
      step(name, z, attended.Y);
      return std::move(attended.A);
    };
    m_result.A_start = attend("z_start", "tri_att_start", TriangleNode::starting, part(0.7, 0.8));
    m_result.A_end = attend("z_end", "tri_att_end", TriangleNode::ending, part(0.8, 0.9));
    addTo(z, transition(z, m_weights.under("pair_transition"), part(0.9, 1)));
  }

  EvoformerResult<T> take() { return std::move(m_result); }

 private:
  GatedAttentionOptions attention(const Array<Bool>& seen) const {
    return {m_options.keepsMaps ? Maps::keep : Maps::drop, false, false, seen};
  }

  Work part(double from, double to) {
    m_parts.emplace_back(m_work.progress, from, to);
    return {m_work.threads, m_parts.back()};
  }

  void step(const char* name, Array<T>& features, const Array<T>& update) {
    addTo(features, update);
    if (m_options.keepsSteps) m_result.steps.push_back({name, features});
  }

  const ModuleWeights<T>& m_weights;
  EvoformerOptions m_options;
  Work m_work;
  std::deque<PartProgress> m_parts;
  EvoformerResult<T> m_result;
};

}  // namespace

InputList evoformerInputs() {
  InputList list = pairBiasedRowInputs("msa_att_row.");
  append(list, gatedColumnInputs("msa_att_col._msa_att."));
  append(list, transitionInputs("msa_transition.", "D", "F"));
  append(list, outerProductMeanInputs("outer_product_mean.", "u"));
  append(list, triangleMultiplicationInputs("tri_mul_out."));
  append(list, triangleMultiplicationInputs("tri_mul_in."));
  append(list, triangleAttentionInputs("tri_att_start.", {"T", "T*e", "P"}));
  append(list, triangleAttentionInputs("tri_att_end.", {"T", "T*e", "P"}));
  append(list, transitionInputs("pair_transition.", "P", "G"));
  return list;
}

template <class T>
EvoformerResult<T> evoformerBlock(Array<T> m, Array<T> z, const ModuleWeights<T>& weights,
                                  const EvoformerOptions& options, const Work& work) {
  Block<T> block(std::move(m), std::move(z), weights, options, work);
  block.changeAlignment();
  block.changePairs();
  return block.take();
}

template EvoformerResult<float> evoformerBlock(Array<float>, Array<float>, const ModuleWeights<float>&,
                                               const EvoformerOptions&, const Work&);
template EvoformerResult<double> evoformerBlock(Array<double>, Array<double>, const ModuleWeights<double>&,
                                                const EvoformerOptions&, const Work&);

}  // namespace engine
