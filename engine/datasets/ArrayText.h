// What the note of a file (FileNote.h) tells of its arrays: their order, what their axes are called, what stands along
// an axis. So a file of them says as much as the result it was written from.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// What is told of one array.
struct ArrayNote {
  std::string name;
  std::vector<std::string> axes;  ///< one per axis: "residue x"; what has one name is counted together
  std::string help;               ///< one line
  bool operator==(const ArrayNote&) const = default;
};

/// Adds an array with what is told of it, behind those before. Throws Error unless each axis has a name, and for a name
/// that is there already.
void addArray(ArrayBundle& arrays, AnyArray array, ArrayNote note);
/// Of an array that is there already. Throws Error unless each of its axes has a name.
void tellOf(ArrayBundle& arrays, const ArrayNote& note);
/// Texts along an axis, one for each place.
void labelAxis(ArrayBundle& arrays, const std::string& axis, const std::vector<std::string>& labels);

/// Of the arrays that something is told of, in the order in which they were added; those that are not there any more
/// or have other numbers of axes are left out. Older files tell it by arrays of letters: read alike.
std::vector<ArrayNote> notesIn(const ArrayBundle& arrays);
/// Empty: none.
std::vector<std::string> labelsIn(const ArrayBundle& arrays, const std::string& axis);
/// Whether an array of this name is about the others instead of holding numbers: the note, and texts of old files.
bool isArrayText(const std::string& name);

}  // namespace engine
