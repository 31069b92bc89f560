// One array in the NPY format of NumPy.
//
// Source: the description of the format at numpy.org (NEP 1, versions 1.0 to 3.0).
#pragma once

#include <string>
#include <string_view>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"

namespace engine {

/// Bytes that the description of an array may take; NumPy writes some 120.
inline constexpr std::size_t kLongestNpyHeader = std::size_t{1} << 16;

struct NpyHeader {
  std::string descr;  ///< "<f4"
  bool isFortran = false;
  Shape shape;
};

/// Takes the header from the front of `bytes`; the values are what remains. `what` begins every error.
NpyHeader takeNpyHeader(std::string_view& bytes, const std::string& what);

/// Reads float16 (as float32), float32, float64, int32, int64 and bool arrays of either byte order, in C or Fortran
/// order; the result is in C order. `name` becomes the array's name; `what` ("file.npz, array q") begins every error.
/// Throws Error for other types, naming them, and for damaged or incomplete data. Bytes behind the array are reported
/// as a warning.
AnyArray readNpyArray(std::string_view bytes, const std::string& name, const std::string& what,
                      Diagnostics& diagnostics);

/// What precedes the values of a C order array: version 1.0, a multiple of 64 bytes.
std::string npyPrefix(const std::string& descr, const Shape& shape);

/// Version 1.0, little endian, C order, data aligned to 64 bytes.
std::string writeNpyArray(const AnyArray& array);

}  // namespace engine
