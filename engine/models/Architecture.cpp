#include "engine/models/Architecture.h"

#include <algorithm>

#include "engine/base/Joined.h"

namespace engine {

#define MODEL(Name) std::unique_ptr<const Architecture> make##Name();
#include "engine/models/models.def"
#undef MODEL

const std::vector<std::unique_ptr<const Architecture>>& architectures() {
  static const auto all = [] {
    std::vector<std::unique_ptr<const Architecture>> list;
#define MODEL(Name) list.push_back(make##Name());
#include "engine/models/models.def"
#undef MODEL
    return list;
  }();
  return all;
}

void requireResidueNumbers(const ModelInput& input, Index residues) {
  if (!input.residueNumbers.empty())
    requireShape("residue_numbers", {static_cast<Index>(input.residueNumbers.size())}, {residues});
}

const Architecture* recognisedArchitecture(const ModelWeights& weights) {
  const auto found = std::find_if(architectures().begin(), architectures().end(),
                                  [&](const auto& one) { return one->recognises(weights); });
  return found == architectures().end() ? nullptr : found->get();
}

const Architecture& architectureOf(const ModelWeights& weights) {
  if (const Architecture* found = recognisedArchitecture(weights)) return *found;
  constexpr size_t kNamed = 3;
  std::vector<std::string> names;
  for (const WeightEntry& entry : weights.source->entries())
    if (names.size() < kNamed) names.push_back(entry.name);
  fail(weights.source->name(), ": found ", weights.source->entries().size(), " arrays of no model that is known",
       names.empty() ? "" : " (", joined(names), names.empty() ? "" : ", ...)", ", expected weights of ",
       joined(architectures(), [](const auto& one) { return one->title(); }));
}

void requireNames(const ModelWeights& weights, const Architecture& architecture, const ModelSizes& sizes) {
  std::vector<std::string> missing = architecture.neededNames(weights, sizes);
  std::erase_if(missing, [&](const std::string& name) { return weights.contains(name); });
  if (missing.empty()) return;
  constexpr size_t kNamed = 3;
  const size_t others = missing.size() > kNamed ? missing.size() - kNamed : 0;
  missing.resize(missing.size() - others);
  fail(weights.source->name(), ": found ", architecture.title(), " without ", joined(missing),
       others > 0 ? " and " + std::to_string(others) + " more" : "", ", expected all of its arrays");
}

}  // namespace engine
