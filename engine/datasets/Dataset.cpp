// Values of datasets and the list of kinds.
#include "engine/datasets/Dataset.h"

#include <algorithm>

#include "engine/base/Error.h"
#include "engine/datasets/Kind.h"

namespace engine {

#define DATASET_KIND(Name, name) std::unique_ptr<const Kind> make##Name##Kind();
#include "engine/datasets/kinds.def"
#undef DATASET_KIND

namespace {

std::vector<std::unique_ptr<const Kind>>& allKinds() {
  static std::vector<std::unique_ptr<const Kind>> all = [] {
    std::vector<std::unique_ptr<const Kind>> list;
#define DATASET_KIND(Name, name) list.push_back(make##Name##Kind());
#include "engine/datasets/kinds.def"
#undef DATASET_KIND
    return list;
  }();
  return all;
}

DatasetKind kindOfType(const std::type_info& type) {
  const auto& all = kinds();
  for (size_t k = 0; k < all.size(); ++k)
    if (all[k]->type() == type) return static_cast<DatasetKind>(k);
  fail("there is no kind of dataset with values of the type ", type.name());
}

}  // namespace

DatasetValue::DatasetValue(std::shared_ptr<const void> value, const std::type_info& type)
    : m_value(std::move(value)), m_type(&type), m_kind(kindOfType(type)) {}

const std::vector<std::unique_ptr<const Kind>>& kinds() { return allKinds(); }

const Kind& kindOf(DatasetKind kind) { return *kinds().at(static_cast<size_t>(kind)); }

DatasetKind addKind(std::unique_ptr<const Kind> kind) {
  allKinds().push_back(std::move(kind));
  return static_cast<DatasetKind>(allKinds().size() - 1);
}

std::string kindName(DatasetKind kind) { return kindOf(kind).name(); }

std::uint64_t versionOf(const std::vector<std::uint64_t>& parts) {
  if (std::all_of(parts.begin(), parts.end(),
                  [](auto part) { return part == 0 || part == Provenance::kUnknownVersion; }))
    return 0;
  std::uint64_t version = 0xcbf29ce484222325;
  for (const std::uint64_t part : parts) version = (version ^ part) * 0x9e3779b97f4a7c15 + (version >> 29);
  return version == 0 || version == Provenance::kUnknownVersion ? 1 : version;
}

}  // namespace engine
