// How much memory a text takes once it is read.
#pragma once

#include <cstddef>
#include <string_view>

namespace engine {

/// A guess from above, in bytes, without the text itself: what is made of it is about as large, and every record has a
/// name, places and letters of its own, however short it is. Records begin with '>' or, where none does, with each
/// line. Quick where the text is too small to be large in any case.
std::size_t memoryToRead(std::string_view content);

}  // namespace engine
