// Numbers that a dataset has for each of its positions: what is plotted along a chain or a profile.
#pragma once

#include <string>
#include <vector>

namespace engine {

struct NumberColumn {
  std::string name, unit;      ///< unit may be empty
  std::vector<double> values;  ///< one per row; NaN where there is none
};

struct PositionNumbers {
  /// Of one length. When the first two are angles, a plot begins with these against each other.
  std::vector<NumberColumn> columns{};
  std::vector<std::string> labels{};  ///< of the positions, may be empty: their numbers from 1
};

inline constexpr const char* kDegreeUnit = "°";  ///< of angles

}  // namespace engine
