// What a setting of at(...) or of a control sets: "T", "Q", "Q[1,1]".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/expression/Value.h"

namespace engine {

struct SettingTarget {
  std::string name;
  std::vector<Index> indices;  ///< from 1; empty: the whole value
  bool operator==(const SettingTarget&) const = default;
};

/// "Q[1,1]", "T": as settings and cell controls are called.
std::string settingKey(const SettingTarget& target);
/// Throws Error for anything else than a name with perhaps numbers in brackets.
SettingTarget settingTarget(std::string_view key);

/// The value with one of its cells (or rows, with fewer indices than axes) set to `part`. Without indices: `part`.
/// Throws Error when the value is no array, the index is outside or the shapes do not fit.
LessonValue withPart(const LessonValue& whole, const SettingTarget& target, const LessonValue& part);

/// What somebody wrote to set a control, "0.5", "(1 2)", "boxcar": an expression without names, else the text itself.
LessonValue settingValue(const std::string& text);

}  // namespace engine
