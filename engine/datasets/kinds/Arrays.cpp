// Named arrays of any meaning. Where they name the letters of residues (LetterArray.h), these are their positions.
// Files of arrays that were computed tell by which operation (FileNote.h).
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "engine/base/Array.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/FileNote.h"
#include "engine/datasets/LetterArray.h"
#include "engine/datasets/TypedKind.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

/// What was computed says by what; what was loaded goes on saying what its file said.
Exported withOrigin(const Dataset& dataset, const CommandOf&) {
  const Request& request = dataset.provenance.request;
  if (request.operation.empty()) return dataset.value;
  const auto& arrays = *dataset.as<ArrayBundle>();
  Json note = Json::parse(noteTextIn(arrays), nullptr, false);
  if (!note.is_object()) note = Json::object();
  note["kind"] = "arrays";
  note["operation"] = request.operation;
  note["parameters"] = parametersJson(request.parameters);
  return exported(withNote(arrays, note));
}

class ArraysKind : public TypedKind<ArrayBundle> {
 public:
  std::string name() const override { return "arrays"; }
  std::string heading() const override { return "Arrays"; }
  std::string icon() const override { return "arrays"; }
  std::vector<Exporter> exporters() const override {
    return {{".npz", "", "all arrays", withOrigin}, {".safetensors", "", "all arrays", withOrigin}};
  }

  Index numPositions(const Dataset& dataset) const override {
    return dataset.axes.empty() ? static_cast<Index>(lettersOf(dataset).size()) : 0;
  }
  std::vector<Residues> parts(const Dataset& dataset) const override {
    if (numPositions(dataset) == 0) return {};
    return {residuesOfLetters(dataset.title, lettersOf(dataset))};
  }

 protected:
  std::string sizeOf(const ArrayBundle& bundle) const override {
    return counted(static_cast<Index>(bundle.size() - bundle.count(kFileNote)), "array");
  }
  Json factsOf(const ArrayBundle& bundle) const override {
    Json arrays = Json::object();
    // Names differ: looking each up among those before would be quadratic.
    auto& entries = arrays.get_ref<Json::object_t&>();
    for (const auto& [name, array] : bundle) {
      if (name == kFileNote) continue;
      Json facts{{"shape", shapeOf(array)}, {"type", typeNameOf(array)}};
      if (elementCount(shapeOf(array)) <= kMostValues) facts["values"] = valuesOf(array);
      entries.emplace_back(name, std::move(facts));
    }
    return {{"arrays", std::move(arrays)}};
  }

 private:
  static constexpr Index kMostValues = 32;  ///< of an array that is told as a whole
  /// Row by row; what JSON has no number for is null.
  static Json valuesOf(const AnyArray& array) {
    Json values = Json::array();
    const auto add = [&values](auto one) {
      if constexpr (std::is_integral_v<decltype(one)>)
        values.push_back(one);
      else
        values.push_back(std::isfinite(static_cast<double>(one)) ? Json(static_cast<double>(one)) : Json());
    };
    std::visit([&add](const auto& all) { std::for_each(all.begin(), all.end(), add); }, array);
    return values;
  }
  static std::string lettersOf(const Dataset& dataset) {
    const auto* arrays = dataset.as<ArrayBundle>();
    return arrays ? lettersIn(*arrays) : std::string();
  }
};

}  // namespace

std::unique_ptr<const Kind> makeArraysKind() { return std::make_unique<ArraysKind>(); }

}  // namespace engine
