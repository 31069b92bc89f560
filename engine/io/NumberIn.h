// A number that is a whole text.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace engine {

/// Nothing where the text is not one number and only that.
template <class Number>
std::optional<Number> numberIn(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool isWhole = error == std::errc{} && end == text.data() + text.size();
  return isWhole ? std::optional(value) : std::nullopt;
}

}  // namespace engine
