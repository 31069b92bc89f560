// Named arrays of any meaning.
#include "engine/base/Array.h"
#include "engine/datasets/TypedKind.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

class ArraysKind : public TypedKind<ArrayBundle> {
 public:
  std::string name() const override { return "arrays"; }
  std::string heading() const override { return "Arrays"; }
  std::string icon() const override { return "arrays"; }

 protected:
  std::string sizeOf(const ArrayBundle& bundle) const override {
    return counted(static_cast<Index>(bundle.size()), "array");
  }
  Json factsOf(const ArrayBundle& bundle) const override {
    Json arrays = Json::object();
    // Names differ: looking each up among those before would be quadratic.
    auto& entries = arrays.get_ref<Json::object_t&>();
    for (const auto& [name, array] : bundle)
      entries.emplace_back(name, Json{{"shape", shapeOf(array)}, {"type", typeNameOf(array)}});
    return {{"arrays", std::move(arrays)}};
  }
};

}  // namespace

std::unique_ptr<const Kind> makeArraysKind() { return std::make_unique<ArraysKind>(); }

}  // namespace engine
