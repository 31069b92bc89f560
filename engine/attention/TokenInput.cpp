#include "engine/attention/TokenInput.h"

namespace engine {

Array<std::int64_t> integersOf(const ArrayBundle& inputs, const std::string& name) {
  const AnyArray& array = inputs.at(name);
  if (const auto* small = std::get_if<Array<std::int32_t>>(&array))
    return Array<std::int64_t>(small->shape(), std::vector<std::int64_t>(small->begin(), small->end()), name);
  Array<std::int64_t> result = std::get<Array<std::int64_t>>(array);
  result.name = name;
  return result;
}

}  // namespace engine
