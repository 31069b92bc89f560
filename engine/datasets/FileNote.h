// What a file of arrays says about itself, so that what was written is opened as the same thing.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/base/Array.h"
#include "engine/base/FileNoteName.h"

namespace engine {

/// Entry of a note: all of what the file holds as the content of a file of text that can be opened; the arrays are for
/// others then.
inline constexpr char kNoteText[] = "text";

/// The note as the array kFileNote. It always has "kind", what the file holds in the words of Kind::name(); the rest is
/// of that kind. From Python: json.loads(bytes(file["headlight"].tolist())). Characters that are no UTF-8 are replaced.
Array<std::int32_t> noteArray(const nlohmann::ordered_json& note);
/// The arrays with this note among them, in place of another one.
ArrayBundle withNote(ArrayBundle arrays, const nlohmann::ordered_json& note);
/// The text of a note's array; empty when it is none.
std::string noteTextOf(const AnyArray& array);
/// The text of the note among the arrays; empty when there is none.
std::string noteTextIn(const ArrayBundle& arrays);

}  // namespace engine
