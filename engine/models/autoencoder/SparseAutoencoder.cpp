#include "engine/models/autoencoder/SparseAutoencoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

constexpr Index kPublishedK = 64;  ///< of InterProt's autoencoders, whose files do not say it
constexpr Index kResiduesAtOnce = 64;
constexpr float kLeastDeviation = 1e-5F;

/// (a, b) as (b, a).
Array<float> transposed(const Array<float>& matrix) {
  Array<float> result({matrix.length(1), matrix.length(0)}, Untouched{}, matrix.name);
  for (Index i = 0; i < matrix.length(0); ++i)
    for (Index j = 0; j < matrix.length(1); ++j) result(j, i) = matrix(i, j);
  return result;
}

class AutoencoderReader {
 public:
  AutoencoderReader(const ModelWeights& weights, const AutoencoderFacts& facts) : m_weights(weights), m_facts(facts) {}

  const std::string& file() const { return m_weights.source->name(); }
  Array<float> read(const char* name, const Shape& shape) const {
    return readWeights(m_weights, m_facts.prefix + name, shape);
  }
  /// One number under any shape that holds one.
  std::optional<float> number(const char* name) const {
    const Shape* const shape = m_weights.shapeOf(m_facts.prefix + name);
    if (!shape) return std::nullopt;
    if (elementCount(*shape) != 1)
      fail(m_weights.source->name(), ", array ", m_facts.prefix, name, ": found shape ", shapeText(*shape),
           ", expected one number");
    return readWeights(m_weights, m_facts.prefix + name, *shape)[0];
  }
  /// Numbers by which shown values are divided; 1 where there is none.
  Array<float> rescale() const {
    Array<float> factors =
        readOptionalWeights(m_weights, m_facts.prefix + "activation_rescale_factor", {m_facts.features});
    if (factors.empty()) return Array<float>({m_facts.features}, 1.0F, "rescale");
    std::replace_if(factors.begin(), factors.end(), [](float factor) { return factor <= 0; }, 1.0F);
    return factors;
  }

 private:
  const ModelWeights& m_weights;
  const AutoencoderFacts& m_facts;
};

void readInterprot(SparseAutoencoder& result, const AutoencoderReader& reader, Index k) {
  const Index D = result.facts.width, F = result.facts.features;
  result.encoder = transposed(reader.read("w_enc", {D, F}));
  result.encoderBias = reader.read("b_enc", {F});
  result.decoder = reader.read("w_dec", {F, D});
  result.before = result.after = reader.read("b_pre", {D});
  result.isStandardised = true;
  result.k = k > 0 ? k : kPublishedK;
}

void readTopK(SparseAutoencoder& result, const AutoencoderReader& reader, Index k) {
  result.before = result.after = reader.read("b_dec", {result.facts.width});
  const std::optional<float> threshold = reader.number("threshold"), stored = reader.number("k");
  result.k = k > 0 ? k : stored ? static_cast<Index>(*stored) : 0;
  if (threshold && *threshold >= 0) {
    result.thresholds = Array<float>({1}, *threshold, "threshold");
    result.k = 0;
  } else if (result.k <= 0) {
    fail(reader.file(), ": keeps the largest features of each residue, and does not say how many (k=N)");
  }
}

float dot(const float* a, const float* b, Index count) {
  return std::inner_product(a, a + count, b, 0.0F);
}

/// Leaves the k largest of a row, of equal ones those that come first; what is not positive becomes 0.
void keepLargest(float* values, Index count, Index k) {
  std::vector<Index> order;
  for (Index f = 0; f < count; ++f)
    if (values[f] > 0) order.push_back(f);
  const auto isBefore = [values](Index a, Index b) {
    return values[a] > values[b] || (values[a] == values[b] && a < b);
  };
  if (std::ssize(order) > k) {
    std::nth_element(order.begin(), order.begin() + k, order.end(), isBefore);
    for (auto other = order.begin() + k; other != order.end(); ++other) values[*other] = 0;
  }
}

/// From W x + b to what fires.
void activate(const SparseAutoencoder& autoencoder, float* g) {
  const Index F = autoencoder.facts.features;
  const Array<float>& thresholds = autoencoder.thresholds;
  const bool isEach = autoencoder.facts.layout == AutoencoderLayout::jumpRelu;
  for (Index f = 0; f < F && !thresholds.empty(); ++f)
    if (!(g[f] > thresholds[isEach ? f : 0])) g[f] = 0;
  if (autoencoder.k > 0) keepLargest(g, F, autoencoder.k);
}

/// x, made ready in place; the factor back.
float prepare(const SparseAutoencoder& autoencoder, std::span<float> x) {
  const auto D = static_cast<double>(x.size());
  if (autoencoder.isScaledToWidth) {
    double squares = 0;
    for (const float value : x) squares += double(value) * double(value);
    if (squares <= 0) return 1;
    const double factor = std::sqrt(D / squares);
    for (float& value : x) value = static_cast<float>(double(value) * factor);
    return static_cast<float>(1 / factor);
  }
  if (!autoencoder.isStandardised) return 1;
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / D;
  double squares = 0;
  for (const float value : x) squares += (double(value) - mean) * (double(value) - mean);
  const double deviation = (D > 1 ? std::sqrt(squares / (D - 1)) : 0) + double(kLeastDeviation);
  for (float& value : x) value = static_cast<float>((double(value) - mean) / deviation);
  return static_cast<float>(deviation);
}

/// Decoder rows of length 1; rows of length 0 stay.
Array<float> unitRows(const Array<float>& matrix, const std::vector<Index>& rows) {
  const Index D = matrix.length(1);
  Array<float> result({std::ssize(rows), D}, Untouched{}, "decoder");
  for (Index k = 0; k < std::ssize(rows); ++k) {
    const float* const row = matrix.data() + nth(rows, k) * D;
    const float length = std::sqrt(dot(row, row, D));
    std::transform(row, row + D, result.data() + k * D, [&](float value) { return length > 0 ? value / length : 0; });
  }
  return result;
}

}  // namespace

SparseAutoencoder readAutoencoder(const ModelWeights& weights, Index k) {
  const auto facts = recognisedAutoencoder(weights);
  if (!facts)
    fail(weights.source->name(), ": found no sparse autoencoder, expected encoder.weight, encoder.bias, decoder.weight "
         "with bias, b_dec or decoder.bias (InterPLM), or w_enc, b_enc, w_dec, b_pre (InterProt)");
  SparseAutoencoder result;
  result.facts = *facts;
  const Index D = facts->width, F = facts->features;
  if (F > std::numeric_limits<std::int32_t>::max()) fail(weights.source->name(), ": found ", F, " features");
  const AutoencoderReader reader(weights, *facts);
  result.before = result.after = Array<float>({D}, 0.0F, "bias");
  if (facts->layout == AutoencoderLayout::interprot) {
    readInterprot(result, reader, k);
  } else {
    result.encoder = reader.read("encoder.weight", {F, D});
    result.encoderBias = reader.read("encoder.bias", {F});
    result.decoder = transposed(reader.read("decoder.weight", {D, F}));
    result.isScaledToWidth = reader.number("normalize_to_sqrt_d").value_or(0) != 0;
  }
  if (facts->layout == AutoencoderLayout::topK) readTopK(result, reader, k);
  if (facts->layout == AutoencoderLayout::relu) result.before = result.after = reader.read("bias", {D});
  if (facts->layout == AutoencoderLayout::jumpRelu) result.thresholds = reader.read("threshold", {F});
  if (facts->layout == AutoencoderLayout::tied || facts->layout == AutoencoderLayout::jumpRelu)
    result.after = reader.read("decoder.bias", {D});
  result.rescale = reader.rescale();
  return result;
}

PreparedStates preparedStates(const SparseAutoencoder& autoencoder, const Array<float>& states) {
  const Index D = autoencoder.facts.width;
  if (states.rank() != 2 || states.length(1) != D)
    fail("the states of the model have shape ", shapeText(states.shape()), ", the autoencoder reads states of width ",
         D);
  PreparedStates prepared{states, {}};
  for (Index i = 0; i < states.length(0); ++i)
    prepared.scale.push_back(
        prepare(autoencoder, {prepared.x.data() + i * D, static_cast<std::size_t>(D)}));
  return prepared;
}

std::vector<FeatureValue> encoded(const SparseAutoencoder& autoencoder, const PreparedStates& states, int threads,
                                  Progress& progress) {
  const Index L = states.x.length(0), D = autoencoder.facts.width, F = autoencoder.facts.features;
  std::vector<FeatureValue> values;
  for (Index first = 0; first < L; first += kResiduesAtOnce) {
    const Index count = std::min(kResiduesAtOnce, L - first);
    progress.update(double(first) / double(L), "features");
    Array<float> x({count, D}, Untouched{}, "state");
    for (Index i = 0; i < count; ++i)
      for (Index c = 0; c < D; ++c) x(i, c) = states.x(first + i, c) - autoencoder.before[c];
    Array<float> g = linear(x, autoencoder.encoder, autoencoder.encoderBias, threads);
    for (Index i = 0; i < count; ++i) {
      float* const row = g.data() + i * F;
      activate(autoencoder, row);
      for (Index f = 0; f < F; ++f)
        if (row[f] > 0)
          values.push_back({static_cast<std::int32_t>(first + i), static_cast<std::int32_t>(f), row[f]});
    }
  }
  return values;
}

Array<float> decoded(const SparseAutoencoder& autoencoder, const std::vector<FeatureValue>& values, Index residues) {
  const Index D = autoencoder.facts.width;
  Array<float> x({residues, D}, 0.0F, "decoded");
  for (Index i = 0; i < residues; ++i)
    for (Index c = 0; c < D; ++c) x(i, c) = autoencoder.after[c];
  for (const FeatureValue& one : values)
    for (Index c = 0; c < D; ++c) x(one.residue, c) += one.value * autoencoder.decoder(one.feature, c);
  return x;
}

double explainedVariance(const Array<float>& x, const Array<float>& decoded) {
  const Index L = x.length(0), D = x.length(1);
  double missed = 0, all = 0;
  for (Index c = 0; c < D; ++c) {
    double mean = 0;
    for (Index i = 0; i < L; ++i) mean += double(x(i, c)) / double(L);
    for (Index i = 0; i < L; ++i) {
      missed += std::pow(double(x(i, c)) - double(decoded(i, c)), 2);
      all += std::pow(double(x(i, c)) - mean, 2);
    }
  }
  return all > 0 ? 1 - missed / all : std::numeric_limits<double>::quiet_NaN();
}

void scaleFeatures(const SparseAutoencoder& autoencoder, const FeatureFactors& factors, Array<float>& states,
                   int threads, Progress& progress) {
  const PreparedStates prepared = preparedStates(autoencoder, states);
  for (const FeatureValue& one : encoded(autoencoder, prepared, threads, progress)) {
    const auto factor = factors.find(one.feature);
    if (factor == factors.end()) continue;
    const auto change = static_cast<float>((factor->second - 1) * double(one.value)) * nth(prepared.scale, one.residue);
    for (Index c = 0; c < autoencoder.facts.width; ++c)
      states(one.residue, c) += change * autoencoder.decoder(one.feature, c);
  }
}

std::vector<std::vector<AlikeFeature>> mostAlike(const SparseAutoencoder& autoencoder,
                                                 const std::vector<Index>& features, Index count, int threads,
                                                 Progress& progress) {
  std::vector<Index> all(static_cast<std::size_t>(autoencoder.facts.features));
  std::iota(all.begin(), all.end(), 0);
  const Array<float> unit = unitRows(autoencoder.decoder, all);
  std::vector<std::vector<AlikeFeature>> result;
  for (Index first = 0; first < std::ssize(features); first += kResiduesAtOnce) {
    progress.update(double(first) / double(features.size()), "alike features");
    const Index end = std::min(first + kResiduesAtOnce, Index(std::ssize(features)));
    const Array<float> rows = unitRows(autoencoder.decoder, {features.begin() + first, features.begin() + end});
    const Array<float> cosines = linear(rows, unit, Array<float>{}, threads);
    for (Index k = first; k < end; ++k) {
      std::vector<AlikeFeature> others;
      for (Index f = 0; f < cosines.length(1); ++f)
        if (f != nth(features, k) && cosines(k - first, f) != 0) others.push_back({f, cosines(k - first, f)});
      const auto shown = others.begin() + std::min<Index>(count, std::ssize(others));
      std::partial_sort(others.begin(), shown, others.end(), [](const AlikeFeature& a, const AlikeFeature& b) {
        return a.cosine > b.cosine || (a.cosine == b.cosine && a.feature < b.feature);
      });
      result.emplace_back(others.begin(), shown);
    }
  }
  return result;
}

}  // namespace engine
