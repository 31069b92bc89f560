#include "engine/attention/layers/AxisAttention.h"

#include "engine/attention/heads/HeadLines.h"
#include "engine/attention/heads/HeadRows.h"
#include "engine/attention/performer/Performer.h"
#include "engine/attention/tied/TiedAttention.h"

namespace engine {

namespace {

/// The weight and the bias of one linear map under its name.
template <class T>
void readLinear(const NamedWeights& weights, const std::string& name, Index out, Index in, Array<T>& W, Array<T>& b) {
  W = weights.read<T>(name + ".weight", {out, in});
  b = weights.readOptional<T>(name + ".bias", {W.length(0)});
}

template <class T>
Array<T> performerAlong(MsaAxis axis, const Array<T>& X, const AxisAttentionWeights<T>& weights, const Compute& compute,
                        Diagnostics& diagnostics, Progress& progress) {
  const Projections<T>& maps = weights.projections;
  checkProjections(maps, X.length(2));
  requireShape(weights.features.name, weights.features.shape(), {-1, maps.depth()});
  const MsaLines lines(axis, X.length(0), X.length(1));
  const auto projected = [&](const Array<T>& W, const Array<T>& b, double from, double to) {
    PartProgress mapping(progress, from, to - 0.02), splitting(progress, to - 0.02, to);
    return splitLines(project(X, W, b, compute.threads, mapping), lines, maps.heads, compute.threads, splitting);
  };
  PerformerInput<T> input;
  input.Q = projected(maps.W_q, maps.b_q, 0, 0.2);
  input.K = projected(maps.W_k, maps.b_k, 0.2, 0.4);
  input.V = projected(maps.W_v, maps.b_v, 0.4, 0.6);
  input.W = weights.features;
  input.options.kind = FeatureKind::relu;
  input.options.features = Features::drop;
  PartProgress attending(progress, 0.6, 0.78), joining(progress, 0.78, 0.8), mapping(progress, 0.8, 1);
  const PerformerResult<T> attended = performer(input, compute, diagnostics, attending);
  const Array<T> O = joinLines(attended.O, lines, X.shape(), compute.threads, joining);
  return project(O, maps.W_o, maps.b_o, compute.threads, mapping);
}

void requireNoPadding(const AxisAttentionOptions& options, const char* kind) {
  if (!options.padding.empty())
    fail("array padding: found shape ", shapeText(options.padding.shape()), ", expected none: ", kind,
         " attention knows no padding");
}

}  // namespace

template <class T>
AxisAttentionWeights<T> readAxisAttention(const NamedWeights& weights, AttentionKind kind, Index width, Index heads) {
  AxisAttentionWeights<T> read;
  Projections<T>& maps = read.projections;
  maps.heads = heads;
  readLinear(weights, "to_query", -1, width, maps.W_q, maps.b_q);
  readLinear(weights, "to_key", maps.W_q.length(0), width, maps.W_k, maps.b_k);
  readLinear(weights, "to_value", -1, width, maps.W_v, maps.b_v);
  readLinear(weights, "to_out", -1, maps.W_v.length(0), maps.W_o, maps.b_o);
  requireHeads(maps.W_q.name, maps.W_q.shape(), heads);
  requireHeads(maps.W_v.name, maps.W_v.shape(), heads);
  if (kind == AttentionKind::softTied) {
    SequenceWeightProjections<T>& weighting = read.sequenceWeights;
    weighting.heads = heads;
    readLinear(weights, "seq_weight.to_query", -1, width, weighting.W_q, weighting.b_q);
    readLinear(weights, "seq_weight.to_key", weighting.W_q.length(0), width, weighting.W_k, weighting.b_k);
    requireHeads(weighting.W_q.name, weighting.W_q.shape(), heads);
  }
  if (kind == AttentionKind::performer)
    read.features = weights.read<T>("fast_attention.projection_matrix", {-1, maps.depth()});
  return read;
}

template <class T>
AxisAttentionResult<T> attendAlong(MsaAxis axis, AttentionKind kind, const Array<T>& X,
                                   const AxisAttentionWeights<T>& weights, const AxisAttentionOptions& options,
                                   const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  requireShape("X", X.shape(), {-1, -1, -1});
  const bool isRow = axis == MsaAxis::row;
  if (kind == AttentionKind::performer) {
    requireNoPadding(options, "performer");
    return {performerAlong(axis, X, weights, compute, diagnostics, progress), {}, {}, {}, {}};
  }
  if (kind == AttentionKind::softTied) {
    requireNoPadding(options, "soft-tied");
    if (!isRow) fail("soft-tied attention along columns: expected rows, whose first is the target sequence");
    SoftTiedResult<T> result = softTiedAttention(X, weights.sequenceWeights, weights.projections, {options.keepScores},
                                                 compute, diagnostics, progress);
    return {std::move(result.Y), std::move(result.A), std::move(result.w), std::move(result.pair), std::move(result.S)};
  }
  if (kind == AttentionKind::tied) {
    const auto attend = isRow ? tiedRowAttention<T> : tiedColumnAttention<T>;
    TiedResult<T> result =
        attend(X, weights.projections, {options.padding, options.keepScores}, compute, diagnostics, progress);
    return {std::move(result.Y), std::move(result.A), {}, {}, std::move(result.S)};
  }
  const auto attend = isRow ? rowAttention<T> : columnAttention<T>;
  AxialResult<T> result = attend(X, weights.projections, {options.padding, options.maps, options.keepScores}, compute,
                                 diagnostics, progress);
  return {std::move(result.Y), std::move(result.A), {}, {}, std::move(result.S)};
}

#define INSTANTIATE(T)                                                                                                 \
  template AxisAttentionWeights<T> readAxisAttention(const NamedWeights&, AttentionKind, Index, Index);                \
  template AxisAttentionResult<T> attendAlong(MsaAxis, AttentionKind, const Array<T>&, const AxisAttentionWeights<T>&, \
                                              const AxisAttentionOptions&, const Compute&, Diagnostics&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
