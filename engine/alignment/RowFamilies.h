// Rows of an alignment that are of several families: which row is of which, and lines of a file that tell it.
#pragma once

#include <string>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/alignment/IndexRanges.h"
#include "engine/base/Diagnostics.h"

namespace engine {

/// Rows say by a note under this tag which family they are of.
inline constexpr const char* kFamilyTag = "family";

struct RowFamily {
  std::string name;  ///< may be empty
  IndexRanges rows;
  bool operator==(const RowFamily&) const = default;
};

/// The families that rows name, in the order of their first rows; none where no row does.
std::vector<RowFamily> familiesOf(const Alignment& alignment);

/// A line for each family, to be the text of a comment: "family 1-12,14 NAME", rows counted from 1.
std::vector<std::string> familyLines(const Alignment& alignment);

/// Notes of the alignment under `tag` that are familyLines() become notes of their rows. One that names no row, rows
/// that there are not, or rows of an earlier one stays a note; of the latter two the user is told.
void takeFamilyLines(Alignment& alignment, const std::string& tag, const std::string& source,
                     Diagnostics& diagnostics);

}  // namespace engine
