// The list of mechanisms and the checks that all of them share.
#include "engine/attention/Mechanism.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <new>
#include <set>

#include "engine/attention/ArrayTypeOf.h"
#include "engine/attention/Batch.h"
#include "engine/attention/KnownNames.h"
#include "engine/attention/MapAxes.h"
#include "engine/attention/ShapeText.h"
#include "engine/base/FileNoteName.h"
#include "engine/base/Joined.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Random.h"

namespace engine {

#define MECHANISM(Name) std::unique_ptr<const Mechanism> make##Name();
#include "engine/attention/mechanisms.def"
#undef MECHANISM

namespace {

const char* typeText(ArrayType type) {
  if (type == ArrayType::boolean) return "bool";
  return type == ArrayType::real ? "float32 or float64" : "int32 or int64";
}

template <class T>
void requireFinite(const ArrayDescription& description, const Array<T>& array) {
  if constexpr (std::is_floating_point_v<T>)
    for (Index k = 0; k < array.size(); ++k) {
      if (std::isfinite(array[k]) || (description.mayBeMissing && std::isnan(array[k]))) continue;
      fail("array ", description.name, " of shape ", shapeText(array.shape()), ": value number ", k,
           " (in C order) is ", array[k], ", expected ",
           description.mayBeMissing ? "a finite number or NaN for missing" : "a finite number");
    }
}

void checkArray(const ArrayDescription& description, const AnyArray& array) {
  if (typeOf(array) != description.type)
    fail("array ", description.name, ": found ", typeNameOf(array), " of shape ", shapeText(shapeOf(array)),
         ", expected ", typeText(description.type), " of shape ", description.shape);
  std::visit([&](const auto& values) { requireFinite(description, values); }, array);
}

std::string namesOf(const std::vector<ArrayDescription>& descriptions) {
  std::string text;
  for (const ArrayDescription& description : descriptions) {
    if (!text.empty()) text += ", ";
    text += description.isOptional ? "[" + description.name + "]" : description.name;
  }
  return text;
}

void checkInputs(const std::string& mechanism, const std::vector<ArrayDescription>& descriptions,
                 const ArrayBundle& inputs) {
  for (const auto& [name, array] : inputs) {
    if (name == kFileNote) continue;
    const auto known = std::find_if(descriptions.begin(), descriptions.end(),
                                    [&name = name](const ArrayDescription& d) { return d.name == name; });
    if (known == descriptions.end())
      fail("attention ", mechanism, ": unknown array ", name, " of shape ", shapeText(shapeOf(array)),
           ", expected some of ", namesOf(descriptions));
    checkArray(*known, array);
  }
  for (const ArrayDescription& description : descriptions)
    if (!description.isOptional && inputs.count(description.name) == 0)
      fail("attention ", mechanism, ": array ", description.name, " is missing, expected shape ", description.shape);
}

/// Lengths of the letters that no array has bound yet. An axis that is absent in front has length 1; a shape with more
/// axes is another alternative and binds nothing.
void bindLetters(const std::vector<std::string>& axes, const Shape* shape, std::set<std::string>& bound, Sizes& sizes) {
  for (size_t k = 1; k <= axes.size(); ++k) {
    const std::string& letter = axes[axes.size() - k];
    if (!isShapeLetter(letter)) continue;
    sizes.try_emplace(letter, 1);
    if (shape == nullptr || shape->size() > axes.size() || !bound.insert(letter).second) continue;
    sizes[letter] = k <= shape->size() ? static_cast<double>((*shape)[shape->size() - k]) : 1;
  }
}

/// A length for every letter of the required arrays, in the order in which they come.
Sizes lengthsOf(const std::vector<ArrayDescription>& descriptions, const std::function<double(size_t)>& lengthOf) {
  Sizes lengths;
  for (const ArrayDescription& description : descriptions)
    if (!description.isOptional)
      for (const std::string& axis : axesOf(description.shape))
        if (isShapeLetter(axis)) lengths.try_emplace(axis, lengthOf(lengths.size()));
  return lengths;
}

/// The required arrays in these lengths: deterministic numbers, true, or 0.
ArrayBundle requiredArrays(const std::vector<ArrayDescription>& descriptions, const Sizes& lengths) {
  ArrayBundle arrays;
  std::uint64_t seed = 100;
  for (const ArrayDescription& description : descriptions) {
    if (description.isOptional) continue;
    Shape shape;
    for (const std::string& axis : axesOf(description.shape))
      shape.push_back(static_cast<Index>(evaluateFormula(axis, lengths)));
    const std::string& name = description.name;
    if (description.type == ArrayType::real)
      arrays[name] = deterministicArray<float>(seed++, shape, 1, name);
    else if (description.type == ArrayType::boolean)
      arrays[name] = Array<Bool>(shape, Bool{1}, name);
    else
      arrays[name] = Array<std::int64_t>(shape, 0, name);
  }
  return arrays;
}

/// The name in the list that is meant by `given`: itself, or what it ends with after a dot, when that has a dot, too.
/// Checkpoints put the path of a module before the names of its weights.
std::string nameWithoutPath(const std::vector<ArrayDescription>& descriptions, const std::string& given) {
  const auto is = [&](const ArrayDescription& d) { return d.name == given; };
  if (std::any_of(descriptions.begin(), descriptions.end(), is)) return given;
  const auto endsWith = [&](const ArrayDescription& d) {
    return d.name.find('.') != std::string::npos && given.ends_with("." + d.name);
  };
  const auto found = std::find_if(descriptions.begin(), descriptions.end(), endsWith);
  return found == descriptions.end() ? given : found->name;
}

/// The arrays under their names in the list.
ArrayBundle withoutPaths(const std::string& mechanism, const std::vector<ArrayDescription>& descriptions,
                         const ArrayBundle& inputs) {
  ArrayBundle known;
  for (const auto& [given, array] : inputs) {
    const std::string name = nameWithoutPath(descriptions, given);
    if (!known.emplace(name, array).second)
      fail("attention ", mechanism, ": array ", given, " of shape ", shapeText(shapeOf(array)), " is a second one for ",
           name, ", expected one");
  }
  return known;
}

bool haveNoPaths(const std::vector<ArrayDescription>& descriptions, const ArrayBundle& inputs) {
  return std::all_of(inputs.begin(), inputs.end(),
                     [&](const auto& entry) { return nameWithoutPath(descriptions, entry.first) == entry.first; });
}

}  // namespace

ArrayBundle underKnownNames(const Mechanism& mechanism, const ArrayBundle& inputs) {
  return withoutPaths(mechanism.id(), mechanism.inputs(), inputs);
}

const char* titleOf(MechanismGroup group) {
  constexpr const char* kTitles[] = {"Scores", "Heads", "Alignments", "Structures", "Kernels", "Whole layers"};
  return kTitles[static_cast<size_t>(group)];
}

ArrayBundle Mechanism::sampleInput() const {
  return requiredArrays(inputs(), lengthsOf(inputs(), [](size_t known) { return double(known + 2); }));
}

Sample Mechanism::sample() const { return {"Sample", sampleInput(), {}, {}, {}}; }

namespace {

/// Letters where all names have one, tokens where some have more.
void nameAxis(const std::vector<std::string>& names, std::string& letters, std::vector<std::string>& tokens) {
  const bool areLetters = std::all_of(names.begin(), names.end(), [](const auto& name) { return name.size() == 1; });
  letters.clear();
  if (!areLetters) tokens = names;
  for (const std::string& name : names)
    if (areLetters) letters += name;
}

}  // namespace

void nameMaps(HeadSet& maps, const Sample& sample) {
  const auto fits = [](Index length) {
    return [length](const auto& names) { return static_cast<Index>(names.size()) == length; };
  };
  const auto& lists = sample.positions;
  const auto queries = std::find_if(lists.begin(), lists.end(), fits(maps.numQueries));
  if (queries != lists.end()) nameAxis(*queries, maps.queryLetters, maps.queryTokens);
  const auto keys = std::find_if(lists.rbegin(), lists.rend(), fits(maps.numKeys));
  if (keys != lists.rend()) nameAxis(*keys, maps.keyLetters, maps.keyTokens);
  if (static_cast<Index>(sample.headLabels.size()) != maps.numHeads) return;
  for (size_t k = 0; k < maps.maps.size(); ++k) {
    auto labelled = std::make_shared<AttentionMap>(*maps.maps[k]);
    labelled->label = sample.headLabels[k % sample.headLabels.size()];
    maps.maps[k] = std::move(labelled);
  }
}

std::vector<BenchCase> Mechanism::benchCases() const {
  for (Index length = 16;; length *= 2) {
    const Sizes lengths = lengthsOf(inputs(), [&](size_t) { return double(length); });
    ArrayBundle arrays = requiredArrays(inputs(), lengths);
    if (length < 65536 && costOf(arrays, {}, Precision::float32).flops < 1e7) continue;
    std::string sizes;
    for (const auto& [letter, number] : lengths) sizes += letter + "=";
    return {{sizes + std::to_string(length), {}, std::move(arrays)}};
  }
}

Sizes Mechanism::sizes(const ArrayBundle& inputs, const ParameterValues& values) const {
  Sizes sizes;
  for (const auto& [key, value] : values.all())
    if (const auto* number = std::get_if<std::int64_t>(&value)) sizes[key] = static_cast<double>(*number);
  std::set<std::string> bound;
  for (const bool isOptional : {false, true})  // "(B) or (B, n)" must not rename what a required array says
    for (const ArrayDescription& description : this->inputs()) {
      if (description.isOptional != isOptional) continue;
      const std::vector<std::string> axes = axesOf(description.shape);
      const auto given = inputs.find(description.name);
      bindLetters(axes, given == inputs.end() ? nullptr : &shapeOf(given->second), bound, sizes);
    }
  return sizes;
}

Cost Mechanism::costOf(const ArrayBundle& inputs, const ParameterValues& values, Precision precision) const {
  const std::vector<ArrayDescription> descriptions = this->inputs();
  if (!haveNoPaths(descriptions, inputs)) return costOf(withoutPaths(id(), descriptions, inputs), values, precision);
  const ParameterValues complete = completed(parameters(), values);
  const Batch batch = batchOfInputs(*this, inputs);
  Sizes lengths = batch.exists() ? sizes(batch.item(0), complete) : sizes(inputs, complete);
  lengths["w"] = precision == Precision::float64 ? 8 : 4;
  if (!batch.exists()) return evaluateCost(cost(complete), lengths);
  lengths["B"] = static_cast<double>(batch.size());
  return evaluateCost(costOfBatch(cost(complete)), lengths);
}

bool Mechanism::runsOnDevice(const ArrayBundle& inputs, const ParameterValues& values, Precision precision) const {
  const Batch batch = batchOfInputs(*this, inputs);
  return precision == Precision::float32 &&
         usesDevice(batch.exists() ? batch.item(0) : inputs, completed(parameters(), values));
}

std::vector<NamedMaps> Mechanism::maps(const ArrayBundle& outputs) const {
  std::vector<NamedMaps> maps;
  const auto weights = outputs.find("A");
  const size_t rank = weights == outputs.end() ? 0 : shapeOf(weights->second).size();
  if (auto heads = mapsOf(outputs, "A", "S", mapAxes(*this, "A", rank)))
    maps.push_back({"attention", std::move(heads)});
  return maps;
}

ArrayBundle Mechanism::run(const ArrayBundle& inputs, const ParameterValues& values, Precision precision,
                           const Compute& where, Diagnostics& diagnostics, Progress& progress) const {
  const std::vector<ArrayDescription> descriptions = this->inputs();
  if (!haveNoPaths(descriptions, inputs))
    return run(withoutPaths(id(), descriptions, inputs), values, precision, where, diagnostics, progress);
  checkInputs(id(), descriptions, inputs);
  const ParameterValues complete = completed(parameters(), values);
  const bool onDevice = where.device != nullptr && runsOnDevice(inputs, complete, precision);
  if (where.device != nullptr && !onDevice)
    diagnostics.warn(precision == Precision::float64 ? "float64" : "attention " + id(),
                     " is computed on the native CPU path");
  requireMemory(costOf(inputs, complete, precision).memory, "the arrays of this computation",
                "use fewer or smaller arrays, or drop the maps where that is a parameter");
  const Compute place{onDevice ? where.device : nullptr, where.threads};
  const auto computed = [&](const ArrayBundle& item, Diagnostics& heard, Progress& part) {
    return compute(item, complete, precision, place, heard, part);
  };
  const Batch batch = batchOfInputs(*this, inputs);
  try {
    return batch.exists() ? runBatch(batch, computed, diagnostics, progress) : computed(inputs, diagnostics, progress);
  } catch (const std::bad_alloc&) {
    fail("attention ", id(), ": not enough memory for arrays of this size");
  }
}

const std::vector<std::unique_ptr<const Mechanism>>& mechanisms() {
  static const auto kList = [] {
    std::vector<std::unique_ptr<const Mechanism>> list;
#define MECHANISM(Name) list.push_back(make##Name());
#include "engine/attention/mechanisms.def"
#undef MECHANISM
    return list;
  }();
  return kList;
}

const Mechanism& findMechanism(std::string_view id) {
  for (const auto& mechanism : mechanisms())
    if (mechanism->id() == id) return *mechanism;
  fail("attention mechanism \"", id, "\" is not known, expected one of: ", joined(mechanisms(), &Mechanism::id));
}

}  // namespace engine
