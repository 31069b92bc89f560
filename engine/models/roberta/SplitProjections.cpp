#include "engine/models/roberta/SplitProjections.h"

#include <algorithm>
#include <utility>

#include "engine/base/Nth.h"

namespace engine {

namespace {

/// Where the values of an entry are in the source below.
struct Place {
  Index entry, first;
};

/// "X." of "X.in_proj_weight"; empty: another array. `kind` becomes "weight" or "bias".
std::string joinedName(const std::string& name, std::string& kind) {
  for (const char* end : {"weight", "bias"}) {
    const std::string suffix = std::string("in_proj_") + end;
    if (!name.ends_with(suffix)) continue;
    kind = end;
    return name.substr(0, name.size() - suffix.size());
  }
  return {};
}

class SplitSource : public WeightSource {
 public:
  SplitSource(std::shared_ptr<const WeightSource> below, std::vector<WeightEntry> entries, std::vector<Place> places)
      : WeightSource(below->name(), std::move(entries)), m_below(std::move(below)), m_places(std::move(places)) {}

 private:
  void readValues(Index entry, Index first, Index count, float* target) const override {
    const Place& place = nth(m_places, entry);
    m_below->read(place.entry, place.first + first, count, target);
  }

  std::shared_ptr<const WeightSource> m_below;
  std::vector<Place> m_places;
};

}  // namespace

std::shared_ptr<const ModelWeights> withSplitProjections(std::shared_ptr<const ModelWeights> weights) {
  std::vector<WeightEntry> entries;
  std::vector<Place> places;
  const std::vector<WeightEntry>& old = weights->source->entries();
  for (Index k = 0; k < static_cast<Index>(old.size()); ++k) {
    const WeightEntry& entry = nth(old, k);
    std::string kind;
    const std::string before = joinedName(entry.name, kind);
    if (before.empty()) {
      entries.push_back(entry);
      places.push_back({k, 0});
      continue;
    }
    if (entry.shape.empty() || entry.shape[0] % 3 != 0)
      fail(weights->source->what(k), ": found shape ", shapeText(entry.shape),
           ", expected three times as many rows as channels: queries, keys and values");
    Shape shape = entry.shape;
    shape[0] /= 3;
    Index first = 0;
    for (const char* part : {"q_proj.", "k_proj.", "v_proj."}) {
      entries.push_back({before + part + kind, entry.typeName, shape});
      places.push_back({k, std::exchange(first, first + elementCount(shape))});
    }
  }
  if (entries.size() == old.size()) return weights;
  return std::make_shared<ModelWeights>(ModelWeights{
      std::make_shared<SplitSource>(weights->source, std::move(entries), std::move(places)), weights->facts});
}

}  // namespace engine
