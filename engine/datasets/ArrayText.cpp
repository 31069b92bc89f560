#include "engine/datasets/ArrayText.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "engine/base/Error.h"
#include "engine/datasets/FileNote.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char kAbout[] = "about", kAlong[] = "along";  // entries of the note

/// Of old files: a line for each array, with its name, names of the axes with commas between them, help; tabs between
/// the three. Texts are rows of UTF-8 bytes, 0 behind the end of a shorter one.
const std::string kOldNotes = "about_arrays", kOldLabels = "labels_of_";

Json noteOf(const ArrayBundle& arrays) {
  Json note = Json::parse(noteTextIn(arrays), nullptr, false);
  return note.is_object() ? note : Json{{"kind", "arrays"}};
}

/// An entry of an object; null where there is none.
Json entryOf(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found == object.end() ? Json() : *found;
}

std::string textOf(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

std::vector<std::string> textsOf(const Json& list) {
  std::vector<std::string> texts;
  if (list.is_array())
    for (const Json& text : list) texts.push_back(textOf(text));
  return texts;
}

std::vector<std::string> partsOf(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<std::string> oldTexts(const ArrayBundle& arrays, const std::string& name) {
  const auto found = arrays.find(name);
  const auto* const codes = found == arrays.end() ? nullptr : std::get_if<Array<std::int32_t>>(&found->second);
  if (!codes || codes->rank() != 2) return {};
  std::vector<std::string> texts(static_cast<size_t>(codes->length(0)));
  for (size_t k = 0; k < texts.size(); ++k)
    for (Index c = 0; c < codes->length(1); ++c) {
      const std::int32_t code = (*codes)(k, c);
      if (code < 0 || code > 255) return {};
      if (code == 0) break;
      texts[k] += static_cast<char>(code);
    }
  return texts;
}

ArrayNote oldNote(const std::string& line) {
  const std::vector<std::string> parts = partsOf(line, '\t');
  ArrayNote note;
  if (!parts.empty()) note.name = parts[0];
  if (parts.size() > 1) note.axes = partsOf(parts[1], ',');
  if (parts.size() > 2) note.help = parts[2];
  return note;
}

}  // namespace

namespace {

void requireNames(const ArrayNote& note, const AnyArray& array) {
  const size_t rank = shapeOf(array).size();
  if (note.axes.size() != rank)
    fail("array ", note.name, ": found ", note.axes.size(), " names of axes, expected ", rank);
}

}  // namespace

void addArray(ArrayBundle& arrays, AnyArray array, ArrayNote note) {
  requireNames(note, array);
  if (!arrays.emplace(note.name, std::move(array)).second) fail("array ", note.name, ": there are two of this name");
  tellOf(arrays, note);
}

void tellOf(ArrayBundle& arrays, const ArrayNote& note) {
  const auto found = arrays.find(note.name);
  if (found == arrays.end()) fail("array ", note.name, ": there is none of this name");
  requireNames(note, found->second);
  Json json = noteOf(arrays);
  json[kAbout].push_back({{"name", note.name}, {"axes", note.axes}, {"help", note.help}});
  arrays.insert_or_assign(kFileNote, noteArray(json));
}

void labelAxis(ArrayBundle& arrays, const std::string& axis, const std::vector<std::string>& labels) {
  Json json = noteOf(arrays);
  json[kAlong][axis] = labels;
  arrays.insert_or_assign(kFileNote, noteArray(json));
}

std::vector<ArrayNote> notesIn(const ArrayBundle& arrays) {
  std::vector<ArrayNote> told, fitting;
  for (const Json& one : entryOf(noteOf(arrays), kAbout))
    told.push_back({textOf(entryOf(one, "name")), textsOf(entryOf(one, "axes")), textOf(entryOf(one, "help"))});
  for (const std::string& line : oldTexts(arrays, kOldNotes)) told.push_back(oldNote(line));
  for (ArrayNote& note : told) {
    const auto found = arrays.find(note.name);
    if (found != arrays.end() && shapeOf(found->second).size() == note.axes.size()) fitting.push_back(std::move(note));
  }
  return fitting;
}

std::vector<std::string> labelsIn(const ArrayBundle& arrays, const std::string& axis) {
  const Json along = entryOf(noteOf(arrays), kAlong);
  if (along.is_object() && along.contains(axis)) return textsOf(along.at(axis));
  std::string old = kOldLabels + axis;
  std::replace(old.begin(), old.end(), ' ', '_');
  return oldTexts(arrays, old);
}

bool isArrayText(const std::string& name) {
  return name == kFileNote || name == kOldNotes || name.starts_with(kOldLabels);
}

}  // namespace engine
