// Encoder and decoder with Bahdanau attention (MATHEMATICS.md 3.2) on a tape. The tokens that the decoder is fed with
// are those of the run: no gradient sees them change.
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

/// Stacked recurrent units and their states, one (B, h) per layer.
class Units {
 public:
  Units(TapeCall& call, std::string name, std::vector<Variable<double>> states)
      : m_call(call), m_name(std::move(name)), m_states(std::move(states)) {}

  /// The states after one step of all layers.
  std::vector<Variable<double>> next(const Variable<double>& x) const {
    std::vector<Variable<double>> states;
    for (size_t layer = 0; layer < m_states.size(); ++layer)
      states.push_back(oneLayer(layer, layer == 0 ? x : states.back()));
    return states;
  }
  const std::vector<Variable<double>>& states() const { return m_states; }
  void moveTo(std::vector<Variable<double>> states) { m_states = std::move(states); }

 private:
  /// s' = (1 - z) n + z s with the gates r, z and the candidate n, whose rows follow each other in the weights.
  Variable<double> oneLayer(size_t layer, const Variable<double>& x) const {
    const std::string suffix = "_l" + std::to_string(layer);
    const Variable<double>& state = m_states[layer];
    const Index h = state.length(1);
    const Variable<double> in = projected(m_call, x, m_name + ".weight_ih" + suffix, m_name + ".bias_ih" + suffix),
                           own = projected(m_call, state, m_name + ".weight_hh" + suffix, m_name + ".bias_hh" + suffix);
    const auto gate = [&](const Variable<double>& y, Index k) { return slice(y, 1, k * h, (k + 1) * h); };
    const Variable<double> r = sigmoid(gate(in, 0) + gate(own, 0)), z = sigmoid(gate(in, 1) + gate(own, 1));
    const Variable<double> n = tanh(gate(in, 2) + r * gate(own, 2));
    return n + z * (state - n);
  }

  TapeCall& m_call;
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

/// Reads the source into the units, which stop after the valid tokens when padding is to hold them. Returns the
/// annotations (B, S, h).
Variable<double> encode(TapeCall& call, const Array<std::int64_t>& source, const Array<double>& valid, Units& units) {
  const Index B = source.length(0), h = units.states().back().length(1);
  const bool holds = call.values().text("source_padding") == "hold";
  std::vector<Variable<double>> annotations;
  for (Index s = 0; s < source.length(1); ++s) {
    std::vector<Variable<double>> next = units.next(embedded(call.at("encoder.embedding.weight"), source, s));
    Variable<double> output = next.back();
    if (holds) {
      Array<double> column({B, 1});
      for (Index b = 0; b < B; ++b) column(b, 0) = valid(b, s);
      const Variable<double> goesOn = call.constant(std::move(column));
      for (size_t layer = 0; layer < next.size(); ++layer) {
        const Variable<double>& before = units.states()[layer];
        next[layer] = before + goesOn * (next[layer] - before);
      }
      output = goesOn * output;
    }
    units.moveTo(next);
    annotations.push_back(output);
  }
  return stacked(call, annotations, B, h);
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

std::vector<Variable<double>> zeroStates(TapeCall& call, const std::string& name, Index batches) {
  std::vector<Variable<double>> states;
  const auto weight = [&] { return call.find(name + ".weight_hh_l" + std::to_string(states.size())); };
  while (const Variable<double>* const found = weight())
    states.push_back(call.constant(Array<double>({batches, found->length(1)})));
  return states;
}

/// What the decoder makes, one entry per step.
struct DecodedSteps {
  std::vector<Variable<double>> queries, S, A, contexts, logits;
};

DecodedSteps decode(TapeCall& call, const Array<std::int64_t>& fed, const Variable<double>& annotations,
                    const Array<double>& valid, Units& units) {
  const Index B = annotations.length(0), S = annotations.length(1), h = annotations.length(2);
  const Variable<double> keys = projected(call, annotations, "decoder.attention.W_k.weight", "");
  Array<Bool> allowed(valid.shape());
  for (Index k = 0; k < valid.size(); ++k) allowed[k].value = valid[k] != 0;
  DecodedSteps steps;
  for (Index t = 0; t < fed.length(1); ++t) {
    const Variable<double> query = units.states().back();
    const Variable<double> asked = projected(call, query, "decoder.attention.W_q.weight", "");
    const Variable<double> bent = tanh(reshape(asked, {B, 1, asked.length(1)}) + keys);
    const Variable<double> scores = sum(bent * call.at("decoder.attention.w_v.weight"), -1);
    const Variable<double> weights = softmax(scores, -1, allowed);
    const Variable<double> context = reshape(matmul(reshape(weights, {B, 1, S}), annotations), {B, h});
    units.moveTo(units.next(concat<double>({context, embedded(call.at("decoder.embedding.weight"), fed, t)}, 1)));
    steps.queries.push_back(query);
    steps.S.push_back(scores);
    steps.A.push_back(weights);
    steps.contexts.push_back(context);
    steps.logits.push_back(projected(call, units.states().back(), "decoder.dense.weight", "decoder.dense.bias"));
  }
  return steps;
}

}  // namespace

VariableBundle bahdanauDecoderOnTape(TapeCall& call) {
  const Array<std::int64_t> source = tokensOf(call.inputs(), "source");
  const Index B = source.length(0), S = source.length(1);
  const Array<double> valid = validTokens(call, source);
  Units encoder(call, "encoder.rnn", zeroStates(call, "encoder.rnn", B));
  const Variable<double> annotations = encode(call, source, valid, encoder);
  Units decoder(call, "decoder.rnn", encoder.states());
  const DecodedSteps steps = decode(call, fedTokens(call), annotations, valid, decoder);
  const bool hasBatch = shapeOf(call.inputs().at("source")).size() == 2;
  const auto given = [&](const Variable<double>& x) {
    return hasBatch ? x : reshape(x, Shape(x.shape().begin() + 1, x.shape().end()));
  };
  const auto all = [&](const std::vector<Variable<double>>& of, Index width) {
    return given(stacked(call, of, B, width));
  };
  const Index h = annotations.length(2);
  VariableBundle outputs = {{"annotations", given(annotations)},
                            {"S", all(steps.S, S)},
                            {"A", all(steps.A, S)},
                            {"logits", all(steps.logits, call.at("decoder.dense.weight").length(0))}};
  if (call.values().flag("intermediates"))
    outputs.insert({{"queries", all(steps.queries, h)}, {"contexts", all(steps.contexts, h)}});
  return outputs;
}

}  // namespace engine
