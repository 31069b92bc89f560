// The list of mechanisms and the checks that all of them share.
#include "engine/attention/Mechanism.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace engine {

#define MECHANISM(Name) std::unique_ptr<const Mechanism> make##Name();
#include "engine/attention/mechanisms.def"
#undef MECHANISM

namespace {

ArrayType typeOf(const AnyArray& array) {
  if (std::holds_alternative<Array<Bool>>(array)) return ArrayType::boolean;
  const bool isReal = std::holds_alternative<Array<float>>(array) || std::holds_alternative<Array<double>>(array);
  return isReal ? ArrayType::real : ArrayType::integer;
}

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

}  // namespace

ArrayBundle Mechanism::run(const ArrayBundle& inputs, const ParameterValues& values, Precision precision,
                           const Compute& where, Diagnostics& diagnostics, Progress& progress) const {
  checkInputs(id(), this->inputs(), inputs);
  const ParameterValues complete = completed(parameters(), values);
  if (precision == Precision::float64 && where.device != nullptr)
    diagnostics.warn("float64 is computed on the native CPU path");
  const Compute place{precision == Precision::float64 ? nullptr : where.device, where.threads};
  try {
    return compute(inputs, complete, precision, place, diagnostics, progress);
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

const Mechanism& findMechanism(const std::string& id) {
  std::string known;
  for (const auto& mechanism : mechanisms()) {
    if (mechanism->id() == id) return *mechanism;
    known += (known.empty() ? "" : ", ") + mechanism->id();
  }
  fail("attention mechanism \"", id, "\" is not known, expected one of: ", known);
}

}  // namespace engine
