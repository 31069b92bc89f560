// JSON from files: anybody may have written it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace engine {

/// Lists and objects inside each other, at most: writing and destroying values calls itself once for each of them.
inline constexpr std::size_t kDeepestJson = 256;

/// Throws Error that begins with `source` when the text is no JSON, is nested deeper than kDeepestJson (found before
/// anything is made of it), or when its values would not fit into the memory budget.
nlohmann::json parseJson(std::string_view text, const std::string& source);

/// Whether JSON can hold the text as it is.
bool isUtf8(std::string_view text);
/// The text for a message: bytes that are no printable character as "\xFF".
std::string shownBytes(std::string_view text);

}  // namespace engine
