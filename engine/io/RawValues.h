// The few values of small arrays of a file that are no numbers to compute with: texts, flags, positions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/io/RawArray.h"

namespace engine {

/// Whether the elements are texts: NumPy's "<U5" and "|S5".
bool hasTexts(const RawArray& array);

/// All elements in the order of the file, in UTF-8. Throws Error naming file and array when there are more than `most`,
/// or when they are not all there.
std::vector<std::string> readTexts(const RawArray& array, Index most);

/// All elements of an array of integers, flags or floating-point numbers, cut off at the decimal point. Nothing for
/// other types. Throws Error as above.
std::optional<std::vector<Index>> readIntegers(const RawArray& array, Index most);

/// Whether the elements are flags, a byte each.
bool hasFlags(const RawArray& array);
/// Elements [first, first + count) of an array of flags in the order of the file. Throws Error naming file and array.
void readFlags(const RawArray& array, Index first, Index count, Bool* target);

}  // namespace engine
