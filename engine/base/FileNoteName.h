// What rooms that know no datasets must know of the notes in files of arrays (engine/datasets/FileNote.h).
#pragma once

namespace engine {

/// Name of an array (n) of bytes among the arrays of a file: an object of JSON in UTF-8, which says what the file
/// holds. It is about the other arrays: whoever takes arrays passes it over.
inline constexpr char kFileNote[] = "headlight";

}  // namespace engine
