#include "engine/models/ModelWeights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/base/Sha256.h"

namespace engine {

WeightSource::WeightSource(std::string name, std::vector<WeightEntry> entries)
    : m_name(std::move(name)), m_entries(std::move(entries)) {
  for (Index k = 0; k < std::ssize(m_entries); ++k)
    if (!m_places.emplace(nth(m_entries, k).name, k).second) fail(what(k), ": found twice, expected each array once");
}

WeightSource::~WeightSource() = default;

std::optional<Index> WeightSource::find(const std::string& name) const {
  const auto found = m_places.find(name);
  return found == m_places.end() ? std::nullopt : std::optional<Index>(found->second);
}

std::string WeightSource::what(Index entry) const { return m_name + ", array " + nth(m_entries, entry).name; }

void WeightSource::read(Index entry, Index first, Index count, float* target) const {
  const Index size = elementCount(nth(m_entries, entry).shape);
  if (first < 0 || count < 0 || first > size || count > size - first)
    fail(what(entry), ": has ", size, " values, expected ", count, " at ", first);
  if (count > 0) readValues(entry, first, count, target);
}

std::string WeightSource::fingerprint() const {
  constexpr Index kValues = 1024;
  const std::lock_guard lock(m_mutex);
  if (!m_fingerprint.empty()) return m_fingerprint;
  Sha256 digest;
  Array<float> values({kValues}, Untouched{});
  for (const auto& [name, place] : m_places) {
    const WeightEntry& entry = nth(m_entries, place);
    digest.add(name + ' ' + entry.typeName + ' ' + shapeText(entry.shape) + '\n');
    const Index count = std::min(kValues, elementCount(entry.shape));
    read(place, 0, count, values.data());
    digest.add(values.data(), static_cast<std::size_t>(count) * sizeof(float));
  }
  return m_fingerprint = digest.finish();
}

std::string WeightSource::knownFingerprint() const {
  constexpr Index kFewValues = Index{1} << 24;
  Index size = 0;
  for (const WeightEntry& entry : m_entries) size += elementCount(entry.shape);
  if (size <= kFewValues) return fingerprint();
  const std::lock_guard lock(m_mutex);
  return m_fingerprint;
}

namespace {

std::vector<WeightEntry> entriesOf(const ArrayBundle& arrays) {
  std::vector<WeightEntry> entries;
  for (const auto& [name, array] : arrays) entries.push_back({name, typeNameOf(array), shapeOf(array)});
  return entries;
}

class WeightsInMemory : public WeightSource {
 public:
  WeightsInMemory(ArrayBundle arrays, const std::string& name)
      : WeightSource(name, entriesOf(arrays)), m_arrays(std::move(arrays)) {}

 private:
  void readValues(Index entry, Index first, Index count, float* target) const override {
    std::visit(
        [&](const auto& array) {
          using Value = typename std::decay_t<decltype(array)>::Value;
          for (Index k = 0; k < count; ++k) {
            if constexpr (std::is_same_v<Value, Bool>)
              target[k] = array[first + k] ? 1.0F : 0.0F;
            else
              target[k] = static_cast<float>(array[first + k]);
          }
        },
        m_arrays.at(nth(entries(), entry).name));
  }

  ArrayBundle m_arrays;
};

/// Position of the first value that is no finite number, or -1. A number is finite unless its exponent is the largest;
/// compared as integers, many are looked at in one go.
Index firstNotFinite(const Array<float>& values) {
  constexpr Index kBlock = 4096;
  constexpr std::uint32_t kMagnitude = 0x7FFFFFFFu, kInfinite = 0x7F800000u;
  for (Index begin = 0; begin < values.size(); begin += kBlock) {
    const Index end = std::min(values.size(), begin + kBlock);
    std::uint32_t largest = 0;
    for (Index k = begin; k < end; ++k)
      largest = std::max(largest, std::bit_cast<std::uint32_t>(values[k]) & kMagnitude);
    for (Index k = begin; largest >= kInfinite && k < end; ++k)
      if (!std::isfinite(values[k])) return k;
  }
  return -1;
}

class KeptWeights : public WeightSource {
 public:
  explicit KeptWeights(const WeightSource& source) : WeightSource(source.name(), source.entries()) {
    for (Index k = 0; k < std::ssize(entries()); ++k) {
      Array<float> values(nth(entries(), k).shape, Untouched{}, nth(entries(), k).name);
      source.read(k, 0, values.size(), values.data());
      m_isFinite.push_back(firstNotFinite(values) < 0);
      m_arrays.push_back(std::move(values));
    }
  }
  const float* kept(Index entry) const override {
    return nth(m_isFinite, entry) ? nth(m_arrays, entry).data() : nullptr;
  }

 private:
  void readValues(Index entry, Index first, Index count, float* target) const override {
    std::copy_n(nth(m_arrays, entry).data() + first, count, target);
  }

  std::vector<Array<float>> m_arrays;
  std::vector<bool> m_isFinite;  ///< what is not is read, so that a reader can say where
};

std::string positionText(Index flat, const Shape& shape) {
  Shape position = shape;
  for (Index axis = std::ssize(shape); axis-- > 0;) {
    nth(position, axis) = flat % nth(shape, axis);
    flat /= nth(shape, axis);
  }
  return shapeText(position);
}

}  // namespace

std::shared_ptr<const WeightSource> weightsInMemory(ArrayBundle arrays, const std::string& name) {
  return std::make_shared<const WeightsInMemory>(std::move(arrays), name);
}

std::shared_ptr<const WeightSource> keptInMemory(const WeightSource& source) {
  return std::make_shared<const KeptWeights>(source);
}

std::string ModelFacts::text(const std::string& key) const {
  const auto found = values.find(key);
  return found == values.end() ? std::string{} : found->second.text;
}

std::optional<double> ModelFacts::number(const std::string& key) const {
  const auto found = values.find(key);
  if (found == values.end()) return std::nullopt;
  const std::string& text = found->second.text;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(number))
    fail(found->second.origin, ": found ", key, " = \"", text.substr(0, 100), "\", expected a number");
  return number;
}

std::optional<Index> ModelFacts::count(const std::string& key) const {
  const std::optional<double> found = number(key);
  if (!found) return std::nullopt;
  constexpr double kMost = 1e15;
  if (*found < 0 || *found > kMost || *found != std::floor(*found))
    fail(values.at(key).origin, ": found ", key, " = ", *found, ", expected a whole number of 0 or more");
  return static_cast<Index>(*found);
}

const Shape* ModelWeights::shapeOf(const std::string& name) const {
  const std::optional<Index> entry = source->find(name);
  return entry ? &nth(source->entries(), *entry).shape : nullptr;
}

Array<float> readWeights(const ModelWeights& weights, const std::string& name, const Shape& expected) {
  const WeightSource& source = *weights.source;
  const std::optional<Index> entry = source.find(name);
  if (!entry) fail(source.name(), ": array ", name, " is missing, expected shape ", shapeText(expected));
  const Shape& shape = nth(source.entries(), *entry).shape;
  withErrorsNaming(source.name(), [&] { requireShape(name, shape, expected); });
  Array<float> values(shape, Untouched{}, name);
  source.read(*entry, 0, values.size(), values.data());
  if (const Index bad = firstNotFinite(values); bad >= 0)
    fail(source.what(*entry), ": the value at ", positionText(bad, shape), " is ", values[bad],
         ", expected a finite number");
  return values;
}

Array<float> readOptionalWeights(const ModelWeights& weights, const std::string& name, const Shape& expected) {
  return weights.contains(name) ? readWeights(weights, name, expected) : Array<float>{};
}

}  // namespace engine
