// An NPY array that stays where it lies.
#pragma once

#include <memory>
#include <string>

#include "engine/io/RawArray.h"

namespace engine {

/// The array whose `size` bytes begin at `offset`, header first. Throws Error naming file and array when the header is
/// damaged or the values of a type that can be read in parts are not all there.
RawArray rawNpyArray(const std::shared_ptr<const ByteSource>& bytes, std::size_t offset, std::size_t size,
                     const std::string& name);

}  // namespace engine
