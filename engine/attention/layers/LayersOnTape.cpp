#include "engine/attention/layers/LayersOnTape.h"

namespace engine {

ArrayName namesUnder(const std::string& attention) {
  return [attention](const std::string& symbol) {
    static const std::map<std::string, std::string> kNames = {
        {"q", "to_query"}, {"k", "to_key"}, {"v", "to_value"}, {"o", "to_out"}};
    if (symbol == "features") return attention + ".fast_attention.projection_matrix";
    const bool isSequenceWeight = symbol.starts_with("seqw_"), isBias = symbol[symbol.size() - 3] == 'b';
    return attention + (isSequenceWeight ? ".seq_weight." : ".") + kNames.at(symbol.substr(symbol.size() - 1)) +
           (isBias ? ".bias" : ".weight");
  };
}

Variable<double> normalised(const TapeCall& call, const Variable<double>& x, const std::string& norm) {
  return layerNorm(x, call.at(norm + ".a_2"), call.find(norm + ".b_2"));
}

Variable<double> withFeedForward(const TapeCall& call, const Variable<double>& x, const std::string& norm,
                                 const std::string& name) {
  const Variable<double> hidden =
      projected(call, normalised(call, x, norm), name + ".linear1.weight", name + ".linear1.bias");
  const std::string activation = call.values().contains("activation") ? call.values().text("activation") : "relu";
  const auto bent = [&] {
    if (activation == "relu") return relu(hidden);
    if (activation == "gelu") return gelu(hidden);
    const Index half = hidden.length(-1) / 2;
    return silu(slice(hidden, -1, 0, half)) * slice(hidden, -1, half, 2 * half);
  };
  return x + projected(call, bent(), name + ".linear2.weight", name + ".linear2.bias");
}

}  // namespace engine
