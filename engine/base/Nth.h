// Elements by Index, which is signed, of containers that count without a sign.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

#include "engine/base/Array.h"

namespace engine {

/// container[index]; 0 <= index < size, which is checked where assertions are on.
template <class Container>
constexpr decltype(auto) nth(Container&& container, Index index) {
  if constexpr (requires { container.size(); })
    assert(index >= 0 && static_cast<std::size_t>(index) < static_cast<std::size_t>(container.size()));
  return container[static_cast<std::size_t>(index)];
}

/// The same of containers with an element per enumerator.
template <class Container, class Enumerator>
  requires std::is_enum_v<Enumerator>
constexpr decltype(auto) nth(Container&& container, Enumerator enumerator) {
  return nth(container, static_cast<Index>(enumerator));
}

}  // namespace engine
