#include "engine/attention/MapOutput.h"

#include "engine/attention/HeadAxes.h"

namespace engine {

namespace {

/// Length and distance in memory of one axis; a missing axis has length 1.
struct Axis {
  Index length = 1, stride = 0;
};

Axis axisOf(const Shape& shape, const std::string& axes, char letter) {
  const size_t at = axes.find(letter);
  if (at == std::string::npos) return {};
  Index stride = 1;
  for (size_t k = at + 1; k < shape.size(); ++k) stride *= shape[k];
  return {shape[at], stride};
}

/// Which of the two numbers that choose a map says the batch item.
enum class BatchPlace { noNumber, layers, heads, none };

/// A batch of one needs no number; else it takes one that nothing else has.
BatchPlace placeOfBatch(const Shape& shape, const std::string& axes) {
  if (axes.size() != shape.size() || axisOf(shape, axes, 'b').length == 1) return BatchPlace::noNumber;
  if (axes.find('h') == std::string::npos) return BatchPlace::heads;
  return axes.find('l') == std::string::npos ? BatchPlace::layers : BatchPlace::none;
}

template <class T>
Array<float> slice(const Array<T>& stack, Index first, const Axis& rows, const Axis& columns) {
  Array<float> map({rows.length, columns.length});
  for (Index i = 0; i < rows.length; ++i)
    for (Index j = 0; j < columns.length; ++j)
      map(i, j) = static_cast<float>(stack[first + i * rows.stride + j * columns.stride]);
  return map;
}

/// Marks what an output "mask" of a mechanism (true where a key is seen) hides: one for all heads, one for each or for
/// each batch item, or a row of keys for all queries. One of another shape is about something else.
void takeMask(HeadSet& set, const Array<Bool>& seen) {
  const Shape& shape = seen.shape();
  const Index cells = set.numQueries * set.numKeys;
  // One for each batch item is that of all its heads.
  const bool isOfLayers = seen.size() == cells * set.numLayers;
  const bool isOfPairs =
      shape.size() > 1 && shape[shape.size() - 2] == set.numQueries && shape.back() == set.numKeys &&
      (seen.size() == cells || isOfLayers || seen.size() == cells * static_cast<Index>(set.maps.size()));
  const bool isOfKeys = !shape.empty() && shape.back() == set.numKeys && seen.size() == set.numKeys;
  if (cells == 0 || (!isOfPairs && !isOfKeys)) return;
  for (size_t head = 0; head < set.maps.size(); ++head) {
    auto map = std::make_shared<AttentionMap>(*set.maps[head]);
    map->mask = Array<Bool>({set.numQueries, set.numKeys}, Bool{}, "mask");
    const Index plane = static_cast<Index>(head) / (isOfLayers ? set.numHeads : 1);
    for (Index k = 0; k < cells; ++k) map->mask[k] = Bool{!seen[(plane * cells + k) % seen.size()]};
    set.maps[head] = std::move(map);
  }
}

std::string usualAxes(const Shape& shape) {
  if (shape.size() == 4 && shape[0] == 1) return "bhqk";
  const std::string all = "lhqk";
  return shape.size() < 2 || shape.size() > 4 ? "" : all.substr(all.size() - shape.size());
}

}  // namespace

template <class T>
std::shared_ptr<HeadSet> mapsOf(const Array<T>& weights, const std::string& axes, const Array<T>* scores,
                                bool isStochastic) {
  const Shape& shape = weights.shape();
  const BatchPlace place = placeOfBatch(shape, axes);
  if (axes.size() != shape.size() || axes.empty() || place == BatchPlace::none) return nullptr;
  const Axis layers = axisOf(shape, axes, place == BatchPlace::layers ? 'b' : 'l');
  const Axis heads = axisOf(shape, axes, place == BatchPlace::heads ? 'b' : 'h');
  const Axis queries = axisOf(shape, axes, 'q'), keys = axisOf(shape, axes, 'k');
  auto set = std::make_shared<HeadSet>();
  if (place == BatchPlace::layers) set->about[kLayerUnit] = kBatchItem;
  if (place == BatchPlace::heads) set->about[kHeadUnit] = kBatchItem;
  set->numLayers = layers.length;
  set->numHeads = heads.length;
  set->numQueries = queries.length;
  set->numKeys = keys.length;
  for (Index layer = 0; layer < layers.length; ++layer)
    for (Index head = 0; head < heads.length; ++head) {
      const Index first = layer * layers.stride + head * heads.stride;
      auto map = std::make_shared<AttentionMap>();
      map->weights = slice(weights, first, queries, keys);
      map->scores =
          scores && scores->shape() == shape ? slice(*scores, first, queries, keys) : Array<float>(Shape{0, 0});
      map->isStochastic = isStochastic;
      set->maps.push_back(std::move(map));
    }
  return set;
}

std::shared_ptr<HeadSet> mapsOf(const ArrayBundle& outputs, const std::string& weights, const std::string& scores,
                                const std::string& axes, bool isStochastic) {
  const auto found = outputs.find(weights);
  if (found == outputs.end()) return nullptr;
  const std::string order = axes.empty() ? usualAxes(shapeOf(found->second)) : axes;
  const auto take = [&]<class T>(const Array<T>& array) {
    const auto beside = outputs.find(scores);
    const auto* kept = beside == outputs.end() ? nullptr : std::get_if<Array<T>>(&beside->second);
    return mapsOf(array, order, kept, isStochastic);
  };
  const auto* single = std::get_if<Array<float>>(&found->second);
  std::shared_ptr<HeadSet> set = single ? take(*single) : take(std::get<Array<double>>(found->second));
  const auto mask = outputs.find("mask");
  const auto* seen = mask == outputs.end() ? nullptr : std::get_if<Array<Bool>>(&mask->second);
  if (set && seen && order.ends_with("qk")) takeMask(*set, *seen);
  return set;
}

template std::shared_ptr<HeadSet> mapsOf(const Array<float>&, const std::string&, const Array<float>*, bool);
template std::shared_ptr<HeadSet> mapsOf(const Array<double>&, const std::string&, const Array<double>*, bool);

}  // namespace engine
