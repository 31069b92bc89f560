#include "engine/datasets/PositionGroups.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/base/Error.h"
#include "engine/datasets/ArrayText.h"

namespace engine {

PositionGroups groupsByNumber(const ArrayBundle& lists, const std::vector<std::optional<Index>>& numbers) {
  PositionGroups found;
  found.groups.assign(numbers.size(), 0);
  for (const auto& [name, array] : lists) {
    if (isArrayText(name)) continue;
    const auto values = numbersOf<double>(lists, name, NonFinite::allow);
    requireShape(name, values.shape(), {-1});
    std::set<Index> members;
    for (const double value : values)
      if (std::isfinite(value) && std::abs(value) < 1e9) members.insert(Index(std::llround(value)));
    found.names.push_back(name);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      if (numbers[k] && found.groups[k] == 0 && members.contains(*numbers[k]))
        found.groups[k] = std::ssize(found.names);
  }
  if (found.isEmpty()) found.groups.clear();
  return found;
}

void addGroups(ArrayBundle& arrays, const PositionGroups& groups) {
  arrays[kGroupArray] =
      Array<double>({std::ssize(groups.groups)}, std::vector<double>(groups.groups.begin(), groups.groups.end()));
  labelAxis(arrays, kGroupAxis, groups.names);
  tellOf(arrays, {kGroupArray, {"position"}, "group of the position, 0: none"});
}

PositionGroups groupsIn(const ArrayBundle& arrays) {
  PositionGroups found;
  if (!arrays.contains(kGroupArray)) return found;
  found.names = labelsIn(arrays, kGroupAxis);
  if (found.isEmpty()) return found;
  const auto values = numbersOf<double>(arrays, kGroupArray);
  requireShape(kGroupArray, values.shape(), {-1});
  for (const double group : values) {
    if (!(group >= 0 && group <= double(found.names.size())))
      fail("array ", kGroupArray, ": found ", group, ", expected 0 to ", found.names.size());
    found.groups.push_back(Index(group));
  }
  return found;
}

}  // namespace engine
