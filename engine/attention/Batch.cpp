#include "engine/attention/Batch.h"

#include <algorithm>
#include <map>

#include "engine/attention/ArrayTypeOf.h"
#include "engine/attention/HeadAxes.h"
#include "engine/attention/KnownNames.h"
#include "engine/attention/ShapeText.h"

namespace engine {

namespace {

/// Whether the array has one axis more than some alternative of its description, and whether than all of them.
struct Excess {
  bool overSome = false, overAll = false;
};

Excess excessOf(const ArrayDescription& description, const AnyArray& array) {
  if (typeOf(array) != description.type) return {};
  size_t most = 0;
  Excess excess;
  for (const auto& axes : alternativesOf(description.shape)) {
    most = std::max(most, axes.size());
    excess.overSome |= shapeOf(array).size() == axes.size() + 1;
  }
  excess.overAll = shapeOf(array).size() == most + 1;
  return excess;
}

Shape withoutFirst(const Shape& shape) { return {shape.begin() + 1, shape.end()}; }

Shape withFirst(Index length, Shape shape) {
  shape.insert(shape.begin(), length);
  return shape;
}

}  // namespace

bool takesBatches(const std::vector<ArrayDescription>& descriptions) {
  return std::none_of(descriptions.begin(), descriptions.end(), [](const ArrayDescription& description) {
    const auto alternatives = alternativesOf(description.shape);
    return std::any_of(alternatives.begin(), alternatives.end(),
                       [](const auto& axes) { return !axes.empty() && axes.front() == "B"; });
  });
}

Batch::Batch(const std::vector<ArrayDescription>& descriptions, const ArrayBundle& arrays, InDoubt inDoubt)
    : m_arrays(arrays) {
  if (!takesBatches(descriptions)) return;
  std::vector<std::string> doubtful;
  for (const ArrayDescription& description : descriptions) {
    const auto given = arrays.find(description.name);
    if (given == arrays.end()) continue;
    const Excess excess = excessOf(description, given->second);
    if (excess.overAll)
      m_names.push_back(description.name);
    else if (excess.overSome && inDoubt == InDoubt::isOfBatch)
      doubtful.push_back(description.name);
  }
  if (exists()) m_names.insert(m_names.end(), doubtful.begin(), doubtful.end());
  for (const std::string& name : m_names) {
    const Index size = shapeOf(arrays.at(name)).front();
    m_size = name == m_names.front() ? size : std::min(m_size, size);
  }
}

bool Batch::has(const std::string& name) const {
  return std::find(m_names.begin(), m_names.end(), name) != m_names.end();
}

void Batch::requireOneSize() const {
  for (const std::string& name : m_names) {
    const Shape &first = shapeOf(m_arrays.at(m_names.front())), &shape = shapeOf(m_arrays.at(name));
    if (shape.front() != first.front())
      fail("array ", name, " of shape ", shapeText(shape), ": found a batch of ", shape.front(), ", expected ",
           first.front(), " items as in array ", m_names.front(), " of shape ", shapeText(first));
  }
}

ArrayBundle Batch::item(Index index) const {
  ArrayBundle item;
  for (const auto& [name, array] : m_arrays) {
    if (!has(name)) {
      item[name] = array;
      continue;
    }
    std::visit(
        [&, &name = name](const auto& whole) {
          using Values = std::decay_t<decltype(whole)>;
          item[name] = Values(withoutFirst(whole.shape()), typename Values::Value{}, name);
        },
        array);
  }
  if (m_size > 0) take(index, item);
  return item;
}

void Batch::take(Index index, ArrayBundle& item) const {
  for (const std::string& name : m_names)
    std::visit(
        [&](auto& part) {
          const auto& whole = std::get<std::decay_t<decltype(part)>>(m_arrays.at(name));
          std::copy_n(whole.begin() + index * part.size(), part.size(), part.begin());
        },
        item.at(name));
}

std::string itemText(Index index, Index size) {
  return "item " + std::to_string(index + 1) + " of " + std::to_string(size) + " of the batch";
}

namespace {

/// Arrays with room for all items, in the shapes of one.
ArrayBundle roomFor(const ArrayBundle& item, Index size) {
  ArrayBundle room;
  for (const auto& [name, array] : item)
    std::visit(
        [&, &name = name](const auto& part) {
          room[name] = std::decay_t<decltype(part)>(withFirst(size, part.shape()), Untouched{}, name);
        },
        array);
  return room;
}

void put(const ArrayBundle& item, Index index, Index size, ArrayBundle& all) {
  for (auto& [name, array] : all) {
    const auto given = item.find(name);
    const Shape expected = withoutFirst(shapeOf(array));
    if (given == item.end() || given->second.index() != array.index() || shapeOf(given->second) != expected)
      fail("array ", name, ": found ", given == item.end() ? "none" : "the shape " + shapeText(shapeOf(given->second)),
           " for ", itemText(index, size), ", expected ", shapeText(expected),
           " as for the first; run such items one by one");
    std::visit(
        [&](auto& whole) {
          const auto& part = std::get<std::decay_t<decltype(whole)>>(given->second);
          std::copy(part.begin(), part.end(), whole.begin() + index * part.size());
        },
        array);
  }
}

/// How many items gave each warning, in the order in which they came.
class Warnings {
 public:
  void add(const Diagnostics& ofItem) {
    for (const std::string& text : ofItem.warnings()) {
      if (m_counts[text]++ == 0) m_order.push_back(text);
    }
  }
  void giveTo(Diagnostics& diagnostics, Index size) const {
    for (const std::string& text : m_order)
      diagnostics.warn(text, " (", m_counts.at(text), " of ", size, " items of the batch)");
  }

 private:
  std::map<std::string, Index> m_counts;
  std::vector<std::string> m_order;
};

}  // namespace

ArrayBundle runBatch(const Batch& batch, const ItemRun& run, Diagnostics& diagnostics, Progress& progress) {
  batch.requireOneSize();
  ArrayBundle item = batch.item(0), all;
  if (batch.size() == 0) {
    Diagnostics ignored;
    return roomFor(run(item, ignored, progress), 0);
  }
  const auto size = static_cast<double>(batch.size());
  Warnings warnings;
  for (Index index = 0; index < batch.size(); ++index) {
    if (index > 0) batch.take(index, item);
    const double begin = static_cast<double>(index) / size;
    progress.update(begin, itemText(index, batch.size()));
    PartProgress part(progress, begin, begin + 1 / size);
    Diagnostics ofItem;
    ArrayBundle outputs;
    try {
      outputs = run(item, ofItem, part);
    } catch (const Error& error) {
      fail(itemText(index, batch.size()), ": ", error.what());
    }
    warnings.add(ofItem);
    if (index == 0) all = roomFor(outputs, batch.size());
    put(outputs, index, batch.size(), all);
  }
  warnings.giveTo(diagnostics, batch.size());
  return all;
}

CostFormulas costOfBatch(const CostFormulas& item) {
  return {"B*(" + item.flops + ")", "B*(" + item.bytes + ")", "(B + 1)*(" + item.memory + ")"};
}

namespace {

std::string titleOfItem(const std::string& title, size_t index) {
  return title + ", " + kBatchItem + " " + std::to_string(index + 1);
}

/// The sets of all items as one.
std::shared_ptr<HeadSet> stacked(const std::vector<std::shared_ptr<HeadSet>>& items) {
  auto all = std::make_shared<HeadSet>(*items.front());
  const bool areHeads = all->numHeads == 1;
  (areHeads ? all->about[kHeadUnit] : all->about[kLayerUnit]) = kBatchItem;
  const auto size = static_cast<Index>(items.size());
  all->maps.clear();
  // Layer by layer: of one head each item is a head of every layer.
  for (Index layer = 0; layer < (areHeads ? items.front()->numLayers : 1); ++layer)
    for (const auto& item : items) {
      const auto first = item->maps.begin() + layer * item->numHeads;
      all->maps.insert(all->maps.end(), first, first + item->numHeads);
    }
  (areHeads ? all->numHeads : all->numLayers) = size;
  return all;
}

}  // namespace

std::vector<NamedMaps> mapsOfOutputs(const Mechanism& mechanism, const ArrayBundle& outputs) {
  const Batch batch = batchOfOutputs(mechanism, outputs);
  if (!batch.exists()) return mechanism.maps(outputs);
  if (batch.size() == 1) return mechanism.maps(batch.item(0));
  std::vector<std::vector<NamedMaps>> items;
  for (Index index = 0; index < batch.size(); ++index) items.push_back(mechanism.maps(batch.item(index)));
  std::vector<NamedMaps> all;
  for (size_t kind = 0; !items.empty() && kind < items.front().size(); ++kind) {
    const NamedMaps& first = items.front()[kind];
    if (!first.heads) continue;
    if (first.heads->numLayers > 1 && first.heads->numHeads > 1) {
      for (size_t index = 0; index < items.size(); ++index)
        all.push_back({titleOfItem(first.title, index), items[index][kind].heads});
      continue;
    }
    std::vector<std::shared_ptr<HeadSet>> sets;
    for (const auto& item : items) sets.push_back(item[kind].heads);
    all.push_back({first.title, stacked(sets)});
  }
  return all;
}

std::vector<NamedCurves> curvesOfRun(const Mechanism& mechanism, const ArrayBundle& inputs,
                                     const ArrayBundle& outputs) {
  const ArrayBundle named = underKnownNames(mechanism, inputs);
  const Batch given = batchOfInputs(mechanism, named), batch = batchOfOutputs(mechanism, outputs);
  const std::string title = "curves";
  std::vector<NamedCurves> all;
  if (!batch.exists()) all.push_back({title, mechanism.curves(named, outputs)});
  for (Index index = 0; batch.exists() && index < batch.size(); ++index)
    all.push_back({titleOfItem(title, static_cast<size_t>(index)),
                   mechanism.curves(given.exists() ? given.item(index) : named, batch.item(index))});
  std::erase_if(all, [](const NamedCurves& curves) { return curves.arrays.empty(); });
  return all;
}

}  // namespace engine
