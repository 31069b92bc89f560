// Values of datasets and the list of kinds.
#include "engine/datasets/Dataset.h"

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

}  // namespace engine
