// Encoder and decoder with Bahdanau attention (MATHEMATICS.md 3.2) on a tape. The tokens that the decoder is fed with
// are those of the run: no gradient sees them change.
#include <optional>

#include "engine/attention/TokenInput.h"
#include "engine/attention/gradients/MechanismOnTape.h"

namespace engine {

namespace {

/// (B, S); a missing batch axis becomes one of length 1.
Array<std::int64_t> tokensOf(const ArrayBundle& arrays, const std::string& name) {
  Array<std::int64_t> tokens = integersOf(arrays, name);
  if (tokens.rank() == 2) return tokens;
  const Index length = tokens.size();
  return std::move(tokens).reshaped({1, length});
}

/// Column t of the tokens in an embedding: (B, E).
Variable<double> embedded(const Variable<double>& table, const Array<std::int64_t>& tokens, Index t) {
  std::vector<Index> rows;
  for (Index b = 0; b < tokens.length(0); ++b) rows.push_back(static_cast<Index>(tokens(b, t)));
  return gatherRows(table, rows);
}

/// One step of a layer of recurrent units: s' = (1 - z) n + z s with the gates r, z and the candidate n, whose rows
/// follow each other in the weights. `ending` is that of the names: "_l0", "_l0_reverse".
Variable<double> unitStep(const TapeCall& call, const std::string& name, const std::string& ending,
                          const Variable<double>& x, const Variable<double>& state) {
  const Index h = state.length(1);
  const auto map = [&](const Variable<double>& of, const std::string& kind) {
    return projected(call, of, name + ".weight_" + kind + ending, name + ".bias_" + kind + ending);
  };
  const Variable<double> in = map(x, "ih"), own = map(state, "hh");
  const auto gate = [&](const Variable<double>& y, Index k) { return slice(y, 1, k * h, (k + 1) * h); };
  const Variable<double> r = sigmoid(gate(in, 0) + gate(own, 0)), z = sigmoid(gate(in, 1) + gate(own, 1));
  const Variable<double> n = tanh(gate(in, 2) + r * gate(own, 2));
  return n + z * (state - n);
}

/// Stacked recurrent units and their states, one (B, h) per layer.
class Units {
 public:
  Units(const TapeCall& call, std::string name, std::vector<Variable<double>> states)
      : m_call(call), m_name(std::move(name)), m_states(std::move(states)) {}

  /// One step of all layers.
  void read(const Variable<double>& x) {
    for (size_t layer = 0; layer < m_states.size(); ++layer)
      m_states[layer] =
          unitStep(m_call, m_name, "_l" + std::to_string(layer), layer == 0 ? x : m_states[layer - 1], m_states[layer]);
  }
  const Variable<double>& last() const { return m_states.back(); }

 private:
  const TapeCall& m_call;
  std::string m_name;
  std::vector<Variable<double>> m_states;
};

/// One (B, width) per step as (B, steps, width).
Variable<double> stacked(TapeCall& call, const std::vector<Variable<double>>& steps, Index batches, Index width) {
  if (steps.empty()) return call.constant(Array<double>({batches, 0, width}));
  std::vector<Variable<double>> parts;
  for (const Variable<double>& step : steps) parts.push_back(reshape(step, {batches, 1, width}));
  return concat(parts, 1);
}

/// (B, S): 1 where a token of the source is valid.
Array<double> validTokens(const TapeCall& call, const Array<std::int64_t>& source) {
  const Index B = source.length(0), S = source.length(1);
  Array<double> valid({B, S}, 1.0);
  if (call.inputs().count("valid_lens") == 0) return valid;
  const Array<std::int64_t> lengths = integersOf(call.inputs(), "valid_lens");
  for (Index b = 0; b < B; ++b)
    for (Index s = static_cast<Index>(lengths[b]); s < S; ++s) valid(b, s) = 0;
  return valid;
}

/// What the encoder makes of the source.
struct Encoded {
  std::vector<Variable<double>> steps;   ///< (B, h) of the last layer; 0 behind valid tokens that hold
  std::vector<Variable<double>> states;  ///< (B, h) per layer, at the end
};

/// One layer in one direction: `steps` become its outputs; gives its state at the end. Units stop after the valid
/// tokens when padding is to hold them.
Variable<double> readLayer(TapeCall& call, const std::string& ending, const Array<double>& valid, bool isReverse,
                           std::vector<Variable<double>>& steps) {
  const std::string name = "encoder.rnn";
  const Index B = valid.length(0), S = valid.length(1), g = call.at(name + ".weight_hh" + ending).length(1);
  const bool holds = call.values().text("source_padding") == "hold";
  Variable<double> state = call.constant(Array<double>({B, g}));
  for (Index number = 0; number < S; ++number) {
    const Index s = isReverse ? S - 1 - number : number;
    Variable<double>& place = steps[static_cast<size_t>(s)];
    const Variable<double> next = unitStep(call, name, ending, place, state);
    if (!holds) {
      place = state = next;
      continue;
    }
    Array<double> column({B, 1});
    for (Index b = 0; b < B; ++b) column(b, 0) = valid(b, s);
    const Variable<double> goesOn = call.constant(std::move(column));
    state = state + goesOn * (next - state);
    place = goesOn * next;
  }
  return state;
}

Encoded encode(TapeCall& call, const Array<std::int64_t>& source, const Array<double>& valid) {
  const auto has = [&call](const std::string& ending) {
    return call.find("encoder.rnn.weight_hh" + ending) != nullptr;
  };
  Encoded encoded;
  for (Index s = 0; s < source.length(1); ++s)
    encoded.steps.push_back(embedded(call.at("encoder.embedding.weight"), source, s));
  for (size_t layer = 0; has("_l" + std::to_string(layer)); ++layer) {
    const std::string ending = "_l" + std::to_string(layer), reverse = ending + "_reverse";
    std::vector<Variable<double>> back = encoded.steps;
    encoded.states.push_back(readLayer(call, ending, valid, false, encoded.steps));
    if (!has(reverse)) continue;
    const Variable<double> last = readLayer(call, reverse, valid, true, back);
    encoded.states.back() = concat<double>({encoded.states.back(), last}, 1);
    for (size_t s = 0; s < back.size(); ++s) encoded.steps[s] = concat<double>({encoded.steps[s], back[s]}, 1);
  }
  return encoded;
}

/// The tokens that the decoder was fed with: (B, T).
Array<std::int64_t> fedTokens(const TapeCall& call) {
  if (call.inputs().count("target") != 0) return tokensOf(call.inputs(), "target");
  Diagnostics ignored;
  Progress none;
  const ArrayBundle outputs = findMechanism("bahdanau-decoder")
                                  .run(call.inputs(), call.values(), Precision::float64, {nullptr, 1}, ignored, none);
  const Array<std::int64_t> written = tokensOf(outputs, "tokens");
  Array<std::int64_t> fed(written.shape(), call.values().integer("begin"));
  for (Index b = 0; b < fed.length(0); ++b)
    for (Index t = 1; t < fed.length(1); ++t) fed(b, t) = written(b, t - 1);
  return fed;
}

/// What the decoder makes, one entry per step.
struct DecodedSteps {
  std::vector<Variable<double>> queries, S, A, contexts, logits;
};

/// Additive attention of the decoder's state over the annotations.
class Attention {
 public:
  Attention(TapeCall& call, const Variable<double>& annotations, const Array<double>& valid)
      : m_call(call),
        m_annotations(annotations),
        m_keys(projected(call, annotations, "decoder.attention.W_k.weight", "")),
        m_allowed(valid.shape()) {
    for (Index k = 0; k < valid.size(); ++k) m_allowed[k].value = valid[k] != 0;
  }

  /// The context (B, h); notes scores and weights.
  Variable<double> answer(const Variable<double>& query, DecodedSteps& steps) const {
    const Index B = m_annotations.length(0), S = m_annotations.length(1), h = m_annotations.length(2);
    const Variable<double> asked = projected(m_call, query, "decoder.attention.W_q.weight", "");
    const Variable<double> bent = tanh(reshape(asked, {B, 1, asked.length(1)}) + m_keys);
    steps.S.push_back(sum(bent * m_call.at("decoder.attention.w_v.weight"), -1));
    steps.A.push_back(softmax(steps.S.back(), -1, m_allowed));
    return reshape(matmul(reshape(steps.A.back(), {B, 1, S}), m_annotations), {B, h});
  }

 private:
  const TapeCall& m_call;
  Variable<double> m_annotations, m_keys;
  Array<Bool> m_allowed;
};

DecodedSteps decode(TapeCall& call, const Array<std::int64_t>& fed, const Variable<double>& annotations,
                    const Array<double>& valid, const std::vector<Variable<double>>& states) {
  std::optional<Attention> attention;
  if (call.find("decoder.attention.W_q.weight")) attention.emplace(call, annotations, valid);
  const Variable<double> summary = states.back();
  Units units(call, "decoder.rnn", states);
  DecodedSteps steps;
  for (Index t = 0; t < fed.length(1); ++t) {
    const Variable<double> query = units.last();
    steps.queries.push_back(query);
    steps.contexts.push_back(attention ? attention->answer(query, steps) : summary);
    units.read(concat<double>({steps.contexts.back(), embedded(call.at("decoder.embedding.weight"), fed, t)}, 1));
    steps.logits.push_back(projected(call, units.last(), "decoder.dense.weight", "decoder.dense.bias"));
  }
  return steps;
}

}  // namespace

VariableBundle bahdanauDecoderOnTape(TapeCall& call) {
  const Array<std::int64_t> source = tokensOf(call.inputs(), "source");
  const Index B = source.length(0), S = source.length(1), h = call.at("decoder.dense.weight").length(1);
  const Array<double> valid = validTokens(call, source);
  const Encoded encoded = encode(call, source, valid);
  const Variable<double> annotations = stacked(call, encoded.steps, B, h);
  const DecodedSteps steps = decode(call, fedTokens(call), annotations, valid, encoded.states);
  const bool hasBatch = shapeOf(call.inputs().at("source")).size() == 2;
  const auto given = [&](const Variable<double>& x) {
    return hasBatch ? x : reshape(x, Shape(x.shape().begin() + 1, x.shape().end()));
  };
  const auto all = [&](const std::vector<Variable<double>>& of, Index width) {
    return given(stacked(call, of, B, width));
  };
  VariableBundle outputs = {{"annotations", given(annotations)},
                            {"logits", all(steps.logits, call.at("decoder.dense.weight").length(0))}};
  if (call.find("decoder.attention.W_q.weight")) outputs.insert({{"S", all(steps.S, S)}, {"A", all(steps.A, S)}});
  if (call.values().flag("intermediates"))
    outputs.insert({{"queries", all(steps.queries, h)}, {"contexts", all(steps.contexts, h)}});
  return outputs;
}

}  // namespace engine
