// Facts about datasets in words.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/base/Array.h"

namespace engine {

/// Names that are listed among the facts.
inline constexpr std::size_t kMaxNames = 1000;
/// Lines of a list that is read by people, not by programs.
inline constexpr std::size_t kMaxLines = 20;

/// "1 column", "2 columns".
std::string counted(Index count, const std::string& noun);
/// With so many digits behind the point.
std::string fixed(double value, int digits);
/// A share of one in whole percents: "48 %".
std::string percent(double share);
/// A line for each fact, "  columns: 141"; what is in lists and objects goes on lines of its own, kMaxLines of them.
std::string linesOf(const nlohmann::ordered_json& facts);

}  // namespace engine
