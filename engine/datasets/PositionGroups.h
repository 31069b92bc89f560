// Named groups of positions: sectors of a family, sites, domains. Arrays carry them beside the letters or the axis that
// the positions are counted by.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Name of the array (L) of them, and of the axis whose labels are their names.
inline constexpr char kGroupArray[] = "groups", kGroupAxis[] = "group";

struct PositionGroups {
  std::vector<Index> groups;       ///< L, of each position from 1; 0: none
  std::vector<std::string> names;  ///< of group 1, 2, ...

  bool isEmpty() const { return names.empty(); }
  bool operator==(const PositionGroups&) const = default;
};

/// Groups that are told by numbers, as files have them: each array (of any length) lists the numbers of one group and is
/// called as it is; what is no number is skipped, so that columns of a table may end early. `numbers`: of each position,
/// nothing where it has none. A position in several groups is of the first. Throws Error naming an array that is no
/// list.
PositionGroups groupsByNumber(const ArrayBundle& lists, const std::vector<std::optional<Index>>& numbers);

void addGroups(ArrayBundle& arrays, const PositionGroups& groups);
/// Empty where the arrays have none. Throws Error where a number is of no group.
PositionGroups groupsIn(const ArrayBundle& arrays);

}  // namespace engine
