// Several words as one text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace engine {

/// "a, b, c": `textOf` each item (a function or a member of it, also behind a pointer) with `separator` between them.
template <class Items, class TextOf = std::identity>
std::string joined(const Items& items, TextOf textOf = {}, std::string_view separator = ", ") {
  std::string text;
  for (bool isFirst = true; const auto& item : items) {
    if (!isFirst) text += separator;
    text += std::invoke(textOf, item);
    isFirst = false;
  }
  return text;
}

}  // namespace engine
